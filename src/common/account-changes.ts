/** Every credential cache contains parts of the account, so each change is reported to all. */
export class AccountChanges {
  readonly #listeners: (() => void)[] = [];

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  note(): void {
    for (const listener of this.#listeners) listener();
  }
}

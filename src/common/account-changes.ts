/**
 * Reports in this process that accounts or their credentials changed: a plan, a role, an account that is gone, a session or
 * key that has ended. Each kind of credential has a cache of its own, and all of them contain something of the account.
 */
export class AccountChanges {
  readonly #listeners: (() => void)[] = [];

  /** @param listener called after every change in this process */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  note(): void {
    for (const listener of this.#listeners) listener();
  }
}

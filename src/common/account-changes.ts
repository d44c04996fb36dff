/**
 * Reports to the caches of credentials of this process that accounts changed: a plan, a role, or an account that is gone.
 * Each kind of credential has a cache of its own, and all of them contain something of the account.
 */
export class AccountChanges {
  readonly #caches: (() => void)[] = [];

  /** @param forget called after every change of an account in this process */
  onChange(forget: () => void): void {
    this.#caches.push(forget);
  }

  note(): void {
    for (const forget of this.#caches) forget();
  }
}

/** Conditions joined by AND, with their values. */
export class Statement {
  readonly #conditions: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition each `?` stands for the next value */
  and(condition: string, ...values: readonly unknown[]): this {
    let next = this.values.length;
    this.#conditions.push(condition.replace(/\?/g, () => `$${++next}`));
    this.values.push(...values);
    return this;
  }

  get text(): string {
    return this.#conditions.join(' AND ');
  }

  copy(): Statement {
    const copy = new Statement();
    copy.#conditions.push(...this.#conditions);
    copy.values.push(...this.values);
    return copy;
  }
}

/** Fixed values, injected as a class. Tests provide a copy with other values. */
export abstract class Rules {
  with(changes: Partial<this> = {}): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this) as object) as this, this, changes);
  }
}

/** Deep equality of plain data: objects, lists, maps, texts, numbers. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a)) return isSameList(a, b as unknown[]);
  if (a instanceof Map) return isSameList([...a], [...(b as Map<unknown, unknown>)]);
  if (Object.getPrototypeOf(a) !== Object.prototype) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) &&
      isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => isSame(item, b[i]));

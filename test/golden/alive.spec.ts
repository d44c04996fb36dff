import { caseFiles, replayCase } from './cases';
import { check, type Expectation } from './checks';

/** Each value of each expected result is compared: the case fails once the value is another. */
describe.each(caseFiles.map((file) => [file.name, file] as const))('%s', (_name, file) => {
  it('fails for any other value', () => {
    for (const test of file.cases.filter(({ expect: { refused } }) => !refused)) {
      const ledger = replayCase(file, test);
      const unseen = changesOf(test.expect).filter(([, changed]) => passes(ledger, changed));
      expect([test.id, unseen.map(([path]) => path)]).toEqual([test.id, []]);
    }
  });
});

const passes = (...args: Parameters<typeof check>): boolean => {
  try {
    check(...args);
    return true;
  } catch {
    return false;
  }
};

/** The expectation once for each value in it, with that value changed. */
function changesOf(expected: Expectation): [string, Expectation][] {
  return leavesOf(expected).map((path) => {
    const copy = structuredClone(expected);
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>(
        (node, key) => node[key] as Record<string, unknown>,
        copy as Record<string, unknown>,
      );
    const last = path.at(-1) ?? '';
    parent[last] = other(parent[last]);
    return [path.join('.'), copy];
  });
}

/** Of long lists the first and the last row: the same code compares those between. */
function leavesOf(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return [path];
  const entries = Object.entries(node);
  const some = Array.isArray(node) ? [...new Set([entries[0]!, entries.at(-1)!])] : entries;
  return some.filter(Boolean).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

/** A cent, a unit, a day or a name away. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return (Number(text) + 0.01).toFixed(8);
  if (/^\d{4}-\d\d-\d\d/.test(text))
    return new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, text.length === 10 ? 10 : 24);
  if (text === 'short' || text === 'long') return text === 'short' ? 'long' : 'short';
  return `${text}-other`;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMutant, TESTS } from './mutant';
import { MUTANTS } from './mutants';

/** Keeps the list alive; `npm run test:mutants` runs it. */
const ROOT = join(__dirname, '../..');

describe('mutants', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '%s changes the source',
    (_name, mutant) => {
      const source = readFileSync(join(ROOT, mutant.file), 'utf8');
      expect(applyMutant(source, mutant)).not.toBe(source);
    },
  );

  it('have names of their own, and tests that exist', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    const suites = Object.values(TESTS).flat();
    expect(suites.filter((suite) => !existsSync(join(ROOT, suite)))).toEqual([]);
  });

  it('are refused when their text is gone, or there twice', () => {
    const mutant = { name: 'm', mistake: '', file: 'f', find: 'x', replace: '$&y', tests: 'engine' } as const;
    expect(applyMutant('axb', mutant)).toBe('a$&yb');
    expect(() => applyMutant('ab', mutant)).toThrow('occurs 0 times');
    expect(() => applyMutant('xx', mutant)).toThrow('occurs 2 times');
  });
});

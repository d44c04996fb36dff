import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ADVISORY_LOCKS, ADVISORY_SCOPES } from '../../src/adapters/persistence/advisory-locks';

const ROOT = resolve(__dirname, '../..');
const TABLE = 'src/adapters/persistence/advisory-locks.ts';

/** A function of the database takes the lock of the audit chain. A migration does not change, so it contains the number. */
const IN_DATABASE = 'migrations/1764330000000-audit-erasure.ts';

/** What takes a lock in SQL, or writes a number that belongs to the table. */
const LITERALS = /pg_(?:try_)?advisory|7_?216_?345_?\d{3}/;

const offenders = (files: readonly { name: string; text: string }[]): string[] =>
  files
    .filter(({ name, text }) => name !== TABLE && name !== IN_DATABASE && LITERALS.test(text))
    .map(({ name }) => name);

const sources = ['src', 'migrations'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') })),
);

describe('the table of advisory locks', () => {
  it('uses no number twice', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('uses no scope twice', () => {
    expect(new Set(ADVISORY_SCOPES).size).toBe(ADVISORY_SCOPES.length);
  });

  it('is the only place that takes a lock or writes a number', () => {
    expect(offenders(sources)).toEqual([]);
  });

  it('has the number that the database uses', () => {
    const { text = '' } = sources.find(({ name }) => name === IN_DATABASE) ?? {};
    const numbers = [...text.matchAll(/pg_advisory_xact_lock\((\d+)\)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual([ADVISORY_LOCKS.auditChain]);
  });

  it('finds a literal elsewhere', () => {
    const planted = [
      { name: 'src/a.ts', text: "query('SELECT pg_advisory_xact_lock($1)', [LOCK])" },
      { name: 'src/b.ts', text: 'const LOCK = 7_216_345_002;' },
      { name: 'src/c.ts', text: 'const LOCK = 7216345002;' },
    ];
    expect(offenders(planted)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  });
});

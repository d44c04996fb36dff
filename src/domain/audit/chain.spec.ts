import { createHash } from 'node:crypto';
import { canonicalRow, chained as chainedWith, erased, GENESIS, personalText, type Link } from './chain';
import { ChainCheck, type Finding } from './chain-check';
import { cleanText } from './clean-text';
import type { AuditEntry, ChainedEntry } from './record';
import { prunableBefore } from './retention';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const entry = (i: number): AuditEntry => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  at: Date.UTC(2025, 0, 1) + i,
  requestId: `10000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  method: 'GET',
  path: '/api/v1/usage',
  route: '/api/v1/usage',
  status: 200,
  errorCode: null,
  durationMs: i,
  authType: 'anonymous',
  userId: null,
  apiKeyId: null,
  keyPrefix: null,
  partnerId: null,
  ip: '127.0.0.1',
  userAgent: 'tests',
  missed: 0,
});
let salts = 0;
const chained = (head: Link, entries: readonly AuditEntry[], hash: typeof digest): ChainedEntry[] =>
  chainedWith(head, entries, hash, () => `salt ${++salts}`);
const TEN = chained(
  GENESIS,
  Array.from({ length: 10 }, (_, i) => entry(i + 1)),
  digest,
);
const endOf = (rows: readonly ChainedEntry[]): Link => {
  const last = rows.at(-1);
  return last ? { count: last.seq, hash: last.hash } : GENESIS;
};
const said = ({ kind, from, to }: Finding): string => `${kind} ${from}${to === from ? '' : `-${to}`}`;
function check(rows: readonly ChainedEntry[], head: Link | null, start = GENESIS, anchor?: Link): string[] {
  const walk = new ChainCheck(start, digest, anchor);
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) walk.take(row);
  walk.end(head);
  return walk.findings.map(said);
}
const HEAD = endOf(TEN);
const without = (...gone: number[]): ChainedEntry[] => TEN.filter(({ seq }) => !gone.includes(seq));
const changed = (seq: number, change: Partial<ChainedEntry>): ChainedEntry[] =>
  TEN.map((row) => (row.seq === seq ? { ...row, ...change } : row));
const rehashed = (row: ChainedEntry): ChainedEntry => ({
  ...row,
  hash: digest(canonicalRow(row.seq, row.prevHash, row)),
});

describe('a chain', () => {
  it('is valid without changes, in one batch and in several', () => {
    expect(check(TEN, HEAD)).toEqual([]);
    const first = chained(GENESIS, TEN.slice(0, 4), digest);
    const both = [...first, ...chained(endOf(first), TEN.slice(4), digest)];
    expect(check(both, endOf(both))).toEqual([]);
    expect(check([], GENESIS)).toEqual([]);
  });

  const FIELDS = Object.keys(entry(1)) as (keyof AuditEntry)[];
  it.each(FIELDS)('shows a change of %s', (field) => {
    const other = typeof TEN[4]?.[field] === 'number' ? 7_777 : 'other';
    expect(check(changed(5, { [field]: other }), HEAD)).toEqual(['changed 5']);
  });

  it('detects a change with a recomputed hash: the next entry does not follow', () => {
    const forged = changed(5, { status: 500 }).map((row) => (row.seq === 5 ? rehashed(row) : row));
    expect(check(forged, HEAD)).toEqual(['unlinked 6']);
  });

  it('detects a history rewritten to its end: the head differs', () => {
    const forged = chained(GENESIS, changed(5, { status: 500 }), digest);
    expect(check(forged, HEAD)).toEqual(['head 10']);
  });

  it('detects a rewritten history and head by an anchor stored elsewhere', () => {
    const forged = chained(GENESIS, changed(5, { status: 500 }), digest);
    const noted = { count: 7, hash: TEN[6]?.hash ?? '' };
    expect(check(forged, endOf(forged))).toEqual([]);
    expect(check(forged, endOf(forged), GENESIS, noted)).toEqual(['anchor 7']);
    expect(check(TEN, HEAD, GENESIS, noted)).toEqual([]);
    expect(check(TEN.slice(0, 5), endOf(TEN.slice(0, 5)), GENESIS, noted)).toEqual(['anchor 7']);
  });

  it.each([
    ['the first', [1], ['missing 1']],
    ['one within', [4], ['missing 4']],
    ['several', [4, 5, 6, 8], ['missing 4-6', 'missing 8']],
    ['the last', [10], ['truncated 10']],
    ['the tail', [8, 9, 10], ['truncated 8-10']],
    ['everything', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], ['truncated 1-10']],
  ])('shows that %s is gone', (_name, gone, findings) => {
    expect(check(without(...gone), HEAD)).toEqual(findings);
  });

  it('shows what was put in: behind the end, before the beginning, and within', () => {
    const behind = chained(HEAD, [entry(11)], digest);
    expect(check([...TEN, ...behind], HEAD)).toEqual(['foreign 11']);
    const before = { ...(TEN[0] as ChainedEntry), seq: 0 };
    expect(check([before, ...TEN], HEAD)).toEqual(['foreign 0']);
    const moved = TEN.map((row) => (row.seq > 5 ? { ...row, seq: row.seq + 1 } : row));
    const within = rehashed({ ...(TEN[4] as ChainedEntry), seq: 6, prevHash: TEN[4]?.hash ?? '' });
    expect(check([...moved, within], HEAD).slice(0, 3)).toEqual(['unlinked 7', 'changed 7', 'changed 8']);
  });

  it('shows two entries that changed places', () => {
    const [a, b] = [TEN[3] as ChainedEntry, TEN[6] as ChainedEntry];
    const swapped = TEN.map((row) =>
      row.seq === 4 ? { ...b, seq: 4 } : row.seq === 7 ? { ...a, seq: 7 } : row,
    );
    expect(check(swapped, HEAD)).toEqual(expect.arrayContaining(['changed 4', 'changed 7']));
  });

  it('shows that its head is gone', () => {
    expect(check(TEN, null)).toEqual(['head 10']);
  });

  it('goes on from a checkpoint, and shows what stands before it', () => {
    const mark = endOf(TEN.slice(0, 6));
    expect(check(TEN.slice(6), HEAD, mark)).toEqual([]);
    expect(check(TEN.slice(5), HEAD, mark)).toEqual(['foreign 6']);
    expect(check(TEN.slice(6), HEAD, { ...mark, hash: GENESIS.hash })).toEqual(['unlinked 7']);
    expect(check([], mark, mark)).toEqual([]);
  });

  it('names a hundred findings and counts the rest', () => {
    const walk = new ChainCheck(GENESIS, digest);
    const many = chained(
      GENESIS,
      Array.from({ length: 150 }, (_, i) => entry(i + 1)),
      digest,
    );
    for (const row of many) walk.take({ ...row, path: '/x' });
    expect([walk.findings.length, walk.found, walk.rows]).toEqual([100, 150, 150]);
  });
});

it('texts cannot run into each other in the canonical texts', () => {
  const texts = (path: string, userAgent: string) => personalText('salt', { ...entry(1), path, userAgent });
  expect(texts('/a","/b', '/c')).not.toBe(texts('/a', '/b","/c'));
  const row = (method: string, route: string) =>
    canonicalRow(1, GENESIS.hash, { ...entry(1), version: 2, personalHash: '', method, route });
  expect(row('/a","/b', '/c')).not.toBe(row('/a', '/b","/c'));
});

describe('personal fields', () => {
  const erase = (row: ChainedEntry): ChainedEntry => ({ ...erased(row), personalSalt: null, isErased: true });
  const withErased = (rows: readonly ChainedEntry[], ...seqs: number[]): ChainedEntry[] =>
    rows.map((row) => (seqs.includes(row.seq) ? erase(row) : row));
  /** Rows as they were written before personal fields stood apart. */
  function oldChain(count: number): ChainedEntry[] {
    let [prevHash, seq] = [GENESIS.hash, 0];
    return Array.from({ length: count }, (_, i) => {
      const old = {
        ...entry(i + 1),
        version: 1,
        personalSalt: null,
        personalHash: null,
        isErased: false,
      } as const;
      const row = { ...old, seq: ++seq, prevHash, hash: digest(canonicalRow(seq, prevHash, old)) };
      prevHash = row.hash;
      return row;
    });
  }

  it('are erased, and the chain stays valid', () => {
    const rows = withErased(TEN, 3, 4, 10);
    expect(check(rows, HEAD)).toEqual([]);
    const walk = new ChainCheck(GENESIS, digest);
    for (const row of rows) walk.take(row);
    expect([walk.erased, walk.placeOnly]).toEqual([3, 0]);
  });

  it('cannot be guessed from what is left: equal fields have other hashes', () => {
    const rows = chained(GENESIS, [entry(1), entry(1)], digest);
    expect(rows[0]?.personalHash).not.toBe(rows[1]?.personalHash);
  });

  it.each([
    ['another user', { userId: 'other' }],
    ['a path', { path: '/other' }],
    ['the salt', { personalSalt: 'kept' }],
    ['another status', { status: 500 }],
    ['another hash of them', { personalHash: digest('other') }],
  ])('an erased entry that holds %s is shown', (_name, change) => {
    const rows = withErased(TEN, 5).map((row) => (row.seq === 5 ? { ...row, ...change } : row));
    expect(check(rows, HEAD)).toEqual(['changed 5']);
  });

  it('of which only the salt is gone are shown', () => {
    expect(check(changed(5, { personalSalt: null }), HEAD)).toEqual(['changed 5']);
  });

  it('of rows of version 1 are part of the hash, and such a chain goes on with version 2', () => {
    const old = oldChain(5);
    const rows = [...old, ...chained(endOf(old), [entry(6), entry(7)], digest)];
    expect(check(rows, endOf(rows))).toEqual([]);
    const moved = rows.map((row) => (row.seq === 2 ? { ...row, ip: '10.0.0.1' } : row));
    expect(check(moved, endOf(rows))).toEqual(['changed 2']);
  });

  it('of rows of version 1 are erased too: the place stays verified, and they are counted', () => {
    const old = oldChain(5);
    const rows = withErased(old, 2, 3);
    expect(check(rows, endOf(old))).toEqual([]);
    expect(
      check(
        rows.filter(({ seq }) => seq !== 3),
        endOf(old),
      ),
    ).toEqual(['missing 3']);
    const walk = new ChainCheck(GENESIS, digest);
    for (const row of rows) walk.take(row);
    expect([walk.erased, walk.placeOnly]).toEqual([2, 2]);
  });
});

describe('text of strangers', () => {
  const key = 'cbp_abcdefghijABCDEFGHIJ0123456789abcdef';
  it.each([
    ['a key', `/api/v1/${key}/x`, '/api/v1/cbp_[hidden]/x'],
    ['a forgotten question mark', `/api/v1/usage&partner_key=${key}`, '/api/v1/usage&partner_key=[hidden]'],
    [
      'the same, escaped',
      '/api/v1/usage%3Fpartner_key%3Dsomething',
      '/api/v1/usage%3Fpartner_key%3D[hidden]',
    ],
    ['what lets a customer pay', '/x/cs_test_a1_secret_b2C3%2Fd', '/x/cs_test_a1_secret_[hidden]'],
    ['a webhook secret', 'agent whsec_Zm9yIGV4YW1wbGU=', 'agent whsec_[hidden]'],
    ['a signed token', 'curl eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl!', 'curl [hidden]!'],
    ['an authorization', 'Bearer abc.def', 'Bearer [hidden]'],
    ['control characters', 'a\u0000b\tc\ud800d', 'a\ufffdb\ufffdc\ufffdd'],
    ['nothing of the kind', '/api/v1/wallets/0xd8dA6BF2', '/api/v1/wallets/0xd8dA6BF2'],
  ])('is kept without %s', (_name, text, kept) => {
    expect(cleanText(text, 200)).toBe(kept);
  });

  it('is cut', () => {
    expect(cleanText('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(cleanText(`${'x'.repeat(8)}😀😀`, 10)).toBe(`${'x'.repeat(8)}…`);
  });
});

it.each([
  ['2026-11-20T19:00:00Z', '2025-10-01'],
  ['2026-03-01T00:00:00Z', '2025-01-01'],
  ['2025-02-04T00:00:00.000Z', '2024-01-01'],
  ['2025-02-03T23:59:59.999Z', '2023-12-01'],
])('at %s everything before %s may go', (now, before) => {
  expect(new Date(prunableBefore(Date.parse(now))).toISOString()).toBe(`${before}T00:00:00.000Z`);
});

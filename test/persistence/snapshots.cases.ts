import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { PostgresWalletSnapshots } from '../../src/adapters/persistence/ledgers/wallet-snapshots.store';
import type { SnapshotBasis, SnapshotPart } from '../../src/ports/storage/wallet-snapshots';
import { spawnTypescript } from '../support/child';
import { connectDatabase, type Connected } from '../support/connected';
import { CUT_PLACES, startStatementGate } from '../support/statement-gate';
import { FIRST_STATEMENT, numbered, SCOPE } from './numbered-snapshot';

const PARTS = Object.keys(numbered(0).snapshot) as SnapshotPart[];
const KILLS = 3;

/** @param isWhole also kills at random */
export function describeSnapshots(isWhole: boolean): void {
  describe('snapshots of wallets', () => {
    let database: Connected;
    let sql: DataSource;
    let store: PostgresWalletSnapshots;
    beforeAll(async () => {
      database = await connectDatabase();
      sql = database.sql;
      store = new PostgresWalletSnapshots(sql);
    });
    afterAll(() => database?.close());

    async function find<P extends SnapshotPart>(basis: SnapshotBasis, parts: readonly P[]) {
      const { wallet, name } = SCOPE;
      return (await store.findAll({ name, subjects: [wallet] }, basis, 0, parts)).get(wallet) ?? null;
    }

    /** The snapshot that the table names now, or null when it was replaced between the two reads. */
    async function whole(): Promise<number | null> {
      const [row] = await sql.query<{ state: string }[]>('SELECT state FROM wallet_snapshots');
      const n = Number(row?.state.replace('state ', ''));
      const { basis, snapshot } = numbered(n);
      const found = await find(basis, PARTS);
      if (found === null) return null;
      expect(found).toEqual({
        snapshot,
        rules: basis.rules,
        isOutdated: false,
        askedAt: 0,
        computedAt: expect.any(Number),
      });
      return n;
    }

    if (isWhole)
      it('are the old one whole or the new one whole when a worker is killed while it writes', async () => {
        const url = (sql.options as { url?: string }).url ?? '';
        let last = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const child = spawnTypescript(join(__dirname, 'snapshots.child.ts'), {
            DATABASE_URL: url,
            FROM: String(last + 1),
          });
          const ended = new Promise<unknown>((resolve) =>
            child.once('close', (_code, signal) => resolve(signal)),
          );
          await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
          for (let i = 0; i < 5 + kill; i++) await whole();
          child.kill('SIGKILL');
          expect(await ended).toBe('SIGKILL');
          // The server may end the last statement of a client that is gone.
          let now = await whole();
          while (now === null) now = await whole();
          expect(now).toBeGreaterThan(last);
          last = now;
        }
        const { basis, snapshot } = numbered(last + 1);
        await store.save(SCOPE, basis, snapshot, Date.now(), false);
        expect(await whole()).toBe(last + 1);
      });

    it('are the old one whole or the new one whole when a worker is killed before, in and after each of its statements', async () => {
      const { basis, snapshot } = numbered(1_000);
      await store.save(SCOPE, basis, snapshot, Date.now(), false);
      let last = 1_000;
      const gate = await startStatementGate(database.url);
      const stays = { before: 0, within: 0, after: 0 };
      let statements = 0;
      try {
        for (let isLast = false; !isLast; statements++)
          for (const place of CUT_PLACES) {
            const child = spawnTypescript(join(__dirname, 'snapshots.child.ts'), {
              DATABASE_URL: gate.url,
              FROM: String(last + 1),
              TIMES: '1',
            });
            const ended = new Promise<unknown>((resolve) =>
              child.once('close', (code, signal) => resolve(signal ?? code)),
            );
            let hasEnded = false;
            void ended.then(() => (hasEnded = true));
            gate.cut(FIRST_STATEMENT, statements + 1, place, () => child.kill('SIGKILL'));
            while (!hasEnded) {
              const seen = await whole();
              if (seen !== null) expect([last, last + 1]).toContain(seen);
            }
            const outcome = await ended;
            const now = (await whole()) ?? NaN;
            if (outcome === 0) {
              // It has no more statements.
              expect([place, now]).toEqual(['before', last + 1]);
              last = now;
              isLast = true;
              break;
            }
            expect(outcome).toBe('SIGKILL');
            expect([last, last + 1]).toContain(now);
            stays[place] += now === last ? 1 : 0;
            if (place !== 'after') expect([statements, place, now]).toEqual([statements, place, last]);
            last = now;
          }
      } finally {
        await gate.close();
      }
      // Of the last statement only the answer is missing.
      expect(stays).toEqual({ before: statements - 1, within: statements - 1, after: statements - 2 });
      expect(statements).toBeGreaterThan(1);
    });

    it('of an earlier release are found and named outdated, those of a later one are not', async () => {
      const { basis, snapshot } = numbered(7);
      await store.save(SCOPE, basis, snapshot, Date.now(), false);
      const isOutdated = async (rules: string, rulesSince: number) =>
        (await find({ ...basis, rules, rulesSince }, ['timezone']))?.isOutdated;
      expect(await isOutdated('other', basis.rulesSince + 1)).toBe(true);
      expect(await isOutdated('other', basis.rulesSince - 1)).toBe(false);
      expect(await isOutdated(basis.rules, basis.rulesSince + 1)).toBe(false);
      expect(await find({ ...basis, state: 'other' }, ['timezone'])).toBeNull();
    });

    it('are kept current for those who asked for them, not for those who did not', async () => {
      const { basis, snapshot } = numbered(8);
      const scopes = (since: number) => store.scopesOf(SCOPE.wallets[0] ?? '', since, 10);
      await store.save(SCOPE, basis, snapshot, 1_000, false);
      expect(await scopes(1)).toEqual([]);
      await store.noteAsked(SCOPE, 2_000);
      await store.save(SCOPE, basis, snapshot, 3_000, false);
      const { wallet, ...rest } = SCOPE;
      expect(await scopes(2_000)).toEqual([{ ...rest, subjects: [wallet] }]);
      expect(await scopes(2_001)).toEqual([]);
      await store.save(SCOPE, basis, snapshot, 4_000, true);
      await store.save({ ...SCOPE, wallet: '0xother' }, basis, snapshot, 4_000, true);
      expect(await scopes(4_000)).toEqual([{ ...rest, subjects: ['0xother', wallet].sort() }]);
      expect(await store.scopesOf('0xb2', 0, 10)).toEqual([]);
    });
  });
}

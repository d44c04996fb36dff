import type { DataSource } from 'typeorm';
import { PostgresLineageStore } from '../../src/adapters/persistence/ledgers/lineage.store';
import { LineageLinkEntity } from '../../src/adapters/persistence/ledgers/lineage.entity';
import type { PostedRow } from '../../src/domain/posted';
import { ledgerOf, row } from '../persistence/posted-ledger';
import { connectDatabase, type Connected } from '../support/connected';

const linksOf = (rows: readonly PostedRow[]) => ledgerOf(rows).links;

const BOUGHT = row('buy', 1);
const MOVED = row('move', 2, {
  type: 'internal_transfer',
  from: 'default',
  to: 'savings',
  valueUsd: undefined,
});
const SOLD = row('sell', 3, { type: 'sell', wallet: 'savings' });

describe('the audit trail of lots', () => {
  let database: Connected;
  let dataSource: DataSource;
  let store: PostgresLineageStore;
  const stored = () => dataSource.getRepository(LineageLinkEntity).find({ order: { atMs: 'ASC' } });

  beforeAll(async () => {
    database = await connectDatabase([LineageLinkEntity]);
    dataSource = database.sql;
    store = new PostgresLineageStore(dataSource);
  });
  afterAll(() => database?.close());
  beforeEach(() => dataSource.query('TRUNCATE lineage_links'));

  it('writes each link once, as it was first told', async () => {
    const links = linksOf([BOUGHT, MOVED, SOLD]);
    expect(await store.save(['b', 'a'], links, true, 1_000)).toEqual({ added: links.length, superseded: 0 });
    const first = await stored();
    expect(await store.save(['a', 'b', 'a'], links, true, 2_000)).toEqual({ added: 0, superseded: 0 });
    expect(await stored()).toEqual(first);
    expect(
      first.map(({ linkId, relation, quantity, cost, supersededAt }) => [
        linkId,
        relation,
        quantity,
        cost,
        supersededAt,
      ]),
    ).toEqual(
      links.map(({ id, relation, quantity, cost }) => [id, relation, String(quantity), String(cost), null]),
    );
  });

  it('marks what is told no longer, and keeps it', async () => {
    await store.save(['a'], linksOf([BOUGHT, MOVED, SOLD]), true, 1_000);
    const before = await stored();
    expect(await store.save(['a'], linksOf([BOUGHT, MOVED]), true, 2_000)).toEqual({
      added: 0,
      superseded: 1,
    });
    const after = await stored();
    expect(after.map(({ supersededAt: _, ...rest }) => rest)).toEqual(
      before.map(({ supersededAt: _, ...rest }) => rest),
    );
    expect(after.map(({ supersededAt }) => supersededAt?.getTime() ?? null)).toEqual([null, 2_000]);
    await store.save(['a'], linksOf([BOUGHT, MOVED, SOLD]), true, 3_000);
    expect(await stored()).toEqual(before);
  });

  it('supersedes nothing when part of the history could not be read', async () => {
    await store.save(['a'], linksOf([BOUGHT, MOVED, SOLD]), true, 1_000);
    expect(await store.save(['a'], [], false, 2_000)).toEqual({ added: 0, superseded: 0 });
    expect((await stored()).every(({ supersededAt }) => supersededAt === null)).toBe(true);
  });

  it('keeps the ledger of another set of wallets apart', async () => {
    const links = linksOf([BOUGHT, MOVED, SOLD]);
    await store.save(['a'], links, true, 1_000);
    expect(await store.save(['a', 'b'], linksOf([BOUGHT]), true, 2_000)).toEqual({ added: 0, superseded: 0 });
    expect((await stored()).every(({ supersededAt }) => supersededAt === null)).toBe(true);
  });

  it('stands twenty saves of the same ledger at once', async () => {
    const links = linksOf([BOUGHT, MOVED, SOLD]);
    const changes = await Promise.all(
      Array.from({ length: 20 }, () => store.save(['a'], links, true, 1_000)),
    );
    expect(changes.reduce((sum, { added }) => sum + added, 0)).toBe(links.length);
    expect(changes.every(({ superseded }) => superseded === 0)).toBe(true);
    expect((await stored()).every(({ supersededAt }) => supersededAt === null)).toBe(true);
  });
});

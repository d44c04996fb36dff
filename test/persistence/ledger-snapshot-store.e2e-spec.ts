import type { DataSource } from 'typeorm';
import {
  LedgerSnapshotEntity,
  LedgerSnapshotDisposalEntity,
  LedgerSnapshotLotEntity,
} from '../../src/adapters/persistence/ledgers/ledger-snapshot.entity';
import { PostgresLedgerSnapshotStore } from '../../src/adapters/persistence/ledgers/ledger-snapshot.store';
import type { Ledger } from '../../src/domain/engine';
import { connectDatabase, type Connected } from '../support/connected';
import { DAY, ledgerOf, row } from './posted-ledger';

describe('ledgers computed ahead', () => {
  let database: Connected;
  let dataSource: DataSource;
  let store: PostgresLedgerSnapshotStore;
  const count = (entity: Parameters<DataSource['getRepository']>[0]) =>
    dataSource.getRepository(entity).count();

  beforeAll(async () => {
    database = await connectDatabase([
      LedgerSnapshotEntity,
      LedgerSnapshotLotEntity,
      LedgerSnapshotDisposalEntity,
    ]);
    dataSource = database.sql;
    store = new PostgresLedgerSnapshotStore(dataSource);
  }, 60_000);
  afterAll(() => database?.close());
  beforeEach(() => dataSource.query('TRUNCATE computed_books CASCADE'));

  it('are kept lot by lot and sale by sale, with the name of what they follow from', async () => {
    const ledger = ledgerOf([
      row('buy', 1),
      row('sell', 3, { type: 'sell', quantity: '0.25', valueUsd: '5' }),
    ]);
    expect(await store.save(['b', 'a'], ledger, 'one', false, 1_000)).toBe(true);
    const [snapshot] = await dataSource.getRepository(LedgerSnapshotEntity).find();
    expect(snapshot).toMatchObject({ wallets: ['a', 'b'], inputHash: 'one', computedAt: new Date(1_000) });
    const [lot] = await dataSource.getRepository(LedgerSnapshotLotEntity).find();
    const [engineLot] = ledger.lots;
    expect(lot).toMatchObject({
      lotId: engineLot?.id,
      originalQuantity: String(engineLot?.originalQuantity),
      remaining: String(engineLot?.remaining),
      originalCost: '10000000000000000000',
      cost: '7500000000000000000',
      acquiredAtMs: String(DAY),
      isUntracked: false,
      transactionId: 'buy',
    });
    const [sale] = await dataSource.getRepository(LedgerSnapshotDisposalEntity).find();
    expect(sale).toMatchObject({
      disposalId: ledger.disposals[0]?.id,
      lotId: engineLot?.id,
      proceeds: '5000000000000000000',
      costBasis: '2500000000000000000',
      gain: '2500000000000000000',
      type: 'sale',
      isLongTerm: false,
    });
  });

  it('are written again only when their input differs, or on demand, and then as a whole', async () => {
    const first = ledgerOf([row('one', 1), row('two', 2)]);
    const second = ledgerOf([row('three', 3)]);
    const save = (ledger: Ledger, hash: string, isForced = false) =>
      store.save(['a'], ledger, hash, isForced, 1_000);
    expect(await save(first, 'x')).toBe(true);
    expect(await save(second, 'x')).toBe(false);
    expect(await count(LedgerSnapshotLotEntity)).toBe(2);
    expect(await save(second, 'y')).toBe(true);
    expect(await count(LedgerSnapshotLotEntity)).toBe(1);
    expect(await save(first, 'y', true)).toBe(true);
    expect([await count(LedgerSnapshotEntity), await count(LedgerSnapshotLotEntity)]).toEqual([1, 2]);
  });

  it('of others are let be, and two writers at once leave one of the two', async () => {
    const ledgers = [ledgerOf([row('one', 1)]), ledgerOf([row('one', 1), row('two', 2)])];
    await store.save(['a', 'user:1'], ledgers[0] as Ledger, 'mine', false, 1_000);
    await Promise.all(ledgers.map((ledger, i) => store.save(['a'], ledger, `h${i}`, false, 1_000)));
    expect(await count(LedgerSnapshotEntity)).toBe(2);
    expect([2, 3]).toContain(await count(LedgerSnapshotLotEntity));
  });
});

import type { DataSource } from 'typeorm';
import { PostgresRawHistoryStore } from '../../src/adapters/persistence/wallets/raw-history.store';
import { PostgresBalanceObservations } from '../../src/adapters/persistence/wallets/observations.store';
import type { StoredObservation } from '../../src/ports/storage/balance-observations';
import type { HistoryPage, RawRow } from '../../src/ports/upstream/history-source';
import { priceQueryKey } from '../../src/ports/upstream/price-source';
import { DAY_MS } from '../../src/domain/kernel/durations';
import { FakeClock } from '../fakes/fake-clock';
import { connectDatabase, type Connected } from '../support/connected';

const WALLET = '0x00000000000000000000000000000000000000aa';
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

const row = (key: string, block: number, body: Record<string, unknown> = { hash: key }): RawRow => ({
  list: 'txlist',
  key,
  block,
  body,
});

const page = (rows: RawRow[], changes: Partial<HistoryPage> = {}): HistoryPage => ({
  rows,
  replacesFrom: {},
  cursor: { block: rows.at(-1)?.block ?? 0 },
  done: false,
  truncated: false,
  incomplete: false,
  provider: 'explorer',
  ...changes,
});

describe('PostgresRawHistoryStore', () => {
  const clock = new FakeClock(NOW);
  let database: Connected;
  let dataSource: DataSource;
  let store: PostgresRawHistoryStore;

  beforeAll(async () => {
    database = await connectDatabase();
    dataSource = database.sql;
    store = new PostgresRawHistoryStore(dataSource, clock);
  });
  afterAll(() => database?.close());
  beforeEach(() => dataSource.query('TRUNCATE chain_states, raw_rows, prices, balance_observations'));

  const save = (given: HistoryPage) => store.savePage('ethereum', WALLET, given, NOW);
  const keys = async () => (await store.rows('ethereum', WALLET)).map((stored) => stored.key);

  describe('pages', () => {
    it('are kept in the order of blocks, then of arrival', async () => {
      await save(page([row('c', 7), row('a', 5)]));
      await save(page([row('b', 5), row('d', 9)]));
      expect(await keys()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('move cursor and state in one go', async () => {
      const first = await save(page([row('a', 1)]));
      expect(first).toEqual({
        chain: 'ethereum',
        address: WALLET,
        cursor: { block: 1 },
        complete: false,
        truncated: false,
        incomplete: false,
        contradicted: false,
        indexedAt: null,
        provider: 'explorer',
        errorCode: null,
        errorDetails: null,
        revision: 1,
        rowCount: 1,
        change: { since: 0, fromBlock: 1 },
      });
      const { change: _, ...last } = await save(page([row('b', 2)], { done: true }));
      expect(last).toMatchObject({
        complete: true,
        indexedAt: NOW,
        revision: 2,
        rowCount: 2,
        cursor: { block: 2 },
      });
      expect(await store.chainStates(WALLET)).toEqual([last]);
    });

    it('stored twice change nothing', async () => {
      const given = page([row('a', 1), row('b', 1), row('c', 2)]);
      const once = await save(given);
      expect(await save(given)).toEqual({ ...once, change: null });
      expect(await keys()).toEqual(['a', 'b', 'c']);
    });

    it('raise the revision only when a row is new, gone or different', async () => {
      const { revision } = await save(page([row('a', 1), row('b', 2)]));
      expect((await save(page([]))).revision).toBe(revision);
      expect((await save(page([row('b', 2)]))).revision).toBe(revision);
      expect((await save(page([row('b', 2, { hash: 'b', gasUsed: '1' })]))).revision).toBe(revision + 1);
      expect((await save(page([row('b', 3, { hash: 'b', gasUsed: '1' })]))).revision).toBe(revision + 2);
      expect((await save(page([], { replacesFrom: { txlist: 3 } }))).revision).toBe(revision + 3);
      expect(await keys()).toEqual(['a']);
    });

    it('replace what they say they replace, of their list alone', async () => {
      const other: RawRow = { ...row('internal', 6), list: 'txlistinternal' };
      await save(page([row('kept', 4), row('orphan', 5), row('stays', 6), other]));
      const state = await save(page([row('stays', 6), row('new', 7)], { replacesFrom: { txlist: 5 } }));
      expect(await keys()).toEqual(['kept', 'internal', 'stays', 'new']);
      expect(state.rowCount).toBe(4);
    });

    it('replace rows below a block only, when they state one', async () => {
      await save(page([row('a', 1), row('b', 3), row('c', 5), row('d', 7)]));
      const state = await save(page([], { replacesFrom: { txlist: 3 }, replacesBelow: { txlist: 7 } }));
      expect(await keys()).toEqual(['a', 'd']);
      expect(state).toMatchObject({ rowCount: 2, change: { fromBlock: 3 } });
      const range = { list: 'txlist', from: 1, to: 6 };
      expect(await store.rowKeys('ethereum', WALLET, range)).toEqual(['a']);
    });

    it('state the block below which they change nothing', async () => {
      await save(page([row('a', 4), row('b', 6)]));
      const changeOf = async (...given: Parameters<typeof page>) => (await save(page(...given))).change;
      expect(await changeOf([row('c', 9), row('d', 8)])).toEqual({ since: 1, fromBlock: 8 });
      expect(await changeOf([row('d', 8)])).toBeNull();
      expect(await changeOf([row('e', 9)], { replacesFrom: { txlist: 7 } })).toEqual({
        since: 2,
        fromBlock: 7,
      });
      expect(await changeOf([], { replacesFrom: { txlist: 7 } })).toEqual({ since: 3, fromBlock: 7 });
      // A list of which the window has not changed does not count.
      const window = { txlist: 1, txlistinternal: 2 };
      const kept = [row('a', 4), row('b', 6), { ...row('f', 20), list: 'tokentx' }];
      expect(await changeOf(kept, { replacesFrom: window })).toEqual({ since: 4, fromBlock: 20 });
      // It may have been in any block before.
      expect(await changeOf([row('b', 12)])).toEqual({ since: 5, fromBlock: 0 });
      expect((await store.rows('ethereum', WALLET, 5)).map(({ key }) => key)).toEqual(['b', 'f']);
    });

    it('that replace a window by the same rows leave the revision alone', async () => {
      const before = await save(page([row('a', 1), row('b', 2), row('c', 2)]));
      const after = await save(page([row('b', 2), row('c', 2)], { replacesFrom: { txlist: 2 } }));
      expect(after.revision).toBe(before.revision);
      expect(await keys()).toEqual(['a', 'b', 'c']);
    });

    it('that give a window in another order are believed', async () => {
      const before = await save(page([row('a', 1), row('b', 1)]));
      const after = await save(page([row('b', 1), row('a', 1)], { replacesFrom: { txlist: 0 } }));
      expect(after).toMatchObject({ revision: before.revision + 1, rowCount: 2 });
      expect(await keys()).toEqual(['b', 'a']);
    });

    it('that name a row twice mean the later one', async () => {
      const state = await save(page([row('a', 1, { v: 'old' }), row('a', 1, { v: 'new' })]));
      expect(state.rowCount).toBe(1);
      expect((await store.rows('ethereum', WALLET)).map((stored) => stored.body)).toEqual([{ v: 'new' }]);
    });

    it('keep stored fields that their read could not obtain, in the block of the stored row', async () => {
      const bodies = async () => (await store.rows('ethereum', WALLET)).map((stored) => stored.body);
      const less = (block: number) => ({ ...row('a', block, { fee: '', gas: '2' }), keeps: ['fee', 'logs'] });
      const whole = { fee: '7', gas: '2', logs: ['x'] };
      const { revision } = await save(page([row('a', 1, whole), row('b', 1)]));
      const again = page([less(1), row('b', 1)], { replacesFrom: { txlist: 0 } });
      expect((await save(again)).revision).toBe(revision);
      expect((await bodies())[0]).toEqual(whole);
      await save(page([{ ...row('a', 1, { fee: '8', gas: '3' }), keeps: ['logs'] }]));
      expect((await bodies())[0]).toEqual({ fee: '8', gas: '3', logs: ['x'] });
      await save(page([less(2)]));
      expect(await bodies()).toContainEqual({ fee: '', gas: '2' });
    });

    it('keep bodies to the last digit, with whatever a chain lets people write', async () => {
      const body = {
        value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
        tokenName: 'NUL \u0000 lone \ud83d quote " slash \\ 😀',
        nested: { z: [null, true, 0.1], a: '' },
      };
      await save(page([row('a', 1, body)]));
      const [stored] = await store.rows('ethereum', WALLET);
      expect(stored).toEqual({ list: 'txlist', key: 'a', block: 1, body });
      expect(Object.keys(stored?.body ?? {})).toEqual(Object.keys(body));
    });

    it('are refused when reading no longer stands where they were read from', async () => {
      const first = await save(page([row('a', 1)]));
      const next = page([row('b', 2)]);
      await store.savePage('ethereum', WALLET, next, NOW, first.cursor);
      await expect(store.savePage('ethereum', WALLET, next, NOW, first.cursor)).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await store.clearHistory(WALLET);
      await expect(
        store.savePage('ethereum', WALLET, page([row('c', 3)]), NOW, { block: 2 }),
      ).rejects.toMatchObject({ code: 'CONFLICT' });
      await store.savePage('ethereum', WALLET, next, NOW, null);
      expect(await keys()).toEqual(['b']);
    });

    it('of one wallet saved at the same moment all arrive', async () => {
      const pages = Array.from({ length: 20 }, (_, i) => page([row(`r${i}`, i), row('shared', 99)]));
      await Promise.all(pages.map(save));
      const [state] = await store.chainStates(WALLET);
      expect(state).toMatchObject({ rowCount: 21, revision: 20 });
      expect((await keys()).length).toBe(21);
    });
  });

  describe('a pass', () => {
    it('that met the page cap anywhere is truncated until a later pass is not', async () => {
      await save(page([row('a', 1)], { truncated: true }));
      const ended = await save(page([row('b', 2)], { done: true }));
      expect(ended).toMatchObject({ truncated: true, incomplete: false });
      const under = await save(page([row('c', 3)]));
      expect(under.truncated).toBe(true);
      expect(await save(page([], { done: true }))).toMatchObject({ truncated: false });
    });

    it('that missed rows says so until a later pass does not', async () => {
      expect(await save(page([row('a', 1)], { incomplete: true, done: true }))).toMatchObject({
        incomplete: true,
      });
      expect(await save(page([], { done: true }))).toMatchObject({ incomplete: false });
    });
  });

  describe('a later pass that is stored in parts', () => {
    it('leaves the history incomplete until it ends', async () => {
      expect(await save(page([row('a', 1)]))).toMatchObject({ complete: false, incomplete: false });
      expect(await save(page([], { done: true }))).toMatchObject({ complete: true, incomplete: false });
      expect(await save(page([row('b', 2)]))).toMatchObject({ complete: true, incomplete: true });
      expect(await save(page([row('c', 3)], { done: true }))).toMatchObject({ incomplete: false });
    });
  });

  describe('failures', () => {
    it('are remembered, also of a chain never read, and cleared by success', async () => {
      await store.saveFailure('base', WALLET, 'DATA_PROVIDER_ERROR', { provider: 'explorer' });
      expect(await store.chainStates(WALLET)).toEqual([
        expect.objectContaining({
          chain: 'base',
          errorCode: 'DATA_PROVIDER_ERROR',
          errorDetails: { provider: 'explorer' },
          complete: false,
          revision: 0,
        }),
      ]);
      const state = await store.savePage('base', WALLET, page([row('a', 1)]), NOW);
      expect(state).toMatchObject({ errorCode: null, errorDetails: null });
    });
  });

  describe('clearing', () => {
    it('takes the rows of one wallet, and no revision comes back', async () => {
      const before = await save(page([row('a', 1), row('b', 2)], { done: true }));
      await store.savePage('ethereum', '0xother', page([row('a', 1)]), NOW);
      expect(await store.clearHistory(WALLET)).toBe(2);
      const [state] = await store.chainStates(WALLET);
      expect(state).toMatchObject({ cursor: null, complete: false, indexedAt: null, rowCount: 0 });
      expect(state?.revision).toBeGreaterThan(before.revision);
      expect(await keys()).toEqual([]);
      expect(await store.rows('ethereum', '0xother')).toHaveLength(1);
    });
  });

  describe('observed balances', () => {
    const at = Date.UTC(2026, 0, 2, 23, 59);
    const seen = (over: Partial<StoredObservation> = {}): StoredObservation => ({
      ...{ chain: 'ethereum', address: WALLET, assetId: 'ethereum:0xae', at, quantity: 10n ** 40n + 1n },
      ...{ source: 'explorer' },
      ...over,
    });
    const observations = () => new PostgresBalanceObservations(dataSource, clock);
    const revision = async () => (await store.chainStates(WALLET))[0]?.revision;

    it('are kept to the last unit, the first of each day and token, and change the ledger', async () => {
      await save(page([row('a', 1)]));
      const before = (await revision()) ?? 0;
      const others = [seen({ assetId: 'ethereum:0xbb' }), seen({ at: at - 1000, quantity: 5n })];
      await expect(observations().save([seen()])).resolves.toBe(1);
      await expect(observations().save(others)).resolves.toBe(1);
      await expect(observations().save([seen({ at: at + 60_000, quantity: 7n })])).resolves.toBe(1);
      await expect(observations().save([seen({ quantity: 1n })])).resolves.toBe(0);
      expect(await observations().of(WALLET)).toEqual([
        seen(),
        seen({ assetId: 'ethereum:0xbb' }),
        seen({ at: at + 60_000, quantity: 7n }),
      ]);
      expect(await revision()).toBe(before + 3);
      await expect(observations().of('0xother')).resolves.toEqual([]);
    });

    it('stay when what was fetched is cleared: they cannot be fetched again', async () => {
      await observations().save([seen()]);
      await store.clearHistory(WALLET);
      await expect(observations().of(WALLET)).resolves.toHaveLength(1);
    });
  });

  describe('prices', () => {
    const query = (assetId: string, at = NOW) => ({ assetId, symbol: 'X', at });
    const price = (usd: string) => ({ usd, at: NOW - 1, source: 'llama' });

    it('come back to the last digit; what was never asked is absent', async () => {
      const usd = '0.000000000000000000000001234567890123456789';
      await store.savePrices([
        { query: query('ethereum:native'), price: price(usd) },
        { query: query('ethereum:0xspam'), price: null },
      ]);
      const asked = ['ethereum:native', 'ethereum:0xspam', 'ethereum:0xunknown'].map((id) => query(id));
      expect(await store.prices(asked)).toEqual(
        new Map([
          [priceQueryKey(query('ethereum:native')), price(usd)],
          [priceQueryKey(query('ethereum:0xspam')), null],
        ]),
      );
    });

    it('are of their moment', async () => {
      await store.savePrices([{ query: query('a', 1), price: price('1') }]);
      expect((await store.prices([query('a', 2)])).size).toBe(0);
    });

    it('once known are not forgotten for "nobody had one", and replace it', async () => {
      await store.savePrices([{ query: query('a'), price: price('2') }]);
      await store.savePrices([{ query: query('a'), price: null }]);
      await store.savePrices([{ query: query('b'), price: null }]);
      await store.savePrices([{ query: query('b'), price: price('3') }]);
      const known = await store.prices([query('a'), query('b')]);
      expect(known).toEqual(
        new Map([
          [priceQueryKey(query('a')), price('2')],
          [priceQueryKey(query('b')), price('3')],
        ]),
      );
    });

    it('of a market stay, whatever another job finds at the same time', async () => {
      await store.savePrices([{ query: query('a'), price: price('2') }]);
      await store.savePrices([{ query: query('a'), price: price('3') }]);
      expect([...(await store.prices([query('a')])).values()]).toEqual([price('2')]);
    });

    it('that nobody had are asked for again after a week', async () => {
      await store.savePrices([
        { query: query('old'), price: null },
        { query: query('known'), price: price('1') },
      ]);
      clock.advance(7 * DAY_MS - 1);
      expect((await store.prices([query('old')])).size).toBe(1);
      clock.advance(1);
      expect([...(await store.prices([query('old'), query('known')])).keys()]).toEqual([
        priceQueryKey(query('known')),
      ]);
    });

    it.each(['NaN', 'Infinity', '-1', 'abc'])('refuse %s', async (usd) => {
      await expect(store.savePrices([{ query: query('a'), price: price(usd) }])).rejects.toThrow();
      expect((await store.prices([query('a')])).size).toBe(0);
    });

    it('of many thousands of moments come in one go, repeated ones once', async () => {
      const entries = Array.from({ length: 25_000 }, (_, i) => ({
        query: query('a', i % 24_000),
        price: price('1.5'),
      }));
      await store.savePrices(entries);
      expect((await store.prices(entries.map((entry) => entry.query))).size).toBe(24_000);
    });
  });
});

import type { DataSource } from 'typeorm';
import { PostgresRawHistoryStore } from '../../src/adapters/persistence/wallets/raw-history.store';
import { BUNDLED_CLOSES, priceQueryKey, type PricePoint } from '../../src/ports/upstream/price-source';
import { FakeClock } from '../fakes/fake-clock';
import { connectDatabase, type Connected } from '../support/connected';

describe('a stored close that came with the service', () => {
  const query = { assetId: 'bitcoin:native', symbol: 'BTC', at: Date.UTC(2020, 2, 12, 10) };
  const bundled: PricePoint = { usd: '5142.99', at: Date.UTC(2020, 2, 13) - 1, source: BUNDLED_CLOSES };
  const market: PricePoint = { usd: '7000', at: query.at, source: 'defillama' };
  let database: Connected;
  let sql: DataSource;
  const clock = new FakeClock();
  let store: PostgresRawHistoryStore;

  beforeAll(async () => {
    database = await connectDatabase();
    sql = database.sql;
    store = new PostgresRawHistoryStore(sql, clock);
  });
  afterAll(() => database?.close());
  beforeEach(() => sql.query('TRUNCATE prices'));

  const save = (price: PricePoint | null) => store.savePrices([{ query, price }]);
  const known = async () => (await store.prices([query])).get(priceQueryKey(query));
  const passHours = (hours: number) => clock.advance(hours * 3_600_000);

  it('counts for a day, then markets are asked again', async () => {
    await save(bundled);
    expect(await known()).toEqual(bundled);
    passHours(23);
    expect(await known()).toEqual(bundled);
    passHours(2);
    expect(await known()).toBeUndefined();
    await save(bundled);
    expect(await known()).toEqual(bundled);
  });

  it('gives way to a market, and takes nothing from one', async () => {
    await save(bundled);
    await save(market);
    expect(await known()).toEqual(market);
    await save(bundled);
    await save(null);
    passHours(24 * 365);
    expect(await known()).toEqual(market);
  });

  it('takes the place of "nobody had one"', async () => {
    await save(null);
    expect(await known()).toBeNull();
    await save(bundled);
    expect(await known()).toEqual(bundled);
  });
});

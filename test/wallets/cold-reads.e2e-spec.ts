import { DataSource } from 'typeorm';
import { FEW_LOTS } from '../../src/domain/portfolio/snapshots/lot-units';
import { PriceSource } from '../../src/ports/upstream/price-source';
import { call } from '../accounts/client';
import { REDIS_AWAY, startApp, startService, type TestApp, type TestService } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

/** Wallets of the same kind: each has several pages of open lots. */
const SIZES = [700, 2_000] as const;
const walletOf = (transactions: number): string => `0x${transactions.toString().padStart(40, 'c')}`;
const ANSWERS: Record<string, (wallet: string) => string> = {
  holdings: (wallet) => `/api/v1/wallets/${wallet}/holdings`,
  summary: (wallet) => `/api/v1/wallets/${wallet}/holdings/summary`,
  'first page of lots': (wallet) => `/api/v1/wallets/${wallet}/lots`,
  'tax summary': (wallet) => `/api/v1/tax-reports/${wallet}/summary?tax_year=2024`,
};
/** Tables with the data of a wallet. */
const OF_WALLETS = /\b(chain_states|raw_rows|balance_observations|wallet_snapshots|prices|lineage_\w+)\b/;

interface Read {
  table: string;
  rows: number;
  characters: number;
}

/** Current price of each asset in the second process. Null: that of the first one. */
let usd: string | null = null;
const prices: Pick<PriceSource, 'current'> = {
  current: async (assets, signal) => {
    const stated = usd;
    if (stated === null) return first.app.get(PriceSource).current(assets, signal);
    const price = { usd: stated, at: Date.now(), source: 'test' };
    return { prices: new Map(assets.map(({ assetId }) => [assetId, price])), unanswered: [] };
  },
};

let replay: Replay;
let first: TestApp;
let second: TestService;
beforeAll(async () => {
  replay = await startReplay();
  for (const transactions of SIZES) await replay.big({ address: walletOf(transactions), transactions });
  const env = { ...REDIS_AWAY, ...replay.env, EVM_CHAINS: 'ethereum' };
  first = await startApp(env);
  second = await startService({ ...env, ...first.database, DATA_DIR: first.dataDir }, [
    [PriceSource, prices],
  ]);
  for (const transactions of SIZES) await stored(walletOf(transactions));
  // No read of an upstream is due while the answers are compared.
  await first.app.get(DataSource).query(`UPDATE chain_states SET indexed_at = now() + interval '1 hour'`);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
  await replay?.close();
});

const ask = (target: TestService, path: string) =>
  call(target, 'GET', path, { headers: { 'X-Partner-Key': first.partnerKey } });

/** Reads the wallet in the first process until its snapshot is stored, as one that was asked for. */
async function stored(wallet: string): Promise<void> {
  await until(async () => {
    const { body } = await ask(first, ANSWERS['holdings']?.(wallet) ?? '');
    const found = await first.app
      .get(DataSource)
      .query<unknown[]>('UPDATE wallet_snapshots SET asked_at = now() WHERE wallet = $1 RETURNING 1', [
        wallet,
      ]);
    return body.partial === false && JSON.stringify(found) !== '[[],0]';
  });
}

/** What the second process reads of the tables of wallets for one answer. */
async function readsOf(path: string): Promise<Read[]> {
  const reads: Read[] = [];
  const source = second.app.get(DataSource);
  const query = source.query.bind(source);
  source.query = async <T>(...[sql, ...others]: Parameters<DataSource['query']>): Promise<T> => {
    const rows = await query<T>(sql, ...others);
    const [table] = OF_WALLETS.exec(sql) ?? [];
    if (table !== undefined && Array.isArray(rows))
      reads.push({ table, rows: rows.length, characters: JSON.stringify(rows).length });
    return rows;
  };
  const { status } = await ask(second, path).finally(() => (source.query = query));
  expect([path, status]).toEqual([path, 200]);
  return reads;
}

describe('a process that never saw a wallet', () => {
  it.each(Object.keys(ANSWERS))('reads as much for %s, however long the history is', async (name) => {
    usd = '2000.25';
    const [short, long] = [await readsOf(pathOf(name, 0)), await readsOf(pathOf(name, 1))];
    const shape = (reads: readonly Read[]) => reads.map(({ table, rows }) => [table, rows]);
    const size = (reads: readonly Read[]) => reads.reduce((sum, { characters }) => sum + characters, 0);
    expect(shape(short)).toEqual([
      ['chain_states', 1],
      ['wallet_snapshots', 1],
    ]);
    expect(shape(long)).toEqual(shape(short));
    // Larger amounts have more digits, and an asset has few lots in the short one: each of them is listed.
    expect(size(long)).toBeLessThan(1.05 * size(short) + FEW_LOTS * 12);
  });

  it('reads the units of each lot for a price with many digits, and no other row', async () => {
    usd = '2000.123456789';
    const reads = await readsOf(`${pathOf('holdings', 1)}?per_page=40`);
    expect(reads.map(({ table, rows }) => [table, rows])).toEqual([
      ['chain_states', 1],
      ['wallet_snapshots', 1],
      ['wallet_snapshots', 1],
    ]);
  });

  it.each(['holdings', 'first page of lots'])('answers %s as the one that computed it', async (name) => {
    usd = null;
    const path = `${pathOf(name, 1)}?per_page=45`;
    const [known, answer] = [await ask(first, path), await ask(second, path)];
    const dataOf = ({ body }: typeof known) => JSON.stringify(body.data).replace(/"price_at":"[^"]*"/g, '');
    expect(dataOf(answer)).toBe(dataOf(known));
  });
});

const pathOf = (name: string, size: number): string => ANSWERS[name]?.(walletOf(SIZES[size] ?? 0)) ?? '';

import { DataSource } from 'typeorm';
import { StoredChanges } from '../../src/common/stored-changes';
import { Metrics } from '../../src/ports/metrics';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

/** Wallets with trades, fees, income, untracked lots and values that no market gives. */
const WALLETS = [
  '0x003dc32fe920a4aaeed12dc87e145f030aa753f3',
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa',
  '0xafb7ed3bebe50e0b62fa862faba93e7a46e59ca7',
];
/** `ALL_RECORDED=1` reads every recorded wallet: some minutes. */
const isWhole = process.env['ALL_RECORDED'] === '1';

let replay: Replay;
let app: TestApp;
beforeAll(async () => {
  replay = await startReplay();
  app = await startApp({
    ...replay.env,
    EVM_CHAINS: 'ethereum,base,optimism,polygon,gnosis',
    DEMO_WALLETS: 'false',
  });
});
afterAll(async () => {
  await app?.close();
  await replay?.close();
});

const sql = <T>(text: string, values: unknown[] = []) => app.app.get(DataSource).query<T[]>(text, values);
const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

async function read(wallet: string): Promise<void> {
  await until(async () => (await app.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial === false);
}

/** The data of an answer that no cached text gives. The history can be read again meanwhile, and prices each minute. */
async function dataOf(path: string): Promise<string> {
  app.app.get(StoredChanges, { strict: false }).noteClearing();
  const { status, body } = await app.get(path);
  expect([path, status]).toEqual([path, 200]);
  const { meta: _meta, ...rest } = body;
  return JSON.stringify(rest).replace(/"(price_at|last_indexed_at)":"[^"]*"/g, '');
}

const snapshotReads = async (): Promise<number> => {
  const text = (await app.app.get(Metrics).text())?.body ?? '';
  return Number(/cost_basis_snapshot_reads_total\{[^}]*result="found"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
};

const pathsOf = (wallet: string): string[] => [
  `/api/v1/wallets/${wallet}/holdings?per_page=100`,
  `/api/v1/wallets/${wallet}/holdings/summary`,
  `/api/v1/wallets/${wallet}/dashboard`,
  `/api/v1/wallets/${wallet}/positions`,
  `/api/v1/wallets/${wallet}/cost-basis?per_page=20`,
  `/api/v1/wallets/${wallet}/cost-basis?per_page=20&page=2`,
  `/api/v1/wallets/${wallet}/lots?per_page=20&page=2`,
  ...['date_asc', 'date_desc', 'cost_desc', 'quantity_desc'].map(
    (sort) => `/api/v1/wallets/${wallet}/lots?sort=${sort}&per_page=20`,
  ),
  ...[
    'status=closed',
    'status=all&page=2',
    'is_long_term=true',
    'is_untracked=true',
    'is_long_term=false',
    'symbol=eth',
  ].map((filter) => `/api/v1/wallets/${wallet}/lots?per_page=20&${filter}`),
  ...['', '&sort=date_asc&page=2', '&include_spam=true', '&type=swap', '&symbol=ETH', '&tax_year=2022'].map(
    (filter) => `/api/v1/wallets/${wallet}/transactions?per_page=20${filter}`,
  ),
  `/api/wallets/${wallet}/transactions?limit=10`,
  `/api/v1/tax-reports/${wallet}/summary`,
  ...[2020, 2021, 2022, 2023, 2024, 2025].map(
    (year) => `/api/v1/tax-reports/${wallet}/summary?tax_year=${year}`,
  ),
];

it('a snapshot gives the data of the ledger, byte for byte, on recorded wallets', async () => {
  const recorded = (await (await fetch(`${replay.url}/__wallets`)).json()) as { address: string }[];
  const all = new Set(
    recorded.map(({ address }) => address.toLowerCase()).filter((one) => one.startsWith('0x')),
  );
  let found = 0;
  for (const wallet of isWhole ? all : WALLETS) {
    await read(wallet);
    for (const path of pathsOf(wallet)) {
      await sql('DELETE FROM wallet_snapshots');
      const computed = await dataOf(path);
      let isStored = false;
      for (let i = 0; i < 50 && !isStored; i++) {
        isStored = (await sql('SELECT 1 FROM wallet_snapshots WHERE wallet = $1', [wallet])).length > 0;
        if (!isStored) await sleep(20);
      }
      const before = await snapshotReads();
      expect([path, await dataOf(path)]).toEqual([path, computed]);
      found += (await snapshotReads()) - before;
    }
  }
  // A wallet some of whose prices are still asked for has no snapshot yet.
  expect(found).toBeGreaterThan(isWhole ? 100 : 20);
});

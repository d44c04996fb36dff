import { StoredChanges } from '../../src/common/stored-changes';
import { logicalShardOf } from '../../src/adapters/persistence/shards/shard-map';
import { parseAddress } from '../../src/domain/kernel/address';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';

/** One database, whatever the run is over. */
const ONE = { DATABASE_SHARDS: '{}' };
const CHAINS = 'ethereum,base,optimism,polygon,gnosis';
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

describe('the answers about every recorded wallet', () => {
  let replay: Replay;
  let apps: TestApp[] = [];
  beforeAll(async () => {
    replay = await startReplay();
    const settings = { ...replay.env, EVM_CHAINS: CHAINS, DEMO_WALLETS: 'true' };
    apps = [await startApp({ ...settings, ...ONE }), await startApp(settings)];
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await replay?.close();
  });

  const pathsOf = (wallet: string): string[] => [
    `/api/v1/wallets/${wallet}/holdings?per_page=100`,
    `/api/v1/wallets/${wallet}/holdings/summary`,
    `/api/v1/wallets/${wallet}/dashboard`,
    `/api/v1/wallets/${wallet}/positions`,
    `/api/v1/wallets/${wallet}/cost-basis?per_page=100`,
    `/api/v1/wallets/${wallet}/lots?per_page=100&status=all`,
    `/api/v1/wallets/${wallet}/transactions?per_page=100`,
    `/api/v1/wallets/${wallet}/transactions/export?format=csv`,
    `/api/v1/tax-reports/${wallet}/summary`,
    `/api/v1/tax-reports/${wallet}/form-8949?tax_year=2024`,
    `/api/calculate/reconciliation/${wallet}`,
  ];

  /** The bytes of an answer that is computed now, without what differs from one request to the next. */
  async function answer(app: TestApp, path: string): Promise<string> {
    app.app.get(StoredChanges, { strict: false }).noteClearing();
    const response = await fetch(app.url + path, { headers: { 'X-Partner-Key': app.partnerKey } });
    const text = await response.text();
    return `${response.status} ${text
      .replace(/"(request_id|timestamp)":"[^"]*"/g, '')
      .replace(/"(price_at|last_indexed_at|read_at|generated_at)":"[^"]*"/g, '')}`;
  }

  it('are byte for byte the same with one database and with four', async () => {
    const recorded = (await (await fetch(`${replay.url}/__wallets`)).json()) as { address: string }[];
    const wallets = [...new Set(recorded.map(({ address }) => parseAddress(address).value))];
    expect(wallets.length).toBeGreaterThan(6);
    const places = new Set<number>();
    let bytes = 0;
    const different: string[] = [];
    for (const wallet of wallets) {
      places.add(Math.floor(logicalShardOf(wallet) / 64));
      for (const app of apps)
        while ((await app.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial === true) await pause(200);
      for (const path of pathsOf(wallet)) {
        const [one, four] = await Promise.all(apps.map((app) => answer(app, path)));
        if (one !== four) different.push(path);
        bytes += one?.length ?? 0;
      }
      process.stderr.write(`${wallet}: ${different.length} differences, ${bytes} characters so far\n`);
    }
    expect(different).toEqual([]);
    expect(places).toEqual(new Set([0, 1, 2, 3]));
  });
});

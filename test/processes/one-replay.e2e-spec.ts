import { Metrics } from '../../src/ports/metrics';
import { startApp, type TestApp } from '../app.factory';
import { valueOf } from '../operate/page';
import { sql } from '../audit/entries';
import { type MainProcess, startMain } from '../support/main-process';
import { describeWithRedis } from '../support/redis';
import { startReplay, type Replay } from '../support/replay';

const WALLET = '0x00000000000000000000000000000000000b1703';
const TRANSACTIONS = 40;
const LONG = '0x00000000000000000000000000000000000b1704';
const LONG_TRANSACTIONS = 2_000;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
const PATHS = [
  `/api/v1/wallets/${WALLET}/holdings`,
  `/api/v1/wallets/${WALLET}/holdings/summary`,
  `/api/v1/wallets/${WALLET}/dashboard`,
  `/api/v1/wallets/${WALLET}/positions`,
  `/api/v1/wallets/${WALLET}/cost-basis`,
  `/api/v1/wallets/${WALLET}/lots`,
  `/api/wallets/${WALLET}/positions`,
  `/api/v1/tax-reports/${WALLET}/summary`,
  `/api/v1/tax-reports/${WALLET}/summary?tax_year=2024`,
];

describeWithRedis('one worker and two processes that answer', (redis) => {
  let replay: Replay;
  /** It is asked for nothing but its metrics. */
  let worker: TestApp;
  let apis: MainProcess[] = [];
  let shown = TRANSACTIONS;

  beforeAll(async () => {
    replay = await startReplay();
    await grow(0);
    const settings = {
      ...replay.env,
      ...{
        REDIS_URL: redis().url,
        EVM_CHAINS: 'ethereum',
        DEMO_WALLETS: 'false',
      },
    };
    worker = await startApp(settings);
    const beside = { ...settings, ...worker.database, DATA_DIR: worker.dataDir };
    apis = await Promise.all([startMain(beside), startMain(beside)]);
  });
  afterAll(async () => {
    for (const { child, ended } of apis) {
      child.kill('SIGTERM');
      await ended;
    }
    await worker?.close();
    await replay?.close();
  });

  const grow = (by: number) =>
    replay.big({ address: WALLET, transactions: TRANSACTIONS + 10, shown: (shown += by) });

  const get = async (api: MainProcess, path: string): Promise<string> => {
    const response = await fetch(api.url + path, { headers: { 'X-Partner-Key': worker.partnerKey } });
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    return text;
  };
  const askAll = () => Promise.all(apis.flatMap((api) => PATHS.map((path) => get(api, path))));
  /** The quantities are those of the stored transactions. */
  const quantities = async (api: MainProcess): Promise<string> => {
    const { data, partial } = JSON.parse(await get(api, PATHS[0] ?? '')) as {
      data: { token_key: string; quantity: string }[];
      partial: boolean;
    };
    return partial ? 'partial' : data.map(({ token_key, quantity }) => `${token_key} ${quantity}`).join();
  };

  const replaysIn = (page: string): number =>
    valueOf(page, 'cost_basis_engine_seconds_count', { of: 'wallet' }) ?? 0;
  const replays = async (): Promise<number[]> => [
    replaysIn((await worker.app.get(Metrics).text())?.body ?? ''),
    ...(await Promise.all(
      apis.map(async ({ url }) => replaysIn(await (await fetch(`${url}/metrics`)).text())),
    )),
  ];
  /** After what begins beside a request, too. */
  async function settled(): Promise<number[]> {
    for (let known = await replays(); ;) {
      await pause(500);
      const now = await replays();
      const [{ n } = { n: 0 }] = await sql<{ n: number }>(
        worker.database.DATABASE_MIGRATION_URL,
        `SELECT count(*)::integer AS n FROM jobs WHERE status IN ('queued', 'running') HAVING count(*) > 0`,
      );
      if (n === 0 && known.join() === now.join()) return now;
      known = now;
    }
  }

  it('replay the ledger once for each new transaction, all together', async () => {
    while ((await Promise.all(apis.map(quantities))).includes('partial')) await pause(100);
    await askAll();
    for (let round = 0; round < 3; round++) {
      const before = await settled();
      const known = await quantities(apis[0] as MainProcess);
      await grow(1);
      await sql(
        worker.database.DATABASE_MIGRATION_URL,
        `UPDATE chain_states SET indexed_at = now() - interval '2 hours' WHERE address = $1`,
        [WALLET],
      );
      for (const api of apis) while ([known, 'partial'].includes(await quantities(api))) await pause(100);
      await askAll();
      const after = await settled();
      expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([1, 0, 0]);
    }
  });

  it('leave a long history to the worker, also with wallets that were never asked for together', async () => {
    await replay.big({ address: LONG, transactions: LONG_TRANSACTIONS });
    const [api, other] = apis as [MainProcess, MainProcess];
    const whole = async (of: MainProcess, path: string): Promise<{ data: unknown[] }> => {
      for (;;) {
        const answer = JSON.parse(await get(of, path)) as { data: unknown[]; partial: boolean };
        if (!answer.partial) return answer;
        await pause(100);
      }
    };
    await whole(api, `/api/v1/wallets/${LONG}/holdings`);
    const before = await settled();
    const together = `/api/v1/wallets/${LONG}/holdings?owned_wallets=${WALLET}`;
    const answers = await Promise.all([whole(api, together), whole(other, together)]);
    expect(answers[0].data).toEqual(answers[1].data);
    expect(answers[0].data).not.toEqual([]);
    const after = await settled();
    expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([1, 0, 0]);
  });
});

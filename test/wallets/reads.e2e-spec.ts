import { DataSource } from 'typeorm';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { Metrics } from '../../src/ports/metrics';
import { call, type Answer } from '../accounts/client';
import { REDIS_AWAY, startApp, startService, type TestApp, type TestService } from '../app.factory';
import { sql } from '../audit/entries';
import { valueOf } from '../operate/page';
import { until } from '../support/until';

/** Two processes over one database. The second one never computes what the first one stored. */
let first: TestApp;
let second: TestService;
beforeAll(async () => {
  const env = { ...REDIS_AWAY, EVM_CHAINS: 'ethereum' };
  first = await startApp(env);
  second = await startService({ ...env, ...first.database, DATA_DIR: first.dataDir });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const WALLETS = DEMO_ADDRESSES.map(({ address }) => address);
const DEMO = WALLETS[0] ?? '';

describe('a process that has never seen a wallet', () => {
  const asPartner = (target: TestService, path: string): Promise<Answer> =>
    call(target, 'GET', path, { headers: { 'X-Partner-Key': first.partnerKey } });
  const pathsOf = (wallet: string) => [
    `/api/v1/wallets/${wallet}/holdings`,
    `/api/v1/wallets/${wallet}/holdings?sort=symbol_desc&per_page=3&page=2`,
    `/api/v1/wallets/${wallet}/holdings/summary`,
    `/api/v1/wallets/${wallet}/lots`,
    `/api/v1/wallets/${wallet}/lots?per_page=7&page=2`,
    `/api/v1/wallets/${wallet}/lots?sort=cost_desc`,
    `/api/v1/wallets/${wallet}/lots?sort=date_desc&is_long_term=true`,
    `/api/v1/wallets/${wallet}/lots?symbol=eth&sort=quantity_desc`,
    `/api/v1/wallets/${wallet}/dashboard`,
    `/api/v1/wallets/${wallet}/cost-basis`,
    `/api/v1/wallets/${wallet}/cost-basis?per_page=3&page=2`,
    `/api/v1/wallets/${wallet}/cost-basis?method=fifo&per_page=100`,
    `/api/v1/wallets/${wallet}/positions`,
    `/api/wallets/${wallet}/positions`,
    `/api/v1/tax-reports/${wallet}/summary`,
    `/api/v1/tax-reports/${wallet}/summary?tax_year=2024`,
    `/api/v1/tax-reports/${wallet}/summary?tax_year=2009`,
  ];
  /** Of requests and jobs. */
  const replays = async () => {
    const text = (await second.app.get(Metrics).text())?.body ?? '';
    return valueOf(text, 'cost_basis_engine_seconds_count', { of: 'wallet' }) ?? 0;
  };

  it('answers with the same data as the one that computed it, without a replay', async () => {
    const known = new Map<string, Answer>();
    for (const wallet of WALLETS) {
      await until(async () => {
        const { body } = await asPartner(first, `/api/v1/wallets/${wallet}/holdings`);
        return body.partial === false;
      });
      for (const path of pathsOf(wallet)) known.set(path, await asPartner(first, path));
    }
    await until(async () => {
      const [row] = await first.app
        .get(DataSource)
        .query('SELECT count(DISTINCT wallet)::integer AS n FROM wallet_snapshots');
      return row.n === WALLETS.length;
    });
    // The second process runs jobs as well, and computes a wallet that it indexed.
    await until(
      () => sql<object>(first.ownerUrl, `SELECT FROM jobs WHERE status IN ('queued', 'running')`),
      ({ length }) => length === 0,
    );
    const before = await replays();
    for (const [path, { body }] of known) {
      const answer = await asPartner(second, path);
      const [data, expected] = [answer.body, body].map((one) => JSON.stringify({ ...one, meta: null }));
      expect([path, answer.status, data]).toEqual([path, 200, expected]);
    }
    expect(await replays()).toBe(before);
  });

  it('computes what the snapshot does not hold, with the same figures', async () => {
    const path = `/api/v1/wallets/${DEMO}/lots?status=all&sort=cost_desc`;
    const [known, answer] = [await asPartner(first, path), await asPartner(second, path)];
    expect(known.body.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body.data)).toBe(JSON.stringify(known.body.data));
  });

  it('does not use a snapshot of other stored data', async () => {
    await first.app.get(DataSource).query(`UPDATE wallet_snapshots SET state = 'older', positions = '[]'`);
    const path = `/api/v1/wallets/${DEMO}/holdings`;
    const [known, answer] = [await asPartner(first, path), await asPartner(second, path)];
    expect(JSON.stringify(answer.body.data)).toBe(JSON.stringify(known.body.data));
  });
});

import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../app.factory';
import { startExplorer, type Explorer } from '../support/explorer';
import { FakeClock } from '../fakes/fake-clock';
import { OFFLINE } from '../support/offline';

const MINUTE_MS = 60_000;
const RPM = 10;
const BUDGET = RPM / 2;
const READS = RPM;
/** With the wallet that is asked for: more than a minute's budget. No more may be named without a credential. */
const OWNED = 5;

let made = 0;
const wallet = (): string => `0x${(++made).toString(16).padStart(40, 'd')}`;

/** Callers without a credential who order as much as they can. */
describe('reads of new wallets without a credential', () => {
  let explorer: Explorer;
  let app: TestApp;
  const clock = new FakeClock();

  beforeAll(async () => {
    explorer = await startExplorer();
    const env = {
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      EVM_CHAINS: 'ethereum',
      TRUST_PROXY: 'true',
      RATE_LIMIT_RPM: String(RPM),
    };
    app = await startApp(env, clock);
  });
  // No minute ends during a test, and each has one of its own.
  beforeEach(() => clock.advance(MINUTE_MS));
  afterAll(async () => {
    await app?.close();
    await explorer?.close();
  });

  const read = (path: string, from: string): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers: { 'X-Forwarded-For': from } });
  const positions = (owned: number, from: string): Promise<Response> => {
    const list = Array.from({ length: owned }, wallet).join(',');
    return read(`/api/wallets/${wallet()}/positions?owned_wallets=${list}`, from);
  };
  const jobs = async (): Promise<number> => {
    const [row] = await app.app
      .get(DataSource)
      .query<{ count: number }[]>(`SELECT count(*)::int AS count FROM jobs WHERE type = 'index_wallet'`);
    return row?.count ?? 0;
  };

  it('are limited by the number of wallets: ten reads of many wallets order those of one', async () => {
    const before = await jobs();
    const answers = await Promise.all(Array.from({ length: READS }, () => positions(OWNED, '192.0.2.1')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(READS - 1);
    expect(await jobs()).toBe(before + OWNED + 1);
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get('x-ratelimit-remaining-minute')).toBeNull();
      expect(await answer.json()).toMatchObject({
        detail: expect.any(String),
        error_code: 'RATE_LIMIT_EXCEEDED',
      });
    }
  });

  it('are limited per network and together, and a caller with a credential is not', async () => {
    const before = await jobs();
    const statuses: number[] = [];
    for (let i = 0; i <= BUDGET; i++) statuses.push((await positions(0, '192.0.2.1')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const total = before + 2 * RPM;
    for (const network of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      expect((await positions(BUDGET - 1, network)).status).not.toBe(429);
    expect(await jobs()).toBe(total);
    expect((await positions(0, '192.0.2.5')).status).toBe(429);
    expect((await app.get(`/api/v1/wallets/${wallet()}/holdings`)).status).toBe(200);
    expect(await jobs()).toBe(total + 1);
  });

  it('are refused in the dialect of the path', async () => {
    await positions(BUDGET, '192.0.2.1');
    for (const path of [`/api/rwa/wallets/${wallet()}/rwa-holdings`, `/api/calculate/lots/${wallet()}`]) {
      const answer = await read(path, '192.0.2.1');
      expect([path, answer.status, answer.headers.has('retry-after')]).toEqual([path, 429, true]);
      expect(await answer.json()).toMatchObject({ error_code: 'RATE_LIMIT_EXCEEDED' });
    }
  });
});

import { DataSource } from 'typeorm';
import { parseAddress } from '../../src/domain/kernel/address';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { AnswerVersions } from '../../src/ports/storage/answer-versions';
import { Metrics } from '../../src/ports/metrics';
import { account, call, post, type Account, type Answer } from '../accounts/client';
import { REDIS_AWAY, startApp, startService, type TestApp, type TestService } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

/** Two processes over one database. The second one never computes what the first one stored. */
let first: TestApp;
let second: TestService;
beforeAll(async () => {
  const env = { ...REDIS_AWAY, EVM_CHAINS: 'ethereum' };
  first = await startApp(env);
  second = await startService({ ...env, ...first.database, DATA_DIR: first.dataDir });
}, 120_000);
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const WALLETS = DEMO_ADDRESSES.map(({ address }) => address);
const DEMO = WALLETS[0] ?? '';
const until = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 600; i++) {
    if (await isTrue()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`not within 30 seconds: ${what}`);
};

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
  const replays = async () =>
    /cost_basis_engine_seconds_count\{[^}]*of="wallet"[^}]*\} (\d+)/.exec(
      (await second.app.get(Metrics).text())?.body ?? '',
    )?.[1] ?? '0';

  it('answers with the same data as the one that computed it, without a replay', async () => {
    const known = new Map<string, Answer>();
    for (const wallet of WALLETS) {
      await until('the wallet is read', async () => {
        const { body } = await asPartner(first, `/api/v1/wallets/${wallet}/holdings`);
        return body.partial === false;
      });
      for (const path of pathsOf(wallet)) known.set(path, await asPartner(first, path));
    }
    await until('the snapshots are stored', async () => {
      const [row] = await first.app
        .get(DataSource)
        .query('SELECT count(DISTINCT wallet)::integer AS n FROM wallet_snapshots');
      return row.n === WALLETS.length;
    });
    // The second process runs jobs as well, and computes a wallet that it indexed.
    await until('jobs are at rest', async () => {
      const before = await replays();
      await new Promise((wake) => setTimeout(wake, 300));
      return before === (await replays());
    });
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

describe('what a user changes in one process', () => {
  let ada: Account;
  const SECOND_MS = 1_000;
  const ask = (target: TestService, path: string): Promise<Answer> =>
    call(target, 'GET', path, { token: ada.token });
  /** Asks both processes, so that both have the answer at hand; then one of them again at once, and the other in time. */
  const seen = async <T>(
    path: string,
    pick: (answer: Answer) => T,
    change: () => Promise<unknown>,
    now: T,
  ) => {
    const before = [pick(await ask(first, path)), pick(await ask(second, path))];
    expect(before[0]).toEqual(before[1]);
    expect(before[0]).not.toEqual(now);
    await change();
    expect(pick(await ask(first, path))).toEqual(now);
    await new Promise((wake) => setTimeout(wake, SECOND_MS));
    expect(pick(await ask(second, path))).toEqual(now);
  };
  beforeAll(async () => {
    ada = await account(first);
  });

  it('a plan is seen at once there, and within a second elsewhere', async () => {
    const path = `/api/v1/wallets/${DEMO}/transactions`;
    const limit = ({ body }: Answer): unknown => body.meta.tx_limit;
    await seen(path, limit, () => onPlan(first, ada, 'defi'), null);
  });

  it('an addition to the history is seen at once there, and within a second elsewhere', async () => {
    const path = `/api/v1/wallets/${DEMO}/lots?per_page=1`;
    const [lot] = (await ask(first, path)).body.data;
    const held = (await ask(first, `/api/v1/wallets/${DEMO}/positions`)).body.data.find(
      (position: { token_key: string }) => position.token_key === lot.token_key,
    );
    const quantity = (answer: Answer): unknown =>
      answer.body.data.some((position: { token_key: string }) => position.token_key === lot.token_key);
    await seen(
      `/api/v1/wallets/${DEMO}/positions`,
      quantity,
      async () => {
        const { status } = await post(
          first,
          '/api/v1/manual-entries/disposal-entries',
          {
            address: DEMO,
            token_key: held.token_key,
            quantity: held.quantity,
            disposed_at: new Date().toISOString(),
            disposal_type: 'lost',
          },
          { token: ada.token },
        );
        expect(status).toBe(201);
      },
      false,
    );
  });

  it('a wallet that is linked or unlinked changes the version of the answers', async () => {
    const other = WALLETS[1] ?? '';
    const principal = {
      kind: 'user',
      userId: ada.id,
      plan: 'defi',
      isOperator: false,
      sessionId: 's',
    } as const;
    const version = async () =>
      (await second.app.get(AnswerVersions).of(parseAddress(DEMO), principal)).version;
    const alone = await version();
    await post(first, '/api/v1/linked-wallets', { address: other }, { token: ada.token });
    const linked = await version();
    expect(linked).not.toBe(alone);
    await call(first, 'DELETE', `/api/v1/linked-wallets/${other}`, { token: ada.token });
    expect(await version()).not.toBe(linked);
  });

  it('an API key that is revoked is refused at once there, and within a second elsewhere', async () => {
    const body = { name: 'reads', permissions: ['read:holdings'] };
    const made = (await post(first, '/api/v1/api-keys', body, { token: ada.token })).body.data;
    const path = `/api/v1/wallets/${DEMO}/holdings`;
    const status = async (target: TestService): Promise<number> =>
      (await call(target, 'GET', path, { headers: { 'X-API-Key': made.key } })).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    await call(first, 'DELETE', `/api/v1/api-keys/${made.id}`, { token: ada.token });
    expect(await status(first)).toBe(401);
    await new Promise((wake) => setTimeout(wake, SECOND_MS));
    expect(await status(second)).toBe(401);
  });

  it('a session that ends is refused at once there, and within a second elsewhere', async () => {
    const path = `/api/v1/wallets/${DEMO}/holdings`;
    const status = (answer: Answer): unknown => answer.status;
    await seen(path, status, () => post(first, '/api/v1/auth/logout', {}, { token: ada.token }), 401);
  });
});

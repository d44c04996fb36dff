import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { account, call, type Account } from '../accounts/client';
import { FakeKraken, type LedgerRow } from '../fakes/fake-kraken';
import { freePort, Run } from '../launcher/run';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { servicePid } from '../support/service-pid';

/** Full size: minutes. `KILLS`: number of processes that end in a sync. */
const KILLS = Number(process.env['KILLS'] ?? 20);
const TRADES = 1_000;
const LIST = '/api/v1/exchange-accounts';
const START = Date.UTC(2024, 0, 2) / 1_000;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

const history = (): LedgerRow[] =>
  Array.from({ length: TRADES }, (_, n) => {
    const shared = { refid: `T${n}`, time: String(START + n * 600), type: 'trade' };
    const units = n % 3 === 2 ? '-0.005' : '0.01';
    return [
      { id: `A${n}`, ...shared, asset: 'ZUSD', amount: n % 3 === 2 ? '210.5' : '-400.25', fee: '0.4' },
      { id: `B${n}`, ...shared, asset: 'XXBT', amount: units, fee: '0' },
    ];
  }).flat();

describe('a sync that is killed', () => {
  const kraken = new FakeKraken();
  const dataDir = mkdtempSync(join(tmpdir(), 'cost-basis-chaos-'));
  let database: TestDatabase;
  let sql: Client;
  let port: string;
  let run: Run;
  const target = { url: '', dataDir };

  beforeAll(async () => {
    await kraken.start();
    kraken.ledger = history();
    kraken.balances = { XXBT: '5' };
    database = await createTestDatabase();
    port = await freePort();
    target.url = `http://127.0.0.1:${port}`;
    await begin();
    sql = new Client({ connectionString: database.url });
    await sql.connect();
  }, 300_000);
  afterAll(async () => {
    run.child.kill('SIGTERM');
    await run.finished;
    await sql?.end();
    await database?.drop();
    await kraken.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function begin(): Promise<void> {
    run = new Run('launcher/start', [], {
      NODE_ENV: 'development',
      PORT: port,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_CONNECT_TIMEOUT_MS: '60000',
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      RATE_LIMIT_RPM: '100000',
      RATE_LIMIT_RPD: '1000000',
      DEMO_WALLETS: 'false',
      EXCHANGE_KRAKEN_BASE_URL: kraken.url,
    });
    const isReady = () =>
      fetch(`${target.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await pause(100);
  }

  async function kill(): Promise<void> {
    const { pid = 0 } = run.child;
    const service = servicePid(pid);
    run.child.kill('SIGKILL');
    if (service !== null) process.kill(service, 'SIGKILL');
    await run.finished;
  }

  async function connect(): Promise<{ who: Account; id: string }> {
    const who = await account(target);
    await sql.query(`UPDATE users SET plan_name = 'defi' WHERE email = $1`, [who.email]);
    const { apiKey, apiSecret } = kraken.key(undefined, `AA00 ${who.email}`);
    const body = { exchange: 'kraken', api_key: apiKey, api_secret: apiSecret };
    const answer = await call(target, 'POST', LIST, { token: who.token, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return { who, id: answer.body.data.id };
  }

  const sync = (who: Account, id: string) =>
    call(target, 'POST', `${LIST}/${id}/sync`, { token: who.token, body: { full: true } });

  async function synced(who: Account, id: string): Promise<string> {
    for (;;) {
      const { body } = await call(target, 'GET', `${LIST}/${id}/sync-status`, { token: who.token });
      if (!['queued', 'running', 'never'].includes(body.data.status)) return body.data.status;
      await pause(50);
    }
  }

  /** Rows and lots, without the ids of the account. */
  async function booksOf(who: Account, id: string): Promise<string> {
    const { rows } = await sql.query<{ row: string }>(
      `SELECT (to_jsonb(r) - 'account_id')::text AS row FROM exchange_rows r WHERE account_id = $1 ORDER BY key`,
      [id],
    );
    const lots: unknown[] = [];
    for (let page = 1; ; page++) {
      const path = `/api/v1/wallets/${id}/lots?per_page=100&page=${page}`;
      const { body } = await call(target, 'GET', path, { token: who.token });
      for (const lot of body.data)
        lots.push([
          lot.symbol,
          lot.acquisition_date,
          lot.original_quantity,
          lot.remaining_quantity,
          lot.cost_basis,
        ]);
      if (!body.pagination.has_more) break;
    }
    return JSON.stringify([rows, lots]);
  }

  const countOf = async (id: string): Promise<number> =>
    Number((await sql.query(`SELECT count(*) FROM exchange_rows WHERE account_id = $1`, [id])).rows[0].count);

  it(`${KILLS} times at a random moment has the books of one that was not`, async () => {
    const calm = await connect();
    const began = performance.now();
    expect(await synced(calm.who, calm.id)).toBe('ok');
    const duration = performance.now() - began;
    const expected = await booksOf(calm.who, calm.id);
    const { who, id } = await connect();
    const seen: string[] = [];
    for (let i = 0; i < KILLS; i++) {
      if (i > 0) await sync(who, id);
      const moment = Math.round(Math.random() * duration);
      await pause(moment);
      await kill();
      const stored = await countOf(id);
      seen.push(`${moment} ms: ${stored}`);
      expect([0, 2 * TRADES]).toContain(stored);
      await begin();
    }
    await sync(who, id);
    expect(await synced(who, id)).toBe('ok');
    expect(await booksOf(who, id)).toBe(expected);
    process.stdout.write(`${JSON.stringify({ kills: KILLS, sync_ms: Math.round(duration), seen })}\n`);
  }, 1_500_000);
});

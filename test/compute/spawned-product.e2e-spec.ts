import { freePort, ONE_THREAD, Run } from '../launcher/run';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { until } from '../support/until';
import { ledgerLines } from '../support/ledgers/generate';
import { postedRow } from '../support/ledgers/posted-row';

/** The most rows that a ledger may have. They take longer than the limit below allows, on every machine. */
const ROWS = 50_000;
const SHORT_LIMITS = { COMPUTE_THREADS: '2', COMPUTE_ANONYMOUS_TIMEOUT_MS: '300' };
const HUGE = JSON.stringify({ transactions: [...ledgerLines(ROWS)].slice(1).map(postedRow) });
const LARGE = JSON.stringify({ transactions: [...ledgerLines(10_000)].slice(1).map(postedRow) });
const SMALL = JSON.stringify({ transactions: [...ledgerLines(20)].slice(1).map(postedRow) });

describe('the built product under heavy calculations', () => {
  let database: TestDatabase;
  let service: Run | undefined;
  let url: string;

  const start = async (env: Record<string, string>): Promise<void> => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = new Run('main', [], {
      DATABASE_URL: database.serviceUrl,
      DATABASE_MIGRATION_URL: database.url,
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      RATE_LIMIT_RPM: '100000',
      RATE_LIMIT_RPD: '100000',
      ANONYMOUS_LEDGER_ROWS: String(ROWS),
      PORT: port,
      ...ONE_THREAD,
      ...env,
    });
    await service.says('listening');
  };
  const post = async (body: string, signal?: AbortSignal) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/calculate/cost-basis`, {
      method: 'POST',
      headers,
      body,
      signal,
    });
    const { status } = response;
    return { status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const health = async (): Promise<number> => (await fetch(`${url}/api/v1/health`)).status;
  const metric = async (line: string): Promise<boolean> =>
    (await (await fetch(`${url}/metrics`)).text()).includes(line);
  const untilMetric = async (line: string): Promise<void> => {
    await until(() => metric(line));
  };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    service?.child.kill('SIGKILL');
    await service?.finished;
  });
  afterAll(() => database?.drop());

  it('stops a calculation at its time limit', async () => {
    await start(SHORT_LIMITS);
    expect(await post(HUGE)).toEqual({ status: 504, retryAfter: '5', text: '{"error":"Request timeout"}' });
    expect((await post(SMALL)).status).toBe(200);
    await untilMetric('cost_basis_compute_seconds_count{task="posted_cost_basis",outcome="time"} 1');
    expect(service?.child.exitCode).toBeNull();
  });

  it('refuses what it cannot keep waiting, answers others meanwhile, and stops the work of clients that leave', async () => {
    await start({ COMPUTE_THREADS: '2' });
    const leave = new AbortController();
    const orders = Array.from({ length: 6 }, () => post(LARGE, leave.signal));
    const refused = await Promise.race(orders);
    expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
    expect(JSON.parse(refused.text)).toEqual({
      detail: 'Too many calculations wait; retry later',
      error_code: 'SERVICE_UNAVAILABLE',
    });
    expect(await health()).toBe(200);
    leave.abort();
    await Promise.allSettled(orders);
    await untilMetric('cost_basis_compute_tasks{caller="anonymous",state="running"} 0');
    await untilMetric('cost_basis_compute_tasks{caller="anonymous",state="waiting"} 0');
    expect(await health()).toBe(200);
  });

  it('stops a calculation that needs too much memory, and goes on', async () => {
    await start({ COMPUTE_MEMORY_MB: '64' });
    const { status, text } = await post(HUGE);
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { detail: 'The calculation needs more memory than it may use', error_code: 'SERVICE_UNAVAILABLE' },
    ]);
    expect((await post(SMALL)).status).toBe(200);
    expect(service?.child.exitCode).toBeNull();
  });
});

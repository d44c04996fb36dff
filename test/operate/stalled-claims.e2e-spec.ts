import { Writable } from 'node:stream';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '../../src/adapters/persistence/advisory-locks';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { createLogger } from '../../src/bootstrap/logger';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { RescanRules } from '../../src/pipeline/monitoring/rescan-rules';
import { account, call, type Account } from '../accounts/client';
import { startService, type TestService } from '../app.factory';
import { valueOf } from './page';
import { FAR_RULES } from '../support/far-limits';
import { until } from '../support/until';

const WALLET = '0xde300000000000000000000000000000000a11ce';

let service: TestService;
/** Holds locks that claims need. */
let blocker: Client;
let ada: Account;
let key: string;
let log = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  service = await startService(
    { DEMO_WALLETS: 'true', EVM_CHAINS: '', QUEUE_DEGRADED_AFTER_MS: String(HOUR_MS) },
    [
      [JobRules, FAR_RULES.jobs.with({ pollEveryMs: 100, stalledMs: 200, lookForStallsEveryMs: 100 })],
      [RescanRules, new RescanRules().with({ lookEveryMs: 50, stalledMs: 200 })],
    ],
    createLogger('info', sink),
  );
  blocker = new Client({ connectionString: service.ownerUrl });
  await blocker.connect();
  ada = await account(service);
  ({ key } = await service.app.get(PartnerKeysService, { strict: false }).create('tests'));
});
afterAll(async () => {
  await blocker?.end();
  await service?.close();
});

const hold = (lock: keyof typeof ADVISORY_LOCKS) =>
  blocker.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]]);
const letGo = () => blocker.query('SELECT pg_advisory_unlock_all()');
const partner = (method: string, path: string) =>
  call(service, method, path, { headers: { 'X-Partner-Key': key } });
const health = async () => (await call(service, 'GET', '/health')).body;
const page = async () => (await fetch(`${service.url}/metrics`)).text();
const lines = (context: string): { level: number; msg: string }[] =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string; context?: string })
    .filter((line) => line.context === context);

it('says how long the oldest job has waited, and is degraded past the limit', async () => {
  expect(await health()).toMatchObject({
    status: 'ok',
    checks: { database: 'up', queue: 'up', cache: 'up' },
    oldest_queued_seconds: 0,
  });
  await hold('ownedJobs');
  const ordered = await partner('POST', `/api/v1/wallets/${WALLET}/track`);
  await blocker.query(`UPDATE jobs SET created_at = now() - interval '2 hours' WHERE id = $1`, [
    ordered.body.data.job_id,
  ]);
  const stalled = await until(health, ({ status }) => status !== 'ok');
  expect(stalled).toMatchObject({ status: 'degraded', checks: { database: 'up', queue: 'degraded' } });
  expect(stalled.oldest_queued_seconds).toBeGreaterThanOrEqual(7_200);
  for (const path of ['/health', '/health/ready'])
    expect((await call(service, 'GET', path)).status).toBe(200);
  const metric = 'cost_basis_jobs_oldest_queued_seconds';
  await until(page, (text) => (valueOf(text, metric) ?? 0) >= 7_200);
  expect(valueOf(await page(), 'cost_basis_dependency_up', { dependency: 'queue' })).toBe(1);

  const ofUsers = () => lines('Jobs').filter(({ msg }) => msg.startsWith('Jobs of users'));
  const [warning] = await until(ofUsers, (found) => found.length > 0);
  expect(warning).toMatchObject({ level: 40, msg: expect.stringMatching(/^Jobs of users .* queued/) });
  // It is looked for again and again, as the job grows older.
  await until(page, (text) => (valueOf(text, metric) ?? 0) >= 7_203);
  expect(ofUsers()).toHaveLength(1);

  await letGo();
  const job = `/api/v1/jobs/${ordered.body.data.job_id}`;
  await until(
    () => partner('GET', job),
    ({ body }) => body.data.status === 'completed',
  );
  await until(health, ({ status, oldest_queued_seconds: oldest }) => status === 'ok' && oldest === 0);
  await until(ofUsers, (found) => found.length > 1);
  expect(ofUsers().slice(1)).toMatchObject([{ level: 30, msg: 'Jobs of users are claimed again' }]);
});

it('does not count jobs that wait for the other jobs of their owner', async () => {
  const owner = `user:${ada.id}`;
  const add = (status: string, n: number) =>
    blocker.query(
      `INSERT INTO jobs (type, dedupe_key, payload, owner, status, created_at, lease_until)
       SELECT 'track_wallet', 'held back ' || $2 || i, '{}', $1, $2, now() - interval '1 hour',
         CASE WHEN $2 = 'running' THEN now() + interval '1 hour' END FROM generate_series(1, $3) AS i`,
      [owner, status, n],
    );
  await blocker.query('BEGIN');
  await add('running', 3);
  await add('queued', 2);
  await blocker.query('COMMIT');
  try {
    expect(await health()).toMatchObject({ status: 'ok', oldest_queued_seconds: 0 });
  } finally {
    await blocker.query(`DELETE FROM jobs WHERE dedupe_key LIKE 'held back %'`);
  }
});

it('says when the schedule of watched wallets cannot be claimed, and when it can again', async () => {
  await hold('readSchedule');
  const linked = await call(service, 'POST', '/api/v1/linked-wallets', {
    token: ada.token,
    body: { address: `0x${'7'.repeat(40)}`, chain_type: 'evm' },
  });
  expect(linked.status).toBe(201);
  const [warning] = await until(
    () => lines('RescanScheduler'),
    (found) => found.length > 0,
  );
  expect(warning).toMatchObject({ level: 40, msg: expect.stringContaining('watched wallets') });
  const metric = 'cost_basis_wallet_reads_oldest_due_seconds';
  await until(page, (text) => (valueOf(text, metric) ?? 0) > 0);
  expect(lines('RescanScheduler')).toHaveLength(1);
  await letGo();
  await until(
    () => lines('RescanScheduler'),
    (found) => found.length > 1,
  );
  expect(lines('RescanScheduler').slice(1)).toMatchObject([
    { level: 30, msg: 'the schedule of watched wallets is claimed again' },
  ]);
  await until(page, (text) => valueOf(text, metric) === 0);
});

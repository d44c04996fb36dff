import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../src/adapters/persistence/advisory-locks';
import { SystemClock } from '../../src/adapters/system/system-clock';
import type { Timer } from '../../src/ports/clock';
import { parseAddress } from '../../src/domain/kernel/address';
import { TrackingService } from '../../src/modules/wallets/jobs/tracking.service';
import { account, call, post, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const SAVINGS = '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const EXPLORERS = '/(etherscan|blockscout|routescan)/';
const DAY_MS = 86_400_000;

const JOB_KEYS = [
  'address',
  'created_at',
  'error',
  'expires_at',
  'finished_at',
  'job_id',
  'params',
  'progress',
  'result_url',
  'stage',
  'started_at',
  'status',
  'type',
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of any shape; the shapes are pinned below
type Row = any;

/** Interval at which a stream checks its credential. */
const CHECK_MS = 400;

/** Runs ahead of the system's clock by as much as the test sets, or stands still. */
class LeadingClock extends SystemClock {
  ahead = 0;
  standsAt: number | null = null;
  /** True: no stream checks its credential. */
  holdsChecks = false;
  override setInterval(work: () => void, ms: number): Timer {
    return super.setInterval(() => {
      if (ms !== CHECK_MS || !this.holdsChecks) work();
    }, ms);
  }
  override now(): number {
    return this.standsAt ?? super.now() + this.ahead;
  }
}

describe('jobs over HTTP', () => {
  let replay: Replay;
  let app: TestApp;
  let clock: LeadingClock;
  let ada: Account;
  let made = 0;

  const sql = (text: string, parameters: unknown[] = []) =>
    app.app.get(DataSource, { strict: false }).query<Row[]>(text, parameters);
  const partner = (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(app, method, path, { body, headers: { 'X-Partner-Key': app.partnerKey } });
  const as = (who: Account, method: string, path: string, body?: unknown): Promise<Answer> =>
    call(app, method, path, { body, token: who.token });
  const newWallet = async (): Promise<string> => {
    made += 1;
    const address = `0xb2${made.toString(16).padStart(38, '0')}`;
    await replay.big({ address, transactions: 20 });
    return address;
  };
  const ended = async (jobId: string, ask = partner): Promise<Row> => {
    const { body } = await until(
      () => ask('GET', `/api/v1/jobs/${jobId}`),
      ({ status, body: seen }) => status !== 200 || !['queued', 'running'].includes(seen.data.status),
    );
    return body.data;
  };
  const key = async (permissions: string[]): Promise<string> =>
    (await post(app, '/api/v1/api-keys', { name: 'k', permissions }, { token: ada.token })).body.data.key;

  /** Holds the lock that claims of jobs of users need: they stay queued. */
  let holder: Client;
  const holdJobs = () => holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.ownedJobs]);
  const releaseJobs = () => holder.query('SELECT pg_advisory_unlock_all()');

  beforeAll(async () => {
    replay = await startReplay();
    clock = new LeadingClock();
    app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' }, clock);
    ada = await account(app);
    holder = new Client({ connectionString: app.ownerUrl });
    await holder.connect();
  });
  afterEach(async () => {
    clock.standsAt = null;
    await releaseJobs();
    await replay.calm();
  });
  afterAll(async () => {
    await holder?.end();
    await app?.close();
    await replay?.close();
  });

  /** The events of a stream, and how it was answered. */
  async function follow(jobId: string, headers: Record<string, string>, signal?: AbortSignal) {
    const response = await fetch(`${app.url}/api/v1/jobs/${jobId}/events`, { headers, signal });
    return { response, read: async () => eventsIn(await response.text()) };
  }

  const eventsIn = (text: string): { event: string; data: Row }[] =>
    text
      .split('\n\n')
      .map((block) => new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string])))
      .filter((fields) => fields.has('data'))
      .map((fields) => ({
        event: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? ''),
      }));

  it('can be followed as events until they end', async () => {
    await replay.order({ match: EXPLORERS, mode: 'hold' });
    await holdJobs();
    const headers = { 'X-Partner-Key': app.partnerKey };
    const { job_id } = (await partner('POST', `/api/v1/wallets/${await newWallet()}/track`)).body.data;
    const { response } = await follow(job_id, headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await releaseJobs();
    let text = '';
    const reading = response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (part) => {
          text += part;
        },
      }),
    );
    await until(() => text.includes('"chains_total":1'));
    await replay.calm();
    await reading;
    const events = eventsIn(text);
    expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'progress'), 'end']);
    expect(events.length).toBeGreaterThan(1);
    for (const { data } of events) expect(data.job_id).toBe(job_id);
    const indexing = events.map(({ data }) => data.indexing);
    expect(indexing).toContainEqual(expect.objectContaining({ chain: 'ethereum', chains_total: 1 }));
    const { data: last } = (await partner('GET', `/api/v1/jobs/${job_id}`)).body;
    expect(events.at(-1)?.data).toEqual(last);
    expect(last.status).toBe('completed');
    expect((await (await follow(job_id, headers)).read()).map(({ event }) => event)).toEqual(['end']);
  });

  it('is not followed by HEAD, which holds up nothing behind it on its connection', async () => {
    await holdJobs();
    const { job_id } = (await partner('POST', `/api/v1/wallets/${await newWallet()}/track`)).body.data;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statusOf = (method: string, path: string) =>
      new Promise((resolve, reject) => {
        const headers = { 'X-Partner-Key': app.partnerKey };
        request(app.url + path, { method, agent, headers }, (response) =>
          response.resume().once('end', () => resolve(response.statusCode)),
        )
          .once('error', reject)
          .end();
      });
    const statuses = [
      await statusOf('HEAD', `/api/v1/jobs/${job_id}/events`),
      await statusOf('GET', '/api/v1/health'),
    ];
    agent.destroy();
    const { data } = (await partner('GET', `/api/v1/jobs/${job_id}`)).body;
    expect([...statuses, data.finished_at]).toEqual([200, 200, null]);
  });

  it('of others, unknown ones, and more than ten at once cannot be followed', async () => {
    await holdJobs();
    const token = { Authorization: `Bearer ${ada.token}` };
    const address = await newWallet();
    const mine = (await as(ada, 'POST', `/api/v1/wallets/${address}/track`)).body.data.job_id as string;
    const bob = await account(app);
    const stranger = { Authorization: `Bearer ${bob.token}` };
    for (const [id, headers] of [
      [mine, stranger],
      [NOBODY, token],
      ['none', token],
    ] as const) {
      const { response } = await follow(id, headers);
      expect([response.status, ((await response.json()) as Row).error.code]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
      ]);
    }
    expect((await follow(mine, {})).response.status).toBe(401);
    const end = new AbortController();
    const open = await Promise.all(Array.from({ length: 10 }, () => follow(mine, token, end.signal)));
    expect(open.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
    const { response } = await follow(mine, token);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    end.abort();
    await until(async () => {
      const again = await follow(mine, token);
      await again.response.body?.cancel();
      return again.response.status === 200;
    });
  });

  it('are followed no longer than their credential is valid, whichever process revokes it', async () => {
    await holdJobs();
    const made = await post(app, '/api/v1/api-keys', { name: 'k', permissions: ['read:holdings'] }, ada);
    const { id, key: text } = made.body.data as { id: string; key: string };
    const elsewhere = await post(app, '/api/v1/api-keys', { name: 'e', permissions: ['read:holdings'] }, ada);
    const session = (await account(app)).token;
    const guest = { Authorization: `Bearer ${session}` };
    const track = async (headers: object) => {
      const path = `/api/v1/wallets/${await newWallet()}/track`;
      return (await call(app, 'POST', path, { headers: { ...headers } })).body.data.job_id as string;
    };
    const mine = await track({ 'X-API-Key': text });
    const open = await Promise.all([
      follow(mine, { 'X-API-Key': text }),
      follow(mine, { 'X-API-Key': elsewhere.body.data.key as string }),
      follow(await track(guest), guest),
      follow(mine, { Authorization: `Bearer ${ada.token}` }),
    ]);
    const over = open.map(() => false);
    const ends = open.map(({ read }, stream) => read().then(() => (over[stream] = true)));
    await sql(
      `UPDATE api_keys SET is_active = false, revoked_at = now() WHERE id = '${elsewhere.body.data.id}'`,
    );
    await ends[1];
    // The others were checked as often.
    expect(over).toEqual([false, true, false, false]);
    // A change in this process is not left to the next check.
    clock.holdsChecks = true;
    expect((await as(ada, 'DELETE', `/api/v1/api-keys/${id}`)).status).toBe(200);
    await ends[0];
    expect((await call(app, 'POST', '/api/v1/auth/logout', { token: session })).status).toBe(200);
    await ends[2];
    clock.holdsChecks = false;
    expect(over).toEqual([true, true, true, false]);
    await as(ada, 'DELETE', `/api/v1/jobs/${mine}`);
    await ends[3];
  });

  it('track indexes the wallet in the background, says how that goes and what came of it', async () => {
    await holdJobs();
    const answer = await partner('POST', `/api/v1/wallets/${WALLET}/track`, {
      label: 'A real one',
      owned_wallets: [],
    });
    expect([answer.status, answer.body.success]).toEqual([202, true]);
    const job = answer.body.data;
    expect(Object.keys(job).sort()).toEqual(JOB_KEYS);
    expect(job).toMatchObject({
      type: 'track_wallet',
      address: WALLET,
      params: { chains: [], owned_wallets: [], label: 'A real one' },
      result_url: null,
      error: null,
      finished_at: null,
      expires_at: null,
    });
    expect(['queued', 'running']).toContain(job.status);
    const again = await partner('POST', `/api/v1/wallets/${WALLET.toUpperCase().replace('0X', '0x')}/track`);
    expect([again.status, again.body.data.job_id]).toEqual([202, job.job_id]);
    const running = await partner('GET', `/api/v1/jobs/${job.job_id}`);
    expect(running.headers.get('Retry-After')).toBe('2');
    const early = await partner('GET', `/api/v1/jobs/${job.job_id}/result`);
    expect([early.status, early.body.error.code]).toEqual([409, 'JOB_NOT_READY']);
    expect(Object.keys(early.body.error.details).sort()).toEqual(['progress', 'status']);

    await releaseJobs();
    const done = await ended(job.job_id);
    expect(done).toMatchObject({
      status: 'completed',
      progress: 100,
      stage: 'done',
      result_url: `/api/v1/jobs/${job.job_id}/result`,
    });
    expect(Date.parse(done.expires_at) - Date.parse(done.finished_at)).toBe(7 * DAY_MS);
    const after = await partner('GET', `/api/v1/jobs/${job.job_id}`);
    expect(after.headers.get('Retry-After')).toBeNull();
    const result = await partner('GET', done.result_url);
    expect(Object.keys(result.body.data).sort()).toEqual([
      'address',
      'chains',
      'history',
      'last_indexed_at',
      'transaction_count',
    ]);
    expect(result.body.data.chains).toEqual([
      {
        chain: 'ethereum',
        status: 'ready',
        error_code: null,
        indexed_at: expect.stringMatching(/Z$/),
        truncated: false,
      },
    ]);
    const list = await app.get(`/api/v1/wallets/${WALLET}/transactions`);
    expect(result.body.data.transaction_count).toBe(list.body.pagination.total);
  });

  it('track speaks of the chains named, and of no unknown one', async () => {
    const { body } = await partner('POST', `/api/v1/wallets/${WALLET}/track`, {
      chains: ['BASE', 'Ethereum', 'base'],
    });
    expect(body.data.params.chains).toEqual(['base', 'ethereum']);
    await ended(body.data.job_id);
    const result = await partner('GET', `/api/v1/jobs/${body.data.job_id}/result`);
    expect(result.body.data.chains.map((row: Row) => row.chain)).toEqual(['ethereum']);
  });

  it('track watches for the user who asked, for thirty days from the last time', async () => {
    const { app: nest } = app;
    const tracking = nest.get(TrackingService, { strict: false });
    const wallet = await newWallet();
    const watches = () =>
      sql(`SELECT reason FROM watches WHERE user_id = $1 AND address = $2`, [ada.id, wallet]);
    const { body } = await as(ada, 'POST', `/api/v1/wallets/${wallet}/track`);
    await ended(body.data.job_id, (method, path) => as(ada, method, path));
    expect(await watches()).toEqual([{ reason: 'tracked' }]);
    try {
      clock.ahead = 29 * DAY_MS;
      await tracking.sweep();
      expect(await watches()).toHaveLength(1);
      await tracking.track(parseAddress(wallet), { chains: [], owned_wallets: [] }, {
        principal: { kind: 'user', userId: ada.id, plan: 'free', isOperator: false, sessionId: 's' },
      } as Row);
      clock.ahead = 58 * DAY_MS;
      await tracking.sweep();
      expect(await watches()).toHaveLength(1);
      clock.ahead = 60 * DAY_MS;
      await tracking.sweep();
      expect(await watches()).toEqual([]);
    } finally {
      clock.ahead = 0;
    }
  });

  it('a job that failed says why, and has no result', async () => {
    const wallet = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'entitlement' });
    const { body } = await partner('POST', `/api/v1/wallets/${wallet}/track`);
    const job = await ended(body.data.job_id);
    expect(job).toMatchObject({
      status: 'failed',
      result_url: null,
      error: { code: 'PROVIDER_ENTITLEMENT_ERROR', message: expect.any(String) },
    });
    const result = await partner('GET', `/api/v1/jobs/${job.job_id}/result`);
    expect([result.status, result.body.error.code, result.body.error.details]).toEqual([
      409,
      'JOB_FAILED',
      { status: 'failed', error: job.error },
    ]);
  });

  it('precompute computes the ledger, stores its lineage, and does nothing twice', async () => {
    const start = async (body?: unknown) => {
      const answer = await partner('POST', `/api/v1/wallets/${WALLET}/precompute`, body);
      expect(answer.status).toBe(202);
      const job = await ended(answer.body.data.job_id);
      expect([job.type, job.status]).toEqual(['precompute', 'completed']);
      return { job, result: (await partner('GET', job.result_url)).body.data };
    };
    const owned = { owned_wallets: [SAVINGS] };
    const { job, result } = await start(owned);
    expect(job.params).toEqual({ owned_wallets: [SAVINGS], force: false, persist_lineage: true });
    expect(Object.keys(result).sort()).toEqual([
      'address',
      'counts',
      'engine_version',
      'history',
      'input_hash',
      'lineage',
      'method',
      'owned_wallets',
      'reconciliation',
      'tax_summary',
      'unchanged',
    ]);
    expect(result).toMatchObject({
      address: WALLET,
      owned_wallets: [SAVINGS],
      method: 'fifo',
      unchanged: false,
    });
    expect(result.input_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(result.lineage).toEqual({ added: result.counts.lineage_links, superseded: 0 });
    const [{ n }] = await sql('SELECT count(*)::integer AS n FROM lineage_links');
    expect(n).toBe(result.counts.lineage_links);
    await app.get(`/api/v1/wallets/${WALLET}/positions?owned_wallets=${SAVINGS}`);
    const dashboard = await app.get(`/api/v1/wallets/${WALLET}/dashboard?owned_wallets=${SAVINGS}`);
    expect(result.tax_summary).toEqual(dashboard.body.data.tax_summary);
    expect(result.reconciliation).toEqual(dashboard.body.data.reconciliation);

    const second = (await start(owned)).result;
    expect(second).toEqual({ ...result, unchanged: true, lineage: null });
    const forced = (await start({ ...owned, force: true })).result;
    expect(forced).toEqual({ ...result, lineage: { added: 0, superseded: 0 } });
    const bare = (await start({ ...owned, persist_lineage: false })).result;
    expect(bare).toEqual({ ...result, lineage: null });
    const alone = (await start()).result;
    expect(alone.input_hash).not.toBe(result.input_hash);
  });

  it('the end of a calculation is told to the user who asked for it, once', async () => {
    const wallet = await newWallet();
    const { body } = await as(ada, 'POST', `/api/v1/wallets/${wallet}/precompute`);
    const job = await ended(body.data.job_id, (method, path) => as(ada, method, path));
    const events = await sql(`SELECT type, address, user_id, body FROM events WHERE key = $1`, [
      `calculation:${job.job_id}`,
    ]);
    expect(events).toHaveLength(1);
    expect([events[0].type, events[0].address, events[0].user_id]).toEqual([
      'calculation.complete',
      wallet,
      ada.id,
    ]);
    const { data } = JSON.parse(events[0].body);
    expect(Object.keys(data).sort()).toEqual([
      'address',
      'duration_ms',
      'error',
      'finished_at',
      'job_id',
      'job_type',
      'result_url',
      'started_at',
      'status',
      'summary',
      'tax_year',
    ]);
    expect(data).toMatchObject({
      job_id: job.job_id,
      job_type: 'precompute',
      status: 'completed',
      result_url: job.result_url,
      tax_year: null,
      error: null,
    });
    expect(Object.keys(data.summary).sort()).toEqual(['disposal_count', 'severity', 'total_realized_gl']);
  });

  it.each(['track', 'precompute'])(
    '%s done a second time, as after the death of a worker, changes nothing',
    async (verb) => {
      const wallet = await newWallet();
      const hers = (method: string, path: string) => as(ada, method, path);
      const { body } = await as(ada, 'POST', `/api/v1/wallets/${wallet}/${verb}`);
      const first = await ended(body.data.job_id, hers);
      const result = (await hers('GET', first.result_url)).body.data;
      const traces = () =>
        Promise.all([
          ...[
            'SELECT * FROM lineage_links ORDER BY books, link_id',
            'SELECT * FROM events ORDER BY id',
            'SELECT * FROM watches ORDER BY user_id, address, reason',
          ].map((text) => sql(text)),
          // Other wallets of these tests are watched, and read in the background meanwhile.
          sql(
            'SELECT list, key, body::text FROM raw_rows WHERE address = lower($1) ORDER BY chain, list, key',
            [wallet],
          ),
        ]);
      const before = await traces();
      await sql(
        `UPDATE jobs SET status = 'queued', finished_at = NULL, result = NULL, progress = 0 WHERE id = $1`,
        [first.job_id],
      );
      const second = await ended(first.job_id, hers);
      expect(second).toMatchObject({ status: 'completed', started_at: first.started_at });
      const again = (await hers('GET', second.result_url)).body.data;
      expect(again).toEqual(
        verb === 'track'
          ? { ...result, ...clocksOf(again) }
          : { ...result, lineage: { added: 0, superseded: 0 } },
      );
      expect(await traces()).toEqual(before);
    },
  );

  it('are listed newest first, by state, type and wallet, to their owner alone', async () => {
    const { body } = await partner('GET', '/api/v1/jobs?per_page=100');
    const jobs = body.data as Row[];
    expect(body.pagination.total).toBe(jobs.length);
    for (const job of jobs) expect(Object.keys(job).sort()).toEqual(JOB_KEYS);
    const times = jobs.map((job) => job.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const list = async (query: string) =>
      (await partner('GET', `/api/v1/jobs?per_page=100&${query}`)).body.data;
    expect(await list('type=precompute')).toEqual(jobs.filter((job) => job.type === 'precompute'));
    expect(await list('status=failed')).toEqual(jobs.filter((job) => job.status === 'failed'));
    expect(await list(`address=${WALLET.toUpperCase().replace('0X', '0x')}`)).toEqual(
      jobs.filter((job) => job.address.toLowerCase() === WALLET),
    );
    expect((await partner('GET', '/api/v1/jobs?per_page=1&page=2')).body.data).toEqual([jobs[1]]);

    const hers = (await as(ada, 'GET', '/api/v1/jobs?per_page=100')).body.data as Row[];
    expect(hers.length).toBeGreaterThan(0);
    const ids = new Set(jobs.map((job) => job.job_id));
    expect(hers.filter((job) => ids.has(job.job_id))).toEqual([]);
  });

  it('of somebody else are none', async () => {
    const [job] = (await partner('GET', '/api/v1/jobs')).body.data;
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/result'],
      ['DELETE', ''],
    ] as const)
      for (const id of [job.job_id, NOBODY, 'nonsense']) {
        const { status, body } = await as(ada, method, `/api/v1/jobs/${id}${path}`);
        expect([status, body.error.code, body.error.details]).toEqual([
          404,
          'RESOURCE_NOT_FOUND',
          { resource: 'job' },
        ]);
      }
    expect((await partner('GET', `/api/v1/jobs/${job.job_id}`)).status).toBe(200);
  });

  it('are seen by an API key only when it could have begun them', async () => {
    const [holdings, lots, nothing] = [
      await key(['read:holdings']),
      await key(['read:lots']),
      await key(['write:webhooks']),
    ];
    const seen = async (apiKey: string) =>
      new Set(
        (
          await call(app, 'GET', '/api/v1/jobs?per_page=100', { headers: { 'X-API-Key': apiKey } })
        ).body.data.map((job: Row) => job.type),
      );
    expect(await seen(holdings)).toEqual(new Set(['track_wallet']));
    expect(await seen(lots)).toEqual(new Set(['precompute']));
    expect(await seen(nothing)).toEqual(new Set());
    const [track] = (await as(ada, 'GET', '/api/v1/jobs?type=track_wallet')).body.data;
    const through = (apiKey: string) =>
      call(app, 'GET', `/api/v1/jobs/${track.job_id}`, { headers: { 'X-API-Key': apiKey } });
    expect([(await through(holdings)).status, (await through(lots)).status]).toEqual([200, 404]);
    const begun = await call(app, 'POST', `/api/v1/wallets/${WALLET}/precompute`, {
      headers: { 'X-API-Key': holdings },
    });
    expect([begun.status, begun.body.error.details]).toEqual([403, { required_permission: 'read:lots' }]);
  });

  it('are gone once deleted; one that has not ended is cancelled', async () => {
    const wallet = await newWallet();
    await holdJobs();
    const { body } = await partner('POST', `/api/v1/wallets/${wallet}/track`);
    const { job_id: jobId } = body.data;
    const gone = await partner('DELETE', `/api/v1/jobs/${jobId}`);
    expect([gone.status, gone.body.data]).toEqual([
      200,
      { deleted: true, job_id: jobId, was_cancelled: true },
    ]);
    expect((await partner('GET', `/api/v1/jobs/${jobId}`)).status).toBe(404);
    const [done] = (await partner('GET', '/api/v1/jobs?status=completed')).body.data;
    const removed = await partner('DELETE', `/api/v1/jobs/${done.job_id}`);
    expect(removed.body.data).toEqual({ deleted: true, job_id: done.job_id, was_cancelled: false });
    expect((await partner('GET', `/api/v1/jobs/${done.job_id}/result`)).status).toBe(404);
    expect((await partner('DELETE', `/api/v1/jobs/${done.job_id}`)).status).toBe(404);
  });

  it('expire after seven days', async () => {
    const [job] = (await partner('GET', '/api/v1/jobs?status=completed')).body.data;
    const age = (days: string) =>
      sql(`UPDATE jobs SET finished_at = now() - $1::interval WHERE id = $2`, [days, job.job_id]);
    await age('6 days 23 hours');
    expect((await partner('GET', `/api/v1/jobs/${job.job_id}/result`)).status).toBe(200);
    await age('7 days 1 minute');
    for (const path of ['', '/result'])
      expect((await partner('GET', `/api/v1/jobs/${job.job_id}${path}`)).status).toBe(404);
    const left = (await partner('GET', '/api/v1/jobs?per_page=100')).body.data as Row[];
    expect(left.map((one) => one.job_id)).not.toContain(job.job_id);
  });

  it.each([
    ['GET', '/api/v1/jobs?status=done', 'status', 'VALIDATION_ERROR'],
    ['GET', '/api/v1/jobs?type=index_wallet', 'type', 'VALIDATION_ERROR'],
    ['GET', '/api/v1/jobs?address=0x12', 'address', 'INVALID_ADDRESS'],
    ['GET', '/api/v1/jobs?per_page=0', 'per_page', 'VALIDATION_ERROR'],
    ['POST', `/api/v1/wallets/${WALLET}/track {"chains":["dogecoin"]}`, 'chains.0', 'VALIDATION_ERROR'],
    ['POST', `/api/v1/wallets/${WALLET}/track {"chains":"base"}`, 'chains', 'VALIDATION_ERROR'],
    ['POST', `/api/v1/wallets/${WALLET}/track {"owned_wallets":["x"]}`, 'owned_wallets', 'INVALID_ADDRESS'],
    ['POST', `/api/v1/wallets/${WALLET}/track {"label":"${'x'.repeat(101)}"}`, 'label', 'VALIDATION_ERROR'],
    ['POST', `/api/v1/wallets/${WALLET}/precompute {"force":"yes"}`, 'force', 'VALIDATION_ERROR'],
    [
      'POST',
      `/api/v1/wallets/${WALLET}/precompute {"persist_lineage":1}`,
      'persist_lineage',
      'VALIDATION_ERROR',
    ],
    ['DELETE', `/api/v1/wallets/${WALLET}/cache?scope=some`, 'scope', 'VALIDATION_ERROR'],
  ])('%s %s is refused by name', async (method, target, field, code) => {
    const [path = '', body] = target.split(/ (.*)/);
    const answer = await partner(method, path, body === undefined ? undefined : JSON.parse(body));
    expect([answer.status, answer.body.error.field, answer.body.error.code]).toEqual([400, field, code]);
  });

  it('clearing the cache forgets what was worked out, and what was fetched only when asked to', async () => {
    await app.get(`/api/v1/wallets/${WALLET}/positions`);
    await app.get(`/api/v1/wallets/${WALLET}/holdings`);
    await replay.forget();
    const derived = await partner('DELETE', `/api/v1/wallets/${WALLET}/cache`);
    expect(derived.status).toBe(200);
    expect(Object.keys(derived.body.data).sort()).toEqual(['address', 'cleared', 'scope']);
    expect(derived.body.data).toMatchObject({ address: WALLET, scope: 'derived' });
    const { cleared } = derived.body.data;
    expect(Object.keys(cleared).sort()).toEqual(['engine', 'holdings', 'prices', 'transactions']);
    expect(cleared.transactions).toBe(0);
    for (const part of ['engine', 'prices']) expect(cleared[part]).toBeGreaterThan(0);
    const before = (await app.get(`/api/v1/wallets/${WALLET}/lots?status=all`)).body.data;
    // Other wallets of these tests are watched, and read in the background meanwhile.
    const ofWallet = (await replay.requests()).filter(({ path }) => path.includes(WALLET));
    expect(ofWallet.filter(({ path }) => path.includes('action='))).toEqual([]);

    const rows = await sql('SELECT key FROM raw_rows WHERE address = $1', [WALLET]);
    expect(rows.length).toBeGreaterThan(0);
    const all = await partner('DELETE', `/api/v1/wallets/${WALLET}/cache?scope=all`);
    expect(all.body.data.cleared.transactions).toBe(rows.length);
    expect((await app.get(`/api/v1/wallets/${WALLET}/lots`)).body.error.code).toBe('WALLET_NOT_FOUND');
    const [{ kept }] = await sql('SELECT count(*)::integer AS kept FROM lineage_links');
    expect(kept).toBeGreaterThan(0);
    await app.get(`/api/v1/wallets/${WALLET}/positions`);
    expect((await replay.requests()).some(({ path }) => path.includes('action=txlist&'))).toBe(true);
    expect((await app.get(`/api/v1/wallets/${WALLET}/lots?status=all`)).body.data).toEqual(before);
  });

  it('clearing the cache leaves what was fetched to the users who watch the wallet', async () => {
    const bob = await account(app);
    const wallet = await newWallet();
    const { body } = await as(bob, 'POST', `/api/v1/wallets/${wallet}/track`);
    await ended(body.data.job_id, (method, path) => as(bob, method, path));
    const clear = async (ask: typeof partner): Promise<number> =>
      (await ask('DELETE', `/api/v1/wallets/${wallet}/cache?scope=all`)).body.data.cleared.transactions;
    const cat = await account(app);
    const asCat: typeof partner = (method, path) => as(cat, method, path);
    expect([await clear(partner), await clear(asCat)]).toEqual([0, 0]);
    // Anyone may watch any wallet: that gives no right over what others see.
    await as(cat, 'POST', `/api/v1/wallets/${wallet}/track`);
    expect(await clear(asCat)).toBe(0);
    expect((await as(bob, 'GET', `/api/v1/wallets/${wallet}/lots`)).status).toBe(200);
    await sql('DELETE FROM watches WHERE user_id = $1', [cat.id]);
    const asBob: typeof partner = (method, path) => as(bob, method, path);
    expect(await clear(asBob)).toBeGreaterThan(0);
  });

  it('an operator clears what was fetched of any wallet', async () => {
    const wallet = await newWallet();
    const { body } = await as(ada, 'POST', `/api/v1/wallets/${wallet}/track`);
    await ended(body.data.job_id, (method, path) => as(ada, method, path));
    const dan = await account(app);
    await sql(`UPDATE users SET role = 'operator' WHERE id = $1`, [dan.id]);
    const cleared = await as(dan, 'DELETE', `/api/v1/wallets/${wallet}/cache?scope=all`);
    expect(cleared.body.data.cleared.transactions).toBeGreaterThan(0);
  });

  it('several callers together clear the history of one wallet no more often than one of them may', async () => {
    clock.standsAt = clock.now();
    const wallet = await newWallet();
    const statuses: number[] = [];
    for (const who of [await account(app), await account(app)])
      for (let i = 0; i < 6; i++) {
        const { status } = await as(who, 'DELETE', `/api/v1/wallets/${wallet}/cache?scope=all`);
        statuses.push(status);
      }
    expect(statuses).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      ...Array.from({ length: 6 }, () => 429),
    ]);
    const derived = await partner('DELETE', `/api/v1/wallets/${wallet}/cache`);
    expect(derived.status).toBe(200);
  });

  it('the cache is cleared six times a minute at most', async () => {
    clock.standsAt = clock.now();
    const clear = () => as(ada, 'DELETE', `/api/v1/wallets/${SAVINGS}/cache`);
    for (let i = 0; i < 6; i++) expect((await clear()).status).toBe(200);
    const { status, headers, body } = await clear();
    expect([status, body.error.code, body.error.details.limit]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 6]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(headers.get('X-RateLimit-Limit-Minute')).toBe('6');
  });
});

/** The parts of a track result that depend on its time. */
const clocksOf = ({ last_indexed_at, chains, history }: Row) => ({ last_indexed_at, chains, history });

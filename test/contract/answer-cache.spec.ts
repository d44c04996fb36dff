import type { Server } from 'node:http';
import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { StoredChanges } from '../../src/common/stored-changes';
import type { Principal } from '../../src/domain/access/principal';
import { AppError } from '../../src/domain/kernel/errors';
import { Caller, OptionalAuth, Public } from '../../src/http/auth/decorators';
import { reply } from '../../src/http/reply';
import { StoredAnswer } from '../../src/http/stored-answer';
import { OwnedWalletsQuery, PageQuery } from '../../src/http/validation/fields';
import { AnswerVersions, type AnswerVersion } from '../../src/ports/storage/answer-versions';
import { Clock } from '../../src/ports/clock';
import { FakeClock } from '../fakes/fake-clock';
import { send, startHttpApp, type Answer, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

const WALLET = '0x00000000000000000000000000000000000000aa';

/** The state of the stored data, as a test sets it. */
class Versions extends AnswerVersions {
  version = 'first';
  isFresh = true;
  freshUntil = Infinity;
  reads = 0;

  of(): Promise<AnswerVersion> {
    this.reads += 1;
    return Promise.resolve({
      version: this.version,
      isFresh: this.isFresh,
      freshUntil: this.freshUntil,
      states: new Map(),
    });
  }
}

/** Turns of the event loop: more than a request takes from its arrival to its handler. */
const TURNS = 100;

/** The number of times that handlers ran. */
let runs = 0;
/** What the next answer is. */
let siblings: Parameters<typeof reply>[1] = {};

/** Handlers that wait, and the run that fails. */
let waiting: (() => void)[] = [];
let failing = 0;

@Controller('api/v1/stored/:address')
@Public()
class StoredRoutes {
  @Get('current')
  @StoredAnswer('current')
  current(@Caller() caller: Principal, @Query() query: PageQuery) {
    return reply({ runs: ++runs, caller, page: query.page }, siblings);
  }

  /** Waits until the test lets it answer. */
  @Get('slow')
  @StoredAnswer('current')
  async slow(@Caller() caller: Principal) {
    const own = ++runs;
    await new Promise<void>((go) => waiting.push(go));
    if (own === failing) throw new AppError('WALLET_NOT_FOUND');
    return reply({ runs: own, caller }, siblings);
  }

  @Get('as-stored')
  @StoredAnswer('stored')
  stored() {
    return reply({ runs: ++runs });
  }

  @Get('owned')
  @StoredAnswer('current')
  owned(@Query() query: OwnedWalletsQuery) {
    return reply({ runs: ++runs, count: query.owned_wallets.length });
  }

  @Get('failing')
  @StoredAnswer('current')
  failing(@Param('address') address: string) {
    runs += 1;
    throw new AppError('WALLET_NOT_FOUND', { address });
  }

  @Post('written')
  write() {
    return { done: true };
  }
}

@Controller('api/wallets/:address/bare')
@OptionalAuth()
class BareRoutes {
  @Get()
  @StoredAnswer('current')
  list() {
    return reply({ runs: ++runs }, { meta: { tx_limit: null } });
  }
}

describe('a stored answer', () => {
  const clock = new FakeClock(Date.UTC(2025, 5, 15, 12, 0, 1));
  const versions = new Versions();
  let running: RunningHttpApp;
  beforeAll(async () => {
    running = await startHttpApp({
      controllers: [StoredRoutes, BareRoutes],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: AnswerVersions, useValue: versions },
      ],
    });
  });
  afterAll(() => running.close());
  beforeEach(() => {
    // A minute of its own for each test.
    clock.advance(60_000);
    siblings = {};
    Object.assign(versions, {
      version: `${versions.version}'`,
      isFresh: true,
      freshUntil: Infinity,
      reads: 0,
    });
    runs = 0;
    waiting = [];
    failing = 0;
  });

  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    send(running.url, `/api/v1/stored/${WALLET}/${path}`, { headers });
  const write = () => send(running.url, `/api/v1/stored/${WALLET}/written`, { method: 'POST' });

  it('is the same text with and without the cache, but for the id and the time of the request', async () => {
    siblings = {
      pagination: { page: 2, perPage: 10, total: 25 },
      partial: false,
      still_indexing: false,
      meta: { tx_limit: 500, note: 'é "quoted"' },
    };
    const [first, second] = [await get('current?page=2'), await get('current?page=2')];
    const plain = ({ text, body }: Answer) =>
      text.replace(String(body.meta['request_id']), 'ID').replace(String(body.meta['timestamp']), 'TIME');
    expect(runs).toBe(1);
    expect(plain(second)).toBe(plain(first));
    expect(second.body.meta['request_id']).not.toBe(first.body.meta['request_id']);
    expect(second.headers.get('x-request-id')).toBe(second.body.meta['request_id']);
    expect(plain(first)).toBe(
      JSON.stringify({
        success: true,
        data: { runs: 1, caller: { kind: 'anonymous' }, page: 2 },
        pagination: { page: 2, per_page: 10, total: 25, total_pages: 3, has_more: true },
        partial: false,
        still_indexing: false,
        meta: {
          request_id: 'ID',
          timestamp: 'TIME',
          version: '1.0.0',
          tx_limit: 500,
          note: 'é "quoted"',
        },
      }),
    );
  });

  it('has a text of its own without an envelope', async () => {
    const path = `/api/wallets/${WALLET}/bare`;
    const [first, second] = [await send(running.url, path), await send(running.url, path)];
    expect([first.text, second.text]).toEqual(Array(2).fill('{"runs":1,"tx_limit":null}'));
    expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('may be kept by the caller alone, who asks again with its ETag', async () => {
    const { headers } = await get('current');
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const again = await get('current', { 'If-None-Match': `"other", ${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('content-type')).toBeNull();
    expect((await get('current', { 'If-None-Match': '"other"' })).status).toBe(200);
    versions.version = 'changed';
    await write();
    const changed = await get('current', { 'If-None-Match': etag });
    expect([changed.status, changed.body.data['runs']]).toEqual([200, 2]);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('is 304 too when the same answer was computed again', async () => {
    siblings = { currentUntil: clock.now() + 1 };
    const etag = (await get('as-stored')).headers.get('etag') ?? '';
    versions.version = 'changed';
    runs = 0;
    await write();
    expect((await get('as-stored', { 'If-None-Match': etag })).status).toBe(304);
    expect(runs).toBe(1);
  });

  it('is checked again after a second, and served while the version is the same', async () => {
    await get('current');
    await get('current');
    expect(versions.reads).toBe(1);
    clock.advance(1_000);
    expect((await get('current')).body.data['runs']).toBe(1);
    expect(versions.reads).toBe(2);
    versions.version = 'changed';
    expect((await get('current')).body.data['runs']).toBe(1);
    clock.advance(1_000);
    expect((await get('current')).body.data['runs']).toBe(2);
    // The version that was read for the check is that of the new answer.
    expect(versions.reads).toBe(3);
  });

  it('is checked at once after a request of this process that writes', async () => {
    await get('current');
    versions.version = 'changed';
    await write();
    expect((await get('current')).body.data['runs']).toBe(2);
  });

  it('is computed again when a caller clears the cache', async () => {
    await get('current');
    running.app.get(StoredChanges, { strict: false }).noteClearing();
    expect((await get('current')).body.data['runs']).toBe(2);
  });

  it('does not outlive its minute, the age of its prices, or the freshness of the history', async () => {
    await get('current');
    clock.advance(59_000);
    expect((await get('current')).body.data['runs']).toBe(2);
    clock.advance(60_000);
    siblings = { currentUntil: clock.now() + 500 };
    await get('current');
    clock.advance(500);
    expect((await get('current')).body.data['runs']).toBe(4);
    clock.advance(60_000);
    versions.freshUntil = clock.now() + 500;
    siblings = {};
    await get('current');
    clock.advance(500);
    expect((await get('current')).body.data['runs']).toBe(6);
  });

  /** Asks at once, and lets the handlers answer when all requests are there. */
  async function together(count: number): Promise<Answer[]> {
    let [arrived, isAnswered] = [0, false];
    const server: Server = running.app.getHttpServer();
    const note = (): void => void (arrived += 1);
    server.on('request', note);
    const answers = Promise.all(Array.from({ length: count }, () => get('slow')));
    void answers.then(() => (isAnswered = true));
    await until(() => arrived === count && waiting.length > 0);
    server.off('request', note);
    // On its way to the cache a request waits for nothing but its turn.
    for (let turn = 0; turn < TURNS; turn++) await new Promise((wake) => setImmediate(wake));
    await until(() => {
      waiting.splice(0).forEach((go) => go());
      return isAnswered;
    });
    return answers;
  }

  it.each([
    ['final', {}, true],
    ['pending', { partial: true }, true],
    ['final', {}, false],
  ])('is computed once for all who ask at once: %s', async (_, given, isFresh) => {
    siblings = given;
    versions.isFresh = isFresh;
    const answers = await together(8);
    expect(runs).toBe(1);
    expect(new Set(answers.map(({ body }) => body.meta['request_id'])).size).toBe(8);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    clock.advance(60_000);
    await together(8);
    expect(runs).toBe(2);
  });

  it('is computed by each of the others when the one who computes fails', async () => {
    failing = 1;
    const statuses = (await together(4)).map(({ status }) => status).sort();
    expect([statuses, runs]).toEqual([[200, 200, 200, 404], 4]);
  });

  it('is not shared with a request that comes after a change', async () => {
    const first = get('slow');
    await until(() => waiting.length === 1);
    versions.version = 'changed';
    await write();
    const second = get('slow');
    await until(() => waiting.length === 2);
    waiting.forEach((go) => go());
    expect([(await first).body.data['runs'], (await second).body.data['runs']]).toEqual([1, 2]);
  });

  it('is computed each time while the history is old, unless the route shows it as stored', async () => {
    versions.isFresh = false;
    await get('current');
    expect((await get('current')).body.data['runs']).toBe(2);
    runs = 0;
    await get('as-stored');
    expect((await get('as-stored')).body.data['runs']).toBe(1);
  });

  it.each([
    { partial: true },
    { currentUntil: 0 },
    { meta: { prices_pending: true } },
    { meta: { balances_pending: true } },
    { meta: { progress: {} } },
    { meta: { recomputing: true } },
  ])('is not kept by anyone while more data arrives: %j', async (pending) => {
    siblings = pending;
    const { headers } = await get('current');
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect((await get('current')).body.data['runs']).toBe(2);
  });

  it('does not replace a failure, or the check of the query', async () => {
    expect((await get('failing')).status).toBe(404);
    const { status, headers } = await get('failing');
    expect([status, runs, headers.get('etag')]).toEqual([404, 2, null]);
    await get('current?page=1');
    expect((await get('current?page=0')).status).toBe(400);
  });

  it('is computed each time for wallets or a key named in the query', async () => {
    const wallets = `owned?owned_wallets=${WALLET}`;
    const first = await get(wallets);
    expect((await get(wallets)).body.data['runs']).toBe(2);
    expect((await get('owned?partner_key=x')).status).toBe(200);
    expect((await get('owned?partner_key=x')).body.data['runs']).toBe(4);
    expect(versions.reads).toBe(0);
    expect(first.headers.get('etag')).not.toBeNull();
  });
});

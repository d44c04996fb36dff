import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Injectable, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { partnerKeyOf } from '../../src/http/auth/credential';
import { Heavy, OpenEnded, PartnerOnly, Public } from '../../src/http/auth/decorators';
import { SecretStrategy } from '../../src/http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../src/http/auth/strategies';
import { Context, RequestContext } from '../../src/http/request-context';
import { send, startHttpApp, type Answer, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

/** What the handlers received. */
@Injectable()
class Witness extends EventEmitter {}

@Injectable()
class Slow {
  constructor(private readonly witness: Witness) {}

  @Get('obedient') @Public() async obedient(@Context() context: RequestContext) {
    this.witness.emit('began');
    try {
      await sleep(60_000, undefined, { signal: context.signal });
    } finally {
      this.witness.emit('stopped', (context.signal.reason as Error).name);
    }
  }

  @Get('patient') @Public() @Heavy() patient(@Context() context: RequestContext) {
    return this.obedient(context);
  }

  @Get('deaf') @Public() async deaf() {
    this.witness.emit('began');
    await once(this.witness, 'answered');
    this.witness.emit('late');
    throw new Error('too late to matter');
  }

  @Get('stubborn') @Public() async stubborn(@Res() response: Response) {
    this.witness.emit('began');
    await once(this.witness, 'answered');
    try {
      response.json({ late: true });
    } catch (error) {
      this.witness.emit('wrote', (error as NodeJS.ErrnoException).code);
      throw error;
    }
  }

  @Get('heavy') @Public() @Heavy() async heavy() {
    this.witness.emit('began');
    await once(this.witness, 'answered');
    return { done: true };
  }

  @Get('stream') @Public() stream(@Context() context: RequestContext) {
    const endless = new Readable({ read: () => undefined });
    endless.push('first,row\r\n');
    context.signal.addEventListener('abort', () => this.witness.emit('stopped', 'stream'), { once: true });
    return new StreamableFile(endless, { type: 'text/csv' });
  }

  @Get('closed') @PartnerOnly() @Heavy() closed() {
    return { done: true };
  }

  @Get('closed-stream') @PartnerOnly() @OpenEnded() closedStream() {
    return { done: true };
  }

  @Get('quick') @Public() quick(@Context() context: RequestContext) {
    this.witness.emit('quick', context);
    return { done: true };
  }
}

@Controller('api/v1/slow')
class EnvelopeSlow extends Slow {}
@Controller('api/rwa/slow')
class BareSlow extends Slow {}

/** As one whose database takes the statement and stays silent. */
const SILENT = new SecretStrategy(STRATEGY_NAMES.partner, partnerKeyOf, () => undefined);

let running: RunningHttpApp;
let witness: Witness;
beforeAll(async () => {
  running = await startHttpApp({
    controllers: [EnvelopeSlow, BareSlow],
    providers: [Witness, { provide: 'silent strategy', useValue: SILENT }],
    env: { LIGHT_TIMEOUT_MS: '500' },
  });
  witness = running.app.get(Witness);
});
afterAll(() => running.close());

/** Asks again where the time was over before the handler began. */
async function pastTheClock(path: string): Promise<Answer> {
  let hasBegun = false;
  witness.once('began', () => (hasBegun = true));
  return until(
    () => send(running.url, path),
    () => hasBegun,
  );
}

/** A request that waits for nothing: asked again where its time was over all the same. */
const quick = () =>
  until(
    () => send(running.url, '/api/v1/slow/quick'),
    ({ status }) => status === 200,
  );

it.each(['/api/v1/slow', '/api/rwa/slow'])(
  'past the wall clock %s answers with the one plain body',
  async (family) => {
    const stopped = once(witness, 'stopped');
    const { status, text, headers } = await pastTheClock(`${family}/obedient`);
    expect([status, text]).toEqual([504, '{"error":"Request timeout"}']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stopped).toEqual(['DeadlineExceeded']);
  },
);

it('a handler that goes on and throws later harms nobody', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const late = once(witness, 'late');
  expect((await pastTheClock('/api/v1/slow/deaf')).status).toBe(504);
  witness.emit('answered');
  await late;
  // Node reports a rejection before the next turn.
  await new Promise((wake) => setImmediate(wake));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  await quick();
});

it('a handler that writes later is refused without a crash', async () => {
  const wrote = once(witness, 'wrote');
  const { status, text } = await pastTheClock('/api/v1/slow/stubborn');
  expect([status, text]).toEqual([504, '{"error":"Request timeout"}']);
  witness.emit('answered');
  expect(await wrote).toEqual(['ERR_HTTP_HEADERS_SENT']);
  await quick();
});

it('heavy routes have the longer clock', async () => {
  const began = once(witness, 'began');
  const answer = send(running.url, '/api/v1/slow/heavy');
  await began;
  // The shorter one ends meanwhile.
  expect((await send(running.url, '/api/v1/slow/obedient')).status).toBe(504);
  witness.emit('answered');
  expect((await answer).body.data).toEqual({ done: true });
});

it('an answer already flowing is cut, so that nobody takes it for whole', async () => {
  const stopped = once(witness, 'stopped');
  // Asked again where the time was over before the answer flowed.
  await until(() =>
    send(running.url, '/api/v1/slow/stream').then(
      () => false,
      () => true,
    ),
  );
  expect(await stopped).toEqual(['stream']);
});

it.each(['closed', 'closed-stream'])('a credential that is never checked does not hold %s', async (route) => {
  const headers = { 'X-Partner-Key': 'anything' };
  const { status, body } = await send(running.url, `/api/v1/slow/${route}`, { headers });
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

it('a client that leaves stops the work', async () => {
  const leaving = new AbortController();
  const [began, stopped] = [once(witness, 'began'), once(witness, 'stopped')];
  const request = fetch(`${running.url}/api/v1/slow/patient`, { signal: leaving.signal });
  await began;
  leaving.abort();
  await expect(request).rejects.toThrow();
  expect(await stopped).toEqual(['ClientGone']);
});

it('an answer in time leaves nothing ticking', async () => {
  const seen = once(witness, 'quick') as Promise<[RequestContext]>;
  await quick();
  const [context] = await seen;
  // The clock of a later request has run out.
  expect((await send(running.url, '/api/v1/slow/obedient')).status).toBe(504);
  expect(context.signal.aborted).toBe(false);
});

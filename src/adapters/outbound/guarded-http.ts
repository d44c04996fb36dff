import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Timer } from '../../ports/clock';
import {
  OutboundHttp,
  type OutboundMessage,
  type OutboundOutcome,
  type OutboundRequest,
} from '../../ports/upstream/outbound-http';
import { SystemClock } from '../system/system-clock';
import { inSpan } from '../tracing/spans';
import type { EgressPolicy } from './egress-policy';
import { failureWords, NOT_ALLOWED } from './failure-words';
import { GuardedConnections, Refused } from './guarded-connections';
import type { HostNames } from './host-names';

/** The response body is read only so that the receiver can finish writing it. */
const BODY_BYTES = 65_536;
const BODY_MS = 1_000;

/** One deadline and the caller's signal for the whole attempt. */
class Attempt {
  isSent = false;
  private readonly controller = new AbortController();
  private readonly timer: Timer;
  private isLate = false;
  private readonly stop = (): void => this.controller.abort(new Error('stopped'));

  constructor(
    private readonly request: OutboundRequest,
    private readonly clock: Clock,
  ) {
    this.timer = clock.setTimeout(() => {
      this.isLate = true;
      this.stop();
    }, request.timeoutMs);
    if (request.signal?.aborted) this.stop();
    request.signal?.addEventListener('abort', this.stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  ending(error: unknown): { kind: 'failed'; error: string } | { kind: 'aborted' | 'not sent' } {
    if (this.request.signal?.aborted && !this.isLate) return { kind: this.isSent ? 'aborted' : 'not sent' };
    if (this.isLate) return { kind: 'failed', error: `timeout after ${this.request.timeoutMs} ms` };
    return { kind: 'failed', error: error instanceof Refused ? NOT_ALLOWED : failureWords(error) };
  }

  close(): void {
    this.clock.clearTimeout(this.timer);
    this.request.signal?.removeEventListener('abort', this.stop);
  }
}

/** Uses a new guarded connection per POST. Follows no redirect. @source reliability.md D10 */
export class GuardedHttp extends OutboundHttp {
  private readonly connections: GuardedConnections;

  /** @param trusted additional trusted certificates, PEM */
  constructor(
    private readonly policy: EgressPolicy,
    names?: HostNames,
    trusted?: string,
    private readonly clock: Clock = new SystemClock(),
  ) {
    super();
    this.connections = new GuardedConnections(policy, names, trusted);
  }

  refusal(url: string): string | null {
    return this.policy.refusal(url);
  }

  post(request: OutboundRequest): Promise<OutboundOutcome> {
    // No URL in the span: the URL of a user can contain a secret.
    return inSpan({ name: 'POST webhook', kind: 'CLIENT', root: true }, async (span) => {
      const outcome = await this.answered(request);
      span.setAttribute('cost_basis.outcome', outcome.kind);
      if (outcome.kind === 'answered') span.setAttribute('http.response.status_code', outcome.statusCode);
      return outcome;
    });
  }

  private async answered(request: OutboundRequest): Promise<OutboundOutcome> {
    const began = this.clock.elapsed();
    const attempt = new Attempt(request, this.clock);
    try {
      return { ...(await this.attempt(request, attempt)), elapsedMs: this.since(began) };
    } catch (error) {
      return { ...attempt.ending(error), elapsedMs: this.since(began) };
    } finally {
      attempt.close();
    }
  }

  private since(began: number): number {
    return Math.round(this.clock.elapsed() - began);
  }

  private async attempt(
    request: OutboundRequest,
    attempt: Attempt,
  ): Promise<{ kind: 'answered'; statusCode: number } | { kind: 'not sent' }> {
    if (this.policy.refusal(request.url) !== null) throw new Refused();
    const url = new URL(request.url);
    const socket = await this.connections.connect(url, attempt.signal);
    try {
      const message = await request.compose();
      attempt.signal.throwIfAborted();
      if (message === null) {
        socket.destroy();
        return { kind: 'not sent' };
      }
      attempt.isSent = true;
      return {
        kind: 'answered',
        statusCode: await exchange(url, socket, message, attempt.signal, this.clock),
      };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }
}

/** Resolves when the status is known. The rest is read up to a limit and discarded. */
function exchange(
  url: URL,
  socket: Socket,
  message: OutboundMessage,
  signal: AbortSignal,
  clock: Clock,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from(message.body, 'ascii');
    const request = httpRequest({
      method: 'POST',
      path: url.pathname + url.search,
      createConnection: () => socket,
      setHost: false,
      headers: {
        ...message.headers,
        Host: url.host,
        'Content-Length': body.length,
        Connection: 'close',
      },
    });
    const abort = (): void => void request.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const settle = (): void => signal.removeEventListener('abort', abort);
    request.once('response', (response) => {
      settle();
      discard(request, response, clock);
      resolve(response.statusCode ?? 0);
    });
    // 101: a protocol switch does not accept a delivery.
    request.once('upgrade', (response) => {
      settle();
      request.destroy();
      resolve(response.statusCode ?? 101);
    });
    request.on('error', (error) => {
      settle();
      reject(error);
    });
    request.once('close', () => {
      settle();
      reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
    });
    request.end(body);
  });
}

function discard(request: ClientRequest, response: IncomingMessage, clock: Clock): void {
  let left = BODY_BYTES;
  const stop = (): void => {
    clock.clearTimeout(timer);
    request.destroy();
  };
  const timer = clock.setTimeout(stop, BODY_MS).unref();
  response.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left <= 0) stop();
  });
  response.on('error', stop).on('end', stop).on('close', stop);
}

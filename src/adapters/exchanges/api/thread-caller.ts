import { Worker } from 'node:worker_threads';
import { Rules } from '../../../common/rules';
import type { Clock } from '../../../ports/clock';
import { ExchangeApiError, type ExchangeFault } from '../../../ports/exchanges/exchange-api';
import type { ThreadCall, ThreadReply, ThreadStart } from './thread-messages';

export class ExchangeRules extends Rules {
  readonly timeoutMs: number = 20_000;
  readonly attempts: number = 5;
  readonly backoffMs: number = 1_000;
  /** An exchange that asks for a longer wait ends the sync. */
  readonly longestWaitMs: number = 120_000;
  readonly silenceMs: number = 90_000;
}

/** A retry can end these faults. A refused key is not retried: exchanges lock accounts. */
const TRANSIENT: ReadonlySet<ExchangeFault> = new Set(['limit', 'clock', 'unavailable', 'answer']);

interface Waiting {
  resolve: (reply: ThreadReply) => void;
  reject: (error: unknown) => void;
}

/** One call at a time, in the thread that has the library and the key. */
export class ThreadCaller {
  private readonly thread: Worker;
  private waiting: Waiting | null = null;
  private ids = 0;
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    file: string,
    start: ThreadStart,
    execArgv: string[] | undefined,
    private readonly rules: ExchangeRules,
    private readonly signal: AbortSignal,
    private readonly clock: Clock,
  ) {
    this.thread = new Worker(file, {
      workerData: start,
      // A connection does not need the secrets of the environment.
      env: {},
      ...(execArgv ? { execArgv } : {}),
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.thread.on('message', (reply: ThreadReply) => this.settle((one) => one.resolve(reply)));
    this.thread.on('error', () => this.fail());
    this.thread.on('exit', () => this.fail());
    signal.addEventListener('abort', this.abort, { once: true });
  }

  /** @throws ExchangeApiError; the reason of the signal when it aborts */
  call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const turn = this.line.then(() => this.withRetries(method, params));
    this.line = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.abort);
    await this.thread.terminate();
  }

  private async withRetries(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { attempts, backoffMs, longestWaitMs } = this.rules;
    for (let attempt = 1; ; attempt++) {
      const reply = await this.once(method, params);
      if ('answer' in reply) return reply.answer;
      const wait = reply.retryAfterMs ?? backoffMs * 2 ** (attempt - 1);
      const isLast = attempt >= attempts || wait > longestWaitMs || !TRANSIENT.has(reply.fault);
      if (isLast) throw new ExchangeApiError(reply.fault, reply.retryAfterMs);
      await this.clock.sleep(Math.max(wait, backoffMs), this.signal);
    }
  }

  private async once(method: string, params: Readonly<Record<string, unknown>>): Promise<ThreadReply> {
    this.signal.throwIfAborted();
    const call: ThreadCall = { id: ++this.ids, method, params };
    const silence = this.clock.setTimeout(() => this.fail(), this.rules.silenceMs);
    try {
      return await new Promise<ThreadReply>((resolve, reject) => {
        this.waiting = { resolve, reject };
        this.thread.postMessage(call);
      });
    } finally {
      this.clock.clearTimeout(silence);
    }
  }

  private readonly abort = (): void => {
    this.settle((one) => one.reject(this.signal.reason));
    void this.thread.terminate();
  };

  private fail(): void {
    this.settle((one) => one.reject(new ExchangeApiError('unavailable')));
  }

  private settle(end: (one: Waiting) => void): void {
    const one = this.waiting;
    this.waiting = null;
    if (one) end(one);
  }
}

import Redis, { type RedisOptions } from 'ioredis';

/** A socket that is gone already must not keep a process alive. */
const DISCONNECT_MS = 100;
/** A peer that vanished without a word is noticed about ten seconds after this. */
const KEEP_ALIVE_MS = 10_000;

const STEADY = {
  disconnectTimeout: DISCONNECT_MS,
  keepAlive: KEEP_ALIVE_MS,
  retryStrategy: (times: number): number => Math.min(times * 100, 2_000),
  // A connection cut while it tells its name would be taken for ready, and never be made again.
  disableClientInfo: true,
} as const;

/** A connection to Redis that comes back by itself until it is closed, and cannot end the process. */
export class RedisClient extends Redis {
  private closing: Promise<void> | undefined;

  /** @param url redis:// or rediss:// */
  constructor(url: string, options: RedisOptions) {
    super(url, { ...STEADY, ...options });
  }

  /** What the client asks on its own account, as subscribing again, nobody waits for: nor may its failure be unhandled. */
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...args);
    args[0].promise.catch(() => undefined);
    return answer;
  }

  override connect(...args: Parameters<Redis['connect']>): Promise<void> {
    if (this.closing) return Promise.reject(new Error('This connection was closed for good'));
    return super.connect(...args);
  }

  /** For good, whatever state it is in; commands under way are rejected. Never throws; done when the socket is gone. */
  close(): Promise<void> {
    return (this.closing ??= this.disconnected());
  }

  private async disconnected(): Promise<void> {
    if (this.status === 'end') return;
    const ended = new Promise((resolve) => this.once('end', resolve));
    // Between two attempts there is nothing to cut, and nothing would reject what waits for the next one: it begins
    // now, and ends before it has a socket.
    const isBetween = this.status === 'reconnecting';
    this.disconnect();
    if (isBetween) {
      super.connect().catch(() => undefined);
      this.disconnect();
    }
    await ended;
  }
}

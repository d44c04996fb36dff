import Redis, { type RedisOptions } from 'ioredis';

/** A closed socket must not keep the process running. */
const DISCONNECT_MS = 100;
/** A vanished peer is detected about ten seconds after this delay. */
const KEEP_ALIVE_MS = 10_000;

const STEADY = {
  disconnectTimeout: DISCONNECT_MS,
  keepAlive: KEEP_ALIVE_MS,
  retryStrategy: (times: number): number => Math.min(times * 100, 2_000),
  // A connection lost during CLIENT SETNAME would count as ready and never reconnect.
  disableClientInfo: true,
} as const;

/** Reconnects until it is closed. Errors do not end the process. */
export class RedisClient extends Redis {
  private closing: Promise<void> | undefined;

  constructor(url: string, options: RedisOptions) {
    super(url, { ...STEADY, ...options });
  }

  /** Internal commands of the client, such as resubscribing, have no caller: their failure must be handled here. */
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...args);
    args[0].promise.catch(() => undefined);
    return answer;
  }

  override connect(...args: Parameters<Redis['connect']>): Promise<void> {
    if (this.closing) return Promise.reject(new Error('This connection is closed'));
    return super.connect(...args);
  }

  /** Final in any state. Rejects pending commands. Never throws. Resolves when the socket is closed. */
  close(): Promise<void> {
    return (this.closing ??= this.disconnected());
  }

  private async disconnected(): Promise<void> {
    if (this.status === 'end') return;
    const ended = new Promise((resolve) => this.once('end', resolve));
    // Between two attempts there is no connection to close, and queued commands would wait for the next one.
    // Connecting now, and closing before a socket exists, rejects them.
    const isBetween = this.status === 'reconnecting';
    this.disconnect();
    if (isBetween) {
      super.connect().catch(() => undefined);
      this.disconnect();
    }
    await ended;
  }
}

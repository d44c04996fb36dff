import { Logger } from '@nestjs/common';
import Bull from 'bull';
import { timeout, TimeoutStrategy } from 'cockatiel';
import { RedisClient } from './redis-client';

/** Time limit for closing a queue when Redis does not respond. */
const CLOSE_MS = 1_000;

export type BullQueue = Bull.Queue;

const PATIENT = { maxRetriesPerRequest: null, enableReadyCheck: false } as const;
const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 1, enableReadyCheck: false } as const;

/** A queue that processes hints has its own blocking connection. Never throws, in any state of Redis. */
export class BullConnections {
  private readonly log = new Logger('Queue');
  private readonly clients: RedisClient[] = [];
  private readonly shared = new Map<'client' | 'subscriber', RedisClient>();
  private readonly queues: Bull.Queue[] = [];
  private closing: Promise<void> | undefined;
  private isOutageReported = false;

  /**
   * @param url redis:// or rediss://
   * @param failFastMs limit of a command. A request must not wait for Redis. Null: a worker can wait, because it also
   *   polls Postgres
   */
  constructor(
    private readonly url: string,
    private readonly failFastMs: number | null,
  ) {}

  /** Pass the queue to `adopt` when it exists. */
  options(): Bull.QueueOptions {
    return {
      createClient: (type) => (type === 'bclient' ? this.connect(type) : this.sharedClient(type)),
      // A worker that dies with a hint loses nothing. Bull's failure handling is disabled.
      settings: { lockDuration: 60_000, maxStalledCount: 10, stalledInterval: 30_000 },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    };
  }

  open(name: string): Bull.Queue {
    return this.adopt(new Bull(name, this.options()));
  }

  /** Reports outages of the queue, and closes it together with the connections. */
  adopt(queue: Bull.Queue): Bull.Queue {
    this.queues.push(queue);
    queue.on('error', (error: Error | undefined) => this.reportOutage(error));
    // Bull sets the client name of a worker connection and does not report a failure.
    const setWorkerName = queue.setWorkerName.bind(queue);
    queue.setWorkerName = () => setWorkerName().catch(() => undefined);
    // Rejects when the queue is closed before the first connection. This is expected.
    const start = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
    queue.process = (...args: unknown[]) => start(...args).catch(() => undefined);
    // Nest calls this. Closing only the queue would wait for a Redis that does not respond.
    return Object.assign(queue, { onApplicationShutdown: () => this.close() });
  }

  isReady(): boolean {
    return this.shared.get('client')?.status === 'ready';
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  private sharedClient(type: 'client' | 'subscriber'): RedisClient {
    const client = this.shared.get(type) ?? this.connect(type);
    this.shared.set(type, client);
    return client;
  }

  private connect(type: 'client' | 'subscriber' | 'bclient'): RedisClient {
    const isPatient = this.failFastMs === null || type !== 'client';
    const options = isPatient ? PATIENT : { ...FAIL_FAST, commandTimeout: this.failFastMs };
    const client = new RedisClient(this.url, options);
    client.setMaxListeners(0);
    if (type === 'client') client.on('ready', () => (this.isOutageReported = false));
    this.clients.push(client);
    // Bull creates some connections later.
    if (this.closing) void client.close();
    return client;
  }

  /** Logs once per outage, not once per reconnect attempt. */
  private reportOutage(error: Error | undefined): void {
    if (this.isOutageReported || this.closing) return;
    this.isOutageReported = true;
    this.log.warn(`Redis: ${error?.message ?? 'no connection'}; work is found by polling until it recovers`);
  }

  /** Connections close first: pending commands fail at once. Otherwise Bull would wait for one connection. */
  private async closeAll(): Promise<void> {
    // `closing` is set before listeners learn of the closed connection.
    await Promise.resolve();
    await Promise.all(this.clients.map((client) => client.close()));
    const closed = (): Promise<unknown> => Promise.all(this.queues.map((queue) => queue.close(true)));
    await timeout(CLOSE_MS, TimeoutStrategy.Aggressive)
      .execute(closed)
      .catch(() => undefined);
  }
}

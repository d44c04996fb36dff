import { Logger } from '@nestjs/common';
import Bull from 'bull';
import Redis from 'ioredis';

/** The queue of background jobs in Redis. Its jobs carry only the id of a row of the table of jobs: a hint to look there. */
export const WAKE_QUEUE = 'jobs';

/** A closing queue that hangs on a dead Redis is left to the end of the process after this. */
const CLOSE_MS = 1_000;
const COMMAND_MS = 1_000;

/** A request must never wait for Redis; a worker may, since Postgres is polled anyway. */
export type Patience = 'fail-fast' | 'patient';

export interface BullQueue {
  readonly queue: Bull.Queue;
  /** True when a command would be sent at once. */
  isReady(): boolean;
  close(): Promise<void>;
}

/**
 * Connects in the background; never throws, whatever state Redis is in.
 * @param url redis:// or rediss://
 */
export function openQueue(url: string, patience: Patience, name: string = WAKE_QUEUE): BullQueue {
  const clients: Redis[] = [];
  const queue = new Bull(name, {
    createClient: (type) => {
      const client = new Redis(url, type === 'client' ? COMMANDS[patience] : COMMANDS.patient);
      clients.push(client);
      return client;
    },
    // A worker that dies with a hint in hand costs nothing; Bull's own idea of failure is kept out of the way.
    settings: { lockDuration: 60_000, maxStalledCount: 10, stalledInterval: 30_000 },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  tellOutages(queue);
  return {
    queue,
    isReady: () => queue.client.status === 'ready',
    close: () => close(queue, clients),
  };
}

const reconnect = (times: number): number => Math.min(times * 100, 2_000);
/** A socket that is gone already must not keep a process alive. */
const DISCONNECT_MS = 100;
const COMMANDS = {
  'fail-fast': {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    enableReadyCheck: false,
    commandTimeout: COMMAND_MS,
    disconnectTimeout: DISCONNECT_MS,
    retryStrategy: reconnect,
  },
  patient: {
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    disconnectTimeout: DISCONNECT_MS,
    retryStrategy: reconnect,
  },
} as const;

/** One line when Redis goes, not one per attempt to come back. */
function tellOutages(queue: Bull.Queue): void {
  const log = new Logger('Queue');
  let last = '';
  queue.on('error', (error: Error) => {
    if (error.message !== last) log.warn(`Redis: ${error.message}; jobs are found by polling meanwhile`);
    last = error.message;
  });
}

/** Bull waits for a connection before it closes one; a client that has none is cut first. */
async function close(queue: Bull.Queue, clients: readonly Redis[]): Promise<void> {
  for (const client of clients) if (client.status !== 'ready') client.disconnect();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
  await Promise.race([queue.close(true).catch(() => undefined), limit]);
  clearTimeout(timer);
  for (const client of clients) client.disconnect();
}

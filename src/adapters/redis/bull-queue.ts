import { Logger } from '@nestjs/common';
import Bull from 'bull';
import { RedisClient } from './redis-client';

/** The Redis queue of background jobs. Its jobs contain only the id of a row in the table of jobs. */
export const WAKE_QUEUE = 'jobs';

/** Time limit for closing a queue when Redis does not respond. */
const CLOSE_MS = 1_000;
const COMMAND_MS = 1_000;

/** A request must not wait for Redis. A worker can wait, because Postgres is polled anyway. */
export type Patience = 'fail-fast' | 'patient';

export interface BullQueue {
  readonly queue: Bull.Queue;
  /** True when a command would be sent at once. */
  isReady(): boolean;
  close(): Promise<void>;
}

const COMMANDS = {
  'fail-fast': {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    enableReadyCheck: false,
    commandTimeout: COMMAND_MS,
  },
  patient: { maxRetriesPerRequest: null, enableReadyCheck: false },
} as const;

/** Connects in the background. Never throws, in any state of Redis. @param url redis:// or rediss:// */
export function openQueue(url: string, patience: Patience, name: string = WAKE_QUEUE): BullQueue {
  const clients: RedisClient[] = [];
  let closing: Promise<void> | undefined;
  const queue = new Bull(name, {
    createClient: (type) => {
      const client = new RedisClient(url, type === 'client' ? COMMANDS[patience] : COMMANDS.patient);
      clients.push(client);
      // Bull creates some connections later.
      if (closing) void client.close();
      return client;
    },
    // A worker that dies with a hint loses nothing. Bull's failure handling is disabled.
    settings: { lockDuration: 60_000, maxStalledCount: 10, stalledInterval: 30_000 },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  // Bull sets the client name of a worker connection and does not report a failure.
  const setWorkerName = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () => setWorkerName().catch(() => undefined);
  reportOutages(queue, () => closing !== undefined);
  return {
    queue,
    isReady: () => queue.client.status === 'ready',
    close: () => (closing ??= close(queue, clients)),
  };
}

/** Logs once per outage, not once per reconnect attempt. */
function reportOutages(queue: Bull.Queue, isClosing: () => boolean): void {
  const log = new Logger('Queue');
  let isTold = false;
  queue.client.on('ready', () => (isTold = false));
  queue.on('error', (error: Error | undefined) => {
    if (isTold || isClosing()) return;
    isTold = true;
    log.warn(`Redis: ${error?.message ?? 'no connection'}; jobs are found by polling until it recovers`);
  });
}

/**
 * Connections are closed first: pending commands then fail at once. Otherwise Bull waits for one connection
 * and opens another. After that only its timers remain.
 */
async function close(queue: Bull.Queue, clients: readonly RedisClient[]): Promise<void> {
  // `closing` is set before listeners learn of the closed connection.
  await Promise.resolve();
  await Promise.all(clients.map((client) => client.close()));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
  await Promise.race([queue.close(true).catch(() => undefined), limit]);
  clearTimeout(timer);
}

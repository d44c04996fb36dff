import { Logger } from '@nestjs/common';
import Bull from 'bull';
import { RedisClient } from './redis-client';

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

const COMMANDS = {
  'fail-fast': {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    enableReadyCheck: false,
    commandTimeout: COMMAND_MS,
  },
  patient: { maxRetriesPerRequest: null, enableReadyCheck: false },
} as const;

/**
 * Connects in the background; never throws, whatever state Redis is in.
 * @param url redis:// or rediss://
 */
export function openQueue(url: string, patience: Patience, name: string = WAKE_QUEUE): BullQueue {
  const clients: RedisClient[] = [];
  let closing: Promise<void> | undefined;
  const queue = new Bull(name, {
    createClient: (type) => {
      const client = new RedisClient(url, type === 'client' ? COMMANDS[patience] : COMMANDS.patient);
      clients.push(client);
      // Bull makes some of them late.
      if (closing) void client.close();
      return client;
    },
    // A worker that dies with a hint in hand costs nothing; Bull's own idea of failure is kept out of the way.
    settings: { lockDuration: 60_000, maxStalledCount: 10, stalledInterval: 30_000 },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  // Bull names the connection of a worker, and lets nobody hear that it could not.
  const setWorkerName = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () => setWorkerName().catch(() => undefined);
  reportOutages(queue, () => closing !== undefined);
  return {
    queue,
    isReady: () => queue.client.status === 'ready',
    close: () => (closing ??= close(queue, clients)),
  };
}

/** One line when Redis goes, not one per attempt to come back. */
function reportOutages(queue: Bull.Queue, isClosing: () => boolean): void {
  const log = new Logger('Queue');
  let isTold = false;
  queue.client.on('ready', () => (isTold = false));
  queue.on('error', (error: Error | undefined) => {
    if (isTold || isClosing()) return;
    isTold = true;
    log.warn(`Redis: ${error?.message ?? 'no connection'}; jobs are found by polling meanwhile`);
  });
}

/**
 * Connections are cut first: what hangs on them fails at once, and Bull, which would wait for one and make another,
 * has only its timers left to stop.
 */
async function close(queue: Bull.Queue, clients: readonly RedisClient[]): Promise<void> {
  // `closing` has to be known to those who hear of the cut.
  await Promise.resolve();
  await Promise.all(clients.map((client) => client.close()));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
  await Promise.race([queue.close(true).catch(() => undefined), limit]);
  clearTimeout(timer);
}

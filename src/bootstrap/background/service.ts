import type { Logger } from 'pino';
import { ThreadOffers } from '../../adapters/queue/thread-offers';
import type { Config } from '../../config/env';
import { bootApi, type BootOptions, type RunningApp } from '../boot';
import { BackgroundThread } from './background-thread';

/** Loads the code of the thread for jobs early. @returns null when the process has none */
export async function loadThread(
  { BACKGROUND_THREAD }: Pick<Config, 'BACKGROUND_THREAD'>,
  logger: Logger,
): Promise<BackgroundThread | null> {
  return BACKGROUND_THREAD ? BackgroundThread.load(logger) : null;
}

/**
 * Serves HTTP and runs background jobs: in a thread of their own, or, with BACKGROUND_THREAD=false, between the requests.
 * @throws LaunchError as bootApi
 */
export async function bootService(
  options: Omit<BootOptions, 'runsJobs'>,
  loading = loadThread(options.config, options.logger),
): Promise<RunningApp & { url: string }> {
  const thread = await loading;
  const booting = bootApi({ ...options, runsJobs: thread === null, beside: thread ?? undefined });
  const running = await booting.catch(async (error: unknown) => {
    // The process exits. A thread that is interrupted while it loads its code can abort it.
    await thread?.stop();
    throw error;
  });
  if (thread === null) return running;
  // Requests are served meanwhile: what they order is queued.
  thread.start(options.config, running.app.get(ThreadOffers, { strict: false }));
  return running;
}

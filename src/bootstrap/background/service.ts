import type { Logger } from 'pino';
import { ThreadOffers } from '../../adapters/queue/thread-offers';
import type { Config } from '../../config/env';
import { bootApi, type BootOptions, type RunningApp } from '../boot';
import { BackgroundThread } from './background-thread';

/** @returns null when the process has no thread for jobs */
export async function loadThread(
  { BACKGROUND_THREAD }: Pick<Config, 'BACKGROUND_THREAD'>,
  logger: Logger,
): Promise<BackgroundThread | null> {
  return BACKGROUND_THREAD ? BackgroundThread.load(logger) : null;
}

/** With BACKGROUND_THREAD=false, jobs run between the requests. @throws LaunchError as bootApi */
export async function bootService(
  options: Omit<BootOptions, 'runsJobs'>,
  loading = loadThread(options.config, options.logger),
): Promise<RunningApp & { url: string }> {
  const thread = await loading;
  const booting = bootApi({ ...options, runsJobs: thread === null, beside: thread ?? undefined });
  const running = await booting.catch(async (error: unknown) => {
    // A process that exits while the thread loads its code can abort.
    await thread?.stop();
    throw error;
  });
  if (thread === null) return running;
  thread.start(options.config, running.app.get(ThreadOffers, { strict: false }));
  return running;
}

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Config } from '../../config/env';
import { SystemClock } from '../../adapters/system/system-clock';
import { bootJobThread } from '../boot';
import { createLogger } from '../logger';
import { dieOnUnhandled, endInOrder, giveWayAsThread, reasonOf } from '../process';
import { reportAlive } from '../restarts';
import type { JobThreadOrder, JobThreadReport } from './messages';

giveWayAsThread();
const clock = new SystemClock();
let stop = (): void => process.exit(0);

const report = (message: JobThreadReport): void => parentPort?.postMessage(message);

async function start(config: Config, link: MessagePort): Promise<void> {
  let isStopped = false;
  stop = () => void (isStopped = true);
  const logger = createLogger(config.LOG_LEVEL);
  dieOnUnhandled(logger);
  const running = await bootJobThread({ config, logger, link });
  const end = endInOrder(() => running.stop(), logger, clock);
  stop = () => end('the process stops');
  if (isStopped) return stop();
  report({ kind: 'ready' });
  reportAlive(clock, () => report({ kind: 'alive' }));
}

parentPort?.on('message', (order: JobThreadOrder) => {
  if (order.kind === 'stop') return stop();
  start(order.config, order.link).catch((error: unknown) => {
    report({ kind: 'refused', reason: reasonOf(error) });
    process.exit(1);
  });
});

import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../../config/env';

/** What the thread of jobs is sent. `link`: the thread of requests. */
export type JobThreadOrder = { kind: 'start'; config: Config; link: MessagePort } | { kind: 'stop' };

/** What the thread of jobs sends: once when it is ready or why it is not, and then while its event loop runs. */
export type JobThreadReport = { kind: 'ready' } | { kind: 'refused'; reason: string } | { kind: 'alive' };

import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../../config/env';

export type JobThreadOrder = { kind: 'start'; config: Config; link: MessagePort } | { kind: 'stop' };

/** `ready` or `refused` is sent once, `alive` while the event loop runs. */
export type JobThreadReport = { kind: 'ready' } | { kind: 'refused'; reason: string } | { kind: 'alive' };

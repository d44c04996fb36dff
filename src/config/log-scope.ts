import { AsyncLocalStorage } from 'node:async_hooks';

/** What is under way: its fields stand on every line that is logged meanwhile. */
export type LogScope = Readonly<{ request_id?: string; job_id?: string; delivery_id?: string }>;

const scopes = new AsyncLocalStorage<LogScope>();

/** Does the work, and whatever it sets going, under these names. */
export const inLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

export const logScope = (): LogScope | undefined => scopes.getStore();

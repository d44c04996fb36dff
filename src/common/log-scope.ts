import { AsyncLocalStorage } from 'node:async_hooks';

/** These fields are added to every line logged during the work. */
export type LogScope = Readonly<{ request_id?: string; job_id?: string; delivery_id?: string }>;

const scopes = new AsyncLocalStorage<LogScope>();

export const inLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

export const logScope = (): LogScope | undefined => scopes.getStore();

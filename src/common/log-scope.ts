import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of the current work. Its fields are added to every line logged during that work. */
export type LogScope = Readonly<{ request_id?: string; job_id?: string; delivery_id?: string }>;

const scopes = new AsyncLocalStorage<LogScope>();

/** Runs the work, and all work that it starts, in this context. */
export const inLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

export const logScope = (): LogScope | undefined => scopes.getStore();

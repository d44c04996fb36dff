/** What the launcher sends to the service process. */
export type ServiceOrder =
  /** `databaseUrl`: of the embedded database; null for the configured one. */
  { kind: 'start'; databaseUrl: string | null } | { kind: 'stop' };

/** What the service process sends: once when it is ready, and then again and again while its event loop runs. */
export type ServiceMessage = { kind: 'ready'; announcement: string } | { kind: 'alive' };

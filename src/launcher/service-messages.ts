export type ServiceOrder =
  /** `databaseUrl` of the embedded database; null: the configured one. */
  { kind: 'start'; databaseUrl: string | null } | { kind: 'stop' };

export type ServiceMessage = { kind: 'ready'; announcement: string } | { kind: 'alive' };

/** What the launcher sends to the service process. */
export type ServiceOrder =
  /** `databaseUrl`: of the embedded database; null for the configured one. */
  { kind: 'start'; databaseUrl: string | null } | { kind: 'stop' };

/** What the service process sends when it is ready. */
export interface ServiceMessage {
  announcement: string;
}

export const DEPENDENCIES = ['database', 'queue', 'cache'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/** Whether what the service stands on answers now. The in-process twins of queue and cache are always up. */
export abstract class DependencyHealth {
  /** Never throws and never waits longer than two seconds. */
  abstract check(): Promise<Record<Dependency, 'up' | 'down'>>;
}

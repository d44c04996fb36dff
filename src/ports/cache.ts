/** Short-lived, shared where Redis is, never the record of anything. Values are JSON. */
export abstract class Cache {
  abstract get<T>(key: string): Promise<T | null>;
  abstract set<T>(key: string, value: T, ttlMs: number): Promise<void>;
  /** Keys that start with the prefix. @returns how many went */
  abstract clear(prefix: string): Promise<number>;
}

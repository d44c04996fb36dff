/**
 * A short-lived cache, shared through Redis when configured. Never the only copy of data. Values are JSON.
 */
export abstract class Cache {
  /** Null without a value, and while the cache cannot be reached. */
  abstract get<T>(key: string): Promise<T | null>;
  /** @param ttlMs milliseconds that the value is kept; 0 deletes it */
  abstract set<T>(key: string, value: T, ttlMs: number): Promise<void>;
  /** Deletes the keys that start with the prefix. @returns how many were deleted */
  abstract clear(prefix: string): Promise<number>;
}

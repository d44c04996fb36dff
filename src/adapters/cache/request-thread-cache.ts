import type { Remote } from 'comlink';
import { Cache } from '../../ports/cache';
import type { RequestThreadApi } from '../threads/contracts';

export class RequestThreadCache extends Cache {
  constructor(private readonly requests: Remote<RequestThreadApi>) {
    super();
  }

  async get<T>(key: string): Promise<T | null> {
    return (await this.requests.cacheGet(key)) as T | null;
  }

  async set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    await this.requests.cacheSet(key, value, ttlMs);
  }

  async clear(prefix: string): Promise<number> {
    return this.requests.cacheClear(prefix);
  }
}

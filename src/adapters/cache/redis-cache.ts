import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from '../../ports/cache';
import { RedisClient } from '../redis/redis-client';

const PREFIX = 'cache:';
const COMMAND_MS = 100;
const SCAN_COUNT = 1_000;
/** After a command that took too long nobody asks for this long: one slow answer delays one caller, not all. */
const REST_MS = 1_000;

/** Cache shared by all processes. Redis that is slow or away is a miss, never an error. */
export class RedisCache extends Cache implements OnApplicationShutdown {
  private readonly log = new Logger('Cache');
  private readonly redis: RedisClient;
  private failing = false;
  private restsUntil = 0;
  private isPolicyTold = false;

  constructor(
    url: string,
    private readonly onRead: (isHit: boolean) => void = () => undefined,
    commandMs: number = COMMAND_MS,
  ) {
    super();
    this.redis = new RedisClient(url, {
      commandTimeout: commandMs,
      connectTimeout: 2_000,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    this.redis.on('error', (error) => this.tellOnce(error));
    this.redis.on('ready', () => {
      this.recover();
      void this.tellPolicy();
    });
  }

  async get<T>(key: string): Promise<T | null> {
    const value = await this.orMiss(null, async () => {
      const json = await this.redis.get(PREFIX + key);
      return json === null ? null : (JSON.parse(json) as T);
    });
    this.onRead(value !== null);
    return value;
  }

  set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    return this.orMiss(undefined, async () => {
      const ms = Math.floor(ttlMs);
      if (ms <= 0) await this.redis.unlink(PREFIX + key);
      else await this.redis.set(PREFIX + key, JSON.stringify(value), 'PX', ms);
    });
  }

  clear(prefix: string): Promise<number> {
    return this.orMiss(0, async () => {
      const pattern = PREFIX + prefix.replace(/[\\*?[\]]/g, '\\$&') + '*';
      let cursor = '0';
      let gone = 0;
      do {
        const [next, keys] = await this.redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
        if (keys.length > 0) gone += await this.redis.unlink(...keys);
        cursor = next;
      } while (cursor !== '0');
      return gone;
    });
  }

  isUp(): boolean {
    return this.redis.status === 'ready' && !this.failing;
  }

  onApplicationShutdown(): Promise<void> {
    return this.redis.close();
  }

  private async orMiss<T>(miss: T, work: () => Promise<T>): Promise<T> {
    if (performance.now() < this.restsUntil) return miss;
    try {
      const answer = await work();
      this.failing = false;
      return answer;
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.tellOnce(error);
      return miss;
    }
  }

  private recover(): void {
    this.failing = false;
    this.restsUntil = 0;
  }

  /** Counters of limits and wake-ups lie in the same Redis: it must refuse rather than forget. */
  private async tellPolicy(): Promise<void> {
    const memory = await this.redis.info('memory').catch(() => '');
    const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    if (limit === '0' || policy === 'noeviction' || this.isPolicyTold) return;
    this.isPolicyTold = true;
    this.log.warn(
      `Redis forgets keys when it is full (maxmemory-policy ${policy}): limits would be counted anew. Set noeviction.`,
    );
  }

  private tellOnce(error: unknown): void {
    if (!this.failing) this.log.warn(`Redis: ${String(error)}; everything is a miss meanwhile`);
    this.failing = true;
  }
}

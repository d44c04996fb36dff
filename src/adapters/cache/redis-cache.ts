import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from '../../ports/cache';
import { RedisClient } from '../redis/redis-client';

const PREFIX = 'cache:';
const COMMAND_MS = 100;
const SCAN_COUNT = 1_000;
/** Pause after a timed-out command: one slow response delays one caller only. */
const REST_MS = 1_000;

/** Cache shared by all processes. A slow or unavailable Redis is a cache miss, never an error. */
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
    this.redis.on('error', (error) => this.reportOnce(error));
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
      this.reportOnce(error);
      return miss;
    }
  }

  private recover(): void {
    this.failing = false;
    this.restsUntil = 0;
  }

  /** Rate counters and wake-ups use the same Redis. It must reject writes when full, not evict keys. */
  private async tellPolicy(): Promise<void> {
    const memory = await this.redis.info('memory').catch(() => '');
    const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    if (limit === '0' || policy === 'noeviction' || this.isPolicyTold) return;
    this.isPolicyTold = true;
    this.log.warn(
      `Redis evicts keys when it is full (maxmemory-policy ${policy}), which resets rate limits. Set noeviction.`,
    );
  }

  private reportOnce(error: unknown): void {
    if (!this.failing) this.log.warn(`Redis: ${String(error)}; every read is a cache miss until it recovers`);
    this.failing = true;
  }
}

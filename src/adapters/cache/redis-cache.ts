import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from '../../ports/cache';
import { OptionalRedis } from '../redis/optional-redis';

const PREFIX = 'cache:';
const SCAN_COUNT = 1_000;

/** A slow or unavailable Redis is a cache miss, never an error. */
export class RedisCache extends Cache implements OnApplicationShutdown {
  private readonly log = new Logger('Cache');
  private readonly redis: OptionalRedis;
  private hasCheckedPolicy = false;

  constructor(
    url: string,
    commandMs: number,
    private readonly onRead: (isHit: boolean) => void = () => undefined,
  ) {
    super();
    this.redis = new OptionalRedis(url, 'Cache', 'every read is a cache miss', {
      commandTimeout: commandMs,
      connectTimeout: 2_000,
    });
    this.redis.client.on('ready', () => void this.checkPolicy());
  }

  async get<T>(key: string): Promise<T | null> {
    const value = await this.redis.run(
      async (redis) => {
        const json = await redis.get(PREFIX + key);
        return json === null ? null : (JSON.parse(json) as T);
      },
      () => null,
    );
    this.onRead(value !== null);
    return value;
  }

  set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    const ms = Math.floor(ttlMs);
    return this.redis.run(
      async (redis) => {
        if (ms <= 0) await redis.unlink(PREFIX + key);
        else await redis.set(PREFIX + key, JSON.stringify(value), 'PX', ms);
      },
      () => undefined,
    );
  }

  clear(prefix: string): Promise<number> {
    const pattern = PREFIX + prefix.replace(/[\\*?[\]]/g, '\\$&') + '*';
    return this.redis.run(
      async (redis) => {
        let cursor = '0';
        let gone = 0;
        do {
          const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
          if (keys.length > 0) gone += await redis.unlink(...keys);
          cursor = next;
        } while (cursor !== '0');
        return gone;
      },
      () => 0,
    );
  }

  isUp(): boolean {
    return this.redis.isUp();
  }

  onApplicationShutdown(): Promise<void> {
    return this.redis.close();
  }

  /** Rate counters and wake-ups use the same Redis. It must reject writes when full, not evict keys. */
  private async checkPolicy(): Promise<void> {
    const memory = await this.redis.client.info('memory').catch(() => '');
    const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    if (limit === '0' || policy === 'noeviction' || this.hasCheckedPolicy) return;
    this.hasCheckedPolicy = true;
    this.log.warn(
      `Redis evicts keys when it is full (maxmemory-policy ${policy}), which resets rate limits. Set noeviction.`,
    );
  }
}

import { Logger } from '@nestjs/common';
import Redis from 'ioredis';
import { MemoryCache } from '../../src/adapters/cache/memory-cache';
import { RedisCache } from '../../src/adapters/cache/redis-cache';
import type { Cache } from '../../src/ports/cache';
import { FAR_RULES } from '../support/far-limits';
import { describeWithRedis } from '../support/redis';
import { startGate } from '../support/redis-gate';
import { until } from '../support/until';

Logger.overrideLogger(false);
const MINUTE = 60_000;

interface Case {
  says: string;
  check: (cache: Cache) => Promise<void>;
}

/** What every cache does. Each case has its own keys. */
const CASES: Case[] = [
  {
    says: 'gives back what was put in, as JSON',
    check: async (cache) => {
      const value = { text: 'é \u0000 😀', list: [1, null, { deep: '0.000000000000000001' }], no: undefined };
      await cache.set('value', value, MINUTE);
      expect(await cache.get('value')).toEqual({ text: value.text, list: value.list });
    },
  },
  {
    says: 'has nothing for a key never set',
    check: async (cache) => expect(await cache.get('never')).toBeNull(),
  },
  {
    says: 'keeps the last of several values',
    check: async (cache) => {
      await cache.set('again', 1, MINUTE);
      await cache.set('again', 2, MINUTE);
      expect(await cache.get('again')).toBe(2);
    },
  },
  {
    says: 'gives each reader a value of its own',
    check: async (cache) => {
      const value = { rows: ['a'] };
      await cache.set('own', value, MINUTE);
      value.rows.push('b');
      (await cache.get<typeof value>('own'))?.rows.push('c');
      expect(await cache.get('own')).toEqual({ rows: ['a'] });
    },
  },
  {
    says: 'forgets when the time is over',
    check: async (cache) => {
      await cache.set('short', 1, 30);
      await cache.set('long', 1, MINUTE);
      await until(
        () => cache.get('short'),
        (value) => value === null,
      );
      expect(await cache.get('long')).toBe(1);
    },
  },
  {
    says: 'keeps nothing for no time, and takes away what was there',
    check: async (cache) => {
      await cache.set('none', 1, MINUTE);
      await cache.set('none', 2, 0);
      expect(await cache.get('none')).toBeNull();
    },
  },
  {
    says: 'clears by prefix, literally, and says how many went',
    check: async (cache) => {
      for (const key of ['w*:1', 'w*:2', 'wx:1', 'w?:1', 'w[*]:1']) await cache.set(key, key, MINUTE);
      expect(await cache.clear('w*:')).toBe(2);
      expect(await cache.get('w*:1')).toBeNull();
      for (const key of ['wx:1', 'w?:1', 'w[*]:1']) expect(await cache.get(key)).toBe(key);
      expect(await cache.clear('w*:')).toBe(0);
    },
  },
  {
    says: 'clears many thousands',
    check: async (cache) => {
      for (let batch = 0; batch < 30; batch++) {
        await Promise.all(Array.from({ length: 100 }, (_, i) => cache.set(`many:${batch}:${i}`, i, MINUTE)));
      }
      expect(await cache.clear('many:')).toBe(3_000);
    },
  },
];

describe('MemoryCache', () => {
  it.each(CASES)('$says', ({ check }) => check(new MemoryCache()));

  it('lets the least recently used go when it holds too many', async () => {
    const cache = new MemoryCache({ entries: 2, characters: 1_000 });
    await cache.set('a', 1, MINUTE);
    await cache.set('b', 1, MINUTE);
    await cache.get('a');
    await cache.set('c', 1, MINUTE);
    expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([1, null, 1]);
  });

  it('lets the least recently used go when it holds too much, and never takes what alone is too much', async () => {
    const cache = new MemoryCache({ entries: 100, characters: 20 });
    await cache.set('a', 'x'.repeat(8), MINUTE);
    await cache.set('b', 'x'.repeat(8), MINUTE);
    await cache.set('c', 'x'.repeat(8), MINUTE);
    await cache.set('d', 'x'.repeat(30), MINUTE);
    expect([await cache.get('a'), await cache.get('d')]).toEqual([null, null]);
    expect(await cache.get('b')).toBe('x'.repeat(8));
    expect(await cache.clear('')).toBe(2);
    await cache.set('e', 'x'.repeat(18), MINUTE);
    expect(await cache.get('e')).toBe('x'.repeat(18));
  });
});

describeWithRedis('RedisCache', (redis) => {
  let cache: RedisCache;
  const open = async (): Promise<RedisCache> => {
    const opened = new RedisCache(redis().url, FAR_RULES.redis.cacheMs);
    await until(() => opened.isUp());
    return opened;
  };

  beforeAll(async () => {
    cache = await open();
  });
  afterAll(() => cache?.onApplicationShutdown());

  it.each(CASES)('$says', ({ check }) => check(cache));

  it('is shared by processes', async () => {
    const other = await open();
    await cache.set('shared', 1, MINUTE);
    expect(await other.get('shared')).toBe(1);
    await other.onApplicationShutdown();
  });

  it('says once when Redis may forget counters', async () => {
    const said: string[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (text: string) => void said.push(text),
    });
    const admin = new Redis(redis().url);
    try {
      await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const unlimited = await open();
      await unlimited.onApplicationShutdown();
      expect(said).toEqual([]);
      await admin.config('SET', 'maxmemory', '100mb');
      const limited = await open();
      await until(() => said.length > 0);
      expect(said).toEqual([expect.stringContaining('maxmemory-policy allkeys-lru')]);
      await limited.onApplicationShutdown();
    } finally {
      await admin.config('SET', 'maxmemory', '0');
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      admin.disconnect();
      Logger.overrideLogger(false);
    }
  });

  it('misses while Redis is away, without an error, and hits again after', async () => {
    await redis().stop();
    await cache.set('lost', 1, MINUTE);
    expect(await cache.get('lost')).toBeNull();
    expect(await cache.clear('')).toBe(0);
    expect(cache.isUp()).toBe(false);
    await redis().start();
    await until(() => cache.isUp());
    await cache.set('back', 1, MINUTE);
    expect(await cache.get('back')).toBe(1);
  });

  it('misses when Redis is there and does not answer', async () => {
    const gate = await startGate(redis().url);
    const hasty = new RedisCache(gate.url, 100);
    try {
      await cache.set('slow', 1, MINUTE);
      await until(async () => (await hasty.get('slow')) === 1);
      await gate.set('silent');
      for (let i = 0; i < 50; i++) expect(await hasty.get('slow')).toBeNull();
      await gate.set('open');
      await until(async () => (await hasty.get('slow')) === 1);
    } finally {
      await hasty.onApplicationShutdown();
      await gate.close();
    }
  });
});

import { join } from 'node:path';
import Redis from 'ioredis';
import { CLOCK_LINE, LIMIT_SCRIPT, limitKeys } from '../../src/adapters/rate/limit-script';
import { MemoryRateCounter } from '../../src/adapters/rate/memory-rate-counter';
import { RedisRateCounter } from '../../src/adapters/rate/redis-rate-counter';
import { RateCounter, type RateLimits, type RateVerdict } from '../../src/ports/rate-counter';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { FakeClock } from '../fakes/fake-clock';
import { finished, spawnTypescript } from '../support/child';
import { describeWithRedis } from '../support/redis';
import { until } from '../support/until';

const LIMITS: RateLimits = { perMinute: 60, perDay: 1_000 };
const NOON = Date.UTC(2026, 1, 3, 12);

/** The script as it is, but for the line that reads the clock of Redis. */
class ScriptAt extends RateCounter {
  constructor(
    private readonly redis: Redis,
    private readonly clock: FakeClock,
  ) {
    super();
  }

  async take(client: string, { perMinute, perDay }: RateLimits, cost = 1): Promise<RateVerdict> {
    const script = LIMIT_SCRIPT.replace(CLOCK_LINE, 'local time = { ARGV[4], ARGV[5] }');
    if (script === LIMIT_SCRIPT) throw new Error('the script has no clock line');
    const now = this.clock.now();
    const args = [perMinute, perDay, cost, Math.floor(now / 1000), (now % 1000) * 1000];
    const answer = (await this.redis.eval(script, 2, ...limitKeys(client), ...args)) as number[];
    const [tripped = 0, remainingMinute = 0, remainingDay = 0, wait = 0, rolls = 0, midnight = 0] = answer;
    return {
      tripped: ([null, 'minute', 'day'] as const)[tripped] ?? null,
      remainingMinute,
      remainingDay,
      resetMinuteSeconds: Math.ceil(rolls / 1_000_000),
      resetDaySeconds: Math.ceil(midnight / 1_000_000),
      retryAfterSeconds: tripped === 0 ? 0 : Math.max(1, Math.ceil(wait / 1_000_000)),
    };
  }
}

interface Bench {
  counter: RateCounter;
  clock: FakeClock;
}

/** What both forms of the counter promise; the second is the first, atomically, for many processes. */
function promises(bench: () => Bench): void {
  let client = 0;
  let counter: RateCounter;
  let clock: FakeClock;
  let name: string;
  beforeEach(() => {
    ({ counter, clock } = bench());
    name = `client ${++client}`;
  });
  const take = (limits = LIMITS, cost = 1) => counter.take(name, limits, cost);
  const burst = async (count: number, limits = LIMITS): Promise<number> => {
    const verdicts = await Promise.all(Array.from({ length: count }, () => take(limits)));
    return verdicts.filter(({ tripped }) => tripped === null).length;
  };

  it('counts down, and refuses the sixty-first', async () => {
    for (let i = 1; i <= 60; i++)
      expect(await take()).toEqual({
        tripped: null,
        remainingMinute: 60 - i,
        remainingDay: 1_000 - i,
        resetMinuteSeconds: 60,
        resetDaySeconds: 12 * 3_600,
        retryAfterSeconds: 0,
      });
    expect(await take()).toEqual({
      tripped: 'minute',
      remainingMinute: 0,
      remainingDay: 940,
      resetMinuteSeconds: 60,
      resetDaySeconds: 12 * 3_600,
      retryAfterSeconds: 60,
    });
  });

  it('rolls: no sixty-one in any sixty seconds', async () => {
    expect(await burst(30)).toBe(30);
    clock.advance(45_000);
    expect(await burst(30)).toBe(30);
    clock.advance(5_000);
    expect(await take()).toMatchObject({ tripped: 'minute', retryAfterSeconds: 10 });
    clock.advance(11_000);
    expect(await burst(31)).toBe(30);
  });

  it('knows no edge of a minute to burst over', async () => {
    clock.advance(59_500);
    expect(await burst(60)).toBe(60);
    clock.advance(1_000);
    expect(await burst(60)).toBe(0);
  });

  it('charges nothing for what it refuses: after five minutes of hammering the first call is let through', async () => {
    await burst(60);
    for (let second = 0; second < 59; second++) {
      clock.advance(1_000);
      expect(await burst(20)).toBe(0);
    }
    clock.advance(1_000);
    expect(await take()).toMatchObject({ tripped: null, remainingDay: 939 });
  });

  it('lets whoever waited as long as it said through, always', async () => {
    for (let trial = 0; trial < 100; trial++) {
      clock.advance((trial * 7_919) % 3_000);
      const verdict = await take();
      if (verdict.tripped === null) continue;
      expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(60);
      clock.advance(verdict.retryAfterSeconds * 1_000);
      expect((await take()).tripped).toBeNull();
    }
  });

  it('refuses beyond the day until midnight UTC, and says the day even when the minute is full too', async () => {
    const limits = { perMinute: 5, perDay: 10 };
    await burst(5, limits);
    clock.advance(60_000);
    expect(await burst(6, limits)).toBe(5);
    expect(await take(limits)).toEqual({
      tripped: 'day',
      remainingMinute: 0,
      remainingDay: 0,
      resetMinuteSeconds: 60,
      resetDaySeconds: 12 * 3_600 - 60,
      retryAfterSeconds: 12 * 3_600 - 60,
    });
  });

  it('begins a new day at midnight UTC', async () => {
    const limits = { perMinute: 100, perDay: 10 };
    clock.advance(12 * 3_600_000 - 100);
    expect(await burst(11, limits)).toBe(10);
    expect(await take(limits)).toMatchObject({ tripped: 'day', retryAfterSeconds: 1 });
    clock.advance(100);
    expect(await take(limits)).toMatchObject({ tripped: null, remainingDay: 9, remainingMinute: 89 });
  });

  it('counts a call that does the work of several', async () => {
    expect(await take(LIMITS, 25)).toMatchObject({ tripped: null, remainingMinute: 35, remainingDay: 975 });
    expect(await take(LIMITS, 25)).toMatchObject({ tripped: null, remainingMinute: 10 });
    clock.advance(20_000);
    expect(await take(LIMITS, 25)).toMatchObject({
      tripped: 'minute',
      remainingMinute: 10,
      retryAfterSeconds: 40,
    });
    expect(await take(LIMITS, 10)).toMatchObject({ tripped: null, remainingMinute: 0 });
    clock.advance(60_000);
    expect(await take(LIMITS, 90)).toMatchObject({ tripped: null, remainingMinute: 0 });
  });

  it('does not mix clients', async () => {
    expect(await burst(61)).toBe(60);
    expect((await counter.take(`${name} too`, LIMITS)).remainingMinute).toBe(59);
  });
}

describe('the counter of one process', () => {
  promises(() => {
    const clock = new FakeClock(NOON);
    return { counter: new MemoryRateCounter(clock), clock };
  });

  it('forgets who was not seen for longest when there are too many', async () => {
    const counter = new MemoryRateCounter(new FakeClock(NOON), 3);
    for (const client of ['a', 'b', 'c', 'a', 'd']) await counter.take(client, LIMITS);
    expect((await counter.take('a', LIMITS)).remainingMinute).toBe(57);
    expect((await counter.take('b', LIMITS)).remainingMinute).toBe(59);
  });

  it('is not locked by a clock that is set back', async () => {
    const clock = new FakeClock(NOON);
    const counter = new MemoryRateCounter(clock);
    for (let i = 0; i < 60; i++) await counter.take('a', LIMITS);
    clock.advance(-3_600_000);
    expect((await counter.take('a', LIMITS)).tripped).toBeNull();
  });
});

describeWithRedis('the counter in Redis', (redis) => {
  let client: Redis;
  beforeAll(() => {
    client = new Redis(redis().url);
  });
  afterAll(() => client?.disconnect());

  describe('as a script with a clock of the test', () => {
    promises(() => {
      const clock = new FakeClock(NOON);
      return { counter: new ScriptAt(client, clock), clock };
    });
  });

  it('lets exactly sixty of two thousand simultaneous calls of eight processes through', async () => {
    const env = { REDIS_URL: redis().url, CALLS: '250', PROCESSES: '8' };
    const children = Array.from({ length: 8 }, () => spawnTypescript(join(__dirname, 'limit.child.ts'), env));
    const ends = await Promise.all(children.map(finished));
    const passed = ends.map(({ output }) => (JSON.parse(output) as { passed: number }).passed);
    expect(passed.reduce((sum, each) => sum + each, 0)).toBe(60);
    const [log, day] = limitKeys('user:everybody');
    expect(await client.zcard(log)).toBe(60);
    expect(await client.hget(day, 'calls')).toBe('60');
  });

  it('knows no clock but that of Redis', async () => {
    const counters = [-3_600_000, 0, 3_600_000].map(
      (skew) => new RedisRateCounter(redis().url, new FakeClock(NOON + skew), 30_000),
    );
    try {
      await Promise.all(counters.map((counter) => counter.onModuleInit()));
      const verdicts: RateVerdict[] = [];
      for (let i = 0; i < 63; i++) {
        const counter = counters[i % 3];
        if (counter) verdicts.push(await counter.take('skewed', LIMITS));
      }
      expect(verdicts.map(({ tripped }) => tripped)).toEqual([
        ...Array.from({ length: 60 }, () => null),
        'minute',
        'minute',
        'minute',
      ]);
    } finally {
      for (const counter of counters) await counter.onApplicationShutdown();
    }
  });

  it('is stood in for while Redis is away or says nothing, and comes back', async () => {
    const counter = new RedisRateCounter(redis().url, new SystemClock(), 30_000);
    const hasty = new RedisRateCounter(redis().url, new SystemClock(), 100);
    await counter.onModuleInit();
    try {
      expect((await counter.take('patient', LIMITS)).remainingMinute).toBe(59);
      await client.call('CLIENT', 'PAUSE', '1500', 'ALL');
      expect(await hasty.take('patient', LIMITS)).toMatchObject({ tripped: null });
      await redis().stop();
      for (let i = 0; i < 20; i++) expect((await counter.take('patient', LIMITS)).tripped).toBeNull();
      await redis().start();
      await until(async () => {
        const verdict = await counter.take('back', { perMinute: 1_000_000, perDay: 1_000_000 });
        expect(verdict.tripped).toBeNull();
        return (await client.exists(limitKeys('back')[0])) === 1;
      });
    } finally {
      await hasty.onApplicationShutdown();
      await counter.onApplicationShutdown();
    }
  });

  it('counts the share of one process of several while Redis is away', async () => {
    const clock = new FakeClock();
    const counters = [1, 2, 3].map(() => new RedisRateCounter(redis().url, clock, 30_000));
    try {
      for (const counter of counters) await counter.onModuleInit();
      const last = counters[2];
      if (!last) throw new Error('there are three');
      await redis().stop();
      let passed = 0;
      for (let i = 0; i < 60; i++) if ((await last.take('shared', LIMITS)).tripped === null) passed++;
      expect(passed).toBe(20);
    } finally {
      for (const counter of counters) await counter.onApplicationShutdown();
      await redis().start();
    }
  });
});

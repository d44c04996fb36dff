import { setTimeout as later } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import Redis from 'ioredis';
import { RedisCache } from '../../src/adapters/cache/redis-cache';
import { BullConnections } from '../../src/adapters/redis/bull-connections';
import { limitKeys } from '../../src/adapters/rate/limit-script';
import { RedisRateCounter } from '../../src/adapters/rate/redis-rate-counter';
import { RedisClient } from '../../src/adapters/redis/redis-client';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { describeWithRedis } from '../support/redis';
import { type RedisGate, startGate } from '../support/redis-gate';
import { until } from '../support/until';

Logger.overrideLogger(false);

/** One user of Redis of the service. */
interface Opened {
  isReady(): boolean;
  /** Asks something. Settles when it is closed, if not before; never rejects. */
  ask(): Promise<unknown>;
  /** @returns whether Redis did what it is there for; false soon when it did not */
  works(): Promise<boolean>;
  close(): Promise<void>;
}

/** What is not answered then is asked again. */
const ANSWER_MS = 100;
let names = 0;
const USERS: { name: string; connections: number; open(url: string, admin: Redis): Opened }[] = [
  {
    name: 'the cache',
    connections: 1,
    open: (url) => {
      const cache = new RedisCache(url, ANSWER_MS);
      const key = `key ${++names}`;
      return {
        isReady: () => cache.isUp(),
        ask: () => cache.set(key, 1, 60_000),
        works: async () => {
          await cache.set(key, 1, 60_000);
          return (await cache.get(key)) === 1;
        },
        close: () => cache.onApplicationShutdown(),
      };
    },
  },
  {
    name: 'the counter of calls',
    connections: 1,
    open: (url, admin) => {
      const counter = new RedisRateCounter(url, new SystemClock(), ANSWER_MS);
      const client = `client ${++names}`;
      const ask = () => counter.take(client, { perMinute: 1_000, perDay: 10_000 });
      let isReady = false;
      const started = counter.onModuleInit().then(() => (isReady = true));
      return {
        isReady: () => isReady,
        ask,
        works: async () => {
          await ask();
          return (await admin.exists(limitKeys(client)[0])) === 1;
        },
        close: () => Promise.all([counter.onApplicationShutdown(), started]).then(() => undefined),
      };
    },
  },
  {
    name: 'the queue of who gives work',
    connections: 1,
    open: (url) => {
      const connections = new BullConnections(url, ANSWER_MS);
      const queue = connections.open(`queue ${++names}`);
      const ask = () => queue.add({}).catch(() => null);
      return {
        isReady: () => connections.isReady(),
        ask,
        works: async () => (await ask()) !== null,
        close: () => connections.close(),
      };
    },
  },
  {
    name: 'the queue of who works',
    connections: 3,
    open: (url) => {
      const connections = new BullConnections(url, null);
      const queue = connections.open(`queue ${++names}`);
      let heard = 0;
      queue.process(() => Promise.resolve(++heard)).catch(() => undefined);
      const ask = () => queue.add({}).catch(() => null);
      return {
        isReady: () => connections.isReady(),
        ask,
        works: async () => {
          const before = heard;
          await Promise.race([ask(), later(100)]);
          for (let i = 0; i < 20 && heard === before; i++) await later(5);
          return heard > before;
        },
        close: () => connections.close(),
      };
    },
  },
];

/** An unhandled rejection fails the test that runs then. */
const rejectionsAreSeen = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
};

describeWithRedis('over a Redis that comes and goes', (redis) => {
  let admin: Redis;
  let gate: RedisGate;
  beforeAll(() => {
    admin = new Redis(redis().url);
  });
  afterAll(() => admin?.disconnect());
  beforeEach(async () => {
    gate = await startGate(redis().url);
  });
  afterEach(() => gate?.close());

  describe.each(USERS)('$name', ({ connections, open }) => {
    const opened = (): Opened => open(gate.url, admin);
    const ready = async (): Promise<Opened> => {
      const user = opened();
      await until(() => user.isReady() && gate.standing === connections);
      await until(() => user.works());
      return user;
    };

    /** What may be under way when the process has to end. */
    const STATES: Record<string, () => Promise<Opened>> = {
      'before it has a socket': () => Promise.resolve(opened()),
      'while nobody listens': async () => {
        await gate.set('shut');
        const user = opened();
        await later(50);
        return user;
      },
      'while a new connection hears nothing': async () => {
        await gate.set('silent');
        const user = opened();
        await until(() => gate.standing > 0);
        return user;
      },
      'while it is at rest': ready,
      'in the middle of a command': async () => {
        const user = await ready();
        void user.ask();
        return user;
      },
      'while a command gets no answer': async () => {
        const user = await ready();
        await gate.set('silent');
        void user.ask();
        return user;
      },
      'while it tries to come back': async () => {
        const user = await ready();
        await gate.set('shut');
        void user.ask();
        await later(150);
        return user;
      },
      'when it has just come back, unheard': async () => {
        const user = await ready();
        await gate.set('shut');
        await gate.set('silent');
        await until(() => gate.standing > 0);
        return user;
      },
      'when it has just come back': async () => {
        const user = await ready();
        await gate.set('slamming');
        await gate.set('open');
        await until(() => gate.standing > 0);
        return user;
      },
    };

    it.each(Object.keys(STATES))('is closed %s, twice, and leaves nothing', async (state) => {
      const user = await (STATES[state] as () => Promise<Opened>)();
      const asked = user.ask();
      await Promise.all([user.close(), user.close()]);
      await user.close();
      await asked;
      await user.ask();
      await until(() => gate.standing === 0);
      await rejectionsAreSeen();
    });

    it('comes back after connections that were cut as soon as they were made', async () => {
      const user = await ready();
      await gate.set('slamming');
      const before = gate.made;
      await until(() => gate.made >= before + 4 * connections);
      await gate.set('open');
      await until(() => user.works());
      await user.close();
    });
  });

  it('a client that is closed connects to nothing any more', async () => {
    const client = new RedisClient(gate.url, {});
    await client.ping();
    await client.close();
    await expect(client.connect()).rejects.toThrow('This connection is closed');
    expect(gate.made).toBe(1);
  });
});

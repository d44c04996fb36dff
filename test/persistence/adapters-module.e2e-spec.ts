import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { AdaptersModule } from '../../src/adapters/adapters.module';
import { MemoryCache } from '../../src/adapters/cache/memory-cache';
import { RedisCache } from '../../src/adapters/cache/redis-cache';
import { ProcessState } from '../../src/common/process-state';
import { ConfigModule } from '../../src/config/config.module';
import { Cache } from '../../src/ports/cache';
import { Clock } from '../../src/ports/clock';
import { DependencyHealth } from '../../src/ports/health';
import { HistorySource } from '../../src/ports/upstream/history-source';
import { Jobs } from '../../src/ports/work/jobs';
import { RawHistoryStore } from '../../src/ports/storage/raw-history-store';
import { PriceSource } from '../../src/ports/upstream/price-source';
import { createMigratedDatabase, testConfig, type TestDatabase } from '../support/postgres';
import { describeWithRedis } from '../support/redis';
import { until } from '../support/until';

Logger.overrideLogger(false);

async function start(env: Record<string, string>): Promise<TestingModule> {
  const imports = [ConfigModule.forRoot(testConfig(env), new ProcessState()), AdaptersModule];
  const app = await Test.createTestingModule({ imports }).compile();
  return app.init();
}

describe('AdaptersModule', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(() => database.drop());

  it('binds every port, and without Redis the twins of this process', async () => {
    const app = await start({ DATABASE_URL: database.url });
    for (const port of [Cache, Clock, DependencyHealth, HistorySource, Jobs, RawHistoryStore, PriceSource]) {
      expect(app.get(port)).toBeInstanceOf(port);
    }
    expect(app.get(Cache)).toBeInstanceOf(MemoryCache);
    expect(await app.get(DependencyHealth).check()).toEqual({
      checks: { database: 'up', queue: 'up', cache: 'up' },
      oldestQueuedSeconds: 0,
    });
    await app.close();
  });

  it('says that the database is gone', async () => {
    const app = await start({ DATABASE_URL: database.url });
    const health = app.get(DependencyHealth);
    await database.drop();
    expect(await health.check()).toMatchObject({ checks: { database: 'down' }, oldestQueuedSeconds: null });
    await app.close();
  });

  describeWithRedis('with Redis', (redis) => {
    it('binds what all processes share, and says when it is gone and back', async () => {
      const app = await start({ DATABASE_URL: database.url, REDIS_URL: redis().url });
      const health = app.get(DependencyHealth);
      const becomes = async (redisIs: 'up' | 'down'): Promise<void> => {
        const wanted = { database: 'up', queue: redisIs, cache: redisIs };
        await until(
          async () => (await health.check()).checks,
          (checks) => isDeepStrictEqual(checks, wanted),
        );
      };
      expect(app.get(Cache)).toBeInstanceOf(RedisCache);
      await becomes('up');
      await redis().stop();
      await becomes('down');
      await redis().start();
      await becomes('up');
      await app.close();
    });
  });
});

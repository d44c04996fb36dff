import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PollingWorker } from '../../common/polling-worker';
import { Clock } from '../../ports/clock';
import { RateCounter, type RateLimits, type RateVerdict } from '../../ports/rate-counter';
import { OptionalRedis } from '../redis/optional-redis';
import type { RedisClient } from '../redis/redis-client';
import { LIMIT_SCRIPT, limitKeys } from './limit-script';
import { MemoryRateCounter } from './memory-rate-counter';

/** A command that timed out is discarded after this time. */
const COMMAND_MS = 2_000;
/** Maximum wait for Redis at start, so that the first calls are counted there. */
const READY_MS = 2_000;
/** A process expires after three missed heartbeats. */
const HEARTBEAT_MS = 10_000;
const PROCESSES = 'limit:processes';

type Answer = [
  tripped: number,
  minute: number,
  day: number,
  waitMicros: number,
  rollsMicros: number,
  midnightMicros: number,
];
interface Limiter extends RedisClient {
  takeCalls(log: string, day: string, perMinute: number, perDay: number, cost: number): Promise<Answer>;
}

const MAX_REFUSALS = 10_000;

const TRIPPED = [null, 'minute', 'day'] as const;

/** While Redis is slow or unavailable, each process enforces its share of the limits. */
export class RedisRateCounter extends RateCounter implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: OptionalRedis<Limiter>;
  private readonly insurance: MemoryRateCounter;
  private readonly id: string;
  private readonly heartbeat = new PollingWorker(
    () => this.live(),
    () => undefined,
  );
  private processes = 1;
  /** Refused clients, until they may try again. A refusal stays valid when Redis fails during a burst. */
  private readonly refusals: LRUCache<string, RateVerdict>;

  constructor(
    url: string,
    private readonly clock: Clock,
    private readonly answerMs: number,
  ) {
    super();
    this.id = clock.newId();
    const perf = { now: () => clock.elapsed() };
    this.refusals = new LRUCache({ max: MAX_REFUSALS, perf, ttlResolution: 0 });
    this.insurance = new MemoryRateCounter(clock);
    this.redis = new OptionalRedis(url, 'RateLimit', 'each process enforces its share of the limits', {
      commandTimeout: Math.max(COMMAND_MS, answerMs),
      connectTimeout: Math.max(READY_MS, answerMs),
      scripts: { takeCalls: { lua: LIMIT_SCRIPT, numberOfKeys: 2 } },
    });
  }

  async onModuleInit(): Promise<void> {
    await this.untilReady();
    await this.heartbeat.every(this.clock, HEARTBEAT_MS).run();
  }

  take(client: string, limits: RateLimits, cost = 1): Promise<RateVerdict> {
    const { perMinute, perDay } = limits;
    return this.redis.run(
      async (redis) => {
        const asked = redis.takeCalls(...limitKeys(client), perMinute, perDay, cost);
        const answer = verdict(await inTime(this.clock, asked, this.answerMs));
        if (answer.tripped) this.refusals.set(client, answer, { ttl: answer.retryAfterSeconds * 1000 });
        return answer;
      },
      () => this.insured(client, limits, cost),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.heartbeat.pause();
    const { client } = this.redis;
    if (client.status === 'ready') client.zrem(PROCESSES, this.id).catch(() => undefined);
    await this.redis.close();
  }

  private insured(client: string, { perMinute, perDay }: RateLimits, cost: number): Promise<RateVerdict> {
    const refusal = this.refusals.get(client);
    if (refusal) {
      const waitMs = this.refusals.getRemainingTTL(client);
      return Promise.resolve({ ...refusal, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    }
    const share = (limit: number): number => Math.max(1, Math.floor(limit / this.processes));
    return this.insurance.take(client, { perMinute: share(perMinute), perDay: share(perDay) }, cost);
  }

  /** Counts the processes that share the limits, for use while Redis is unavailable. */
  private async live(): Promise<void> {
    const { client } = this.redis;
    try {
      const [seconds] = await client.time();
      const now = Number(seconds) * 1000;
      await client
        .multi()
        .zadd(PROCESSES, now, this.id)
        .zremrangebyscore(PROCESSES, '-inf', now - 3 * HEARTBEAT_MS)
        .pexpire(PROCESSES, 3 * HEARTBEAT_MS)
        .exec();
      this.processes = Math.max(1, await client.zcard(PROCESSES));
    } catch (error) {
      this.redis.reportOnce(error);
    }
  }

  private async untilReady(): Promise<void> {
    const { client } = this.redis;
    if (client.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const timer = this.clock.setTimeout(resolve, Math.max(READY_MS, this.answerMs));
      for (const event of ['ready', 'error', 'end'] as const)
        client.once(event, () => {
          this.clock.clearTimeout(timer);
          resolve();
        });
    });
  }
}

/** Rejects when no response arrives in time. A response that a busy process has received but not read counts. */
function inTime<T>(clock: Clock, asked: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      // Sockets are read between timers and immediates.
      setImmediate(() => setImmediate(() => reject(new Error(`no response within ${ms} ms`))));
    }, ms);
    void asked.then(resolve, reject).finally(() => clock.clearTimeout(timer));
  });
}

const seconds = (micros: number): number => Math.ceil(micros / 1_000_000);

function verdict(answer: Answer): RateVerdict {
  const [tripped, remainingMinute, remainingDay, waitMicros, rollsMicros, midnightMicros] = answer;
  const isRefused = tripped !== 0;
  return {
    tripped: TRIPPED[tripped] ?? null,
    remainingMinute,
    remainingDay,
    resetMinuteSeconds: seconds(rollsMicros),
    resetDaySeconds: seconds(midnightMicros),
    retryAfterSeconds: isRefused ? Math.max(1, seconds(waitMicros)) : 0,
  };
}

import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../ports/clock';
import { RateCounter, type RateLimits, type RateVerdict } from '../../ports/rate-counter';
import { RedisClient } from '../redis/redis-client';
import { LIMIT_SCRIPT, limitKeys } from './limit-script';
import { MemoryRateCounter } from './memory-rate-counter';

/** Maximum wait of a caller for Redis. */
const ANSWER_MS = 100;
/** A command that timed out is discarded after this time. */
const COMMAND_MS = 2_000;
/** Pause after a failure: one slow response delays one caller only. */
const REST_MS = 1_000;
/** Maximum wait for Redis at start, so that the first calls are counted there. */
const READY_MS = 2_000;
/** Heartbeat interval of processes. A process expires after three missed heartbeats. */
const HEARTBEAT_MS = 10_000;
const PROCESSES = 'limit:processes';

type Answer = [tripped: number, minute: number, day: number, waitMicros: number];
interface Limiter extends RedisClient {
  takeCalls(log: string, day: string, perMinute: number, perDay: number, cost: number): Promise<Answer>;
}

/** Refusals cached while Redis responds. */
const MAX_REFUSALS = 10_000;

const TRIPPED = [null, 'minute', 'day'] as const;

/**
 * Counters shared by all processes. While Redis is slow or unavailable, each process enforces its share of
 * the limits.
 */
export class RedisRateCounter extends RateCounter implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('RateLimit');
  private readonly redis: Limiter;
  private readonly insurance: MemoryRateCounter;
  private readonly id: string;
  private heartbeat: NodeJS.Timeout | undefined;
  private processes = 1;
  private failing = false;
  private restsUntil = 0;
  /** Clients that Redis refused, and until when. The refusal stays valid when Redis fails during a burst. */
  private readonly refusals = new Map<string, { until: number; verdict: RateVerdict }>();

  /** @param answerMs maximum wait of a caller for Redis */
  constructor(
    url: string,
    clock: Clock,
    private readonly answerMs: number = ANSWER_MS,
  ) {
    super();
    this.id = clock.newId();
    this.insurance = new MemoryRateCounter(clock);
    this.redis = new RedisClient(url, {
      commandTimeout: Math.max(COMMAND_MS, answerMs),
      connectTimeout: READY_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      scripts: { takeCalls: { lua: LIMIT_SCRIPT, numberOfKeys: 2 } },
    }) as Limiter;
    this.redis.on('error', (error) => this.reportOnce(error));
    this.redis.on('ready', () => this.recover());
  }

  async onModuleInit(): Promise<void> {
    await this.untilReady();
    await this.live();
    this.heartbeat = setInterval(() => void this.live(), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  async take(client: string, limits: RateLimits, cost = 1): Promise<RateVerdict> {
    if (performance.now() < this.restsUntil) return this.insured(client, limits, cost);
    try {
      const asked = this.redis.takeCalls(...limitKeys(client), limits.perMinute, limits.perDay, cost);
      const answer = verdict(await inTime(asked, this.answerMs));
      this.failing = false;
      if (answer.tripped) this.remember(client, answer);
      return answer;
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.reportOnce(error);
      return this.insured(client, limits, cost);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeat);
    if (this.redis.status === 'ready') this.redis.zrem(PROCESSES, this.id).catch(() => undefined);
    await this.redis.close();
  }

  private insured(client: string, { perMinute, perDay }: RateLimits, cost: number): Promise<RateVerdict> {
    const known = this.refusals.get(client);
    const waitMs = known ? known.until - performance.now() : 0;
    if (known && waitMs > 0)
      return Promise.resolve({ ...known.verdict, retryAfterSeconds: Math.ceil(waitMs / 1000) });
    const share = (limit: number): number => Math.max(1, Math.floor(limit / this.processes));
    return this.insurance.take(client, { perMinute: share(perMinute), perDay: share(perDay) }, cost);
  }

  private remember(client: string, verdict: RateVerdict): void {
    this.refusals.delete(client);
    this.refusals.set(client, { until: performance.now() + verdict.retryAfterSeconds * 1000, verdict });
    for (const oldest of this.refusals.keys()) {
      if (this.refusals.size <= MAX_REFUSALS) return;
      this.refusals.delete(oldest);
    }
  }

  /** Counts the processes that share the limits, for use while Redis is unavailable. */
  private async live(): Promise<void> {
    try {
      const [seconds] = await this.redis.time();
      const now = Number(seconds) * 1000;
      await this.redis
        .multi()
        .zadd(PROCESSES, now, this.id)
        .zremrangebyscore(PROCESSES, '-inf', now - 3 * HEARTBEAT_MS)
        .pexpire(PROCESSES, 3 * HEARTBEAT_MS)
        .exec();
      this.processes = Math.max(1, await this.redis.zcard(PROCESSES));
    } catch (error) {
      this.reportOnce(error);
    }
  }

  private async untilReady(): Promise<void> {
    if (this.redis.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, READY_MS);
      for (const event of ['ready', 'error', 'end'] as const)
        this.redis.once(event, () => {
          clearTimeout(timer);
          resolve();
        });
    });
  }

  private recover(): void {
    this.failing = false;
    this.restsUntil = 0;
  }

  private reportOnce(error: unknown): void {
    if (!this.failing)
      this.log.warn(
        `Redis: ${String(error)}; each process enforces its share of the limits until it recovers`,
      );
    this.failing = true;
  }
}

/**
 * Rejects when no response arrives in time. A response that is received but not yet read, because this
 * process was busy, counts.
 */
function inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Sockets are read between timers and immediates.
      setImmediate(() => setImmediate(() => reject(new Error(`no response within ${ms} ms`))));
    }, ms);
    void asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function verdict([tripped, remainingMinute, remainingDay, waitMicros]: Answer): RateVerdict {
  const isRefused = tripped !== 0;
  return {
    tripped: TRIPPED[tripped] ?? null,
    remainingMinute,
    remainingDay,
    retryAfterSeconds: isRefused ? Math.max(1, Math.ceil(waitMicros / 1_000_000)) : 0,
  };
}

import { Logger } from '@nestjs/common';
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import type { RedisOptions } from 'ioredis';
import { RedisClient } from './redis-client';

/** Pause after a failure: one slow response delays one caller only. */
const REST_MS = 1_000;

/** For a Redis that the service can work without: after a failure, the replacement runs for a second. */
export class OptionalRedis<T extends RedisClient = RedisClient> {
  readonly client: T;
  private readonly log: Logger;
  private readonly circuit = circuitBreaker(handleAll, {
    halfOpenAfter: REST_MS,
    breaker: new ConsecutiveBreaker(1),
  });
  private failing = false;

  /** @param name of the user, in the log @param consequence of an outage, in the log */
  constructor(
    url: string,
    name: string,
    private readonly consequence: string,
    options: RedisOptions,
  ) {
    this.log = new Logger(name);
    this.client = new RedisClient(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      ...options,
    }) as T;
    this.client.on('error', (error) => this.reportOnce(error));
    this.client.on('ready', () => this.recover());
  }

  /** Never throws an error of Redis: the replacement answers instead. */
  async run<R>(work: (client: T) => Promise<R>, replacement: () => R | Promise<R>): Promise<R> {
    try {
      const answer = await this.circuit.execute(() => work(this.client));
      this.failing = false;
      return answer;
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) this.reportOnce(error);
      return replacement();
    }
  }

  isUp(): boolean {
    return this.client.status === 'ready' && !this.failing;
  }

  reportOnce(error: unknown): void {
    if (!this.failing) this.log.warn(`Redis: ${String(error)}; ${this.consequence} until it recovers`);
    this.failing = true;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** A new connection is used at once: leaving isolation closes the circuit. */
  private recover(): void {
    this.failing = false;
    this.circuit.isolate().dispose();
  }
}

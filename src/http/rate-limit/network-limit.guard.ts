import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { Config } from '../../config/env';
import { MINUTE_MS } from '../../domain/kernel/durations';
import { Clock } from '../../ports/clock';
import { contextOf } from '../request-context';
import { clientNetwork } from './client';
import { isLimited } from './rate-limit.guard';
import { RateLimited } from './rate-limited';

/** Cheap, and a load balancer calls these from one address. */
export const LIVENESS = /^\/api\/(v1\/)?health(\/|$)/i;
const MAX_NETWORKS = 50_000;
/** One address can serve several clients: it may send this many times the limit of a client. */
const CLIENTS_PER_NETWORK = 10;

/** In the memory of this process, before credentials are verified. Lower limits of clients apply afterwards. */
@Injectable()
export class NetworkLimitGuard implements CanActivate {
  private readonly perMinute: number;
  private readonly minutes = new LRUCache<string, { startedAt: number; calls: number }>({
    max: MAX_NETWORKS,
  });

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.perMinute = CLIENTS_PER_NETWORK * Math.max(config.RATE_LIMIT_RPM, config.PARTNER_RATE_LIMIT_RPM);
  }

  /** @throws RateLimited */
  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    if (!isLimited(request) || LIVENESS.test(request.path)) return true;
    const minute = this.minuteOf(clientNetwork(request.ip));
    if (++minute.calls <= this.perMinute) return true;
    contextOf(request).rate = 'charged';
    const leftMs = minute.startedAt + MINUTE_MS - this.clock.now();
    throw new RateLimited({
      limit: this.perMinute,
      window: 'minute',
      retry_after_seconds: Math.max(1, Math.ceil(leftMs / 1_000)),
    });
  }

  private minuteOf(network: string): { startedAt: number; calls: number } {
    const now = this.clock.now();
    const known = this.minutes.get(network);
    if (known && now >= known.startedAt && now - known.startedAt < MINUTE_MS) return known;
    const started = { startedAt: now, calls: 0 };
    this.minutes.set(network, started);
    return started;
  }
}

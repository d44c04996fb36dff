import { LRUCache } from 'lru-cache';
import { RateCounter, type RateLimits, type RateVerdict } from '../../ports/rate-counter';
import { Clock } from '../../ports/clock';
import { DAY_MS, MINUTE_MS } from '../../domain/kernel/durations';

/** Above this number, the least recently seen client is removed. */
const MAX_CLIENTS = 50_000;

interface Client {
  log: number[];
  first: number;
  day: number;
  calls: number;
}

/** The rules of the Redis script, for one process. */
export class MemoryRateCounter extends RateCounter {
  private readonly clients: LRUCache<string, Client>;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    maxClients = MAX_CLIENTS,
  ) {
    super();
    this.clients = new LRUCache({ max: maxClients });
  }

  take(name: string, { perMinute, perDay }: RateLimits, cost = 1): Promise<RateVerdict> {
    const now = this.clock.now();
    const client = this.client(name, now);
    const minuteCost = Math.min(cost, perMinute);
    const dayCost = Math.min(cost, perDay);
    const used = () => client.log.length - client.first;
    const left = (): Left => ({
      remainingMinute: Math.max(0, perMinute - used()),
      remainingDay: Math.max(0, perDay - client.calls),
      resetMinuteSeconds: seconds((client.log[client.first] ?? now - MINUTE_MS) + MINUTE_MS - now),
      resetDaySeconds: seconds((client.day + 1) * DAY_MS - now),
    });
    if (client.calls + dayCost > perDay) return refused('day', left(), (client.day + 1) * DAY_MS - now);
    if (used() + minuteCost > perMinute) {
      const oldest = client.log[client.first + used() + minuteCost - perMinute - 1] ?? now;
      return refused('minute', left(), oldest + MINUTE_MS - now);
    }
    for (let i = 0; i < minuteCost; i++) client.log.push(now);
    client.calls += dayCost;
    return Promise.resolve({ tripped: null, ...left(), retryAfterSeconds: 0 });
  }

  private client(name: string, now: number): Client {
    const day = Math.floor(now / DAY_MS);
    const client = this.clients.get(name) ?? { log: [], first: 0, day, calls: 0 };
    this.clients.set(name, client);
    if (client.day !== day) Object.assign(client, { day, calls: 0 });
    forget(client, now);
    return client;
  }
}

/** The work of a call does not grow with the number of calls in the minute. */
function forget(client: Client, now: number): void {
  const { log } = client;
  // Times in the future are from before the clock was set back.
  if ((log.at(-1) ?? now) > now)
    client.log = log.slice(
      0,
      log.findIndex((at) => at > now),
    );
  while (client.first < client.log.length && (client.log[client.first] ?? now) <= now - MINUTE_MS)
    client.first += 1;
  client.first = Math.min(client.first, client.log.length);
  if (client.first * 2 <= client.log.length) return;
  client.log = client.log.slice(client.first);
  client.first = 0;
}

type Left = Omit<RateVerdict, 'tripped' | 'retryAfterSeconds'>;

const seconds = (ms: number): number => Math.ceil(ms / 1_000);

const refused = (tripped: 'minute' | 'day', left: Left, waitMs: number): Promise<RateVerdict> =>
  Promise.resolve({ tripped, ...left, retryAfterSeconds: Math.max(1, seconds(waitMs)) });

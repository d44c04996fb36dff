import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NoMetrics } from '../../src/adapters/metrics/no-metrics';
import type { Link } from '../../src/domain/audit/chain';
import type { AuditEntry } from '../../src/domain/audit/record';
import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository';
import { BatchedRequestLog } from '../../src/modules/audit/batched-request-log';
import { until } from '../support/until';
import { entryAt } from './made-up';
import { SystemClock } from '../../src/adapters/system/system-clock';

/** What becomes of records while the database is away, slow or of another opinion. */

type Mood = (entries: readonly AuditEntry[], again: boolean) => Error | null | Promise<null>;

/** A chain in memory that fails as a test orders. */
class MoodyChain extends AuditChainRepository {
  readonly kept: AuditEntry[] = [];
  readonly sizes: number[] = [];
  mood: Mood = () => null;

  constructor() {
    super(new DataSource({ type: 'postgres' }));
  }

  override async append(entries: readonly AuditEntry[], again: boolean): Promise<Link> {
    const failure = await this.mood(entries, again);
    if (failure) throw failure;
    const known = new Set(again ? this.kept.map(({ id }) => id) : []);
    this.kept.push(...entries.filter(({ id }) => !known.has(id)));
    this.sizes.push(entries.length);
    return { count: this.kept.length, hash: 'h' };
  }
}

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
let chain: MoodyChain;
let log: BatchedRequestLog;
let said: string[];
const metrics = new NoMetrics();

beforeEach(() => {
  said = [];
  const hear = (text: string): void => void said.push(text);
  Logger.overrideLogger({ log: hear, warn: hear, error: hear });
  chain = new MoodyChain();
  log = new BatchedRequestLog(chain, metrics, new SystemClock());
});
afterEach(() => Logger.overrideLogger(false));

const ask = (count: number): AuditEntry[] => {
  const records = Array.from({ length: count }, (_, i) => entryAt(i));
  for (const record of records) log.append(record);
  return records;
};
const settled = (): Promise<void> => log.settle(30_000);
const missed = (): number => chain.kept.reduce((sum, entry) => sum + entry.missed, 0);
const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

it('records are written in the order they came, in batches', async () => {
  const records = ask(1_201);
  await settled();
  expect(ids(chain.kept)).toEqual(ids(records));
  expect(Math.max(...chain.sizes)).toBe(500);
});

it('while the database is away 20,000 wait, further ones are counted, and the count is written down', async () => {
  chain.mood = () => AWAY;
  const records = ask(25_000);
  await settled();
  expect(chain.kept).toEqual([]);
  chain.mood = () => null;
  await settled();
  expect(ids(chain.kept)).toEqual(ids(records.slice(0, 20_000)));
  ask(1);
  await settled();
  expect([chain.kept.length, chain.kept.at(-1)?.missed, missed()]).toEqual([20_001, 5_000, 5_000]);
  expect(said.filter((text) => text.includes('only counted'))).toHaveLength(1);
  expect(said).toContain('requests are recorded again; 5000 were left out');
});

it('a batch with an unknown outcome is written once', async () => {
  const records = ask(3);
  const seen: boolean[] = [];
  let isFirst = true;
  chain.mood = (entries, again) => {
    seen.push(again);
    if (!isFirst) return null;
    isFirst = false;
    chain.kept.push(...entries);
    return AWAY;
  };
  await settled();
  records.push(...ask(2));
  await settled();
  expect(ids(chain.kept)).toEqual(ids(records));
  expect(seen).toEqual([false, true]);
});

it('data the database refuses is left out alone, and counted', async () => {
  const bad = entryAt(0);
  chain.mood = (entries) =>
    entries.some(({ id }) => id === bad.id) ? Object.assign(new Error('bad'), { code: '22P05' }) : null;
  const before = ask(300);
  log.append(bad);
  const after = ask(300);
  await until(async () => {
    await settled();
    return chain.kept.length >= 600;
  });
  expect(ids(chain.kept)).toEqual(ids([...before, ...after]));
  expect(missed()).toBe(1);
  expect(chain.kept.find((entry) => entry.missed === 1)?.id).toBe(after[0]?.id);
});

it('a database that refuses us is waited for, without losing anything', async () => {
  chain.mood = () => Object.assign(new Error('permission denied for table audit_logs'), { code: '42501' });
  const records = ask(700);
  for (let i = 0; i < 20; i++) await settled();
  chain.mood = () => null;
  await settled();
  expect(ids(chain.kept)).toEqual(ids(records));
  // Reported once, not at every attempt.
  expect(said.filter((text) => text.includes('permission denied'))).toHaveLength(1);
});

it('nobody waits longer than they want to for a database that does not answer', async () => {
  let release: (value: null) => void = () => undefined;
  chain.mood = () => new Promise((resolve) => (release = resolve));
  const records = ask(10);
  await log.settle(20);
  records.push(...ask(10));
  expect(chain.kept).toEqual([]);
  chain.mood = () => null;
  release(null);
  await settled();
  expect(ids(chain.kept)).toEqual(ids(records));
});

it('by itself, without anybody asking', async () => {
  const records = ask(5);
  await until(() => chain.kept.length >= 5);
  expect(ids(chain.kept)).toEqual(ids(records));
});

describe('at shutdown', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('everything is written, and the end of the chain is told', async () => {
    const records = ask(1_300);
    await log.beforeApplicationShutdown();
    expect(ids(chain.kept)).toEqual(ids(records));
    expect(said).toContain('audit chain: 1300:h');
  });

  it.each<[string, Mood]>([
    ['away', () => AWAY],
    ['silent', () => new Promise(() => undefined)],
  ])('a database that is %s is given four seconds, and what is lost is told', async (_name, mood) => {
    chain.mood = mood;
    ask(7);
    const ended = log.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(4_200);
    await ended;
    expect(said.filter((text) => text.startsWith('7 requests are not in the audit log'))).toHaveLength(1);
  });
});

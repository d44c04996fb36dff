import autocannon from 'autocannon';
import { DataSource } from 'typeorm';
import { prunableBefore } from '../src/domain/audit/retention';
import { AuditChainRepository } from '../src/modules/audit/audit-chain.repository';
import { BatchedRequestLog } from '../src/modules/audit/batched-request-log';
import { RequestLog } from '../src/ports/storage/requests/request-log';
import { entriesAt } from '../test/audit/made-up';
import { startService } from './service';

/**
 * What recording requests costs them, and how long the chain takes to write, to walk and to prune. The same process
 * answers with and without recording in turns, at a steady rate, so that both meet the same machine. One JSON line.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 8);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const RATE = Number(process.env['BENCH_RATE'] ?? 200);
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const BATCH = 500;
/** Answered from memory, so that little else is in the time. */
const ROUTE = '/api/rwa/tokens';

async function latencies(url: string): Promise<number[]> {
  const seen: number[] = [];
  await new Promise<void>((done, fail) => {
    const run = autocannon({ url, connections: 8, overallRate: RATE, duration: SECONDS }, (error) =>
      error ? fail(error as Error) : done(),
    );
    run.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) seen.push(ms);
    });
  });
  return seen;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
};

async function chain(source: DataSource): Promise<Record<string, number>> {
  const audit = new AuditChainRepository(source);
  const now = Date.now();
  const before = prunableBefore(now);
  const present = (await audit.verify(null)).check.rows;
  const [, writing] = await timed(async () => {
    for (let i = 0; i < ROWS; i += BATCH)
      await audit.append(entriesAt(now + i, Math.min(BATCH, ROWS - i)), false);
  });
  const [{ check }, verifying] = await timed(() => audit.verify(null));
  if (check.found > 0 || check.rows !== ROWS + present) throw new Error('the chain is not whole');
  const [{ dropped }, pruning] = await timed(() => audit.prune(before + 500 * 86_400_000, now));
  if (dropped !== ROWS + present) throw new Error(`${dropped} were dropped`);
  return {
    rows: ROWS,
    write_rows_per_s: Math.round((ROWS / writing) * 1000),
    verify_ms: Math.round(verifying),
    prune_ms: Math.round(pruning),
  };
}

async function main(): Promise<void> {
  const service = await startService({ RATE_LIMIT_RPM: '100000000', RATE_LIMIT_RPD: '100000000' });
  const log = service.part(RequestLog);
  const append = log.append.bind(log);
  const url = service.url + ROUTE;
  await latencies(url);
  const withIt: number[][] = [];
  const without: number[][] = [];
  let recorded = 0;
  let inside = 0;
  for (let i = 0; i < ROUNDS; i++) {
    log.append = () => undefined;
    without.push(await latencies(url));
    log.append = (record) => {
      const began = performance.now();
      append(record);
      inside += performance.now() - began;
      recorded++;
    };
    withIt.push(await latencies(url));
  }
  const median = (rounds: number[][], part: number): number =>
    percentile(
      rounds.map((round) => percentile(round, part)),
      0.5,
    );
  const p95 = { with: median(withIt, 0.95), without: median(without, 0.95) };
  await service.part(BatchedRequestLog).settle(60_000);
  const numbers = await chain(service.part(DataSource));
  const ms = (value: number): number => Number(value.toFixed(3));
  process.stdout.write(
    `${JSON.stringify({
      requests: recorded,
      append_us: ms((inside / recorded) * 1000),
      p50_with_ms: ms(median(withIt, 0.5)),
      p50_without_ms: ms(median(without, 0.5)),
      p95_with_ms: ms(p95.with),
      p95_without_ms: ms(p95.without),
      p95_added_ms: ms(p95.with - p95.without),
      ...numbers,
    })}\n`,
  );
  await service.stop();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);

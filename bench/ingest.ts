import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startReplay, type ReplayRequest } from '../test/support/replay';
import { tryParseAddress } from '../src/domain/kernel/address';
import { HistorySource } from '../src/ports/upstream/history-source';
import { RawHistoryStore } from '../src/ports/storage/raw-history-store';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { HistoryReader } from '../src/pipeline/history/history-reader.service';
import { startService, type BenchService } from './service';

/**
 * A wallet of 100,000 transactions from the first page asked for to a dashboard that is complete: upstream rows read,
 * stored, normalised, priced and booked per second, by the service as it runs without Redis: a thread that answers, one
 * for jobs. Then the same wallet read again: without anything new, with ten more transactions, and with one that comes late.
 * CPU is that of the process of the service, without the database.
 */
const WALLET = '0x00000000000000000000000000000000000b1601';
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 100_000);
const NEW = 10;
const ROUNDS = 3;
/** Later transactions that the upstreams do not list at first. */
const LATER = NEW * ROUNDS;

const NO_LIMITS = { PARTNER_RATE_LIMIT_RPM: '100000000', PARTNER_RATE_LIMIT_RPD: '100000000' };

const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of CPU that this process has used. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Nanoseconds of CPU of the main thread are the first number in this file of Linux. */
const THREAD = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Milliseconds of CPU that the main thread has used in its longest turn so far, within some milliseconds: other
 * processes do not count.
 */
function watchTurns(): () => number | null {
  if (!existsSync(THREAD)) return () => null;
  const used = () => Number(readFileSync(THREAD, 'utf8').split(' ')[0]) / 1e6;
  let longest = 0;
  let before = used();
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}

/** Number of calls per provider and kind: the `action` of an explorer, else the first parts of the path. */
function byKind(requests: readonly ReplayRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { provider, path } of requests) {
    const [place = '', query = ''] = path.split('?');
    const kind = new URLSearchParams(query).get('action') ?? place.split('/').slice(1, 3).join('/');
    const name = `${provider} ${kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/**
 * Stores one transaction in the middle of the history, as a page of the upstreams would bring it: they are not asked
 * again for blocks that old.
 */
async function addLate(service: BenchService, round: number): Promise<void> {
  const store = service.part(RawHistoryStore);
  const rows = await store.rows('ethereum', WALLET);
  const middle = rows.slice(Math.floor(rows.length / 2));
  const like = middle.find(({ list, body }) => list === 'txlist' && body['to'] === WALLET);
  const [state] = await store.chainStates(WALLET);
  if (!like || !state?.cursor) throw new Error('the wallet of the bench is not stored');
  const { cursor, truncated, incomplete } = state;
  const hash = String(like.body['hash']);
  const other = `0x${String(round).padStart(64, 'f')}`;
  const row = { ...like, key: like.key.replace(hash, other), body: { ...like.body, hash: other } };
  if (row.key === like.key) throw new Error('the key of a row does not name its transaction');
  const page = {
    rows: [row],
    replacesFrom: {},
    cursor,
    done: true,
    truncated,
    incomplete,
    provider: 'bench',
  };
  service.part(HistoryReader).noteSaved(await store.savePage('ethereum', WALLET, page, Date.now(), cursor));
}

async function main(): Promise<void> {
  const replay = await startReplay();
  const list = (shown: number) => replay.big({ address: WALLET, transactions: TRANSACTIONS + LATER, shown });
  const { rows } = await list(TRANSACTIONS);
  const service = await startService({ ...replay.env, EVM_CHAINS: 'ethereum', ...NO_LIMITS });
  const { key } = await service.part(PartnerKeysService).create('bench');
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  const longestTurn = watchTurns();
  const asked = async (path: string) => {
    const response = await fetch(`${service.url}/api/v1/wallets/${WALLET}/${path}`, {
      headers: { 'X-Partner-Key': key },
    });
    return (await response.json()) as { data?: { partial: boolean } };
  };
  /** Waits until the jobs have ended and the snapshot of this many transactions is stored. */
  const untilStored = async (transactions: number) => {
    for (;;) {
      const [found] = await service.query<{ ended: boolean }>(
        `SELECT NOT EXISTS (SELECT 1 FROM jobs WHERE status IN ('queued', 'running'))
           AND NOT EXISTS (
             SELECT 1 FROM chain_states WHERE address = $1 AND indexed_at < now() - interval '30 minutes'
           )
           AND EXISTS (
             SELECT 1 FROM wallet_snapshots WHERE wallet = $1 AND body ->> 'transactionCount' = $2
           ) AS ended`,
        [WALLET, String(transactions)],
      );
      if (found?.ended) return;
      await sleep(200);
      await asked('holdings');
    }
  };
  /** The wallet is read again as if a minute had passed. @returns milliseconds of CPU */
  const readAgain = async (transactions: number): Promise<number> => {
    await service.query(`UPDATE chain_states SET indexed_at = now() - interval '1 hour' WHERE address = $1`, [
      WALLET,
    ]);
    const before = cpuMs();
    await asked('holdings');
    await untilStored(transactions);
    return cpuMs() - before;
  };
  const cpuBefore = cpuMs();
  const start = performance.now();
  let firstMs: number | null = null;
  for (;;) {
    const { data } = await asked('dashboard');
    firstMs ??= performance.now() - start;
    if (data?.partial === false) break;
    await sleep(1_000);
  }
  const wholeMs = performance.now() - start;
  pauses.disable();
  const longestStretchMs = longestTurn();
  await untilStored(TRANSACTIONS);
  const firstCpuMs = cpuMs() - cpuBefore;
  const requests = await replay.requests();
  const nothingNew: number[] = [];
  const appended: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const shown = TRANSACTIONS + round * NEW;
    await list(shown);
    appended.push(await readAgain(shown));
    nothingNew.push(await readAgain(shown));
  }
  const store = service.part(RawHistoryStore);
  const late: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await addLate(service, round);
    late.push(await readAgain(TRANSACTIONS + LATER + round));
  }
  const address = tryParseAddress(WALLET);
  if (!address) throw new Error('the wallet of the bench is no address');
  const stored = await store.rows('ethereum', WALLET);
  const before = performance.now();
  service.part(HistorySource).interpret('ethereum', address, stored);
  const interpretMs = performance.now() - before;
  console.log(
    JSON.stringify({
      transactions: TRANSACTIONS,
      rows: rows.txlist + rows.txlistinternal + rows.tokentx,
      first_answer_ms: Math.round(firstMs),
      whole_ms: Math.round(wholeMs),
      rows_per_s: Math.round(stored.length / (wholeMs / 1000)),
      interpret_ms: Math.round(interpretMs),
      // How long others had to wait for their turn while the wallet was read.
      pause_p99_ms: Math.round(pauses.percentile(99) / 1e6),
      longest_pause_ms: Math.round(pauses.max / 1e6),
      longest_stretch_cpu_ms: longestStretchMs,
      first_cpu_ms: Math.round(firstCpuMs),
      append_cpu_ms: appended.map((ms) => Math.round(ms)),
      append_to_first: Number((median(appended) / firstCpuMs).toFixed(4)),
      nothing_new_cpu_ms: nothingNew.map((ms) => Math.round(ms)),
      nothing_new_to_first: Number((median(nothingNew) / firstCpuMs).toFixed(4)),
      late_cpu_ms: late.map((ms) => Math.round(ms)),
      late_to_first: Number((median(late) / firstCpuMs).toFixed(4)),
      upstream_calls: requests.length,
      upstream_calls_by_kind: byKind(requests),
      rss_mb: Math.round(process.memoryUsage().rss / 1e6),
    }),
  );
  await service.stop();
  await replay.close();
}

void main();

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { argv, memoryUsage, stdout } from 'node:process';
import { LedgerSession, METHODS, taxSummary, type LedgerEvent, type MethodName } from '../src/domain/engine';
import type { Asset } from '../src/domain/kernel/asset';
import { formatMoney } from '../src/domain/kernel/units';
import { compare } from './engine-compare';

/**
 * Speed of the engine over a generated ledger (columns id,timestamp,type,asset,qty_e8,usd_cents,wallet).
 * `engine_ms` is the replay with the totals of the tax summary; parsing is measured apart, as is writing every id.
 */
const CENTS_TO_MONEY = 10n ** 16n;

function readEvents(file: string): LedgerEvent[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const assets = new Map<string, Asset>();
  const wallets = new Map<string, string>();
  const events: LedgerEvent[] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    if (!line) continue;
    const [id = '', timestamp = '', type, symbol = '', quantity = '', cents = '', owner = ''] =
      line.split(',');
    const wallet = wallets.get(owner) ?? (wallets.set(owner, owner), owner);
    let asset = assets.get(symbol);
    if (!asset) {
      asset = { id: `bench:${symbol}`, chain: 'bench', contract: null, symbol, name: symbol, decimals: 8 };
      assets.set(symbol, asset);
    }
    const usd = BigInt(cents) * CENTS_TO_MONEY;
    events.push(
      type === 'buy'
        ? {
            kind: 'acquire',
            transactionId: id,
            txHash: null,
            stem: id,
            leg: 0,
            wallet,
            asset,
            quantity: BigInt(quantity),
            at: Number(timestamp) * 1000,
            block: 0,
            txIndex: 0,
            logIndex: 0,
            priceSource: null,
            cost: usd,
            source: 'purchase',
            basisSource: 'trade',
            incomeType: null,
          }
        : {
            kind: 'dispose',
            transactionId: id,
            txHash: null,
            stem: id,
            leg: 0,
            wallet,
            asset,
            quantity: BigInt(quantity),
            at: Number(timestamp) * 1000,
            block: 0,
            txIndex: 0,
            logIndex: 0,
            priceSource: null,
            type: 'sale',
            proceeds: usd,
            fees: 0n,
          },
    );
  }
  return events;
}

function run(file: string, method: MethodName): Record<string, unknown> {
  const start = performance.now();
  const events = readEvents(file);
  const parseMs = performance.now() - start;
  collectGarbage();
  const begun = performance.now();
  const session = new LedgerSession({ method, timezone: 'UTC', washSales: false });
  const ledger = session.append(events);
  const summary = taxSummary(ledger, { timezone: 'UTC' });
  const done = performance.now();
  const rss = memoryUsage().rss;
  const idsStart = performance.now();
  let written = 0;
  for (const list of [ledger.lots, ledger.disposals, ledger.income])
    for (const record of list) written += record.id.length;
  const idsMs = performance.now() - idsStart;
  if (written === 0 && events.length > 0) throw new Error('No ids were written');
  const engineMs = done - begun;
  return {
    engine: 'cost-basis-service',
    method,
    n: events.length,
    rows: ledger.disposals.length,
    parse_ms: round(parseMs),
    engine_ms: round(engineMs),
    tx_per_s: Math.round(events.length / (engineMs / 1000)),
    gain: formatMoney(summary.totalRealized),
    short_term: formatMoney(summary.short.net),
    long_term: formatMoney(summary.long.net),
    open_lots: ledger.lots.filter((lot) => lot.remaining > 0n).length,
    issues: ledger.issues.length,
    ids_ms: round(idsMs),
    rss_mb: Math.round(rss / 1e6),
    append_100_ms: round(appendMs(session, events)),
    warm_tx_per_s: Math.round(events.length / (warmMs(events, method) / 1000)),
  };
}

/** A hundred later events, entered into books that are kept. */
function appendMs(session: LedgerSession, events: readonly LedgerEvent[]): number {
  const last = events.at(-1)?.at ?? 0;
  const later = events.slice(-100).map((event, i) => ({ ...event, stem: `later-${i}`, at: last + i + 1 }));
  const start = performance.now();
  session.append(later);
  return performance.now() - start;
}

/** The same once more in a process that has done it before, as a service has: the median of five. */
function warmMs(events: readonly LedgerEvent[], method: MethodName): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const session = new LedgerSession({ method, timezone: 'UTC', washSales: false });
    taxSummary(session.append(events), { timezone: 'UTC' });
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}

/** What parsing left behind is not the engine's to clear away. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

const USAGE = `Usage:
  npm run -s bench:engine -- <ledger.csv> <fifo|lifo|hifo>
  npm run -s bench:engine -- --compare <script> <ledger.csv>... <fifo|lifo|hifo>... [--runs=3]`;

const isMethod = (text: string): text is MethodName => Object.hasOwn(METHODS, text);

/** @returns what to print */
function answer([first, second, ...rest]: readonly string[]): string {
  if (first === '--compare' && second !== undefined) {
    const methods = rest.filter(isMethod);
    const runs = Number(rest.find((text) => text.startsWith('--runs='))?.slice('--runs='.length) ?? 3);
    const ledgers = rest.filter((text) => !isMethod(text) && !text.startsWith('--'));
    if (methods.length > 0 && ledgers.length > 0) return compare(second, ledgers, methods, runs);
  }
  if (first !== undefined && second !== undefined && isMethod(second))
    return JSON.stringify(run(first, second));
  throw new Error(USAGE);
}

stdout.write(`${answer(argv.slice(2))}\n`);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { argv, memoryUsage, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { LedgerSession, METHODS, taxSummary, type LedgerEvent, type MethodName } from '../src/domain/engine';
import { formatMoney } from '../src/domain/kernel/units';
import { ledgerEvents } from '../test/support/ledgers/events';
import { compare } from './engine-compare';
import { growth } from './engine-growth';
import { ledgerFile } from './engine-ledgers';

/**
 * Speed of the engine over a ledger (columns id,timestamp,type,asset,qty_e8,usd_cents,wallet).
 * `engine_ms` is the replay with the totals of the tax summary; parsing is measured apart, as is writing every id.
 */
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
  const recordsStart = performance.now();
  const lists = [ledger.lots, ledger.disposals, ledger.income];
  const recordsMs = performance.now() - recordsStart;
  collectGarbage();
  const idsStart = performance.now();
  for (const list of lists) readIds(list);
  const idsMs = performance.now() - idsStart;
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
    ids: lists.reduce((sum, list) => sum + list.length, 0),
    ids_ms: round(idsMs),
    records_ms: round(recordsMs),
    rss_mb: Math.round(rss / 1e6),
    append_100_ms: round(appendMs(session, events)),
    warm_tx_per_s: Math.round(events.length / (warmMs(events, method) / 1000)),
  };
}

/** A function of its own, so that the lines of the file do not count as memory of the engine. */
const readEvents = (file: string): LedgerEvent[] => ledgerEvents(readFileSync(file, 'utf8').split('\n'));

/** Reads every id. Each one is a flat string, so nothing is left to compute when it is written. */
function readIds(list: readonly { readonly id: string }[]): void {
  for (const { id } of list) if (id.length !== 36) throw new Error(`The id ${id}`);
}

/** A hundred later events, added to a stored ledger. */
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

/** What is compared when nothing is named, smallest first. */
const LEDGERS = ['10000', '100000', 'deep-100000', '1000000'];
const COMPARED: readonly MethodName[] = ['fifo', 'hifo'];

const USAGE = `Usage: a ledger is a number of rows, deep-<rows>, or a CSV file
  npm run -s bench:engine -- <ledger> <fifo|lifo|hifo>
  npm run -s bench:engine -- --growth
  npm run -s bench:engine -- --compare [<script.js>] [<ledger>...] [<fifo|lifo|hifo>...] [--runs=3]`;

const isMethod = (text: string): text is MethodName => Object.hasOwn(METHODS, text);
const isScript = (text: string): boolean => /\.[cm]?js$/.test(text);

/** @returns what to print, or null where the arguments name nothing to run */
function answer(args: readonly string[]): string | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      compare: { type: 'boolean' },
      growth: { type: 'boolean' },
      runs: { type: 'string', default: '3' },
    },
  });
  const methods = positionals.filter(isMethod);
  const ledgers = positionals.filter((text) => !isMethod(text) && !isScript(text));
  if (values.growth) return growth();
  if (values.compare)
    return compare(
      positionals.find(isScript) ?? join(__dirname, 'reference-loop.js'),
      (ledgers.length > 0 ? ledgers : LEDGERS).map(ledgerFile),
      methods.length > 0 ? methods : COMPARED,
      Number(values.runs),
    );
  const [ledger, method] = [ledgers[0], methods[0]];
  return ledger === undefined || method === undefined
    ? null
    : JSON.stringify(run(ledgerFile(ledger), method));
}

const printed = answer(argv.slice(2));
if (printed === null) {
  stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else stdout.write(`${printed}\n`);

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { argv, memoryUsage, stdout } from 'node:process';
import { LedgerSession, METHODS, taxSummary, type LedgerEvent, type MethodName } from '../src/domain/engine';
import type { Asset } from '../src/domain/kernel/asset';
import { formatMoney } from '../src/domain/kernel/units';

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
  const ledger = new LedgerSession({ method, timezone: 'UTC', washSales: false }).append(events);
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
  };
}

/** What parsing left behind is not the engine's to clear away. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

const [, , file, method] = argv;
if (!file || !method || !Object.hasOwn(METHODS, method)) {
  throw new Error('Usage: npm run -s bench:engine -- <ledger.csv> <fifo|lifo|hifo>');
}
stdout.write(`${JSON.stringify(run(file, method as MethodName))}\n`);

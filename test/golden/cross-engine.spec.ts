import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay, taxSummary, type LedgerEvent, type MethodName } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { casesOf, hasShared, SHARED, usd } from './shared-cases';

/** Ledgers that five engines agree on, generated anew; larger ones only when asked for. */
const LARGEST = Number(process.env['LARGEST_LEDGER'] ?? 100_000);

interface CrossCase {
  id: string;
  ledger_csv: string;
  sha256: string;
  method: MethodName;
  /** The larger ledgers have totals only. */
  expected: Partial<
    Record<'short_term' | 'long_term' | 'total_proceeds' | 'total_basis' | 'open_basis', string>
  > & {
    total_gain: string;
    disposal_rows: number;
    open_lots?: number;
    by_year?: Record<string, string>;
  };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = hasShared ? 'python3 is not at hand' : `no case files at ${SHARED}`;
const describeGenerated = hasShared && hasPython ? describe : describe.skip;

const cases = (casesOf('cross_engine_ledgers.json').cases as unknown as CrossCase[]).filter(
  (test) => sizeOf(test) <= LARGEST,
);

function sizeOf({ ledger_csv: file }: CrossCase): number {
  return Number(/ledger_(\d+)\.csv/.exec(file)?.[1] ?? Infinity);
}

describeGenerated(`ledgers engines agree on${hasShared && hasPython ? '' : ` (skipped: ${reason})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledgers-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has cases of each method', () => {
    expect(new Set(cases.map(({ method }) => method))).toEqual(new Set(['fifo', 'lifo', 'hifo']));
  });

  it.each(cases.map((test) => [test.id, test] as const))('%s', (_id, test) => {
    const ledger = replay(events(generate(test)), { method: test.method, timezone: 'UTC', washSales: false });
    const { expected } = test;
    const summary = taxSummary(ledger, { timezone: 'UTC' });
    const open = ledger.lots.filter((lot) => lot.remaining > 0n);
    expect(ledger.disposals).toHaveLength(expected.disposal_rows);
    if (expected.open_lots !== undefined) expect(open).toHaveLength(expected.open_lots);
    expect(ledger.issues).toEqual([]);
    const sums: [bigint, string | undefined][] = [
      [summary.totalRealized, expected.total_gain],
      [summary.short.net, expected.short_term],
      [summary.long.net, expected.long_term],
      [summary.totalProceeds, expected.total_proceeds],
      [summary.totalCostBasis, expected.total_basis],
      [open.reduce((sum, lot) => sum + lot.cost, 0n), expected.open_basis],
      ...Object.entries(expected.by_year ?? {}).map(([year, gain]): [bigint, string] => [
        taxSummary(ledger, { timezone: 'UTC', year: Number(year) }).totalRealized,
        gain,
      ]),
    ];
    for (const [ours, theirs] of sums)
      if (theirs !== undefined) expect(Math.abs(usd(ours) - Number(theirs))).toBeLessThanOrEqual(0.01);
  });

  function generate(test: CrossCase): string {
    const size = sizeOf(test);
    const file = join(folder, `${size}.csv`);
    const made = spawnSync('python3', [join(SHARED, 'bench/gen.py'), String(size), file]);
    if (made.status !== 0) throw new Error(`The ledger could not be generated: ${made.stderr.toString()}`);
    const text = readFileSync(file, 'utf8');
    expect(createHash('sha256').update(text).digest('hex')).toBe(test.sha256);
    return text;
  }
});

/** Columns id,timestamp,type,asset,qty_e8,usd_cents,wallet. */
function events(text: string): LedgerEvent[] {
  const assets = new Map<string, Asset>();
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line): LedgerEvent => {
      const [id = '', timestamp, type, symbol = '', quantity = '0', cents = '0', wallet = ''] =
        line.split(',');
      const asset = assets.get(symbol) ?? {
        id: `x:${symbol}`,
        chain: 'x',
        contract: null,
        symbol,
        name: symbol,
        decimals: 8,
      };
      assets.set(symbol, asset);
      const value = BigInt(cents) * 10n ** 16n;
      const base = {
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
      };
      return type === 'buy'
        ? {
            ...base,
            kind: 'acquire',
            cost: value,
            source: 'purchase',
            basisSource: 'trade',
            incomeType: null,
          }
        : { ...base, kind: 'dispose', type: 'sale', proceeds: value, fees: 0n };
    });
}

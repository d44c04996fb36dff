import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  reconcile,
  replay,
  taxSummary,
  type Disposal,
  type Ledger,
  type Lot,
  type MethodName,
} from '../../src/domain/engine';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { postedEvents } from '../../src/domain/posted';
import { toRows, toSelections, type CaseRow, type CaseSelections } from './cases';

/**
 * Our own ledgers, to the last digit. A new case is an entry in one of the JSON files of `own`:
 * rows as they would be posted, and one line of text for each slice, open lot and issue to be expected.
 */
interface OwnCase {
  name: string;
  rule: string;
  method?: MethodName;
  washSales?: boolean;
  timezone?: string;
  rows: CaseRow[];
  selections?: CaseSelections;
  slices?: string[];
  open?: string[];
  income?: string[];
  issues?: string[];
  total?: string;
  years?: Record<string, string>;
  error?: string;
}

const FOLDER = join(__dirname, 'own');
const files = readdirSync(FOLDER);

describe.each(files)('%s', (file) => {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OwnCase[];

  it.each(cases.map((test) => [`${test.name} [${test.rule}]`, test] as const))('%s', (_name, test) => {
    if (test.error !== undefined) {
      expect(() => run(test)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', message: test.error }),
      );
      return;
    }
    const ledger = run(test);
    const timezone = test.timezone ?? 'UTC';
    const names = new Map(ledger.lots.map((lot) => [lot.id, lot]));
    const found = {
      slices: ledger.disposals.map((disposal) => sliceLine(disposal, names.get(disposal.lotId))),
      open: ledger.lots.filter(({ remaining }) => remaining > 0n).map(lotLine),
      income: ledger.income.map((income) => `${income.type} ${formatMoney(income.fairMarketValue)}`),
      issues: issueLines(ledger),
      total: formatMoney(taxSummary(ledger, { timezone }).totalRealized),
      years: Object.fromEntries(
        Object.keys(test.years ?? {}).map((year) => [
          year,
          formatMoney(taxSummary(ledger, { timezone, year: Number(year) }).totalRealized),
        ]),
      ),
    };
    const asked = Object.keys(found).filter((key) => key in test) as (keyof typeof found & keyof OwnCase)[];
    expect(asked.length).toBeGreaterThan(0);
    expect(Object.fromEntries(asked.map((key) => [key, found[key]]))).toEqual(
      Object.fromEntries(asked.map((key) => [key, test[key]])),
    );
  });
});

function run(test: OwnCase): Ledger {
  return replay(postedEvents(toRows(test.rows), toSelections(test.selections)), {
    method: test.method ?? 'fifo',
    timezone: test.timezone ?? 'UTC',
    washSales: test.washSales ?? false,
  });
}

const day = (at: number | null): string =>
  at === null ? 'unknown' : new Date(at).toISOString().slice(0, 10);

/** "1 ETH of b1: sale 150 - 100 = 50 short" */
function sliceLine(slice: Disposal, lot: Lot | undefined): string {
  const quantity = formatUnits(slice.quantity, slice.asset.decimals);
  const marks = [
    ...slice.flags,
    ...(slice.fees === 0n ? [] : [`fees ${formatMoney(slice.fees)}`]),
    ...(slice.washSaleDisallowed === 0n ? [] : [`washed ${formatMoney(slice.washSaleDisallowed)}`]),
  ];
  return [
    `${quantity} ${slice.asset.symbol} of ${slice.isUntracked ? 'nowhere' : lot?.transactionId}:`,
    `${slice.type} ${formatMoney(slice.proceeds)} - ${formatMoney(slice.costBasis)} = ${formatMoney(slice.gain)}`,
    slice.isLongTerm ? 'long' : 'short',
    ...marks,
  ].join(' ');
}

/** "hot 1 ETH of b1 cost 100 since 2024-03-15" */
function lotLine(lot: Lot): string {
  const held = lot.holdingStartAt === lot.acquiredAt ? [] : [`held since ${day(lot.holdingStartAt)}`];
  return [
    lot.wallet,
    formatUnits(lot.remaining, lot.asset.decimals),
    lot.asset.symbol,
    `of ${lot.transactionId} cost ${formatMoney(lot.cost)} since ${day(lot.acquiredAt)}`,
    ...held,
    ...(lot.isUntracked ? ['untracked'] : []),
  ].join(' ');
}

function issueLines(ledger: Ledger): string[] {
  const { severity, completenessPercent } = reconcile(ledger, {});
  const lines = ledger.issues.map(({ kind, count }) => (count === 1 ? kind : `${kind} x${count}`));
  return [...lines, `${severity} ${completenessPercent.toDecimalPlaces(2).toString()}%`];
}

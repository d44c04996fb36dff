import { createHash } from 'node:crypto';
import { replay, taxSummary, type LedgerEvent } from '../../src/domain/engine';
import { ledgerEvents } from '../support/ledgers/events';
import { ledgerText } from '../support/ledgers/generate';
import { openLots, sum, usd } from './amounts';
import { generatedLedgers } from './generated';

/** @param largest number of rows of a ledger */
export function describeGenerated(largest: number): void {
  describe('generated ledgers', () => {
    const cases = generatedLedgers.cases.filter(({ rows }) => rows <= largest);
    const made = new Map<number, LedgerEvent[]>();

    it('have cases of each method', () => {
      expect(new Set(cases.map(({ method }) => method))).toEqual(new Set(['fifo', 'lifo', 'hifo']));
    });

    it.each([...new Set(cases.map(({ rows }) => rows))])(
      'of %i rows are the same on every machine',
      (rows) => {
        const text = ledgerText(rows);
        expect(createHash('sha256').update(text).digest('hex')).toBe(generatedLedgers.sha256[rows]);
        made.set(rows, ledgerEvents(text.split('\n')));
      },
    );

    it.each(cases.map((test) => [test.id, test] as const))(
      '%s',
      (_id, { rows, method, expect: expected }) => {
        const ledger = replay(made.get(rows) ?? [], { method, timezone: 'UTC', washSales: false });
        const summary = taxSummary(ledger, { timezone: 'UTC' });
        const open = openLots(ledger);
        expect(ledger.disposals).toHaveLength(expected.slices);
        if (expected.openLots !== undefined) expect(open).toHaveLength(expected.openLots);
        expect(ledger.issues).toEqual([]);
        const amounts = [
          ['gain', usd(summary.totalRealized), expected.gain],
          ['shortTerm', usd(summary.short.net), expected.shortTerm],
          ['longTerm', usd(summary.long.net), expected.longTerm],
          ['proceeds', usd(summary.totalProceeds), expected.proceeds],
          ['basis', usd(summary.totalCostBasis), expected.basis],
          ['openBasis', sum(open, (lot) => usd(lot.cost)), expected.openBasis],
          ...Object.entries(expected.byYear ?? {}).map(
            ([year, gain]) =>
              [
                year,
                usd(taxSummary(ledger, { timezone: 'UTC', year: Number(year) }).totalRealized),
                gain,
              ] as const,
          ),
        ] as const;
        const apart = amounts.filter(([, ours, theirs]) => theirs && ours.minus(theirs).abs().gt('0.01'));
        expect(apart.map(([name, ours, theirs]) => `${name}: ${ours.toFixed()}, not ${theirs}`)).toEqual([]);
      },
    );
  });
}

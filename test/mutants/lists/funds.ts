import type { Mutant } from '../mutant';

const YIELDS = { file: 'src/domain/rwa/yields.ts', tests: 'rwa' } as const;
const REPORT = { file: 'src/domain/rwa/tax-report.ts', tests: 'rwa' } as const;

/** Interest of tokenized funds. @source tax-rules 12, 14.9 */
export const FUNDS: readonly Mutant[] = [
  {
    ...YIELDS,
    name: 'sold-units-earn-on',
    mistake: 'Units earn after they were sold',
    find: 'disposedAt === undefined ? until : Math.min(until, dayOf(disposedAt, timezone))',
    replace: 'until',
  },
  {
    ...YIELDS,
    name: 'step-of-units-that-pay-in-units',
    mistake: 'The basis of a token that pays in units rises although its price does not',
    find: "if (token.paysIn === 'units') return ZERO;",
    replace: '',
  },
  {
    ...YIELDS,
    name: 'interest-on-units-is-growth',
    mistake: 'Interest that others pay in units replaces the yield that the price holds',
    find: "if (quote.paysIn === 'price') return simple(lots, quote, days);",
    replace: '',
  },
  {
    ...REPORT,
    name: 'sold-units-never-earned',
    mistake: 'The interest of a year leaves out what was sold since',
    find: 'const lots: RwaLot[] = [...position.lots, ...position.disposed];',
    replace: 'const lots: RwaLot[] = [...position.lots];',
  },
  {
    ...REPORT,
    name: 'yield-counted-twice',
    mistake: 'Yield that was income is gain again',
    find: 'adjustedGain: gain === null ? null : gain.minus(step),',
    replace: 'adjustedGain: gain,',
  },
  {
    name: 'present-yield-forgotten',
    mistake: 'Days outside of the history earn nothing',
    file: 'src/domain/rwa/rate-history.ts',
    find: 'return known.plus(otherwise.mul(until - after - (to - from)));',
    replace: 'return known;',
    tests: 'rwa',
  },
  {
    name: 'unknown-cost-of-sold-units-is-zero',
    mistake: 'Sold units of unknown cost have a cost of 0',
    file: 'src/modules/rwa/wallet-facts.ts',
    find: 'cost: lot !== undefined && hasCost(lot, isPending) ? formatMoney(disposal.costBasis) : null,',
    replace: 'cost: formatMoney(disposal.costBasis),',
    tests: 'rwa',
  },
];

import type { Mutant } from '../mutant';

const APPLY = { file: 'src/domain/broker/apply.ts', tests: 'broker' } as const;
const MATCH = { file: 'src/domain/broker/match-rows.ts', tests: 'broker' } as const;
const ON_FORM = { file: 'src/domain/broker/on-form.ts', tests: 'broker' } as const;
const SCHEDULE = { file: 'src/domain/filing/schedule-d.ts', tests: 'filing' } as const;

/** Form 1099-DA on Form 8949, and Schedule D. */
export const BROKER_MUTANTS: readonly Mutant[] = [
  {
    ...APPLY,
    name: 'own-basis-beside-a-reported-one',
    mistake: 'Column (e) has the own basis although the broker reported one',
    find: 'const costBasis = row.box2 ? start.costBasis : basis;',
    replace: 'const costBasis = basis;',
  },
  {
    ...APPLY,
    name: 'basis-adjusted-the-wrong-way',
    mistake: 'Column (g) adds what the basis lacks instead of subtracting it',
    find: "adjust('B', costBasis - basis);",
    replace: "adjust('B', basis - costBasis);",
  },
  {
    ...APPLY,
    name: 'expense-is-another-correction',
    mistake: 'Selling expenses get code O',
    find: "adjust('E', expenses);",
    replace: "adjust('O', expenses);",
  },
  {
    ...APPLY,
    name: 'other-lots-keep-a-wrong-term',
    mistake: 'Rows of other lots and another term stay in the part that the broker named',
    find: '{ ...reported, box: boxFor(row, term), codes:',
    replace: '{ ...reported, codes:',
  },
  {
    ...SCHEDULE,
    name: 'collectibles-without-the-carryover',
    mistake: 'The 28% Rate Gain Worksheet leaves out the long-term carryover',
    find: 'positive(one - longTermCarryover + six)',
    replace: 'positive(one + six)',
  },
  {
    ...SCHEDULE,
    name: 'line-18-beside-a-loss',
    mistake: 'Line 18 has an amount although line 16 is a loss',
    find: 'line15 > 0n && line16 > 0n ? seven : null',
    replace: 'seven',
  },
  {
    ...APPLY,
    name: 'wrong-term-keeps-its-part',
    mistake: 'A row with a wrong term stays in the part that the broker named',
    find: 'box: boxFor(row, term),\n    sale:',
    replace: 'box: start.box,\n    sale:',
  },
  {
    ...APPLY,
    name: 'own-wash-sale-is-gone',
    mistake: 'A loss that the own records disallow is deducted on a reported row',
    find: "adjust('W', washed !== 0n ? washed : most !== null && most < stated ? most : stated);",
    replace: "adjust('W', most !== null && most < stated ? most : stated);",
  },
  {
    ...APPLY,
    name: 'duplicate-row-gains-twice',
    mistake: 'A sale that the broker reports twice gains twice',
    find: "return given.map(([index, row]) => withGain(asReported(index, row), 'O', 0n));",
    replace: 'return given.map(([index, row]) => asReported(index, row));',
  },
  {
    ...APPLY,
    name: 'unreported-sale-is-gone',
    mistake: 'A sale that the broker does not report is on no form',
    find: 'return own.map((sale) => doubted(unreported(sale), twins.sales.has(sale.index)));',
    replace: 'return [];',
  },
  {
    ...MATCH,
    name: 'repeated-row-is-another-sale',
    mistake: 'A row that repeats another one is taken for a sale of its own',
    find: "if (known.has(contentOf(this.row(row)))) this.take('duplicate', [row], []);",
    replace: "if (known.has('')) this.take('duplicate', [row], []);",
  },
  {
    ...ON_FORM,
    name: 'form-of-one-account-replaces-all',
    mistake: 'An accepted form removes the rows of other wallets',
    find: 'filter(({ wallet }) => !wallets.includes(wallet));',
    replace: 'filter(() => false);',
  },
  {
    ...ON_FORM,
    name: 'own-rows-stay-beside-reported-ones',
    mistake: 'A sale is on the form twice: as recorded and as reported',
    find: 'filter(({ wallet }) => !wallets.includes(wallet));',
    replace: 'filter(() => true);',
  },
  {
    ...ON_FORM,
    name: 'sale-at-the-edge-in-both-years',
    mistake: 'A sale that the broker puts into the year before stays in the own year too',
    file: 'src/domain/broker/account-year.ts',
    find: 'const gone = new Set(elsewhere.flatMap(({ sales }) => sales));',
    replace: 'const gone = new Set<S>();',
  },
  {
    ...ON_FORM,
    name: 'sale-at-the-edge-in-no-year',
    mistake: 'The form of the broker does not take the basis of a sale in the year beside',
    file: 'src/domain/broker/account-year.ts',
    find: 'const got = here.flatMap(({ sales }) => sales);',
    replace: 'const got: S[] = [];',
  },
  {
    ...SCHEDULE,
    name: 'whole-loss-is-deducted',
    mistake: 'A loss above the limit of the year is deducted at once',
    find: 'return lesser(-line16, limit * 100n);',
    replace: 'return -line16;',
  },
  {
    ...SCHEDULE,
    name: 'short-loss-carries-over-whole',
    mistake: 'The part of a short-term loss that is deducted carries over as well',
    find: 'const eight = positive(five - seven);',
    replace: 'const eight = five;',
  },
];

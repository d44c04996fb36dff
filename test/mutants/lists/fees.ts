import type { Mutant } from '../mutant';

const POSTED = { file: 'src/domain/posted/posted-events.ts', tests: 'posted' } as const;
const CHAIN = { file: 'src/domain/chain/events/ledger-events.ts', tests: 'chain' } as const;

const LOANS = { file: 'src/domain/chain/events/loans.ts', tests: 'loans' } as const;
const FIELDS = { file: 'src/domain/posted/posted-fields.ts', tests: 'posted' } as const;

/** Selling costs reduce the proceeds, costs of a purchase join the basis. @source tax-rules 6 */
export const FEES: readonly Mutant[] = [
  {
    ...FIELDS,
    name: 'dollar-coin-values-no-swap',
    mistake: 'A swap with a dollar coin has no value unless one is stated',
    find: 'const leg = legIn(row, isCash) ?? legIn(row, isDollarCoin);',
    replace: 'const leg = legIn(row, isCash);',
  },
  {
    ...FIELDS,
    name: 'cash-values-no-swap',
    mistake: 'A swap with cash has no value unless one is stated',
    find: 'const leg = legIn(row, isCash) ?? legIn(row, isDollarCoin);',
    replace: 'const leg = legIn(row, isDollarCoin);',
  },
  {
    ...LOANS,
    name: 'latest-loan-first',
    mistake: 'A payment settles the latest loan first',
    find: '.sort((a, b) => rank(a) - rank(b))',
    replace: '.reverse().sort((a, b) => rank(a) - rank(b))',
  },
  {
    ...LOANS,
    name: 'interest-settles-the-loan',
    mistake: 'Units beyond the loan are part of its repayment',
    find: 'const principal = slice(paid, quantity);\n',
    replace: 'const principal = quantity > 0n ? paid : slice(paid, quantity);\n',
  },
  {
    name: 'gas-in-one-basis-of-a-gift',
    mistake: 'Gas that is added to the basis of a gift is not in its basis for a loss',
    file: 'src/domain/engine/replay/arrival.ts',
    find: 'lossCost === null ? null : lossCost + added',
    replace: 'lossCost',
    tests: 'engine',
  },
  {
    ...POSTED,
    name: 'swap-fee-on-both-legs',
    mistake: 'The fee of a swap is taken off the proceeds and added to the basis received as well',
    find: "this.acquire(target, quantity, this.value, { source: 'swap', basisSource: 'trade' });",
    replace:
      "this.acquire(target, quantity, this.value === null ? null : this.value + this.feeCost(), { source: 'swap', basisSource: 'trade' });",
  },
  {
    ...POSTED,
    name: 'swap-fee-into-the-basis',
    mistake: 'The fee of a swap joins the basis received instead of reducing the proceeds',
    find: `this.acquire(target, quantity, this.value, { source: 'swap', basisSource: 'trade' });
    this.give(this.asset, 'swap', []);`,
    replace: `this.acquire(target, quantity, this.value === null ? null : this.value + this.feeCost(), { source: 'swap', basisSource: 'trade' });
    this.dispose(this.asset, this.quantity, 'swap', this.value, 0n);`,
  },
  {
    ...POSTED,
    name: 'sale-fee-ignored',
    mistake: 'The fee of a sale reduces nothing',
    find: 'const proceeds = this.value === null ? null : this.value - fees;',
    replace: 'const proceeds = this.value;',
  },
  {
    ...POSTED,
    name: 'purchase-fee-ignored',
    mistake: 'The fee of a purchase does not join the basis',
    find: 'value : value + this.feeCost();',
    replace: 'value : value;',
  },
  {
    ...POSTED,
    name: 'basis-without-its-fee-is-complete',
    mistake: 'A lot whose fee has no value has no mark',
    find: 'const isOpen = value !== null &&',
    replace: 'const isOpen = false && value !== null &&',
  },
  {
    ...POSTED,
    name: 'dollar-coin-values-no-fee',
    mistake: 'A fee in a dollar coin has no value unless one is stated',
    find: "unitValue(units, decimals, dec('1')) : null",
    replace: 'null : null',
  },
  {
    ...POSTED,
    name: 'fee-in-kind-is-free',
    mistake: 'A coin given as a fee leaves without being disposed of at its value',
    find: "this.dispose(asset, this.feeUnits(), 'fee', this.feeValue(), 0n, undefined, fromReceipt);",
    replace: "this.dispose(asset, this.feeUnits(), 'lost', null, 0n, undefined, fromReceipt);",
  },
  {
    ...CHAIN,
    name: 'gas-of-a-swap-ignored',
    mistake: 'Gas does not reduce what a swap on chain brought',
    find: "this.put(draft.dispose(tx, known, 'swap', fees[i]), sold);",
    replace: "this.put(draft.dispose(tx, known, 'swap'), sold);",
  },
  {
    ...CHAIN,
    name: 'gas-of-a-swap-into-the-basis',
    mistake: 'Gas of a swap on chain joins the basis received as well',
    find: 'for (const leg of got) this.put(draft.bought(tx, leg, carried.get(leg)), leg);',
    replace: `for (const leg of got)
      this.put(draft.bought(tx, { ...leg, valueUsd: (leg.valueUsd ?? 0n) + (tx.fee?.valueUsd ?? 0n) }), leg);`,
  },
  {
    name: 'gas-is-no-disposal',
    mistake: 'The coin burnt as gas stays in the ledger',
    file: 'src/domain/chain/events/event-drafts.ts',
    find: 'if (!tx.fee) return null;',
    replace: 'if (!tx.fee || tx.fee.quantity > 0n) return null;',
    tests: 'chain',
  },
];

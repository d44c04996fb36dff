import type { Mutant } from '../mutant';

/** Parts sum to the whole, the last takes the remainder. @source tax-rules 1.3 */
export const SLICES: readonly Mutant[] = [
  {
    name: 'basis-rounded-per-slice',
    mistake: 'Each slice of a lot rounds its basis for itself, and a remainder is lost',
    file: 'src/domain/engine/model/lot-table.ts',
    find: 'return before === quantity ? end : end - (whole * (quantity - before)) / quantity;',
    replace: 'return before - after === quantity ? end : (whole * (before - after)) / quantity;',
    tests: 'engine',
  },
  {
    name: 'proceeds-rounded-per-slice',
    mistake: 'Each slice of a sale rounds its proceeds for itself, and a remainder is lost',
    file: 'src/domain/engine/replay/disposal-cursor.ts',
    find: 'this.amount = paid - this.paid;',
    replace: 'this.amount = (this.total * quantity) / this.whole;',
    tests: 'engine',
  },
  {
    name: 'sum-basis-rounded-per-slice',
    mistake: 'What slices of a lot sum to rounds the basis of each, and a remainder is lost',
    file: 'src/domain/engine/replay/slice-sums.ts',
    find: `gain -= after === 0n ? cost : (cost * (quantity - after)) / quantity;
      if (before !== quantity) gain += (cost * (quantity - before)) / quantity;`,
    replace: 'gain -= (cost * (before - after)) / quantity;',
    tests: 'engine',
  },
  {
    name: 'sum-proceeds-rounded-per-slice',
    mistake: 'What slices of a sale sum to rounds the proceeds of each, and a remainder is lost',
    file: 'src/domain/engine/replay/slice-sums.ts',
    find: 'let gain = soldBefore === 0n ? upTo : upTo - paid;',
    replace: 'let gain = (total * (before - after)) / whole;',
    tests: 'engine',
  },
  {
    name: 'fees-rounded-per-slice',
    mistake: 'Each slice of a sale rounds its fees for itself, and a remainder is lost',
    file: 'src/domain/engine/model/share.ts',
    find: 'return from === 0n ? end : end - (total * from) / whole;',
    replace: 'return upTo - from === whole ? end : (total * (upTo - from)) / whole;',
    tests: 'engine',
  },
  {
    name: 'disallowed-more-than-lost',
    mistake: 'A loss matched in pieces is disallowed anew each time, and sums to more than was lost',
    file: 'src/domain/engine/replay/wash-sale.ts',
    find: 'loss.lossLeft -= disallowed;',
    replace: '',
    tests: 'engine',
  },
  {
    name: 'added-cost-lost-on-the-way',
    mistake: 'Costs of a transfer over several lots leave their remainder nowhere',
    file: 'src/domain/engine/replay/arrival.ts',
    find: 'const added = isLast ? this.addedLeft : mulDiv(this.addedLeft, quantity, this.sentLeft);',
    replace: 'const added = mulDiv(event.addedCost ?? 0n, quantity * 2n, (event.quantity * 2n) + 1n);',
    tests: 'engine',
  },
];

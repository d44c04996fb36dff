import type { Mutant } from '../mutant';

const HIFO = { file: 'src/domain/engine/methods/hifo.ts', tests: 'engine' } as const;

/** Which lot goes first. @source tax-rules 4 */
export const LOT_ORDER: readonly Mutant[] = [
  {
    name: 'fifo-by-arrival',
    mistake: 'First in is taken as first into this wallet',
    file: 'src/domain/engine/methods/fifo.ts',
    find: 'new QueuePool(lots)',
    replace: 'new QueuePool({ compare: (a, b) => lots.record(a).receivedAt - lots.record(b).receivedAt })',
    tests: 'engine',
  },
  {
    name: 'gift-ordered-by-receipt',
    mistake: 'A lot with an earlier date of its own is ordered by the date of its receipt',
    file: 'src/domain/engine/model/lot-table.ts',
    find: 'if (this.details[a] === null && this.details[b] === null) return a - b;',
    replace: 'if (a !== b) return a - b;',
    tests: 'engine',
  },
  {
    name: 'lifo-by-arrival',
    mistake: 'Last in is taken as last into this wallet',
    file: 'src/domain/engine/methods/lifo.ts',
    find: 'lots.isUntracked(a) === lots.isUntracked(b) ? lots.compare(b, a)',
    replace: 'lots.isUntracked(a) === lots.isUntracked(b) ? b - a',
    tests: 'engine',
  },
  {
    name: 'one-pool-for-all-wallets',
    mistake: 'Lots of all wallets lie in one pool',
    file: 'src/domain/engine/replay/pools.ts',
    find: 'let pools = this.byWallet.get(wallet);',
    replace: "wallet = '';\n    let pools = this.byWallet.get(wallet);",
    tests: 'engine',
  },
  {
    ...HIFO,
    name: 'hifo-by-whole-cost',
    mistake: 'The highest cost is that of the whole lot, not of a unit',
    find: '(lots.wholeCostOf(lot) << SCALE) / lots.quantityOf(lot)',
    replace: 'lots.wholeCostOf(lot)',
  },
  {
    ...HIFO,
    name: 'hifo-by-original-cost',
    mistake: 'Ranked by what was paid, without the loss a wash sale added',
    find: '(lots.wholeCostOf(lot) << SCALE) / lots.quantityOf(lot)',
    replace: '(lots.record(lot).originalCost << SCALE) / lots.record(lot).originalQuantity',
  },
  {
    ...HIFO,
    name: 'hifo-by-rounded-quotient',
    mistake: 'Unit costs that differ beyond the rounding of a quotient count as equal',
    find: 'return left === right ? lots.compare(a, b) < 0 : left > right;',
    replace: 'return left === right || left !== right ? lots.compare(a, b) < 0 : false;',
  },
  {
    ...HIFO,
    name: 'hifo-rank-by-rounded-quotient',
    mistake: 'The rank shown beside a lot comes from a rounded quotient',
    find: `const left = a.wholeCost * b.quantity;
  const right = b.wholeCost * a.quantity;`,
    replace: `const left = a.wholeCost / a.quantity;
  const right = b.wholeCost / b.quantity;`,
  },
  {
    ...HIFO,
    name: 'hifo-ties-newest-first',
    mistake: 'Among equal unit costs the newest goes first',
    find: 'return left === right ? lots.compare(a, b) < 0 : left > right;',
    replace: 'return left === right ? lots.compare(a, b) > 0 : left > right;',
  },
  {
    ...HIFO,
    name: 'hifo-ties-as-they-fall',
    mistake: 'Among equal unit costs the heap decides',
    find: 'return left === right ? lots.compare(a, b) < 0 : left > right;',
    replace: 'return left > right;',
  },
];

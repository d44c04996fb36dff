import type { Mutant } from '../mutant';

const BOOKS = { file: 'src/domain/engine/books.ts', tests: 'engine' } as const;

/** Missing basis, order and years. @source tax-rules 1.4, 1.6, 9 */
export const BOOKS_MUTANTS: readonly Mutant[] = [
  {
    ...BOOKS,
    name: 'oversell-is-silent',
    mistake: 'Units sold beyond what is known are booked at no basis, and nobody is told',
    find: "this.report('untracked_lot', event, lot, quantity, proceeds, 'Sold without a known purchase');",
    replace: '{}',
  },
  {
    ...BOOKS,
    name: 'oversell-is-dropped',
    mistake: 'Units sold beyond what is known are left out',
    find: 'const lot = held === NONE ? this.untracked(event, need).row : held;',
    replace: 'if (held === NONE) break;\n      const lot = held;',
  },
  {
    ...BOOKS,
    name: 'oversell-aborts',
    mistake: 'One oversell stops the whole calculation',
    find: 'const lot = held === NONE ? this.untracked(event, need).row : held;',
    replace: "if (held === NONE) throw new Error('Not enough units');\n      const lot = held;",
  },
  {
    ...BOOKS,
    name: 'missing-price-is-silent',
    mistake: 'A sale without a price counts as nothing, and nobody is told',
    find: "this.report('missing_price', event, null, event.quantity, null, 'No price at disposal');",
    replace: '{}',
  },
  {
    ...BOOKS,
    name: 'unknown-inflow-is-silent',
    mistake: 'An inflow of unknown origin is booked at no basis, and nobody is told',
    find: `if (isUntracked)
      this.report(`,
    replace: `if (isUntracked) isUntracked || this.report(`,
  },
  {
    ...BOOKS,
    name: 'duplicate-is-silent',
    mistake: 'A transaction told twice is dropped, and nobody is told',
    find: "new IssueRecord('duplicate_transaction', event, null, event.quantity, null, 'Reported twice', 1),",
    replace: '',
  },
  {
    name: 'duplicate-counts-twice',
    mistake: 'A transaction told twice counts twice',
    file: 'src/domain/engine/replay.ts',
    find: 'books.skipDuplicate(event);',
    replace: 'books.enter(event);',
    tests: 'engine',
  },
  {
    name: 'sells-before-buys',
    mistake: 'At one instant sales come before purchases',
    file: 'src/domain/engine/order.ts',
    find: 'const DIRECTION = { acquire: 0, move: 1, dispose: 2 } as const;',
    replace: 'const DIRECTION = { acquire: 2, move: 1, dispose: 0 } as const;',
    tests: 'engine',
  },
  {
    name: 'posted-order-is-lost',
    mistake: 'At one instant the order in which rows were given is forgotten',
    file: 'src/domain/posted/posted-events.ts',
    find: 'block: this.name.position,',
    replace: 'block: -this.name.position,',
    tests: 'posted',
  },
  {
    name: 'year-in-utc',
    mistake: 'The tax year is cut in UTC, though the zone says otherwise',
    file: 'src/domain/engine/tax-summary.ts',
    find: 'yearBounds(year, timezone)',
    replace: "yearBounds(year, 'UTC')",
    tests: 'engine',
  },
  {
    name: 'tax-year-of-utc',
    mistake: 'The tax year of an instant is that of UTC',
    file: 'src/domain/kernel/calendar.ts',
    find: 'yearOfDay(dayOf(at, timezone));',
    replace: "yearOfDay(dayOf(at, timezone.length > 0 ? 'UTC' : timezone));",
    tests: 'calendar',
  },
  {
    name: 'days-in-utc',
    mistake: 'Days of the books are those of UTC',
    file: 'src/domain/kernel/calendar.ts',
    find: "if (timezone === 'UTC') return (at) => Math.floor(at / DAY_MS);",
    replace: 'if (timezone.length > 0) return (at) => Math.floor(at / DAY_MS);',
    tests: 'engine',
  },
  {
    name: 'early-deposit-unmatched',
    mistake: 'A deposit stamped a little before its withdrawal finds no partner',
    file: 'src/domain/matching/candidate.ts',
    find: 'const limit = delay < 0 ? before : after;',
    replace: 'const limit = delay < 0 ? before * -1 : after;',
    tests: 'matching',
  },
  {
    name: 'early-bridge-arrival-unmatched',
    mistake: 'An arrival over a bridge stamped a little before its departure finds no partner',
    file: 'src/domain/normalise/bridges.ts',
    find: 'if (delay < -WINDOW.before || delay > limit) return false;',
    replace: 'if (delay < 0 || delay > limit) return false;',
    tests: 'normalise',
  },
];

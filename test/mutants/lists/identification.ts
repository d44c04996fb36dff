import type { Mutant } from '../mutant';

const DISPOSAL = { file: 'src/domain/engine/model/disposal-record.ts', tests: 'engine' } as const;
const SELECTION = { file: 'src/domain/engine/identification/selection.ts', tests: 'engine' } as const;
const WASH = { file: 'src/domain/engine/replay/wash-sale.ts', tests: 'engine' } as const;
const CUSTODY = { file: 'src/domain/engine/methods/broker-custody.ts', tests: 'engine' } as const;
const REPLAY_STATE = { file: 'src/domain/engine/replay/replay-state.ts', tests: 'engine' } as const;

/** Identification in time, gifts, inherited property, and what is bought elsewhere. @source ADR 29 */
export const IDENTIFICATION: readonly Mutant[] = [
  {
    ...DISPOSAL,
    name: 'gift-from-its-last-move',
    mistake: 'A gift at a loss counts from the last own transfer',
    find: '? this.lot.givenAt : null',
    replace: '? this.lot.receivedAt : null',
  },
  {
    ...DISPOSAL,
    name: 'donor-time-tacks-after-a-loss',
    mistake: 'The replacement of a gift at a loss gets the time of the donor',
    find: 'if (givenAt !== null) return log.dayOf(givenAt);',
    replace: '',
  },
  {
    ...DISPOSAL,
    name: 'inherited-time-tacks',
    mistake: 'The replacement of inherited property is held since ever',
    find: 'if (lot.isInherited) return lot.acquiredAt === null ? null : log.dayOf(lot.acquiredAt);',
    replace: '',
  },
  {
    ...SELECTION,
    name: 'late-selection-applies',
    mistake: 'Lots identified after the sale are sold',
    find: '(isLate ? late : slices).push({ lot, quantity: taken });',
    replace: 'slices.push({ lot, quantity: taken });',
  },
  {
    ...SELECTION,
    name: 'selection-at-the-sale-is-late',
    mistake: 'An identification at the time of the sale is late',
    find: 'selectedAt > event.at',
    replace: 'selectedAt >= event.at',
  },
  {
    ...REPLAY_STATE,
    file: 'src/domain/engine/identification/identification.ts',
    name: 'transfer-ignores-its-selection',
    mistake: 'An own transfer takes the first lots, whatever was selected',
    find: 'return dividedAt(sent, choiceOf(event, pool, this.table, event.quantity).slices);',
    replace: 'return [NO_CHOICE, NO_CHOICE];',
  },
  {
    ...REPLAY_STATE,
    name: 'moved-units-are-lost-on-the-way',
    mistake: 'The fee of a transfer inside one pool takes the units that were identified as moved',
    find: 'if (isSamePool && chosen.length > 0) this',
    replace: 'if (isSamePool && chosen.length > 9) this',
  },
  {
    ...REPLAY_STATE,
    name: 'gas-lost-inside-a-pool',
    mistake: 'Capitalised gas of a transfer inside one pool is in no basis',
    find: 'if (isSamePool && event.wallet !== event.toWallet) this',
    replace: 'if (isSamePool && event.wallet === event.toWallet) this',
  },
  {
    ...REPLAY_STATE,
    name: 'standing-order-takes-the-whole-sale',
    mistake: 'Units that a standing order took stay named',
    file: 'src/domain/engine/identification/selection.ts',
    find: 'if (item.left !== null) item.left -= quantity;',
    replace: '',
  },
  {
    ...REPLAY_STATE,
    name: 'ended-order-goes-on',
    mistake: 'A standing order that ended still decides',
    file: 'src/domain/engine/methods/standing-selection.ts',
    find: 'begun === undefined || (begun.until !== undefined && begun.until <= event.at)',
    replace: 'begun === undefined',
  },
  {
    ...CUSTODY,
    name: 'own-books-count-at-a-broker',
    mistake: 'An order of own books decides at a broker in 2027',
    find: 'return this.accounts.has(wallet) && this.dayOf(at) >= FIRST_DAY;',
    replace: 'return false;',
  },
  {
    ...CUSTODY,
    name: 'broker-decides-before-2027',
    mistake: 'The first day on which the broker decides is a day late',
    find: 'this.dayOf(at) >= FIRST_DAY',
    replace: 'this.dayOf(at) > FIRST_DAY',
  },
  {
    ...CUSTODY,
    name: 'broker-told-at-the-sale-is-late',
    mistake: 'What a broker is told at the moment of the sale is late',
    find: 'communicatedAt <= at;',
    replace: 'communicatedAt < at;',
  },
  {
    ...REPLAY_STATE,
    name: 'late-rows-are-not-flagged',
    mistake: 'A row does not show that its selection came too late',
    find: "const filler = isLate ? 'late_identification'",
    replace: "const filler = isLate ? 'selection_filled'",
  },
  {
    file: 'src/domain/engine/replay/replay.ts',
    tests: 'engine',
    name: 'selections-need-sorted-rows',
    mistake: 'A selected lot is unknown when its row comes later in the body',
    find: '.readsSelections ? events.toSorted(compareEvents) : events',
    replace: '.readsSelections ? events : events',
  },
  {
    ...WASH,
    file: 'src/domain/engine/model/lot-record.ts',
    name: 'stated-purchase-does-not-wash',
    mistake: 'Units that the taxpayer enters as bought replace no loss',
    find: 'root.isPurchase === true ||',
    replace: '',
  },
  {
    ...WASH,
    name: 'receipt-washes',
    mistake: 'Units bought elsewhere replace a loss by the day of their receipt',
    find: 'boughtOn < group.day ?',
    replace: 'boughtOn < 0 ?',
  },
  {
    file: 'src/domain/posted/posted-events.ts',
    tests: 'posted',
    name: 'cash-income-is-gone',
    mistake: 'Income in cash is no income',
    find: 'if (incomeType !== undefined)',
    replace: 'if (incomeType !== undefined && !isCash(this.row.symbol))',
  },
  {
    file: 'src/domain/forms/slices.ts',
    tests: 'forms',
    name: 'inherited-shows-its-date',
    mistake: 'Column (b) shows a date for inherited property',
    find: "disposal.isInherited ? 'INHERITED' : acquiredAt",
    replace: 'acquiredAt',
  },
  {
    name: 'selection-of-a-sale-moves',
    mistake: 'A selection for a sale is used for a transfer of the same transaction',
    file: 'src/domain/overlays/lot-selections.ts',
    find: "return outflows.find(({ kind }) => kind === 'dispose') ?? outflows[0];",
    replace: 'return outflows[0];',
    tests: 'overlays',
  },
];

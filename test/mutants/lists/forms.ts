import type { Mutant } from '../mutant';

const TXF = { file: 'src/domain/forms/form-8949.txf.ts', tests: 'forms' } as const;

/** @source tax-rules 14; Form 8949 */
export const FORMS: readonly Mutant[] = [
  {
    name: 'old-boxes-for-2025',
    mistake: 'Sales of 2025 stay in boxes C and F',
    file: 'src/domain/forms/boxes.ts',
    find: 'from: 2025,\n    self_custody: NOT_REPORTED,',
    replace: 'from: 2025,\n    self_custody: BEFORE_1099_DA,',
    tests: 'forms',
  },
  {
    name: 'new-boxes-for-2024',
    mistake: 'Sales of 2024 are already in boxes I and L',
    file: 'src/domain/forms/boxes.ts',
    find: 'from: 2025,',
    replace: 'from: 2024,',
    tests: 'forms',
  },
  {
    ...TXF,
    name: 'txf-proceeds-first',
    mistake: 'Basis and proceeds change places in the exchange format',
    find: 'amount(row.costBasis),\n  amount(row.proceeds),',
    replace: 'amount(row.proceeds),\n  amount(row.costBasis),',
  },
  {
    ...TXF,
    name: 'txf-adjustment-negative',
    mistake: 'A wash sale is a negative amount in the exchange format',
    find: "['W', 'CW'].includes(row.adjustmentCode) ? amount(row.adjustment) : '$',",
    replace: "['W', 'CW'].includes(row.adjustmentCode) ? amount(-row.adjustment) : '$',",
  },
  {
    name: 'adjustment-negative',
    mistake: 'The amount of code W is negative on the form',
    file: 'src/domain/forms/form-row.ts',
    find: 'adjustmentCode: codesOf(isCollectible(asset.id), adjustment > 0n),\n    adjustment,',
    replace:
      'adjustmentCode: codesOf(isCollectible(asset.id), adjustment > 0n),\n    adjustment: -adjustment,',
    tests: 'forms',
  },
  {
    name: 'gain-without-adjustment',
    mistake: 'The gain of a row leaves out the loss that is not allowed',
    file: 'src/domain/forms/form-row.ts',
    find: 'gain: proceeds - costBasis + adjustment,',
    replace: 'gain: proceeds - costBasis,',
    tests: 'forms',
  },
  {
    name: 'coin-of-a-chosen-contract-is-a-collectible',
    mistake: 'The look-through of NFTs reaches coins',
    file: 'src/domain/forms/collectibles.ts',
    find: 'return mark >= 0 && (chosen',
    replace: 'return (chosen',
    tests: 'forms',
  },
  {
    name: 'fees-of-two-wallets-in-one-row',
    mistake: 'Small fees of two wallets end up in one row, of the first wallet',
    file: 'src/domain/forms/gather-fees.ts',
    find: '${slice.wallet}|${slice.asset.id}|',
    replace: '${slice.asset.id}|',
    tests: 'forms',
  },
  {
    name: 'terms-merged-under-various',
    mistake: 'Small fees of both terms end up in one row with the date VARIOUS',
    file: 'src/domain/forms/gather-fees.ts',
    find: '|${slice.isLongTerm}|${slice.box}`',
    replace: '`',
    tests: 'forms',
  },
  {
    name: 'various-in-long-term',
    mistake: 'Rows without a date go to part II',
    file: 'src/domain/forms/slices.ts',
    find: 'disposal.isLongTerm ? boxes.long : boxes.short',
    replace: 'disposal.isLongTerm || disposal.acquiredAt === null ? boxes.long : boxes.short',
    tests: 'forms',
  },
  {
    name: 'gifts-on-the-form',
    mistake: 'Gifts are reported like sales',
    file: 'src/domain/forms/slices.ts',
    find: 'if (!isOnForm(disposal.type)) continue;',
    replace: '',
    tests: 'forms',
  },
  {
    name: 'form-year-in-utc',
    mistake: 'The year of the form is cut in UTC, although the time zone gives another year',
    file: 'src/domain/forms/slices.ts',
    find: 'yearBounds(year, timezone)',
    replace: "yearBounds(year, 'UTC')",
    tests: 'forms',
  },
];

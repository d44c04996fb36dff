import type { Stated } from './wallet-ledger';

/**
 * Reminders of a return that follow from the accounts of the owner.
 * @source 31 CFR 1010.350 and FinCEN Notice 2020-2; IRC 6038D and the instructions of Form 8938; tax-rules 14.8
 */
export const foreignAccountNotes = ({ valued }: Stated['history']): string[] => {
  const abroad = (valued.accounts ?? []).filter(({ kind }) => kind === 'foreign_exchange');
  if (abroad.length === 0) return [];
  const names = [...new Set(abroad.map(({ exchange }) => exchange))].sort().join(', ');
  return [
    `Accounts outside of the United States: ${names}. Check whether a report of foreign accounts (FBAR, FinCEN Form 114) ` +
      'and Form 8938 are due. An account that holds digital assets alone is not on an FBAR at present (FinCEN Notice 2020-2).',
  ];
};

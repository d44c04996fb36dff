import type { FilingLine } from '../../filing';
import { amendment, type FilingChanges } from '../../filing';
import { money, type Money } from '../../kernel/units';
import { dec } from '../../kernel/decimal';
import { openIssue, type OpenIssue } from './issue';

export interface ChangedYear {
  id: string;
  taxYear: number;
  wallet: string;
  address: string;
  changes: FilingChanges;
}

const GAINS: ReadonlySet<FilingLine> = new Set<FilingLine>(['short_term_gain_loss', 'long_term_gain_loss']);

/** The effect is the difference of both terms, each without its sign. */
export const changedYearIssue = ({ id, taxYear, wallet, address, changes }: ChangedYear): OpenIssue =>
  openIssue(wallet, [id], {
    type: 'filed_year_changed',
    address,
    taxYears: [taxYear],
    message: `The figures of the filed year ${taxYear} changed. ${amendment(changes).join('; ')}`,
    effect: changes.lines.reduce<Money>(
      (sum, { line, difference }) => (GAINS.has(line) ? sum + money(dec(difference).abs()) : sum),
      0n,
    ),
  });

import { amendment, type FilingChanges, type RowChange } from '../../domain/filing';
import { toFiledRow } from '../../presenters/filing/filing.presenter';
import type { FiledYear } from './filed-year';
import type {
  FiledRowChangeResponse,
  FiledYearIssueResponse,
  FiledYearResponse,
} from './filed-years.shapes.dto';

const MOST_ROWS = 100;

export const toFiledYear = (
  filed: FiledYear,
  { status, changes }: { status: FiledYearResponse['status']; changes: FilingChanges | null },
): FiledYearResponse => ({
  tax_year: filed.taxYear,
  address: filed.given,
  owned_wallets: [...filed.ownedWallets],
  report_id: filed.reportId,
  input_hash: filed.inputHash,
  lines: filed.filing.lines,
  excluded_count: filed.filing.excluded_count,
  ...filedStatus(filed.filing),
  frozen_at: filed.frozenAt.toISOString(),
  unfrozen_at: filed.unfrozenAt?.toISOString() ?? null,
  status,
  issue: changes && toIssue(changes),
});

/** Reports of earlier versions have no such fields. */
const filedStatus = ({ status, status_reasons: reasons }: Partial<FiledYear['filing']>) => ({
  form_status: status ?? null,
  status_reasons: reasons ?? [],
});

const toIssue = (changes: FilingChanges): FiledYearIssueResponse => ({
  type: 'filed_year_changed',
  message: amendment(changes).join('; '),
  lines: changes.lines,
  rows: changes.rows.slice(0, MOST_ROWS).map(toRowChange),
  row_count: changes.rows.length,
  excluded_difference: changes.excludedDifference,
});

const toRowChange = ({ kind, filed, computed }: RowChange): FiledRowChangeResponse => ({
  change: kind,
  filed: filed && toFiledRow(filed),
  computed: computed && toFiledRow(computed),
});

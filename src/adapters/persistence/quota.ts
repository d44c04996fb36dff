import { AppError } from '../../domain/kernel/errors';
import { type AppliedPlan, CAPS } from '../../domain/plans/plans';

/** Per limit of the plans: table, cap, and text of the refusal. */
const QUOTAS = {
  imported_rows: { cap: 'importedRowCap', words: 'The limit of imported rows of your plan is reached' },
  exchange_rows: {
    cap: 'importedRowCap',
    words: 'The limit of rows of exchange accounts of your plan is reached',
  },
  manual_entries: { cap: 'manualEntryCap', words: 'The limit of manual entries of your plan is reached' },
} as const;

/** Existing rows beyond the cap stay. @throws AppError FORBIDDEN */
export function checkQuota(
  resource: keyof typeof QUOTAS,
  plan: AppliedPlan,
  current: number,
  added: number,
): void {
  const { cap, words } = QUOTAS[resource];
  const limit = CAPS[plan][cap];
  if (added === 0 || limit === null || current + added <= limit) return;
  throw new AppError('FORBIDDEN', { resource, limit, current, plan_name: plan }, { message: words });
}

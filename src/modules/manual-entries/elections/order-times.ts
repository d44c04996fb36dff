import type { BrokerNotice } from '../../../domain/custody';
import { invalid } from '../basis-parts';

export interface OrderTimesInput {
  effective_from?: number;
  stated_recorded_at?: number;
}

/**
 * A standing order holds for sales after it was recorded. An order that the broker was told of counts as recorded.
 * @throws AppError VALIDATION_ERROR for a late order
 * @source 26 CFR 1.1012-1(j)
 */
export function orderTimes(
  { effective_from: given, stated_recorded_at: stated }: OrderTimesInput,
  now: number,
  communicated?: BrokerNotice,
): { from: number; recordedAt: number | null; communicated?: BrokerNotice } {
  const from = given ?? communicated?.at ?? now;
  const toldBy = communicated !== undefined && communicated.at <= from ? communicated.at : undefined;
  if (stated !== undefined && stated > from)
    throw invalid('stated_recorded_at', 'Input should not be after effective_from');
  if (from < now && stated === undefined && toldBy === undefined)
    throw invalid(
      'effective_from',
      'An order holds from its entry on. State in stated_recorded_at when your own records held it',
    );
  const recordedAt = stated ?? (from < now ? (toldBy ?? null) : null);
  return { from, recordedAt, ...(communicated && { communicated }) };
}

import {
  GIVEN_AWAY,
  type CarryoverWorksheet,
  type DigitalAssetQuestion,
  type GivenAway,
  type RecipientTotal,
  type ScheduleDRow,
} from '../../../domain/filing';
import { centsText } from '../../../domain/forms';
import { dayOf, dayText } from '../../../domain/kernel/calendar';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import type {
  CarryoverResponse,
  DigitalAssetQuestionResponse,
  GiftTotalResponse,
  GivenAwayRowResponse,
  ScheduleDLineResponse,
} from './filing.shapes.dto';

export const toScheduleDLine = ({ line, caption, totals, gain }: ScheduleDRow): ScheduleDLineResponse => ({
  line,
  caption,
  proceeds: totals && centsText(totals.proceeds),
  cost_basis: totals && centsText(totals.costBasis),
  adjustments: totals && centsText(totals.adjustment),
  gain_loss: centsText(gain),
});

export const toCarryover = (
  year: number,
  { lines, shortTerm, longTerm, isIncomeStated }: CarryoverWorksheet,
): CarryoverResponse => ({
  from_year: year,
  to_year: year + 1,
  worksheet: lines.map(centsText),
  short_term: centsText(shortTerm),
  long_term: centsText(longTerm),
  is_income_stated: isIncomeStated,
});

export const toQuestion = (question: DigitalAssetQuestion): DigitalAssetQuestionResponse => ({ ...question });

export const toGivenAwayRow = (row: GivenAway, timezone: string): GivenAwayRowResponse => ({
  type: row.type,
  form: GIVEN_AWAY[row.type],
  token_key: row.tokenKey,
  symbol: row.symbol,
  quantity: formatUnits(row.quantity, row.decimals),
  date: dayText(dayOf(row.at, timezone)),
  date_acquired: row.acquiredAt === null ? null : dayText(dayOf(row.acquiredAt, timezone)),
  term: row.term,
  cost_basis: formatMoney(row.basis),
  fair_market_value: row.value === null ? null : formatMoney(row.value),
  recipient: row.recipient,
  transaction_id: row.transactionId,
  tx_hash: row.txHash,
});

export const toGiftTotal = (total: RecipientTotal): GiftTotalResponse => ({
  recipient: total.recipient,
  value: formatMoney(total.value),
  count: total.count,
  missing_values: total.missing,
  is_above_exclusion: total.isAboveExclusion,
});

import { GIVEN_AWAY, type GivenAway, type RecipientTotal } from '../../../domain/filing';
import { dayOf, dayText } from '../../../domain/kernel/calendar';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import type { GiftTotalResponse, GivenAwayRowResponse } from './filing.shapes.dto';

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

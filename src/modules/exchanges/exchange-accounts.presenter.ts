import type { ExchangeAccount } from '../../ports/storage/exchange-accounts';
import type { ExchangeAccountResponse } from './exchange-accounts.shapes.dto';

/** An exchange account on the wire. Pure. */
export const toExchangeAccount = (account: ExchangeAccount): ExchangeAccountResponse => ({
  id: account.id,
  exchange: account.exchange,
  label: account.label,
  source: 'csv',
  kind: account.kind,
  status: 'connected',
  api_key_hint: null,
  read_only: null,
  last_sync_at: null,
  last_error: null,
  transaction_count: account.rowCount,
  created_at: account.createdAt.toISOString(),
});

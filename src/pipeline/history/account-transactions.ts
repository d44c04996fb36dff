import { inTurns } from '../../common/turns';
import { readingTransactions, type ExchangeRow } from '../../domain/exchanges';
import type { WalletTransaction } from '../../domain/normalise';
import type { OwnedExchangeAccount } from '../../ports/storage/overlays';

/**
 * Rows of an account -> its transactions, oldest first, not yet valued. Yields to other requests.
 * @param timezone IANA name of the zone of the owner
 */
export const accountTransactions = (
  account: OwnedExchangeAccount,
  rows: readonly ExchangeRow[],
  timezone: string,
): Promise<WalletTransaction[]> => inTurns(readingTransactions(account, rows, timezone));

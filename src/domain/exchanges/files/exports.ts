import { EXCHANGE_NAMES, EXCHANGES, type ExchangeName } from '../../kernel/exchanges/exchange';
import { columnName } from '../cells';

export const EXPORTS = Object.fromEntries(
  EXCHANGE_NAMES.map((name) => [name, EXCHANGES[name].exports]),
) as Readonly<Record<ExchangeName, string>>;

/** OTHER_EXPORTS: files that exchanges offer and that are no history of an account, and what to send instead. */
const OTHER_EXPORTS: readonly { needs: readonly string[]; words: string }[] = [
  {
    needs: ['Asset name', 'Amount', 'Date of Disposition', 'Proceeds (USD)'],
    words:
      'The file is the gain/loss report of Coinbase: sales, without what is still held. Send the transaction history; compare the report as a broker form',
  },
  {
    needs: ['Date(UTC)', 'Pair', 'Order Price', 'AvgTrading Price', 'Filled'],
    words:
      'The file is the order history of Binance, which has no fees. Send the transaction statement, or the trade history',
  },
  {
    needs: ['Coin', 'Amount', 'TransactionFee', 'Address', 'TXID', 'SourceAddress', 'PaymentID', 'Status'],
    words:
      'Deposits and withdrawals of Binance have the same columns. Send the file under a name with the word deposit or withdraw',
  },
  {
    needs: ['Coin', 'Amount', 'Status', 'Payment Method', 'Indicated Amount', 'Fee', 'Order ID'],
    words:
      'Deposits and withdrawals of Binance have the same columns. Send the file under a name with the word deposit or withdraw',
  },
  {
    needs: ['Activity Date', 'Process Date', 'Settle Date', 'Instrument', 'Trans Code'],
    words:
      'The file is the activity of a brokerage account at Robinhood. Send the crypto orders and the crypto transfers',
  },
];

const BY_COLUMNS = OTHER_EXPORTS.map(({ needs, words }) => ({ needs: needs.map(columnName), words }));

/** @param lines the first lines of a file @returns what to send instead of it; null for an unknown file */
export function otherExport(lines: readonly (readonly string[])[]): string | null {
  for (const cells of lines) {
    const columns = new Set(cells.map(columnName));
    const found = BY_COLUMNS.find(({ needs }) => needs.every((name) => columns.has(name)));
    if (found) return found.words;
  }
  return null;
}

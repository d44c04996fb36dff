import { BINANCE_LISTS_CSV } from './venues/binance/binance-lists.csv';
import { BITFINEX_CSV } from './venues/bitfinex.csv';
import { BITSTAMP_CSV } from './venues/bitstamp.csv';
import { BYBIT_CSV } from './venues/bybit.csv';
import { CASH_APP_CSV } from './venues/cash-app.csv';
import { CRYPTO_COM_EXCHANGE_CSV } from './venues/crypto-com/crypto-com-exchange.csv';
import { OKX_CSV } from './venues/okx/okx.csv';
import { PAYPAL_CSV } from './venues/paypal.csv';
import { ROBINHOOD_CSV } from './venues/robinhood.csv';
import { STRIKE_CSV } from './venues/strike.csv';
import { SWAN_CSV } from './venues/swan.csv';
import { UNIVERSAL_CSV } from './venues/universal.csv';
import { BINANCE_CSV } from './venues/binance/binance.csv';
import { BINANCE_API } from './venues/binance/binance.api';
import { BINANCE_US_CSV } from './venues/binance/binance-us.csv';
import { COINBASE_ADVANCED_CSV } from './venues/coinbase/coinbase-advanced.csv';
import { COINBASE_API } from './venues/coinbase/coinbase.api';
import { COINBASE_CSV } from './venues/coinbase/coinbase.csv';
import { CRYPTO_COM_CSV } from './venues/crypto-com/crypto-com.csv';
import { GEMINI_API } from './venues/gemini/gemini.api';
import { GEMINI_CSV } from './venues/gemini/gemini.csv';
import { GENERIC_CSV } from './venues/generic.csv';
import { KRAKEN_FORMATS } from './venues/kraken';
import { KUCOIN_CSV } from './venues/kucoin.csv';
import { columnName } from './cells';
import type { RowFormat } from './row';
import { OKX_API } from './venues/okx/okx.api';

/** FORMATS: every layout of rows, files before APIs, the most specific of an exchange first. */
export const FORMATS: readonly RowFormat[] = [
  ...COINBASE_CSV,
  ...COINBASE_ADVANCED_CSV,
  ...KRAKEN_FORMATS,
  ...BINANCE_US_CSV,
  ...BINANCE_CSV,
  ...GEMINI_CSV,
  ...CRYPTO_COM_CSV,
  ...KUCOIN_CSV,
  ...BINANCE_LISTS_CSV,
  ...BITFINEX_CSV,
  ...BITSTAMP_CSV,
  ...BYBIT_CSV,
  ...CASH_APP_CSV,
  ...CRYPTO_COM_EXCHANGE_CSV,
  ...OKX_CSV,
  ...PAYPAL_CSV,
  ...ROBINHOOD_CSV,
  ...STRIKE_CSV,
  ...SWAN_CSV,
  ...UNIVERSAL_CSV,
  ...GENERIC_CSV,
  ...COINBASE_API,
  ...BINANCE_API,
  ...GEMINI_API,
  ...OKX_API,
];

const BY_NAME: ReadonlyMap<string, RowFormat> = new Map(FORMATS.map((format) => [format.name, format]));

export const formatNamed = (name: string): RowFormat | undefined => BY_NAME.get(name);

/** Lines before the header: a preamble names the user and the account. */
export const MOST_PREAMBLE_LINES = 10;

/** @param lines the first lines of a file @returns the layout and the line of its header; null for none */
export function formatOf(
  lines: readonly (readonly string[])[],
  fileName = '',
): { format: RowFormat; columns: string[]; headerLine: number } | null {
  for (const [headerLine, cells] of lines.slice(0, MOST_PREAMBLE_LINES).entries()) {
    const columns = cells.map(columnName);
    const has = (name: string): boolean => columns.includes(name);
    const format = FORMATS.find(
      ({ needs, lacks = [], fileName: named }) =>
        needs?.every(has) && !lacks.some(has) && (named === undefined || named.test(fileName)),
    );
    if (format) return { format, columns, headerLine };
  }
  return null;
}

import type * as schemas from '../../clients/typescript/src/generated/schemas';

export type Account = schemas.ExchangeAccountResponse;
export type Exchange = Account['exchange'];

/** EXCHANGES: every exchange, and whether its accounts can be read with an API key. */
const EXCHANGES: Readonly<Record<Exchange, { name: string; hasApi: boolean }>> = {
  coinbase: { name: 'Coinbase', hasApi: true },
  kraken: { name: 'Kraken', hasApi: true },
  binanceus: { name: 'Binance.US', hasApi: true },
  binance: { name: 'Binance', hasApi: true },
  gemini: { name: 'Gemini', hasApi: true },
  okx: { name: 'OKX', hasApi: true },
  cryptocom: { name: 'Crypto.com', hasApi: false },
  kucoin: { name: 'KuCoin', hasApi: false },
  bitfinex: { name: 'Bitfinex', hasApi: false },
  bitstamp: { name: 'Bitstamp', hasApi: false },
  bybit: { name: 'Bybit', hasApi: false },
  cashapp: { name: 'Cash App', hasApi: false },
  paypal: { name: 'PayPal', hasApi: false },
  river: { name: 'River', hasApi: false },
  robinhood: { name: 'Robinhood', hasApi: false },
  strike: { name: 'Strike', hasApi: false },
  swan: { name: 'Swan', hasApi: false },
  other: { name: 'Another exchange, by the generic format', hasApi: false },
};

export const EXCHANGE_NAMES = Object.keys(EXCHANGES) as readonly Exchange[];
export const WITH_API = EXCHANGE_NAMES.filter((name) => EXCHANGES[name].hasApi);

export const nameOf = (exchange: Exchange): string =>
  exchange === 'other' ? 'Other' : EXCHANGES[exchange].name;
export const choiceOf = (exchange: Exchange): string => EXCHANGES[exchange].name;

/** `Kraken Savings (CSV)`. */
export const titleOf = ({ exchange, label, source }: Account): string =>
  `${[nameOf(exchange), label].filter((text) => text !== '').join(' ')} (${source.toUpperCase()})`;

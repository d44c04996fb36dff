/**
 * EXCHANGES: every supported exchange. `files`: it issues Form 1099-DA to US customers. `api`: how an account is
 * read: by this service (`tested`), or only from files.
 */
export const EXCHANGES = {
  coinbase: { name: 'Coinbase', files1099: true },
  kraken: { name: 'Kraken', files1099: true },
  binanceus: { name: 'Binance.US', files1099: true },
  binance: { name: 'Binance', files1099: false },
  gemini: { name: 'Gemini', files1099: true },
  cryptocom: { name: 'Crypto.com', files1099: true },
  kucoin: { name: 'KuCoin', files1099: false },
  okx: { name: 'OKX', files1099: false, hasShortHistory: true, shortList: 'fills' },
  bitstamp: { name: 'Bitstamp', files1099: true },
  bitfinex: { name: 'Bitfinex', files1099: false },
  bybit: { name: 'Bybit', files1099: false },
  cashapp: { name: 'Cash App', files1099: true },
  paypal: { name: 'PayPal', files1099: true },
  river: { name: 'River', files1099: true },
  robinhood: { name: 'Robinhood', files1099: true },
  strike: { name: 'Strike', files1099: true },
  swan: { name: 'Swan', files1099: true },
  /** Any other exchange, by the generic file. */
  other: { name: 'Other exchange', files1099: false },
} as const satisfies Record<string, ExchangeFacts>;

export interface ExchangeFacts {
  name: string;
  files1099: boolean;
  /** Its API gives the trades of the last months only. */
  hasShortHistory?: boolean;
  /** The list that lacks what is older. */
  shortList?: string;
}

export type ExchangeName = keyof typeof EXCHANGES;
export const EXCHANGE_NAMES = Object.keys(EXCHANGES) as readonly ExchangeName[];

export const isExchangeName = (text: string): text is ExchangeName => Object.hasOwn(EXCHANGES, text);

export const ACCOUNT_KINDS = ['us_exchange', 'foreign_exchange'] as const;
export type ExchangeAccountKind = (typeof ACCOUNT_KINDS)[number];

export const kindOfExchange = (name: ExchangeName): ExchangeAccountKind =>
  EXCHANGES[name].files1099 ? 'us_exchange' : 'foreign_exchange';

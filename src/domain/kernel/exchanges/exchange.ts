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

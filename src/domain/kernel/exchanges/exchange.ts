/** EXCHANGES: every supported exchange. An API that is read has a row in READERS of the adapters. */
export const EXCHANGES = {
  coinbase: {
    name: 'Coinbase',
    files1099: true,
    exports: 'transaction history (Statements), Advanced or Pro fills, Pro account statement',
  },
  kraken: { name: 'Kraken', files1099: true, exports: 'ledgers, trades' },
  binanceus: { name: 'Binance.US', files1099: true, exports: 'transaction report' },
  binance: {
    name: 'Binance',
    files1099: false,
    exports: 'transaction statement; trade history, convert history, deposit history, withdrawal history',
  },
  gemini: { name: 'Gemini', files1099: true, exports: 'transaction history (Excel or CSV)' },
  cryptocom: {
    name: 'Crypto.com',
    files1099: true,
    exports: 'app transactions; transactions of the Exchange (OEX_TRANSACTION)',
  },
  kucoin: {
    name: 'KuCoin',
    files1099: false,
    exports: 'account history, filled spot orders, deposits, withdrawals',
  },
  okx: {
    name: 'OKX',
    files1099: false,
    exports: 'trading account history, funding account history',
    hasShortHistory: true,
    shortList: 'fills',
  },
  bitstamp: { name: 'Bitstamp', files1099: true, exports: 'transactions' },
  bitfinex: { name: 'Bitfinex', files1099: false, exports: 'trades, movements, ledger' },
  bybit: {
    name: 'Bybit',
    files1099: false,
    exports: 'asset change details of the unified and of the funding account, spot trade history',
  },
  cashapp: { name: 'Cash App', files1099: true, exports: 'activity statement' },
  paypal: { name: 'PayPal', files1099: true, exports: 'crypto transactions' },
  river: { name: 'River', files1099: true, exports: 'account activity' },
  robinhood: { name: 'Robinhood', files1099: true, exports: 'crypto orders, crypto transfers' },
  strike: { name: 'Strike', files1099: true, exports: 'annual or monthly transactions' },
  swan: { name: 'Swan', files1099: true, exports: 'deposits and purchases, withdrawals, trades' },
  /** Any other exchange, by the generic file. */
  other: {
    name: 'Other exchange',
    files1099: false,
    exports: 'the generic format, the universal formats of Koinly and CoinTracker',
  },
} as const satisfies Record<string, ExchangeFacts>;

export interface ExchangeFacts {
  name: string;
  files1099: boolean;
  /** Exports to ask for, in the order of preference. */
  exports: string;
  /** Its API gives the trades of the last months only. */
  hasShortHistory?: boolean;
  shortList?: string;
}

export type ExchangeName = keyof typeof EXCHANGES;
export const EXCHANGE_NAMES = Object.keys(EXCHANGES) as readonly ExchangeName[];

export const isExchangeName = (text: string): text is ExchangeName => Object.hasOwn(EXCHANGES, text);

export const ACCOUNT_KINDS = ['us_exchange', 'foreign_exchange'] as const;
export type ExchangeAccountKind = (typeof ACCOUNT_KINDS)[number];

export const kindOfExchange = (name: ExchangeName): ExchangeAccountKind =>
  EXCHANGES[name].files1099 ? 'us_exchange' : 'foreign_exchange';

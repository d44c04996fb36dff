import { onOff, optionalUrl } from './variable-types';

const baseUrl = (exchange: string) => ({
  type: optionalUrl(['http', 'https']),
  doc: `base URL of a stand-in for ${exchange}, called without the pauses of the exchange; unset: the exchange`,
});

export const EXCHANGE_VARIABLES = {
  EXCHANGES_API: {
    type: onOff('on'),
    doc: '`off`: no exchange is called, accounts are read from files only',
  },
  EXCHANGE_KRAKEN_BASE_URL: baseUrl('Kraken'),
  EXCHANGE_COINBASE_BASE_URL: baseUrl('Coinbase'),
  EXCHANGE_BINANCEUS_BASE_URL: baseUrl('Binance.US'),
  EXCHANGE_BINANCE_BASE_URL: baseUrl('Binance'),
  EXCHANGE_GEMINI_BASE_URL: baseUrl('Gemini'),
  EXCHANGE_OKX_BASE_URL: baseUrl('OKX'),
} as const;

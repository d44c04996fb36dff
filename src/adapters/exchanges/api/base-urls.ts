import type { ExchangeName } from '../../../domain/exchanges';

/** URLS: where the library finds the parts of an API under the base URL of a stand-in. */
const URLS: Readonly<Partial<Record<ExchangeName, Readonly<Record<string, string>>>>> = {
  kraken: { public: '', private: '' },
  coinbase: { rest: '' },
  binanceus: binance(),
  binance: binance(),
  gemini: { public: '', private: '', webExchange: '/exchange', web: '/docs' },
  okx: { rest: '' },
};

function binance(): Readonly<Record<string, string>> {
  return {
    public: '/api/v3',
    private: '/api/v3',
    sapi: '/sapi/v1',
    sapiV2: '/sapi/v2',
    sapiV3: '/sapi/v3',
  };
}

export const apiUrls = (exchange: ExchangeName, baseUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(URLS[exchange] ?? {}).map(([part, path]) => [
      part,
      `${baseUrl.replace(/\/$/, '')}${path}`,
    ]),
  );

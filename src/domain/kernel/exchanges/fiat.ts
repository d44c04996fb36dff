import type { Asset } from '../asset';

/** Cash: shown, and never lots. @source tax-rules 7.5 */
export const FIAT: ReadonlySet<string> = new Set([
  ...[
    'USD',
    'EUR',
    'GBP',
    'CAD',
    'AUD',
    'JPY',
    'CHF',
    'BRL',
    'TRY',
    'SGD',
    'NZD',
    'HKD',
    'MXN',
    'PLN',
    'SEK',
  ],
  ...['NOK', 'DKK', 'CZK', 'ZAR', 'INR', 'KRW', 'ARS', 'UAH', 'RUB', 'NGN', 'AED'],
]);

const FIAT_PREFIX = 'fiat:';

export const isFiat = ({ id }: Pick<Asset, 'id'>): boolean => id.startsWith(FIAT_PREFIX);
export const isDollar = ({ id }: Pick<Asset, 'id'>): boolean => id === `${FIAT_PREFIX}USD`;

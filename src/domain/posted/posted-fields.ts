import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { AppError } from '../kernel/errors';
import { money, type Money } from '../kernel/units';
import { isCash } from './posted-assets';
import type { PostedRow } from './row';

const DEFAULT_WALLET = 'default';

/**
 * Fair value of all units. The cash leg of a swap comes first, then the value of the row, then a dollar coin
 * on either side. Null when the row contains no value.
 * @source tax-rules 7.1
 */
export function valueOf(row: PostedRow): Money | null {
  const cash = legIn(row, isCash);
  if (cash !== undefined) return money(cash);
  if (row.valueUsd !== undefined) return money(row.valueUsd);
  if (row.priceUsd !== undefined) return money(dec(row.priceUsd).mul(dec(row.quantity)));
  return optionalMoney(row.contract === undefined ? legIn(row, isDollarCoin) : undefined);
}

/** Units of the leg of a swap with such a symbol. The received leg comes first. */
function legIn(
  { type, symbol, quantity, toSymbol, toQuantity }: PostedRow,
  matches: (symbol: string | undefined) => boolean,
): string | undefined {
  if (type !== 'swap') return undefined;
  if (matches(toSymbol)) return toQuantity;
  return matches(symbol) ? quantity : undefined;
}

const DOLLAR_COINS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI']);
const isDollarCoin = (symbol: string | undefined): boolean => DOLLAR_COINS.has(symbol?.toUpperCase() ?? '');

export const optionalMoney = (text: string | undefined): Money | null =>
  text === undefined ? null : money(text);

/** Normalises an address, so that letter case does not split a pool. */
export const walletOf = (text: string | undefined): string =>
  text === undefined ? DEFAULT_WALLET : (tryParseAddress(text)?.value ?? text);

export const missing = (field: string): AppError => invalid(field, 'Field required');
export const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', { field }, { field, message });

import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { AppError } from '../kernel/errors';
import { money, type Money } from '../kernel/units';
import { isCash } from './posted-assets';
import type { PostedRow } from './row';

const DEFAULT_WALLET = 'default';

/**
 * The cash leg of a swap comes first, then a dollar coin on either side, then the value of the row. Cash is worth its
 * amount. Null when the row contains no value.
 * @source tax-rules 7.1
 */
export function valueOf(row: PostedRow): Money | null {
  const leg = legIn(row, isCash) ?? legIn(row, isDollarCoin);
  if (leg !== undefined) return money(leg);
  if (row.type !== 'swap' && isCash(row.symbol)) return money(row.quantity);
  if (row.valueUsd !== undefined) return money(row.valueUsd);
  return row.priceUsd === undefined ? null : money(dec(row.priceUsd).mul(dec(row.quantity)));
}

/**
 * The received leg comes first. The contract of a row belongs to the leg given: a coin with a contract is not known
 * to be worth a dollar.
 */
function legIn(
  { type, symbol, contract, quantity, toSymbol, toQuantity }: PostedRow,
  matches: (symbol: string | undefined) => boolean,
): string | undefined {
  if (type !== 'swap') return undefined;
  if (matches(toSymbol) && !(contract !== undefined && toSymbol?.toLowerCase() === symbol.toLowerCase()))
    return toQuantity;
  return contract === undefined && matches(symbol) ? quantity : undefined;
}

const DOLLAR_COINS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI']);
export const isDollarCoin = (symbol: string | undefined): boolean =>
  DOLLAR_COINS.has(symbol?.toUpperCase() ?? '');

export const optionalMoney = (text: string | undefined): Money | null =>
  text === undefined ? null : money(text);

/** Normalises an address, so that letter case does not split a pool. */
export const walletOf = (text: string | undefined): string =>
  text === undefined ? DEFAULT_WALLET : (tryParseAddress(text)?.value ?? text);

export const missing = (field: string): AppError => invalid(field, 'Field required');
export const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', { field }, { field, message });

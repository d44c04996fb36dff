import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { AppError } from '../kernel/errors';
import { money, type Money } from '../kernel/units';
import type { PostedRow } from './row';

const DEFAULT_WALLET = 'default';

/** Fair value of the whole; null when the row says nothing of it. */
export function valueOf(row: PostedRow): Money | null {
  if (row.valueUsd !== undefined) return money(row.valueUsd);
  return row.priceUsd === undefined ? null : money(dec(row.priceUsd).mul(dec(row.quantity)));
}

export const optionalMoney = (text: string | undefined): Money | null =>
  text === undefined ? null : money(text);

/** One spelling per address, so that a pool is not split by letter case. */
export const walletOf = (text: string | undefined): string =>
  text === undefined ? DEFAULT_WALLET : (tryParseAddress(text)?.value ?? text);

export const missing = (field: string): AppError => invalid(field, 'Field required');
export const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', { field }, { field, message });

import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { AppError } from '../kernel/errors';
import { money, type Money } from '../kernel/units';
import type { PostedRow } from './row';

const DEFAULT_WALLET = 'default';

/** Fair value of all units. Null when the row contains no value. */
export function valueOf(row: PostedRow): Money | null {
  if (row.valueUsd !== undefined) return money(row.valueUsd);
  return row.priceUsd === undefined ? null : money(dec(row.priceUsd).mul(dec(row.quantity)));
}

export const optionalMoney = (text: string | undefined): Money | null =>
  text === undefined ? null : money(text);

/** Normalises an address, so that letter case does not split a pool. */
export const walletOf = (text: string | undefined): string =>
  text === undefined ? DEFAULT_WALLET : (tryParseAddress(text)?.value ?? text);

export const missing = (field: string): AppError => invalid(field, 'Field required');
export const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', { field }, { field, message });

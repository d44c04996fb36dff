import { ExchangeApiError } from '../../../ports/exchanges/exchange-api';

/** A raw call of the library, with retries. @throws ExchangeApiError */
export type Call = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ExchangeApiError without an object at the path */
export function fieldsAt(answer: unknown, ...path: readonly string[]): Fields {
  const found = at(answer, path);
  if (!isFields(found)) throw new ExchangeApiError('answer');
  return found;
}

/** @throws ExchangeApiError without a list at the path */
export function listAt(answer: unknown, ...path: readonly string[]): Fields[] {
  const found = at(answer, path);
  if (!Array.isArray(found) || !found.every(isFields)) throw new ExchangeApiError('answer');
  return found;
}

const at = (answer: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), answer);

/** Empty for a missing field. */
export const textAt = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
};

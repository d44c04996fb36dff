/** Shapes of answers, checked strictly: every key named, no other key there. */
export type Shape = (value: unknown, path: string) => string[];

const by =
  (isRight: (value: unknown) => boolean, name: string): Shape =>
  (value, path) =>
    isRight(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${name}`];
const matches = (pattern: RegExp, name: string): Shape =>
  by((value) => typeof value === 'string' && pattern.test(value), name);

export const text = by((value) => typeof value === 'string', 'text');
/** Plain notation, no trailing zeros, no -0. */
export const decimal = matches(/^(?!-0$)-?(0|[1-9]\d*)(\.\d*[1-9])?$/, 'decimal');
export const cents = matches(/^-?\d+\.\d\d$/, 'amount in cents');
export const moment = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'moment');
export const day = matches(/^\d{4}-\d\d-\d\d$/, 'day');
export const uuid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'UUID');
export const integer = by(Number.isInteger, 'integer');
export const flag = by((value) => typeof value === 'boolean', 'boolean');
export const only = (...values: unknown[]): Shape =>
  by((value) => values.includes(value), `one of ${JSON.stringify(values)}`);
export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path);

export const list =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, i) => shape(entry, `${path}[${i}]`))
      : [`${path}: ${JSON.stringify(value)} is no list`];

export const record =
  (shape: Shape): Shape =>
  (value, path) =>
    Object.entries(value as object).flatMap(([key, entry]) => shape(entry, `${path}.${key}`));

export const object =
  (fields: Record<string, Shape>): Shape =>
  (value, path) => {
    if (typeof value !== 'object' || value === null)
      return [`${path}: ${JSON.stringify(value)} is no object`];
    const given = value as Record<string, unknown>;
    const strays = Object.keys(given).filter((key) => !(key in fields));
    return [
      ...strays.map((key) => `${path}.${key}: not in the shape`),
      ...Object.entries(fields).flatMap(([key, shape]) =>
        key in given ? shape(given[key], `${path}.${key}`) : [`${path}.${key}: missing`],
      ),
    ];
  };

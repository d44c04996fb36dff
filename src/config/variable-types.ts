import { z } from 'zod';
import { cutSlash, isCidr, isHttpUrl, isTimeZone } from './env-checks';

const MIN_SECRET_BYTES = 32;

export const text = (fallback: string) => z.string().trim().min(1).default(fallback);
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value ? value : undefined));
const FLAG_WORDS = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'] as const;
const isOn = (word: string): boolean => ['true', '1', 'yes', 'on'].includes(word);
export const flag = (fallback: boolean) =>
  z
    .enum(FLAG_WORDS)
    .default(fallback ? 'true' : 'false')
    .transform(isOn);
/** The words of `flag` mean the same. */
export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(FLAG_WORDS)
    .default(fallback)
    .transform((value) => (isOn(value) ? 'on' : 'off'));
/** Undefined when unset, so that the default can depend on other variables. */
export const optionalFlag = () =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'));
export const count = (fallback: number, minimum = 1) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value >= minimum, `must be at least ${minimum}`);
export const url = (fallback: string) =>
  z.string().trim().default(fallback).refine(isHttpUrl, 'must be an http(s) URL').transform(cutSlash);
/** Null: off. */
export const urlOrOff = (fallback: string) =>
  z
    .string()
    .trim()
    .default(fallback)
    .refine((value) => value === 'off' || isHttpUrl(value), 'must be an http(s) URL, or off')
    .transform((value) => (value === 'off' ? null : cutSlash(value)));
export const optionalUrl = (protocols: readonly string[]) =>
  optionalText.refine(
    (value) => value === undefined || protocols.some((p) => value.startsWith(`${p}://`)),
    `must start with ${protocols.join(':// or ')}://`,
  );
export const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );
export const secrets = () =>
  list('').refine(
    (values) => values.every((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES),
    `each secret must have at least ${MIN_SECRET_BYTES} bytes`,
  );
export const port = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .refine((value) => value <= 65535, 'must be a port');
export const optionalCount = (minimum = 1) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number of at least ${minimum}`)
    .transform(Number)
    .refine((value) => value >= minimum, `must be a whole number of at least ${minimum}`)
    .optional();
export const zone = (fallback: string) =>
  z.string().default(fallback).refine(isTimeZone, 'must be an IANA time zone');

/** The number of waits equals the number of pauses between delivery attempts. */
export const pauses = (fallback: string) =>
  list(fallback)
    .refine(
      (values) => values.length === 2 && values.every((value) => /^\d{1,9}$/.test(value)),
      'must be two whole numbers, comma-separated',
    )
    .transform((values) => values.map(Number));
export const cidrs = () =>
  list('').refine(
    (values) => values.every(isCidr),
    'must be comma-separated CIDRs such as 10.1.0.0/16 or fd12::/48',
  );

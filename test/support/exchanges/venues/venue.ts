import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { rowsAt, type Stage, type StagedRow } from '../story/deeds';

/** Keys that the stand-in knows. `trading`: may also trade and withdraw. */
export type Role = 'readonly' | 'trading';

export interface Key {
  role: Role;
  apiKey: string;
  apiSecret: string;
  passphrase?: string;
}

export interface Asked {
  method: string;
  /** Without the prefix of the exchange. */
  path: string;
  rawQuery: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingHttpHeaders;
  /** With the prefix. */
  fullPath: string;
}

export interface Reply {
  status: number;
  /** Text is sent as it is. */
  body: object | string;
  headers?: Readonly<Record<string, string>>;
}

export interface Moment {
  stage: Stage;
  /** The clock of the exchange, ms. */
  now: number;
}

/** What an exchange answers instead of the rows. */
export const REFUSALS = [
  'limit',
  'proxy limit',
  'server error',
  'unavailable',
  'busy',
  'maintenance',
  'lockout',
  'revoked',
  'address',
  'permission',
  'clock',
  'signature',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** One exchange of the stand-in. */
export interface Venue {
  keys: Readonly<Record<Role, Key>>;
  /** Checks the signature as the exchange does. */
  answer(asked: Asked, moment: Moment): Reply;
  /** In the words of the exchange. `asked`: the answer of an API in two versions differs. */
  refuse(refusal: string, retryAfter: number, asked: Asked): Reply;
  /** A list that a sync reads after others: part of its path. */
  list: string;
  /** Rows of the lists that a sync reads, by part of the account. */
  rows(stage: Stage): Readonly<Record<string, number>>;
}

export const json = (body: object, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body,
  headers,
});
export const page = (text: string, status: number): Reply => ({
  status,
  body: `<html><body>${text}</body></html>`,
});

export const hmac = (hash: string, key: string | Buffer, text: string | Buffer): Buffer =>
  createHmac(hash, key).update(text).digest();

export function same(a: string, b: string | string[] | undefined): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(String(b ?? ''))];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Text that is derived from a name: ids, and keys that no exchange accepts. */
export const derived = (name: string, length = 32): string =>
  createHash('sha512').update(`stand-in ${name}`).digest('hex').slice(0, length);
export const uuid = (name: string): string =>
  derived(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

export const count = (rows: readonly StagedRow<unknown>[], stage: Stage): number =>
  rowsAt(rows, stage).length;

export const numberIn = (query: URLSearchParams, name: string, fallback: number): number =>
  query.has(name) ? Number(query.get(name)) : fallback;

/** Codes of coins whose hashes start with `0x`. */
const EVM: ReadonlySet<string> = new Set(['ETH', 'LINK', 'USDC', 'USDT', 'BNB']);

/** The hash as its chain writes it. */
export const chainHash = (coin: string, hash: string | null): string | null =>
  hash === null || EVM.has(coin) ? hash : hash.replace(/^0x/, '');

import { deflateSync, gzipSync, brotliCompressSync } from 'node:zlib';

/** Bodies that cost their reader more than their sender. */

const MIB = 1024 * 1024;

export interface HostileBody {
  bytes: Buffer;
  headers: Record<string, string>;
}

const json = (text: string): HostileBody => ({
  bytes: Buffer.from(text),
  headers: { 'Content-Type': 'application/json' },
});

const packed = (text: string, encoding: 'gzip' | 'deflate' | 'br'): HostileBody => {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
  return {
    bytes: pack(text),
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
  };
};

/** A list of ones of this size. */
export const ones = (bytes: number): string => `[${'1,'.repeat(Math.floor(bytes / 2) - 1)}1]`;

/** 32 MiB of `[1,1,1,...]` in 32 KiB. */
export const bomb = (mib = 32, encoding: 'gzip' | 'deflate' | 'br' = 'gzip'): HostileBody =>
  packed(ones(mib * MIB), encoding);

/** Spaces: no values at all. */
export const hollowBomb = (mib = 32): HostileBody =>
  packed(`{"transactions":${' '.repeat(mib * MIB)}[]}`, 'gzip');

export const flatList = (bytes: number): HostileBody => json(`{"transactions":${ones(bytes - 20)}}`);

export const deep = (levels: number): HostileBody => json('['.repeat(levels) + ']'.repeat(levels));

export const manyKeys = (count: number): HostileBody =>
  json(`{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`);

/** The same bytes in chunks of one byte each, as HTTP writes them. */
export const chunked = ({ bytes, headers }: HostileBody): HostileBody => ({
  bytes: Buffer.from(
    [...bytes].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('') + '0\r\n\r\n',
  ),
  headers: { ...headers, 'Transfer-Encoding': 'chunked' },
});

/** A field that no route declares, whose value has so many keys. */
export const undeclared = (keys: number): HostileBody =>
  json(`{"email":"a@example.com","else":{${Array.from({ length: keys }, (_, i) => `"k${i}":1`).join(',')}}}`);

export const longText = (bytes: number): HostileBody => json(`{"address":"${'x'.repeat(bytes)}"}`);
export const longNumber = (digits: number): HostileBody => json(`{"tax_year":${'9'.repeat(digits)}}`);
export const longKey = (bytes: number): HostileBody => json(`{"${'k'.repeat(bytes)}":1}`);
export const backslashes = (bytes: number): HostileBody => json(`{"address":"${'\\\\'.repeat(bytes / 2)}"}`);

/** A ledger of so many purchases. */
export const ledger = (rows: number): HostileBody =>
  json(
    JSON.stringify({
      transactions: Array.from({ length: rows }, (_, i) => ({
        id: `buy-${i}`,
        timestamp: new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString(),
        type: 'buy',
        symbol: 'ETH',
        quantity: '1.5',
        price_usd: '2000',
      })),
    }),
  );

/** Rows that are all wrong in every field. */
export const wrongRows = (rows: number): HostileBody =>
  json(
    `{"transactions":[${Array.from({ length: rows }, () => '{"timestamp":"x","type":"y","quantity":"-"}').join(',')}]}`,
  );

/** So many prices of tokens that exist nowhere. */
export const prices = (count: number): HostileBody =>
  json(
    JSON.stringify({
      current_prices: Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`ethereum:T${i}`, i + 0.5]),
      ),
      transactions: [{ timestamp: '2024-01-01', type: 'buy', symbol: 'T1', quantity: 1, price_usd: 1 }],
    }),
  );

type Row = Record<string, string | number>;
const at = (i: number): string => new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString();
const rowsOf = (rows: readonly Row[]): HostileBody => json(JSON.stringify({ transactions: rows }));

/** So many purchases in one wallet, and then so many moves of the whole balance to another wallet and back. */
export function moves(buys: number, count: number): HostileBody {
  const bought = Array.from({ length: buys }, (_, i): Row => ({
    timestamp: at(i),
    type: 'buy',
    symbol: 'ETH',
    quantity: 1,
    price_usd: 1_000 + i,
    wallet: 'a',
  }));
  const moved = Array.from({ length: count }, (_, i): Row => ({
    timestamp: at(buys + i),
    type: 'internal_transfer',
    symbol: 'ETH',
    quantity: buys,
    wallet: i % 2 === 0 ? 'a' : 'b',
    to: i % 2 === 0 ? 'b' : 'a',
  }));
  return rowsOf([...bought, ...moved]);
}

/** Each swap has two symbols of its own. */
export const swaps = (count: number): HostileBody =>
  rowsOf(
    Array.from({ length: count }, (_, i) => ({
      timestamp: at(i),
      type: 'swap',
      symbol: `A${i}`,
      quantity: 1,
      to_symbol: `B${i}`,
      to_quantity: 2,
      value_usd: 10,
    })),
  );

/** So many equal transfers from one wallet to another: each end may belong to any other. */
export const equalTransfers = (count: number): HostileBody =>
  rowsOf(
    Array.from({ length: count }, (_, i): Row[] => [
      { timestamp: at(i), type: 'transfer_out', symbol: 'ETH', quantity: 1, wallet: 'a', to: 'b' },
      { timestamp: at(i + 1), type: 'transfer_in', symbol: 'ETH', quantity: 1, wallet: 'b', from: 'a' },
    ]).flat(),
  );

/** A Form 1099-DA of equal rows, beside as many equal sales. */
export const equalBrokerRows = (count: number): HostileBody =>
  json(
    JSON.stringify({
      tax_year: 2025,
      rows: Array.from({ length: count }, () => ({
        box_1c: '1',
        box_1e: '2025-03-01',
        box_1f: '100.00',
        box_1g: '90.00',
        box_2: true,
        symbol: 'ETH',
      })),
      own_sales: Array.from({ length: count }, (_, i) => ({
        id: `sale-${i}`,
        asset: 'ETH',
        units: '1',
        date_sold: '2025-03-01',
        proceeds: '99.00',
        cost_basis: '90.00',
        term: 'short',
      })),
    }),
  );

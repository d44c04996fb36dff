import { sha256Hex } from '../kernel/hash';
import type { PostedRow } from './row';

/** Ids are derived from the stem and the first leg. The position sorts rows of one time. */
export interface RowName {
  transactionId: string;
  stem: string;
  /** Distinguishes rows of one transaction. */
  ordinal: number;
  position: number;
}

/**
 * By transaction hash, else id, else content with a counter for equal rows. A repeated hash or id gets the name and
 * position of the first row, so that the ledger counts and reports it once.
 * @source tax-rules 13.1, 1.5
 */
export function nameRows(rows: readonly PostedRow[]): RowName[] {
  const ordinals = new Map<string, number>();
  const known = new Map<string, RowName>();
  const copies = new Map<string, number>();
  return rows.map((row, position) => {
    const content = contentOf(row);
    const given = row.txHash ?? row.id;
    if (given === undefined) {
      const copy = copies.get(content) ?? 0;
      copies.set(content, copy + 1);
      const stem = `${sha256Hex(content)}#${copy}`;
      return { transactionId: stem, stem, ordinal: 0, position };
    }
    const first = known.get(content);
    if (first) return first;
    const ordinal = ordinals.get(given) ?? 0;
    ordinals.set(given, ordinal + 1);
    const name = { transactionId: row.id ?? given, stem: given, ordinal, position };
    known.set(content, name);
    return name;
  });
}

const FIELDS = Object.keys({
  id: true,
  txHash: true,
  at: true,
  type: true,
  incomeType: true,
  symbol: true,
  chain: true,
  contract: true,
  quantity: true,
  priceUsd: true,
  valueUsd: true,
  feeUsd: true,
  feeSymbol: true,
  feeQuantity: true,
  from: true,
  to: true,
  toSymbol: true,
  toQuantity: true,
  wallet: true,
  donorBasisUsd: true,
  donorAcquiredAt: true,
} satisfies Record<keyof PostedRow, true>) as (keyof PostedRow)[];

/** Text of a request body never contains NUL. */
export const contentOf = (row: PostedRow): string => FIELDS.map((field) => row[field] ?? '').join('\0');

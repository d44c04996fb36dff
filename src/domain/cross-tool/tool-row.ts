import type { Cents } from '../forms';

export const COLUMNS = ['proceeds', 'costBasis', 'gain', 'income'] as const;

/** Sales have no income, and receipts have nothing else. The gain is that before wash sales. */
export type Amounts = Record<(typeof COLUMNS)[number], Cents>;

export const nothing = (): Amounts => ({ proceeds: 0n, costBasis: 0n, gain: 0n, income: 0n });

export function addTo(sum: Amounts, more: Partial<Amounts>, sign = 1n): void {
  for (const column of COLUMNS) sum[column] += sign * (more[column] ?? 0n);
}

export const isNothing = (amounts: Partial<Amounts>): boolean =>
  COLUMNS.every((column) => (amounts[column] ?? 0n) === 0n);

/** Units are compared to as many decimals as other tools write. */
export const UNIT_DECIMALS = 8;

/** A sale or a receipt as another tool states it. */
export interface ToolRow {
  kind: 'gain' | 'income';
  /** Place among the files, from 1, and line in the table, from 1. */
  file: number;
  line: number;
  /** As the tool writes it. */
  asset: string;
  /** In steps of 10^-8. Null for a tool that states none. */
  units: bigint | null;
  /** Day of the sale or receipt, in the zone of the tool. */
  day: number;
  amounts: Amounts;
  /** Null when the tool does not state it. */
  isLongTerm: boolean | null;
  wallet: string | null;
}

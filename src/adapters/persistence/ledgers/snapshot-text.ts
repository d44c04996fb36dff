import { FEW_LOTS } from '../../../domain/portfolio/snapshots/lot-units';
import type { EachLot, HeldAsset, WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import { textOf, valueOf } from './json-text';

/**
 * Snapshots as JSON, one text per column. Big integers are texts that begin with `#`; other texts that begin so get
 * another one. A wallet with many open lots has most of its big integers in their units: they are one text per asset.
 */
export interface SnapshotTexts {
  /** Parts that are small in every wallet. */
  body: string;
  positions: string;
  tax_summaries: string;
  checks: string;
  /** Units of each lot of the assets with many lots. */
  lot_units: string;
}
export type SnapshotColumn = keyof SnapshotTexts;

/** COLUMNS: part -> the column that has it. */
const COLUMNS = {
  positions: 'positions',
  deposits: 'body',
  timezone: 'body',
  isUnread: 'body',
  isApproximate: 'body',
  unpriced: 'body',
  transactionCount: 'body',
  lotCounts: 'body',
  taxSummaries: 'tax_summaries',
  reconciliation: 'body',
  checks: 'checks',
} as const satisfies Record<SnapshotPart, SnapshotColumn>;

export const columnsOf = (parts: readonly SnapshotPart[]): SnapshotColumn[] => [
  ...new Set(parts.map((part) => COLUMNS[part])),
];

export function snapshotTexts(snapshot: WalletSnapshot): SnapshotTexts {
  const { positions, deposits, taxSummaries, checks, ...figures } = snapshot;
  return {
    body: textOf({ ...figures, deposits: deposits.map(packed) }),
    positions: textOf(positions.map(packed)),
    tax_summaries: textOf(taxSummaries),
    checks: textOf(checks),
    lot_units: JSON.stringify({ positions: manyOf(positions), deposits: manyOf(deposits) }),
  };
}

/** @param texts of the columns that have these parts */
export function snapshotOf<P extends SnapshotPart>(
  texts: Partial<SnapshotTexts>,
  parts: readonly P[],
): Pick<WalletSnapshot, P> {
  const { body, positions, tax_summaries, checks } = texts;
  const figures = body === undefined ? null : valueOf<Figures>(body);
  const known: Partial<WalletSnapshot> = {
    ...(figures && { ...figures, deposits: figures.deposits.map(unpacked) }),
    ...(positions !== undefined && { positions: valueOf<PackedAsset[]>(positions).map(unpacked) }),
    ...(tax_summaries !== undefined && {
      taxSummaries: valueOf<WalletSnapshot['taxSummaries']>(tax_summaries),
    }),
    ...(checks !== undefined && { checks: valueOf<WalletSnapshot['checks']>(checks) }),
  };
  return Object.fromEntries(parts.map((part) => [part, known[part]])) as Pick<WalletSnapshot, P>;
}

/** @param text the column `lot_units` */
export function eachLotOf(text: string): EachLot {
  const { positions, deposits } = JSON.parse(text) as Record<keyof EachLot, [id: string, units: string][]>;
  const mapOf = (many: typeof positions) => new Map(many.map(([id, units]) => [id, unitsOf(units)]));
  return { positions: mapOf(positions), deposits: mapOf(deposits) };
}

/** Lots as their number and, of few lots, the units of each, else their endings. */
type PackedAsset = Omit<HeldAsset, 'lots'> & {
  lots: { count: number; units?: string; endings?: HeldAsset['lots']['endings'] };
};
type Figures = Omit<WalletSnapshot, 'positions' | 'deposits' | 'taxSummaries' | 'checks'> & {
  deposits: PackedAsset[];
};

const packed = ({ lots: { count, each, endings }, ...held }: HeldAsset): PackedAsset => ({
  ...held,
  lots: count > FEW_LOTS || each === null ? { count, endings } : { count, units: each.join() },
});
const unpacked = ({ lots: { count, units, endings = [] }, ...held }: PackedAsset): HeldAsset => ({
  ...held,
  lots: { count, each: units === undefined ? null : unitsOf(units), endings },
});
const manyOf = (held: readonly HeldAsset[]): [id: string, units: string][] =>
  held.flatMap(({ asset, lots: { count, each } }) =>
    count > FEW_LOTS && each !== null ? [[asset.id, each.join()]] : [],
  );
const unitsOf = (text: string): bigint[] => (text === '' ? [] : text.split(',').map(BigInt));

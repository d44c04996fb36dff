import { FEW_LOTS } from '../../../domain/portfolio/snapshots/lot-units';
import type {
  EachLot,
  HeldAsset,
  ListedLot,
  WalletSnapshot,
} from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';

/**
 * Snapshots as JSON, one text per column. Big integers are texts that begin with `#`; other texts that begin so get
 * another one. A wallet with many open lots has most of its big integers in their units: they are one text per asset.
 */
export interface SnapshotTexts {
  /** Parts that are small in every wallet. */
  body: string;
  positions: string;
  tax_summaries: string;
  recent: string;
  /** The number of open lots, then pages of them. */
  open_lots: string[];
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
  transactionCount: 'body',
  windows: 'body',
  taxSummaries: 'tax_summaries',
  openLots: 'open_lots',
  reconciliation: 'body',
  recent: 'recent',
} as const satisfies Record<SnapshotPart, SnapshotColumn>;

/** Lots in one page. */
const LOTS_PER_TEXT = 50;

export const columnsOf = (parts: readonly SnapshotPart[]): SnapshotColumn[] => [
  ...new Set(parts.map((part) => COLUMNS[part])),
];

/** Entries of `open_lots` that have the first lots of a wallet. */
export const textsOfLots = (lots: number): number => 1 + Math.ceil(lots / LOTS_PER_TEXT);

export function snapshotTexts(snapshot: WalletSnapshot): SnapshotTexts {
  const { positions, deposits, taxSummaries, recent, openLots, ...figures } = snapshot;
  const pages: string[] = [];
  for (let i = 0; i < openLots.first.length; i += LOTS_PER_TEXT)
    pages.push(textOf(openLots.first.slice(i, i + LOTS_PER_TEXT)));
  return {
    body: textOf({ ...figures, deposits: deposits.map(packed) }),
    positions: textOf(positions.map(packed)),
    tax_summaries: textOf(taxSummaries),
    recent: textOf(recent),
    open_lots: [String(openLots.total), ...pages],
    lot_units: JSON.stringify({ positions: manyOf(positions), deposits: manyOf(deposits) }),
  };
}

/** @param texts of the columns that have these parts */
export function snapshotOf<P extends SnapshotPart>(
  texts: Partial<SnapshotTexts>,
  parts: readonly P[],
): Pick<WalletSnapshot, P> {
  const { body, positions, tax_summaries, recent, open_lots } = texts;
  const figures = body === undefined ? null : valueOf<Figures>(body);
  const [total, ...pages] = open_lots ?? [];
  const known: Partial<WalletSnapshot> = {
    ...(figures && { ...figures, deposits: figures.deposits.map(unpacked) }),
    ...(positions !== undefined && { positions: valueOf<PackedAsset[]>(positions).map(unpacked) }),
    ...(tax_summaries !== undefined && {
      taxSummaries: valueOf<WalletSnapshot['taxSummaries']>(tax_summaries),
    }),
    ...(recent !== undefined && { recent: valueOf<WalletSnapshot['recent']>(recent) }),
    ...(total !== undefined && {
      openLots: { total: Number(total), first: pages.flatMap((page) => valueOf<ListedLot[]>(page)) },
    }),
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
type Figures = Pick<
  WalletSnapshot,
  'timezone' | 'isUnread' | 'transactionCount' | 'windows' | 'reconciliation'
> & {
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

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return `#${part}`;
    return typeof part === 'string' && part.startsWith('#') ? `##${part.slice(1)}` : part;
  });

const valueOf = <T>(text: string): T => decoded(JSON.parse(text)) as T;

/** In place: a reviver is called for every value and costs three times as much. */
function decoded(part: unknown): unknown {
  if (typeof part === 'string') return part.startsWith('#') ? unmarked(part) : part;
  if (part === null || typeof part !== 'object') return part;
  const parts = part as Record<string, unknown>;
  for (const key of Object.keys(parts)) parts[key] = decoded(parts[key]);
  return part;
}

const unmarked = (text: string): string | bigint =>
  text.startsWith('##') ? text.slice(1) : BigInt(text.slice(1));

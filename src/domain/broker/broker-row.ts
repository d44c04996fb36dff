import type { Box, Cents } from '../forms';
import { coinOf, symbolOfName } from './asset-names';

/** Y: not known to the broker. */
export const BROKER_BOXES = ['G', 'H', 'J', 'K', 'Y'] as const;
export type BrokerBox = (typeof BROKER_BOXES)[number];

export type BrokerTerm = 'short' | 'long' | 'ordinary';

/**
 * One sale on Form 1099-DA. The name of each field is its box. Amounts are text with two decimals, days
 * `YYYY-MM-DD`, units plain decimals; null: the box is empty.
 * @source Form 1099-DA (2025) and its instructions
 */
export interface BrokerRow {
  box8949: BrokerBox | null;
  cusip: string | null;
  /** Code of the Digital Token Identifier Foundation; 999999999 when the asset has none. */
  box1a: string | null;
  box1b: string | null;
  box1c: string;
  /** Null also for several dates. */
  box1d: string | null;
  box1e: string;
  box1f: string;
  box1g: string | null;
  box1h: string | null;
  box1i: string | null;
  box2: boolean;
  box3a: 'gross' | 'net' | null;
  box3b: boolean;
  box4: string | null;
  box5: boolean;
  box6: BrokerTerm | null;
  box7: boolean;
  box8: boolean;
  box9: boolean;
  box11a: 'stablecoin' | 'nft' | null;
  box11b: string | null;
  box11c: string | null;
  box12a: string | null;
  box12b: string | null;
  box14: string | null;
  box15: string | null;
  box16: string | null;
  symbol: string | null;
  accountNumber: string | null;
  transactionId: string | null;
  /** Fields of the file without a box, unchanged. */
  other: Readonly<Record<string, unknown>> | null;
}

export const emptyBrokerRow = (required: Pick<BrokerRow, 'box1c' | 'box1e' | 'box1f'>): BrokerRow => ({
  box8949: null,
  cusip: null,
  box1a: null,
  box1b: null,
  box1d: null,
  box1g: null,
  box1h: null,
  box1i: null,
  box2: false,
  box3a: null,
  box3b: false,
  box4: null,
  box5: false,
  box6: null,
  box7: false,
  box8: false,
  box9: false,
  box11a: null,
  box11b: null,
  box11c: null,
  box12a: null,
  box12b: null,
  box14: null,
  box15: null,
  box16: null,
  symbol: null,
  accountNumber: null,
  transactionId: null,
  other: null,
  ...required,
});

/** A sale of the same account in the taxpayer's own records: one slice of one lot. */
export interface OwnSale {
  id: string;
  asset: string;
  units: string;
  /** `YYYY-MM-DD`; null when unknown. */
  acquiredOn: string | null;
  soldOn: string;
  /** Amount realized, after `fees`. 0 while it is not known. */
  proceeds: Cents;
  fees: Cents;
  basis: Cents;
  /** Loss disallowed by a wash sale. Absent: 0. */
  washed?: Cents;
  term: 'short' | 'long';
  isTransferredIn: boolean;
  /** True when the broker was told in time which units leave. Absent: false. */
  isOrdered?: boolean;
  isNft?: boolean;
  /** True while the own records have no value of the sale. Absent: false. */
  lacksProceeds?: boolean;
  /** True while the own records do not know the basis either. `lacksProceeds` is then true too. Absent: false. */
  lacksBasis?: boolean;
  /** Set for a gift without proceeds: its basis for a loss. Between the two bases there is neither gain nor loss. */
  lossSide?: Pick<OwnSale, 'basis' | 'acquiredOn' | 'term'>;
  /** True when the caller's plan hides the sale: it is in sums, and in no list. Absent: false. */
  isBeyondPlan?: boolean;
}

/** @param text at most two decimals */
export function centsOfText(text: string | null): Cents {
  if (text === null) return 0n;
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?0*$/.exec(text) ?? [];
  const cents = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

export function assetOfRow({ symbol, box1b, box1a }: BrokerRow): string {
  if (symbol !== null) return symbolOfName(symbol) ?? symbol.toUpperCase();
  const names = [box1b, box1a].flatMap((name) => (name === null ? [] : [name.trim().toUpperCase()]));
  return names.flatMap((name) => symbolOfName(name) ?? [])[0] ?? names[0] ?? '';
}

export const coinOfRow = (row: BrokerRow): string => coinOf(assetOfRow(row));
export const coinOfSale = ({ asset }: Pick<OwnSale, 'asset'>): string => coinOf(asset);

export const isTransferredIn = ({ box12a, box12b }: BrokerRow): boolean => box12a !== null || box12b !== null;

/** Basis reported: G or J. Else H or K. */
export const boxFor = ({ box2 }: BrokerRow, term: 'short' | 'long'): Box =>
  box2 ? (term === 'long' ? 'J' : 'G') : term === 'long' ? 'K' : 'H';

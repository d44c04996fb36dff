import { formatDecimal, type Decimal } from '../kernel/decimal';
import type { Cells } from './cells';
import type { ExchangeRecord, FarPlace, RecordKind } from './record';
import type { ExchangeName } from '../kernel/exchanges/exchange';

/** The part of an account to which a list belongs. */
export const PARTS = ['trades', 'deposits', 'withdrawals', 'ledger', 'balances'] as const;
export type Part = (typeof PARTS)[number];

/** EXCHANGE_LISTS: every list that an API of an exchange has. */
export const EXCHANGE_LISTS = [
  'ledger',
  'trades',
  'deposits',
  'withdrawals',
  'transactions',
  'transfers',
  'fills',
  'bills',
  'fiat',
  'dust',
  'distributions',
  'staking',
  'staking_rewards',
  'earn',
  'converts',
  'payments',
  'loans',
  'flexible_loans',
  'flexible_repayments',
] as const;
export type ExchangeListName = (typeof EXCHANGE_LISTS)[number];

/** Units of a coin, and their value in dollars where the row states it. */
export interface Amount {
  coin: string;
  amount: Decimal;
  valueUsd?: Decimal | null;
}

/** A record before it has its identity. */
export interface Draft {
  /** Id of the row at the exchange. Null: the content identifies it. */
  id: string | null;
  /** Null: an event of its own. */
  group?: string | null;
  /** Group of the trade in the list of trades that the row counts instead of, when the row has another group. */
  about?: string | null;
  at: number;
  isDay?: true;
  kind: RecordKind;
  /** Kind in the identity of a row without an id, where an earlier release gave it another one. */
  keyKind?: RecordKind;
  /** Amount in the identity of such a row, where an earlier release read its fee as the amount. */
  keyAmount?: Decimal;
  /** The identity of such a row leaves the draft out: an earlier release read the row without it. */
  isUnkeyed?: true;
  /** It is no part of the identity of the row. */
  place?: FarPlace;
  coin: string;
  nativeCoin?: string;
  amount: Decimal;
  /** What the row states the amount to be worth in dollars, without a sign. Null or zero: nothing. */
  valueUsd?: Decimal | null;
  fee?: Amount | null;
  txHash?: string | null;
  address?: string | null;
  depositAddress?: string | null;
  unknownName?: string;
}

/** Reason of a row that has no effect yet. */
export const PENDING = 'The movement is not complete';

/** What a second list reports about the records of a group. */
export interface GroupDetails {
  group: string;
  txHash: string | null;
  /** The address outside of the account. */
  address: string | null;
  depositAddress: string | null;
}

/** `skipped`: the row has no effect on the account, with the reason. */
export type RowReading = { skipped: string } | { drafts: readonly Draft[] } | { details: GroupDetails };

/** Cell of a row with the zone that the name of its file states: `+02:00`. */
export const FILE_ZONE = 'file zone';

/** One layout of rows of one exchange. */
export interface RowFormat {
  name: string;
  exchange: ExchangeName;
  part: Part;
  /** Normalised names of the columns that identify the layout. Null: rows of an API. */
  needs: readonly string[] | null;
  lacks?: readonly string[];
  /** The name of the file, or a line before its header, states the zone of its times. */
  isZoned?: true;
  /** Layouts with the same columns differ by the name of the file. */
  fileName?: RegExp;
  /** Dates with dashes end with a short year. */
  hasShortYears?: true;
  /** Of rows of an API, which are stored in every state. */
  api?: ApiRows;
  /** @throws UnreadableRow */
  read(cells: Cells): RowReading;
}

/** Identity and time of rows of an API. */
export interface ApiRows {
  /** Without the part. The same as in files where both have an id. @throws UnreadableRow */
  id(cells: Cells): string;
  /** Part in the identity, when the file of the exchange has the row in another list. */
  keyPart?: Part;
  /** ms UTC @throws UnreadableRow */
  at(cells: Cells): number;
  /** True for a movement that is not complete: the exchange will change the row. */
  isOpen?(cells: Cells): boolean;
}

/** The record of a draft. @param key identity of its row; `index` of the draft in it */
export const recordOf = (draft: Draft, key: string, index: number): ExchangeRecord => ({
  id: index === 0 ? key : `${key}/${index}`,
  group: draft.group ?? key,
  at: draft.at,
  kind: draft.kind,
  coin: draft.coin,
  nativeCoin: draft.nativeCoin ?? draft.coin,
  amount: formatDecimal(draft.amount),
  ...stated(draft.valueUsd),
  fee:
    draft.fee && !draft.fee.amount.isZero()
      ? { coin: draft.fee.coin, amount: formatDecimal(draft.fee.amount), ...stated(draft.fee.valueUsd) }
      : null,
  txHash: draft.txHash ?? null,
  address: draft.address ?? null,
  depositAddress: draft.depositAddress ?? null,
  ...(draft.place === undefined ? {} : { place: draft.place }),
  ...(draft.isDay === true ? { isDay: true as const } : {}),
  ...(draft.unknownName === undefined ? {} : { unknownName: draft.unknownName }),
});

const stated = (valueUsd: Decimal | null | undefined): { valueUsd?: string } =>
  valueUsd && !valueUsd.isZero() ? { valueUsd: formatDecimal(valueUsd.abs()) } : {};

/** Moves that belong together: what was given and what was received. */
export const tradeDrafts = (
  shared: Pick<Draft, 'id' | 'at' | 'isDay' | 'valueUsd'> & { kind?: RecordKind; group?: string | null },
  given: Amount | null,
  got: Amount | null,
  fee: Amount | null = null,
): Draft[] => {
  const legs: Draft[] = [];
  const base = { kind: 'trade' as const, ...shared };
  if (got) legs.push({ ...base, ...got, amount: got.amount.abs() });
  if (given) legs.push({ ...base, ...given, amount: given.amount.abs().negated() });
  const [first] = legs;
  if (first && fee && !fee.amount.isZero()) legs[0] = { ...first, fee };
  return legs;
};

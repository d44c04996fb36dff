import type { Type } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import type { ErrorCode } from '../../domain/kernel/errors';
import { Meta } from '../meta.dto';
import { IndexingResponse } from '../../presenters/jobs.shapes.dto';

/** Shapes of the wire that no module has: what surrounds data, and what answers report about themselves. */

class Pagination {
  @ApiProperty({ minimum: 1 })
  page!: number;
  @ApiProperty({ minimum: 1 })
  per_page!: number;
  @ApiProperty({ minimum: 0 })
  total!: number;
  @ApiProperty({ minimum: 0 })
  total_pages!: number;
  has_more!: boolean;
}

class CursorPagination extends Pagination {
  /** `cursor` of the next page; null when no entry follows. */
  next_cursor!: string | null;
}

class ErrorDetail {
  detail!: string;
  error_code?: ErrorCode;
}

class UnreadChain {
  chain!: string;
  /** Of another wallet of the same owner. */
  address?: string;
  code!: string;
  /** What the operator of the service can do. */
  reason?: string;
}

class StaleChain {
  chain!: string;
  /** Of another wallet of the same owner. */
  address?: string;
  /** Null when reading on has not finished. */
  code!: string | null;
  indexed_at!: string;
}

class SyncNotes {
  /** True while the history or its prices are incomplete; a later request returns more. */
  partial!: boolean;
  /** The same: work goes on in the background. */
  still_indexing!: boolean;
  /** Chains that could not be read; empty when all were. */
  unavailable_chains!: UnreadChain[];
  /** True when the plan shows only part of the transactions. */
  is_limited!: boolean;
  /** Chains of which an older reading is shown. */
  stale_chains?: StaleChain[];
  /** True while the history is still being read: what is not listed may exist. */
  balances_pending!: boolean;
  /** There while prices are still being asked for. */
  prices_pending?: true;
  /** There when the upstream did not give the whole history. */
  history_truncated?: true;
  /**
   * There when a kind of rows could not be read, when a key may not read a list of an exchange account, when a chain
   * states another balance than its rows, and while a long list of new rows is read.
   */
  history_incomplete?: true;
  /** There when a history has so many wash sales that the sale that recognises a loss may differ. */
  wash_sales_approximate?: true;
  /** There while figures that an earlier release of the service computed are being computed again. */
  recomputing?: true;
  /** How far indexing has come; present while it runs. */
  progress?: IndexingResponse;
}

/** Only where a history was read: with `address`. */
class OptionalSyncNotes extends PartialType(SyncNotes) {}

class LimitNotes {
  /** True when the plan shows only part of the transactions. */
  is_limited!: boolean;
  /** Null for unlimited. */
  tx_limit!: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
}

/** Only where a history was read: with `address`, of a report. */
class OptionalLimitNotes extends PartialType(LimitNotes) {}

/** Only with `updated_since`. */
class ChangeNotes {
  /** The `updated_since` of the next poll; null when another page follows. */
  updated_until?: string | null;
  /** Entries that are no longer in the list. */
  deleted_ids?: string[];
  /** True when the pages are the whole list, as for a first poll. Entries that they do not name are gone. */
  is_whole_list?: boolean;
}

class DepositedToken {
  token_key!: string;
  quantity!: string;
  cost_basis!: string;
}

class DepositNotes {
  /** Given to a contract without a receipt, and still owned; absent when nothing is. */
  deposited?: DepositedToken[];
}

class Covered {
  wallets!: number;
  /** Exchange accounts. */
  accounts!: number;
}

class CoverNotes {
  /** The sources that the answer covers: with none of them, an empty list states nothing. */
  covers!: Covered;
}

class CountNotes {
  /** How many of each type all pages have; absent types have none. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  counts!: Readonly<Record<string, number>>;
}

class BoundNotes {
  /** True when a wallet has more entries than are listed. */
  truncated!: boolean;
}

/** NOTES: what answers report about themselves, in `meta`. @source api.md 0 (lists, several chains), 2; spec 2.1, 8 */
export const NOTES = {
  syncStatus: SyncNotes,
  optionalSyncStatus: OptionalSyncNotes,
  limit: LimitNotes,
  optionalLimit: OptionalLimitNotes,
  changes: ChangeNotes,
  deposits: DepositNotes,
  covers: CoverNotes,
  counts: CountNotes,
  bound: BoundNotes,
} as const satisfies Record<string, Type>;

/** Classes that no route names, and that the document has all the same. */
export const SHAPES: Type[] = [Meta, Pagination, CursorPagination, ErrorDetail, ...Object.values(NOTES)];

/** `partial` stands beside `meta`; `page` is a list on one page, whatever its length. */
export type NoteName = keyof typeof NOTES | 'partial' | 'page';

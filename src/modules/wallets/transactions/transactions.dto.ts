import type { Address } from '../../../domain/kernel/address';
import {
  IsChain,
  IsInteger,
  IsMoment,
  IsOneOf,
  IsOwnedWallets,
  IsTaxYear,
  OwnedWalletsQuery,
  OwnedPageQuery,
  LegacyPageQuery,
} from '../../../http/validation/fields';
import { IsCursor } from '../../../http/queries/cursor';
import {
  DATE_SORTS,
  TransactionSelectionQuery,
  type DateSort,
} from '../../../http/queries/transaction-query';

const FORMATS = ['csv', 'json'] as const;

/** What the list and its export are chosen by. */
export class TransactionFilterQuery extends TransactionSelectionQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsChain({ description: 'only transactions on this chain' })
  chain?: string;
}

export class TransactionsQuery extends TransactionFilterQuery {
  @IsInteger({ min: 1, max: 999_999_999, description: '1-indexed; default 1' })
  page: number = 1;

  @IsInteger({ min: 1, max: 100, description: 'entries of a page; default 50' })
  per_page: number = 50;

  @IsCursor()
  cursor?: string;

  @IsOneOf(DATE_SORTS, { description: 'order of the list; default date_desc', example: 'date_desc' })
  sort: DateSort = 'date_desc';
}

export class ExportQuery extends TransactionFilterQuery {
  @IsOneOf(FORMATS, { description: 'of the file; default csv', example: 'csv' })
  format: (typeof FORMATS)[number] = 'csv';
}

export class LegacyTransactionsQuery extends LegacyPageQuery {
  @IsMoment('start', { description: 'from this moment on; a date is its first instant, UTC' })
  start_date?: number;

  @IsMoment('end', { description: 'up to this moment; a date is the whole day, UTC' })
  end_date?: number;
}

export class TransactionQuery extends OwnedWalletsQuery {
  @IsChain({ description: 'which of two transactions with the same hash' })
  chain?: string;
}

export class NeedsPriceQuery extends OwnedPageQuery {
  @IsChain()
  chain?: string;

  @IsTaxYear({ description: 'only transactions of this year' })
  tax_year?: number;
}

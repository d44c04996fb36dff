import type { Address } from '../../../domain/kernel/address';
import { TRANSACTION_TYPES, type TransactionType } from '../../../domain/normalise/facts/wallet-transaction';
import {
  BooleanField,
  ChainField,
  IntegerField,
  MomentField,
  OneOf,
  OwnedWalletsField,
  PageQuery,
  TaxYearField,
  TextField,
} from '../../../http/validation/fields';

const SORTS = ['date_desc', 'date_asc'] as const;
const FORMATS = ['csv', 'json'] as const;
const MAX_SYMBOL = 100;

/** What the list and its export are chosen by. */
export class TransactionFilterQuery {
  @ChainField({ description: 'only transactions on this chain' })
  chain?: string;

  @TextField({
    min: 1,
    max: MAX_SYMBOL,
    description: 'only transactions that moved this symbol, in any letter case; network fees do not count',
    example: 'ETH',
  })
  symbol?: string;

  @OneOf(TRANSACTION_TYPES, { description: 'only transactions of this type', example: 'swap' })
  type?: TransactionType;

  @MomentField('start', { description: 'from this moment on; a date is its first instant, UTC' })
  start_date?: number;

  @MomentField('end', { description: 'up to this moment; a date is the whole day, UTC' })
  end_date?: number;

  @TaxYearField({ description: 'only transactions of this tax year in the zone of the report' })
  tax_year?: number;

  @BooleanField({ description: 'also what was judged to be spam; default false' })
  include_spam: boolean = false;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class TransactionsQuery extends TransactionFilterQuery {
  @IntegerField({ min: 1, max: 999_999_999, description: '1-indexed; default 1' })
  page: number = 1;

  @IntegerField({ min: 1, max: 100, description: 'entries of a page; default 50' })
  per_page: number = 50;

  @OneOf(SORTS, { description: 'order of the list; default date_desc', example: 'date_desc' })
  sort: (typeof SORTS)[number] = 'date_desc';
}

export class ExportQuery extends TransactionFilterQuery {
  @OneOf(FORMATS, { description: 'of the file; default csv', example: 'csv' })
  format: (typeof FORMATS)[number] = 'csv';
}

/** The unversioned list pages by `limit`. */
export class LegacyTransactionsQuery {
  @IntegerField({ min: 1, max: 999_999_999, description: '1-indexed' })
  page: number = 1;

  @IntegerField({ min: 1, max: 100, description: 'entries of a page' })
  limit: number = 50;

  @MomentField('start', { description: 'from this moment on; a date is its first instant, UTC' })
  start_date?: number;

  @MomentField('end', { description: 'up to this moment; a date is the whole day, UTC' })
  end_date?: number;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class TransactionQuery {
  @ChainField({ description: 'which of two transactions with the same hash' })
  chain?: string;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class NeedsPriceQuery extends PageQuery {
  @ChainField()
  chain?: string;

  @TaxYearField({ description: 'only transactions of this year' })
  tax_year?: number;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

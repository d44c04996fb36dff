import type { HistoryFilter } from '../../domain/portfolio/history-filter';
import { TRANSACTION_TYPES, type TransactionType } from '../../domain/chain/facts/wallet-transaction';
import { IsBool, IsInteger, IsMoment, IsOneOf, IsTaxYear, IsText } from '../validation/fields';
import { NotBefore } from '../validation/validators';
import { IsUpdatedSince } from './changes-query';
import { IsCursor } from './cursor';

const MAX_SYMBOL = 100;

const DATE_SORTS = ['date_desc', 'date_asc'] as const;
export type DateSort = (typeof DATE_SORTS)[number];

/** Of one wallet, or of everything a user owns. A subclass adds `chain`, whose values differ. */
export abstract class TransactionSelectionQuery {
  abstract chain?: string;

  @IsText({
    min: 1,
    max: MAX_SYMBOL,
    description: 'only transactions that moved this symbol, in any letter case; network fees do not count',
    example: 'ETH',
  })
  symbol?: string;

  @IsOneOf(TRANSACTION_TYPES, { description: 'only transactions of this type', example: 'swap' })
  type?: TransactionType;

  @IsMoment('start', { description: 'from this moment on; a date is its first instant, UTC' })
  start_date?: number;

  @IsMoment('end', { description: 'up to this moment; a date is the whole day, UTC' })
  @NotBefore('start_date')
  end_date?: number;

  @IsTaxYear({ description: 'only transactions of this tax year in the zone of the report' })
  tax_year?: number;

  @IsBool({ description: 'also transactions classified as spam; default false' })
  include_spam: boolean = false;
}

export abstract class TransactionListQuery extends TransactionSelectionQuery {
  @IsInteger({ min: 1, max: 999_999_999, description: '1-indexed; default 1' })
  page: number = 1;

  @IsInteger({ min: 1, max: 100, description: 'entries of a page; default 50' })
  per_page: number = 50;

  @IsCursor()
  cursor?: string;

  @IsUpdatedSince()
  updated_since?: number;

  @IsOneOf(DATE_SORTS, { description: 'order of the list; default date_desc', example: 'date_desc' })
  sort: DateSort = 'date_desc';
}

export const toHistoryFilter = (query: TransactionSelectionQuery): HistoryFilter => ({
  chain: query.chain,
  symbol: query.symbol,
  type: query.type,
  from: query.start_date,
  to: query.end_date,
  taxYear: query.tax_year,
  includeSpam: query.include_spam,
});

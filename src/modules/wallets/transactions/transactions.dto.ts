import type { Address } from '../../../domain/kernel/address';
import {
  IsChain,
  IsMoment,
  IsOneOf,
  IsOwnedWallets,
  IsTaxYear,
  OwnedWalletsQuery,
  OwnedPageQuery,
  LegacyPageQuery,
} from '../../../http/validation/fields';
import { NotBefore } from '../../../http/validation/validators';
import { TransactionListQuery, TransactionSelectionQuery } from '../../../http/queries/transaction-query';

const FORMATS = ['csv', 'json'] as const;

export class TransactionsQuery extends TransactionListQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsChain({ description: 'only transactions on this chain' })
  chain?: string;
}

export class ExportQuery extends TransactionSelectionQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsChain({ description: 'only transactions on this chain' })
  chain?: string;

  @IsOneOf(FORMATS, { description: 'of the file; default csv', example: 'csv' })
  format: (typeof FORMATS)[number] = 'csv';
}

export class LegacyTransactionsQuery extends LegacyPageQuery {
  @IsMoment('start', { description: 'from this moment on; a date is its first instant, UTC' })
  start_date?: number;

  @IsMoment('end', { description: 'up to this moment; a date is the whole day, UTC' })
  @NotBefore('start_date')
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

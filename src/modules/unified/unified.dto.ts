import { DISPOSAL_ENTRY_TYPES, type DisposalEntryType } from '../../domain/overlays/manual-entry';
import { HOLDING_SORTS, type HoldingSort } from '../../domain/portfolio/holding-order';
import { CHAIN_NAMES } from '../../domain/kernel/chain';
import type { Decimal } from '../../domain/kernel/decimal';
import { EXCHANGE_NAMES } from '../../domain/exchanges';
import { TransactionListQuery } from '../../http/queries/transaction-query';
import { OptionalBody } from '../../http/validation/validation.pipe';
import { IsExactDecimal, IsOneOf, IsTaxYear, IsText, PageQuery } from '../../http/validation/fields';

const SOURCES = ['wallet', 'exchange'] as const;
const DIRECTIONS = ['in', 'out'] as const;
const STATUSES = ['suggested', 'confirmed', 'rejected', 'all'] as const;
const REASONS = ['not_mine', 'wrong_pair', 'other'] as const;
const PLACES = [...CHAIN_NAMES, ...EXCHANGE_NAMES] as const;

const IsSymbol = () => IsText({ min: 1, max: 100, description: 'in any letter case', example: 'ETH' });
const IsSource = () => IsOneOf(SOURCES, { description: 'only wallets, or only exchange accounts' });

export class UnifiedHoldingsQuery extends PageQuery {
  @IsSymbol()
  symbol?: string;

  @IsSource()
  source?: (typeof SOURCES)[number];

  @IsExactDecimal({ description: 'lowest current value, USD' })
  min_value?: Decimal;

  @IsOneOf(Object.keys(HOLDING_SORTS) as HoldingSort[], { description: 'default value_desc' })
  sort: HoldingSort = 'value_desc';
}

export class UnifiedTransactionsQuery extends TransactionListQuery {
  @IsOneOf(PLACES, { description: 'only transactions of this chain or exchange' })
  chain?: string;

  @IsSource()
  source?: (typeof SOURCES)[number];
}

export class TransferMatchesQuery extends PageQuery {
  @IsOneOf(STATUSES, { description: 'default suggested' })
  status: (typeof STATUSES)[number] = 'suggested';

  @IsExactDecimal({ min: '0', description: 'lowest score, 0 to 1' })
  min_score?: Decimal;
}

@OptionalBody()
export class RejectMatchRequest {
  @IsOneOf(REASONS)
  reason?: (typeof REASONS)[number];
}

export class UnmatchedTransfersQuery extends PageQuery {
  @IsOneOf(DIRECTIONS)
  direction?: (typeof DIRECTIONS)[number];

  @IsSymbol()
  symbol?: string;
}

export class ExternalTransferRequest {
  @IsOneOf(DISPOSAL_ENTRY_TYPES, { required: true, description: 'what the transfer was' })
  disposal_type!: DisposalEntryType;

  @IsExactDecimal({ min: '0', description: 'USD; required for a sale or a spend' })
  proceeds_usd?: Decimal;
}

export class UnifiedYearQuery {
  @IsTaxYear({ description: 'all years when none is named' })
  tax_year?: number;
}

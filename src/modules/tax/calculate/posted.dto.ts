import { ApiProperty } from '@nestjs/swagger';
import { METHOD_NAMES, type IncomeType, type MethodName } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { PostedRow, PostedSelection, PostedType } from '../../../domain/posted';
import { IsOneOf, IsOwnedWallets, IsTaxYear, IsText } from '../../../http/validation/fields';
import { Property, timezoneOf, type Read } from '../../../http/validation/property';
import { LEDGER_LIMITS } from './ledger-limits';
import { currentPrices, lotSelections, postedRows } from './posted-rows';

const MAX_LABEL = 128;
const MOMENT = { type: undefined, oneOf: [{ type: 'string' as const }, { type: 'number' as const }] };

/** @source api.md 7; ANONYMOUS_LEDGER_ROWS */
const LIMITS =
  'at most 50,000 transactions and 32 MiB, and 10,000 transactions without a credential (413 and 401)';

/** One transaction of the body. Amounts are JSON numbers or decimal strings; both keep every digit. */
export class TxInResponse {
  /** Comes back as `transaction_id`. @example "buy-1" */
  id?: string;
  tx_hash?: string;
  /** ISO 8601 (a date alone is that day in the report zone) or epoch seconds. @example "2024-01-15T10:00:00Z" */
  @ApiProperty(MOMENT)
  timestamp!: string | number;
  /** @example "buy" */
  type!: PostedType;
  /** With type `income`. @example "staking_reward" */
  income_type?: IncomeType;
  /** @example "ETH" */
  symbol!: string;
  /** Default `unknown`. @example "ethereum" */
  chain?: string;
  contract_address?: string;
  /** Greater than 0. Required, unless `amount` has it. @example "1.5" */
  quantity?: string;
  /** Read in place of an absent `quantity`. */
  amount?: string;
  /** USD per unit. @example "2000" */
  price_usd?: string;
  /** USD of the whole. @example "3000" */
  value_usd?: string;
  /** Cash, or the fair value of the fee in kind. @example "2.5" */
  fee_usd?: string;
  fee_symbol?: string;
  fee_quantity?: string;
  from?: string;
  to?: string;
  /** What a swap brought. */
  to_symbol?: string;
  to_quantity?: string;
  /** Owner of the pool; default `default`. */
  wallet?: string;
  donor_basis_usd?: string;
  @ApiProperty(MOMENT)
  donor_acquired_at?: string | number;
}

const rows: Read = (raw, params) => postedRows(raw, timezoneOf(params));
const selections: Read = (raw, params) => lotSelections(raw, timezoneOf(params));
const prices: Read = (raw) => currentPrices(raw);

const ROWS_SCHEMA = { type: TxInResponse, isArray: true, minItems: 1, maxItems: LEDGER_LIMITS.rows } as const;

export class CostBasisRequest {
  @Property(rows, { required: true, description: `the whole ledger, ${LIMITS}` }, ROWS_SCHEMA)
  transactions!: PostedRow[];

  @IsOneOf(METHOD_NAMES, { description: 'the method that is applied; default fifo', example: 'fifo' })
  method: MethodName = 'fifo';

  @Property(
    selections,
    {
      description:
        'with `specific_id`: id of the disposing transaction -> list of `lot_id` or `acquired_tx_id`, `quantity`, `selected_at`',
      example: { 'sell-1': [{ acquired_tx_id: 'buy-2', quantity: '0.5' }] },
    },
    { type: 'object', additionalProperties: true },
  )
  lot_selections: ReadonlyMap<string, PostedSelection[]> = new Map();

  @IsTaxYear({ description: 'of the disposals, income and summary; all years without it' })
  tax_year?: number;

  @IsText({ min: 1, max: MAX_LABEL, description: 'a label for the ledger' })
  address?: string;

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

export class UnrealizedRequest {
  @Property(
    prices,
    {
      required: true,
      description: 'USD per unit, by token key `chain:symbol` or symbol',
      example: { 'ethereum:ETH': 3000, USDC: 1 },
    },
    { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
  )
  current_prices!: ReadonlyMap<string, string>;

  @Property(rows, { description: `a ledger, ${LIMITS}; or give \`address\`` }, ROWS_SCHEMA)
  transactions?: PostedRow[];

  @IsText({ min: 1, max: MAX_LABEL, description: 'whose history is read when no transactions are given' })
  address?: string;

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

import type { Address } from '../../domain/kernel/address';
import type { Decimal } from '../../domain/kernel/decimal';
import {
  BASIS_TYPES,
  DISPOSAL_ENTRY_TYPES,
  type BasisType,
  type DisposalEntryType,
} from '../../domain/overlays/manual-entry';
import {
  IsAddress,
  IsBool,
  IsExactDecimal,
  IsMoment,
  IsListOf,
  IsOneOf,
  IsOwnedWallets,
  PageQuery,
  IsText,
} from '../../http/validation/fields';

/** What the body of every entry states besides its content. */
export abstract class EntryInput {
  @IsText({ max: 1000 })
  note: string = '';

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

const MAX_PARTS = 100;

export class BasisPartInput {
  @IsExactDecimal({ min: '0', description: 'units of the lot; the whole lot where the only part has none' })
  quantity?: Decimal;

  @IsExactDecimal({ min: '0', description: 'USD for all of these units; this or cost_per_unit' })
  cost_basis?: Decimal;

  @IsExactDecimal({ min: '0', description: 'USD for one unit' })
  cost_per_unit?: Decimal;

  @IsMoment('start', { description: 'not after the receipt' })
  acquisition_date?: number;

  @IsExactDecimal({
    min: '0',
    description: 'of a gift: USD, fair value of these units when you received them (IRC 1015)',
  })
  value_at_gift_usd?: Decimal;
}

/** One part written flat, or a list of parts. */
export class LotBasisInput extends BasisPartInput {
  @IsListOf(() => BasisPartInput, { min: 1, max: MAX_PARTS })
  parts?: BasisPartInput[];

  @IsOneOf(BASIS_TYPES, { description: 'how the units were acquired; default purchase' })
  basis_type: BasisType = 'purchase';

  @IsText({ max: 1000 })
  note: string = '';

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

export class BasisAssignmentInput extends LotBasisInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ min: 1, max: 100, description: 'the lot; or tx_hash and token_key' })
  lot_id?: string;

  @IsText({ min: 1, max: 200 })
  tx_hash?: string;

  @IsText({ min: 1, max: 300, description: '`chain:symbol`, of what came in with tx_hash' })
  token_key?: string;
}

/** The name of a lot. */
export abstract class LotNameInput {
  @IsText({ min: 1, max: 100, description: 'the lot; or acquired_tx_id' })
  lot_id?: string;

  @IsText({ min: 1, max: 100, description: '`transaction_id` of the acquisition: its lots, oldest first' })
  acquired_tx_id?: string;
}

/** Some units of one lot that went. */
export class LotChoiceInput extends LotNameInput {
  @IsExactDecimal({ min: '0', description: 'as much as is left to take without it' })
  quantity?: Decimal;

  @IsMoment('start', {
    description: 'when your own records identified the lot, not after the disposal; default now',
  })
  selected_at?: number;
}

export const MAX_CHOICES = 1000;

export class DisposalEntryInput extends EntryInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ required: true, min: 1, max: 300, description: '`chain:symbol` of a token of the wallet' })
  token_key!: string;

  @IsExactDecimal({ required: true, min: '0' })
  quantity!: Decimal;

  @IsMoment('start', { description: 'required without tx_hash; with it, the chain gives the time' })
  disposed_at?: number;

  @IsOneOf(DISPOSAL_ENTRY_TYPES, { required: true })
  disposal_type!: DisposalEntryType;

  @IsExactDecimal({
    min: '0',
    description: 'USD for all units; required for sale and spend, others have none',
  })
  proceeds_usd?: Decimal;

  @IsExactDecimal({ min: '0', description: 'selling costs in USD, of a sale or a spend; default 0' })
  fee_usd?: Decimal;

  @IsExactDecimal({
    min: '0',
    description: 'fair value in USD of all units at that time; for gift, donation, lost, stolen',
  })
  value_usd?: Decimal;

  @IsText({ min: 1, max: 200, description: 'who received the units; gifts are added up by it' })
  recipient?: string;

  @IsText({
    min: 1,
    max: 200,
    description: 'the transaction that gave the units away: its entry replaces it',
  })
  tx_hash?: string;

  @IsListOf(() => LotChoiceInput, {
    min: 1,
    max: MAX_CHOICES,
    description: 'the disposed lots; units beyond them are taken first in, first out',
  })
  lot_selections?: LotChoiceInput[];
}

const SIDES = ['in', 'out'] as const;

export class TradeCompletionInput extends EntryInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ required: true, min: 1, max: 200 })
  tx_hash!: string;

  @IsText({ required: true, min: 1, max: 300, description: '`chain:symbol` of the leg on the chain' })
  token_key!: string;

  @IsOneOf(SIDES, { required: true, description: 'direction of the units on the chain' })
  side!: (typeof SIDES)[number];

  @IsText({ required: true, min: 1, max: 50, description: '`USD` or a symbol: what was paid or received' })
  counter_asset!: string;

  @IsExactDecimal({ required: true, min: '0' })
  counter_quantity!: Decimal;

  @IsExactDecimal({
    required: true,
    min: '0',
    description: 'USD value of what was paid or received, before fees',
  })
  counter_value_usd!: Decimal;

  @IsExactDecimal({ min: '0', description: 'in USD, paid outside; default 0' })
  fee_usd?: Decimal;

  @IsMoment('start', { description: 'of a purchase: not after the units came; default then' })
  executed_at?: number;
}

export class PreviewQuery {
  @IsBool({ description: 'compute the impact, store nothing; default false' })
  preview: boolean = false;
}

export class EndQuery {
  @IsBool({ description: 'the order was never in your own records: it never held; default false' })
  mistaken: boolean = false;
}

export class ManualEntriesQuery extends PageQuery {
  @IsAddress({ description: 'only entries about this wallet' })
  address?: Address;

  @IsBool({ description: 'withdrawn entries too; default false' })
  include_inactive: boolean = false;
}

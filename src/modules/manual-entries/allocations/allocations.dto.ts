import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { BASIS_ORDERS, type BasisOrder } from '../../../domain/overlays/allocations/allocations';
import {
  ALLOCATION_METHODS,
  GIVEN_BASES,
  PRE_2025_POOLS,
  type AllocationMethod,
  type GivenBasis,
  type Pre2025Pool,
} from '../../../domain/overlays/manual-entry';
import {
  IsAddress,
  IsBool,
  IsExactDecimal,
  IsListOf,
  IsMoment,
  IsOneOf,
  IsOwnedWallets,
  IsText,
  PageQuery,
} from '../../../http/validation/fields';
import { EntryInput } from '../manual-entries.dto';

const MAX_LOTS = 10_000;

export class UnusedBasisInput {
  @IsExactDecimal({ required: true, min: '0' })
  quantity!: Decimal;

  @IsExactDecimal({ required: true, min: '0', description: 'USD for all of these units' })
  cost_basis!: Decimal;

  @IsMoment('start', { required: true, description: 'before 2025; of a gift: that of the donor' })
  acquisition_date!: number;

  @IsOneOf(GIVEN_BASES, { description: 'how the units were acquired; default: neither' })
  basis_type?: GivenBasis;

  @IsExactDecimal({
    min: '0',
    description: 'of a gift: USD, fair value of these units when you received them (IRC 1015)',
  })
  value_at_gift_usd?: Decimal;

  @IsMoment('start', { description: 'of a gift with its value: when you received it' })
  gift_date?: number;

  @IsMoment('start', {
    description:
      'where a wash sale added the holding period of the units sold: when that period began, not after acquisition_date (IRC 1223(3))',
  })
  held_since?: number;

  @IsBool({ description: 'bought or exchanged: the units can replace a loss; default false' })
  is_purchase?: boolean;

  @IsBool({
    description:
      'the purchase already replaced a loss, which is in its basis, and replaces no other; default false',
  })
  replaced_loss?: boolean;
}

export class AllocatedLotInput extends UnusedBasisInput {
  @IsAddress({
    required: true,
    description: 'the wallet, or the id of an exchange account, that holds the units',
  })
  address!: Address;
}

export class AllocationInput extends EntryInput {
  @IsText({ required: true, min: 1, max: 300, description: '`chain:symbol` of the units' })
  token_key!: string;

  @IsOneOf(ALLOCATION_METHODS, { required: true, description: 'Rev. Proc. 2024-28, section 5.02' })
  method!: AllocationMethod;

  @IsOneOf(PRE_2025_POOLS, {
    description: 'how sales before 2025 consume lots: of each wallet (default), or of all wallets together',
  })
  pre_2025_pool: Pre2025Pool = 'per_wallet';

  @IsMoment('start', {
    required: true,
    description:
      'when your own books and records held the allocation, or the rule of a global one; reports print it as stated by you',
  })
  stated_recorded_at!: number;

  @IsListOf(() => AllocatedLotInput, {
    min: 1,
    max: MAX_LOTS,
    description: 'of `specific_unit`: the basis of the units of each wallet at the start of 2025',
  })
  lots?: AllocatedLotInput[];

  @IsOneOf(BASIS_ORDERS, { description: 'of `global`: the order in which unused basis is allocated' })
  basis_order?: BasisOrder;

  @IsOwnedWallets({
    description: 'of `global`: wallets and exchange accounts in the order in which they get units',
  })
  wallet_order?: Address[];

  @IsListOf(() => UnusedBasisInput, {
    min: 1,
    max: MAX_LOTS,
    description: 'of `global`: all unused basis at the start of 2025; default: that of the ledger',
  })
  unused_basis?: UnusedBasisInput[];
}

export class AllocationsQuery extends PageQuery {
  @IsBool({ description: 'withdrawn allocations too; default false' })
  include_inactive: boolean = false;
}

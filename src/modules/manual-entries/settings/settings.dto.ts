import { DEPOSIT_POLICIES, type DepositPolicy } from '../../../domain/chain';
import {
  BUSINESS_INCOME,
  FILING_STATUSES,
  type BusinessIncome,
  type FilingStatus,
} from '../../../domain/overlays/manual-entry';
import { GAS_POLICIES, WRAP_POLICIES } from '../../../domain/overlays/tax-settings';
import type { ChainName } from '../../../domain/kernel/chain';
import { IsChain, IsListOf, IsListOfValues, IsOneOf, IsText, IsZone } from '../../../http/validation/fields';

/** A collection, or one piece of it. */
export class CollectibleNftInput {
  @IsChain({ required: true })
  chain!: ChainName;

  @IsText({ required: true, min: 1, max: 100, description: 'of the collection' })
  contract_address!: string;

  @IsText({ min: 1, max: 100, description: 'of one piece; default: all pieces of the collection' })
  token_id?: string;
}

/** Absent fields keep their values. */
export class TaxSettingsInput {
  @IsZone({ description: 'IANA zone of tax days and years', example: 'America/New_York' })
  timezone?: string;

  @IsOneOf(GAS_POLICIES, { description: 'gas of transfers between own wallets' })
  gas_policy?: (typeof GAS_POLICIES)[number];

  @IsOneOf(WRAP_POLICIES, { description: 'wrapping 1:1' })
  wrap_policy?: (typeof WRAP_POLICIES)[number];

  @IsOneOf(DEPOSIT_POLICIES, { description: 'deposits that give a receipt' })
  deposit_policy?: DepositPolicy;

  @IsOneOf(FILING_STATUSES, { description: 'of Form 1040: it limits the losses on Schedule D' })
  filing_status?: FilingStatus;

  @IsListOfValues(BUSINESS_INCOME, {
    description: 'income types of your trade or business: Schedule C instead of Schedule 1',
  })
  business_income?: BusinessIncome[];

  @IsListOf(() => CollectibleNftInput, {
    max: 500,
    description:
      'NFTs that stand for a collectible, such as a work of art or a gem (Notice 2023-27): code C of Form 8949',
  })
  collectible_nfts?: CollectibleNftInput[];
}

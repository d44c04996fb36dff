import { DEPOSIT_POLICIES, type DepositPolicy } from '../../../domain/normalise';
import {
  BUSINESS_INCOME,
  FILING_STATUSES,
  type BusinessIncome,
  type FilingStatus,
} from '../../../domain/overlays/manual-entry';
import { GAS_POLICIES, WRAP_POLICIES } from '../../../domain/overlays/tax-settings';
import { IsListOfValues, IsOneOf, IsZone } from '../../../http/validation/fields';

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
}

import type { Address } from '../../../domain/kernel/address';
import { LawComparisonInput } from '../../../http/queries/law-comparison-query';
import { IsOwnedWallets } from '../../../http/validation/fields';

export class WalletLawComparisonInput extends LawComparisonInput {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

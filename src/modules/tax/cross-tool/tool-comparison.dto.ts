import type { Address } from '../../../domain/kernel/address';
import { ToolComparisonQuery } from '../../../http/queries/tool-comparison-query';
import { IsOwnedWallets } from '../../../http/validation/fields';

export class WalletToolComparisonQuery extends ToolComparisonQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

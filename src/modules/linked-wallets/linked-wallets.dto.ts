import type { Address } from '../../domain/kernel/address';
import { IsAddress, IsOneOf, IsText } from '../../http/validation/fields';

export const FAMILIES = ['evm', 'bitcoin', 'solana'] as const;

export class LinkWalletRequest {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ max: 100 })
  label: string = '';

  @IsOneOf(FAMILIES, { description: 'must fit the address when given' })
  chain_type?: (typeof FAMILIES)[number];
}

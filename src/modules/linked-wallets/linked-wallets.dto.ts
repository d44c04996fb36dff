import type { Address } from '../../domain/kernel/address';
import { AddressField, OneOf, TextField } from '../../http/validation/fields';

export const FAMILIES = ['evm', 'bitcoin', 'solana'] as const;

export class LinkWalletRequest {
  @AddressField({ required: true })
  address!: Address;

  @TextField({ max: 100 })
  label: string = '';

  @OneOf(FAMILIES, { description: 'must fit the address when given' })
  chain_type?: (typeof FAMILIES)[number];
}

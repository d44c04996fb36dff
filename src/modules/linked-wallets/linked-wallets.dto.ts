import { parseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { field, Rejected, type FieldParser } from '../../http/field';
import { OneOf, TextField } from '../../http/fields';

/** @throws AppError INVALID_ADDRESS naming the field */
const address: FieldParser<Address> = (raw, _context, name) => {
  if (typeof raw !== 'string') return new Rejected('string_type', 'Input should be a valid string');
  try {
    return parseAddress(raw);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.details, { field: name });
  }
};

export const FAMILIES = ['evm', 'bitcoin', 'solana'] as const;

export class LinkWalletBody {
  @field(
    address,
    { required: true, example: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
    { type: 'string' },
  )
  address!: Address;

  @TextField({ max: 100 })
  label: string = '';

  @OneOf(FAMILIES, { description: 'must fit the address when given' })
  chain_type?: (typeof FAMILIES)[number];
}

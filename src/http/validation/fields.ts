import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { dec } from '../../domain/kernel/decimal';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import { field, type FieldOptions } from './field';
import * as parse from './parsers';

export type { JsonObject } from './parsers';

/** Shared pieces of every DTO and handler. One decorator reads, judges and documents a field. */

const EXAMPLE_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const documentParam =
  (name: string, description: string, example: string): ParameterDecorator =>
  (target, key) => {
    if (key === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor)
      ApiParam({ name, description, schema: { type: 'string', example } })(target, key, descriptor);
  };

/**
 * Handler parameter: the `{address}` of the path, checked.
 * @throws AppError INVALID_ADDRESS
 */
export const WalletAddress = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Address => parseAddress(pathParam(execution, 'address')),
  [documentParam('address', 'EVM, Bitcoin or Solana address', EXAMPLE_ADDRESS)],
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Handler parameter: a UUID of the path, lowercased; anything else answers as an unknown one does.
 * @throws AppError with the given code and details.resource
 */
export const PathId = (
  name: string,
  code: Extract<ErrorCode, `${string}_NOT_FOUND`> = 'RESOURCE_NOT_FOUND',
  resource?: string,
): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, execution: ExecutionContext): string => {
      const id = pathParam(execution, name).toLowerCase();
      if (UUID.test(id)) return id;
      throw new AppError(code, resource ? { resource } : undefined);
    },
    [documentParam(name, 'UUID', '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b')],
  )();

const pathParam = (execution: ExecutionContext, name: string): string =>
  String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');

/** Whole number. Property type `number`. */
export const IntegerField = (options: FieldOptions & { min: number; max: number }) =>
  field(parse.integer(options.min, options.max), options, {
    type: 'integer',
    minimum: options.min,
    maximum: options.max,
  });

/** `true/false`, `1/0`, `yes/no`, `on/off` in a query; JSON booleans in a body. Property type `boolean`. */
export const BooleanField = (options: FieldOptions = {}) =>
  field(parse.boolean, options, { type: 'boolean' });

/** An exact decimal of at least `min`. Property type `Decimal`. */
export const DecimalField = (options: FieldOptions & { min?: string } = {}) =>
  field(parse.decimal(options.min === undefined ? null : dec(options.min)), options, {
    type: 'string',
    format: 'decimal',
  });

/** Text of `min` to `max` code points; blank text is empty. Property type `string`. */
export const TextField = (options: FieldOptions & { min?: number; max: number }) =>
  field(parse.text(options.min ?? 0, options.max), options, {
    type: 'string',
    minLength: options.min,
    maxLength: options.max,
  });

/** One of a closed list, exactly as written. Property type: the union. */
export const OneOf = <T extends string>(values: readonly T[], options: FieldOptions = {}) =>
  field(parse.oneOf(values), options, { type: 'string', enum: [...values] });

/** A chain the service knows, indexed here or not, in any case. Property type `string`, lowercased. */
export const ChainField = (options: FieldOptions = {}) =>
  field(
    parse.chainName,
    { description: 'chain name', example: 'ethereum', ...options },
    { type: 'string', enum: [...parse.CHAIN_NAMES] },
  );

/** 2009 to this year in REPORT_TIMEZONE; with `anyYear` any four digits. Property type `number`. */
export const TaxYearField = (options: FieldOptions & { anyYear?: boolean } = {}) =>
  field(
    parse.taxYear(options.anyYear ?? false),
    { description: 'tax year', example: 2024, ...options },
    { type: 'integer' },
  );

/** `YYYY-MM-DD` (the whole UTC day) or a full timestamp. Property type `number`: milliseconds UTC, both ends inclusive. */
export const MomentField = (edge: 'start' | 'end', options: FieldOptions = {}) =>
  field(parse.moment(edge), options, { type: 'string', example: '2024-01-31' });

/** The end of a range, on the property that holds it; the other end is the property named. */
export const NotBefore = (start: string) =>
  ValidateBy({
    name: 'notBefore',
    validator: {
      validate: (end: unknown, args) => {
        const from: unknown = args && Reflect.get(args.object, start);
        return typeof end !== 'number' || typeof from !== 'number' || from <= end;
      },
      defaultMessage: () => `Input should not be before ${start}`,
    },
  });

/** Property type `Address`. Absent where it is required, malformed: the error names the field. */
export const AddressField = (options: FieldOptions = {}) =>
  field(parse.address, { example: EXAMPLE_ADDRESS, ...options }, { type: 'string' });

/** An object of any keys, of so many bytes as JSON. Property type `JsonObject`. */
export const JsonObjectField = (options: FieldOptions & { maxBytes: number }) =>
  field(parse.jsonObject(options.maxBytes), options, { type: 'object', additionalProperties: true });

/** Comma-separated or repeated, at most 100. Property type `Address[]`. */
export const OwnedWalletsField = (options: FieldOptions = {}) =>
  field(
    parse.ownedWallets,
    { description: 'further wallets of the same owner; comma-separated or repeated', ...options },
    { type: [String], maxItems: 100 },
  );

/** An object with a DTO of its own. Property type: that class. */
export const NestedField = <T extends object>(type: () => Type<T>, options: FieldOptions = {}) =>
  field(parse.nested(type), options, { type: () => type() });

/** A list of objects, each with the same DTO. Property type: array of that class. */
export const NestedListField = <T extends object>(
  type: () => Type<T>,
  options: FieldOptions & { min?: number; max: number },
) =>
  field(parse.listOf(parse.nested(type), options.min ?? 0, options.max), options, {
    // The library knows a late type by this very name.
    type: () => type(),
    isArray: true,
    minItems: options.min,
    maxItems: options.max,
  });

/** `page` and `per_page` of every list. */
export class PageQuery {
  @IntegerField({ min: 1, max: 999_999_999, description: '1-indexed; default 1' })
  page: number = 1;

  @IntegerField({ min: 1, max: 100, description: 'entries of a page; default 50' })
  per_page: number = 50;
}

/** `owned_wallets` alone. */
export class OwnedWalletsQuery {
  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

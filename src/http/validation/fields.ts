import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import { IsBoolean, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { dayNumber, dayText, FIRST_TAX_YEAR } from '../../domain/kernel/calendar';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import { contextOf, type RequestContext } from '../request-context';
import { maxMessage, minMessage } from './messages';
import { Property, type PropertyOptions } from './property';
import * as read from './readers';
import { MaxCurrentYear } from './validators';

export { CHAIN_NAMES, type JsonObject } from './readers';

/** Shared pieces of every DTO and handler. One decorator reads, checks and documents a property. */

const EXAMPLE_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const documentParam =
  (
    name: string,
    description: string,
    example: string,
    schema: { format?: 'uuid' } = {},
  ): ParameterDecorator =>
  (target, key) => {
    if (key === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor)
      ApiParam({ name, description, schema: { type: 'string', ...schema, example } })(
        target,
        key,
        descriptor,
      );
  };

const addressOf = (execution: ExecutionContext): Address => parseAddress(pathParam(execution, 'address'));
const documentAddress = documentParam(
  'address',
  'EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet',
  EXAMPLE_ADDRESS,
);

/**
 * Handler parameter: the `{address}` of the path, checked.
 * @throws AppError INVALID_ADDRESS
 */
export const WalletAddress = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Address => addressOf(execution),
  [documentAddress],
);

/** The wallet that a request is about. */
export interface WalletRequest {
  address: Address;
  context: RequestContext;
}

/**
 * Handler parameter: the `{address}` of the path, checked, with the context of the request.
 * @throws AppError INVALID_ADDRESS
 */
export const Wallet = createParamDecorator(
  (_: unknown, execution: ExecutionContext): WalletRequest => ({
    address: addressOf(execution),
    context: contextOf(execution.switchToHttp().getRequest<Request>()),
  }),
  [documentAddress],
);

/** A transaction or a token of a wallet that a request is about. */
export interface WalletPartRequest extends WalletRequest {
  name: string;
}

/** As Wallet, with one more parameter of the path, which the service resolves. */
export const WalletPart = (name: string, description: string, example: string): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, execution: ExecutionContext): WalletPartRequest => ({
      address: addressOf(execution),
      name: pathParam(execution, name),
      context: contextOf(execution.switchToHttp().getRequest<Request>()),
    }),
    [documentAddress, documentParam(name, description, example)],
  )();

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID.test(text.toLowerCase());

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
    (_: unknown, execution: ExecutionContext) => idOf(execution, name, code, resource),
    [documentId(name)],
  )();

/** The object that a request is about. */
export interface ObjectRequest {
  id: string;
  context: RequestContext;
}

/** As PathId, with the context of the request. */
export const PathObject = (name: string, resource: string): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, execution: ExecutionContext): ObjectRequest => ({
      id: idOf(execution, name, 'RESOURCE_NOT_FOUND', resource),
      context: contextOf(execution.switchToHttp().getRequest<Request>()),
    }),
    [documentId(name)],
  )();

const documentId = (name: string) =>
  documentParam(name, 'UUID', '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b', { format: 'uuid' });

function idOf(execution: ExecutionContext, name: string, code: ErrorCode, resource?: string): string {
  const id = pathParam(execution, name).toLowerCase();
  if (isUuid(id)) return id;
  throw new AppError(code, resource ? { resource } : undefined);
}

/**
 * Handler parameter: a tax year of the path. Anything but four digits answers as an unknown year does.
 * @throws AppError RESOURCE_NOT_FOUND with details.resource
 */
export const PathYear = (name: string, resource: string): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, execution: ExecutionContext): number => {
      const text = pathParam(execution, name);
      if (/^\d{4}$/.test(text)) return Number(text);
      throw new AppError('RESOURCE_NOT_FOUND', { resource });
    },
    [documentParam(name, 'tax year', '2024')],
  )();

const pathParam = (execution: ExecutionContext, name: string): string =>
  String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');

const FIRST_DAY = dayNumber(FIRST_TAX_YEAR, 1, 1);
const MAX_OWNED_WALLETS = 100;

const Within = (min: number, max: number): PropertyDecorator[] => [
  Min(min, { message: minMessage(min) }),
  Max(max, { message: maxMessage(max) }),
];

/** Whole number. Property type `number`. */
export const IsInteger = ({ min, max, ...options }: PropertyOptions & { min: number; max: number }) =>
  Property(
    read.integer,
    options,
    { type: 'integer', minimum: min, maximum: max },
    IsInt(),
    ...Within(min, max),
  );

/** `true/false`, `1/0`, `yes/no`, `on/off` in a query; JSON booleans in a body. Property type `boolean`. */
export const IsBool = (options: PropertyOptions = {}) =>
  Property(read.boolean, options, { type: 'boolean' }, IsBoolean());

/** An exact decimal of at least `min`. Property type `Decimal`. */
export const IsExactDecimal = ({ min, ...options }: PropertyOptions & { min?: string } = {}) =>
  Property(read.exactDecimal(min), options, { type: 'string', format: 'decimal' });

/** Text of `min` to `max` code points; blank text is empty. Property type `string`. */
export const IsText = ({ min, max, ...options }: PropertyOptions & { min?: number; max: number }) =>
  Property(read.text(min ?? 0, max), options, { type: 'string', minLength: min, maxLength: max });

/** One of a closed list, exactly as written. Property type: the union. */
export const IsOneOf = <T extends string>(values: readonly T[], options: PropertyOptions = {}) =>
  Property(read.oneOf(values), options, { type: 'string', enum: [...values] });

/** A chain the service knows, indexed here or not, in any case. Property type `string`, lowercased. */
export const IsChain = (options: PropertyOptions = {}) =>
  Property(
    read.chain,
    { description: 'chain name', example: 'ethereum', ...options },
    { type: 'string', enum: [...read.CHAIN_NAMES] },
  );

/** 2009 to this year in REPORT_TIMEZONE; with `anyYear` any four digits. Property type `number`. */
export const IsTaxYear = ({ anyYear = false, ...options }: PropertyOptions & { anyYear?: boolean } = {}) =>
  Property(
    read.year,
    { description: 'tax year', example: 2024, ...options },
    { type: 'integer' },
    IsInt(),
    ...(anyYear
      ? Within(1000, 9999)
      : [Min(FIRST_TAX_YEAR, { message: minMessage(FIRST_TAX_YEAR) }), MaxCurrentYear()]),
  );

/** `YYYY-MM-DD` (the whole UTC day) or a full timestamp. Property type `number`: milliseconds UTC, both ends inclusive. */
export const IsMoment = (edge: 'start' | 'end', options: PropertyOptions = {}) =>
  Property(read.moment(edge), options, { type: 'string', format: 'moment', example: '2024-01-31' });

/** `YYYY-MM-DD` from 2009 on, a day of the report zone. Property type `number`: as in `kernel/calendar`. */
export const IsDay = (options: PropertyOptions = {}) =>
  Property(
    read.day,
    options,
    { type: 'string', format: 'date', example: '2024-01-31' },
    Min(FIRST_DAY, { message: `Input should not be before ${dayText(FIRST_DAY)}` }),
  );

/** Property type `Address`. Absent where it is required, malformed: the error names the field. */
export const IsAddress = ({ format, ...options }: PropertyOptions & { format?: 'uuid' } = {}) =>
  Property(read.address, { example: EXAMPLE_ADDRESS, ...options }, { type: 'string', format });

/** An object of any keys, of so many bytes as JSON. Property type `JsonObject`. */
export const IsJsonObject = ({ maxBytes, ...options }: PropertyOptions & { maxBytes: number }) =>
  Property(read.jsonObject(maxBytes), options, { type: 'object', additionalProperties: true });

/** Comma-separated or repeated, at most 100. Property type `Address[]`. */
export const IsOwnedWallets = (options: PropertyOptions = {}) =>
  Property(
    read.addresses(MAX_OWNED_WALLETS),
    {
      description:
        'further wallets of the same owner; comma-separated or repeated; without a credential at most 5',
      ...options,
    },
    { type: [String], maxItems: MAX_OWNED_WALLETS },
  );

/** One object with a DTO of its own. Property type: that class. */
export const IsObjectOf = (type: () => ClassConstructor<object>, options: PropertyOptions = {}) =>
  Property(read.instanceOf(type), options, { type: () => type() }, ValidateNested());

/** A list of objects, each with the same DTO. Property type: array of that class. */
export const IsListOf = (
  type: () => ClassConstructor<object>,
  { max, ...options }: PropertyOptions & { min?: number; max: number },
) =>
  Property(
    read.listOf(read.instanceOf(type), options.min ?? 0, max),
    options,
    // The library knows a late type by this very name.
    { type: () => type(), isArray: true, minItems: options.min, maxItems: max },
    ValidateNested({ each: true }),
  );

/** Names of a closed list, each once. Property type: array of the union. */
export const IsListOfValues = <T extends string>(values: readonly T[], options: PropertyOptions = {}) =>
  Property(read.listOf(read.oneOf(values), 0, values.length), options, {
    type: [String],
    enum: [...values],
    uniqueItems: true,
  });

/** The name of an IANA time zone. Property type `string`. */
export const IsZone = (options: PropertyOptions = {}) => Property(read.zone, options, { type: 'string' });

/** Zone of a report. Property type `string`. */
export const IsReportZone = () =>
  IsZone({ description: 'IANA zone of tax days and years of this answer; default: that of tax-settings' });

/** `page` and `per_page` of every list. */
export class PageQuery {
  @IsInteger({ min: 1, max: 999_999_999, description: '1-indexed; default 1' })
  page: number = 1;

  @IsInteger({ min: 1, max: 100, description: 'entries of a page; default 50' })
  per_page: number = 50;
}

/** `owned_wallets` alone. */
export class OwnedWalletsQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

/** A list of one wallet: `page`, `per_page` and `owned_wallets`. */
export class OwnedPageQuery extends PageQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

/** A list of one wallet that is not versioned: it pages by `limit`. */
export class LegacyPageQuery extends OwnedWalletsQuery {
  @IsInteger({ min: 1, max: 999_999_999, description: '1-indexed' })
  page: number = 1;

  @IsInteger({ min: 1, max: 100, description: 'entries of a page' })
  limit: number = 50;
}

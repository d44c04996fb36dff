import { Body, Controller, Get, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { IsObject } from 'class-validator';
import type { Address } from '../../src/domain/kernel/address';
import type { Decimal } from '../../src/domain/kernel/decimal';
import { AppError } from '../../src/domain/kernel/errors';
import { paginate } from '../../src/domain/kernel/page';
import { Public } from '../../src/http/auth/decorators';
import {
  IsBool,
  IsChain,
  IsExactDecimal,
  IsInteger,
  IsMoment,
  IsOneOf,
  IsOwnedWallets,
  PageQuery,
  PathId,
  IsTaxYear,
  IsText,
  WalletAddress,
} from '../../src/http/validation/fields';
import { Property } from '../../src/http/validation/property';
import { NotBefore } from '../../src/http/validation/validators';
import { AnyBody } from '../../src/http/validation/undeclared-input.guard';
import { OptionalBody } from '../../src/http/validation/validation.pipe';
import { RawResponse, reply } from '../../src/http/reply';
import { RawBytes } from '../../src/http/response/raw';

const SORTS = ['value_desc', 'value_asc'] as const;
const METHODS = ['fifo', 'lifo', 'hifo', 'specific_id'] as const;

/** Every kind of field there is. */
export class FilterQuery extends PageQuery {
  @IsOneOf(SORTS) sort: (typeof SORTS)[number] = 'value_desc';
  @IsOneOf(METHODS) method: (typeof METHODS)[number] = 'fifo';
  @IsExactDecimal() min_value?: Decimal;
  @IsExactDecimal({ min: '0' }) min_loss?: Decimal;
  @IsChain() chain?: string;
  @IsTaxYear() tax_year?: number;
  @IsTaxYear({ anyYear: true }) any_year?: number;
  @IsBool() include_inactive: boolean = false;
  @IsMoment('start') start_date?: number;
  @IsMoment('end') @NotBefore('start_date') end_date?: number;
  @IsOwnedWallets() owned_wallets: Address[] = [];
}

export class NamedRequest {
  @IsText({ min: 1, max: 255 }) name?: string;
  @IsText({ max: 1000 }) description?: string;
  @IsBool() is_active?: boolean;
  @IsInteger({ min: 1, max: 10 }) count?: number;
  @IsExactDecimal({ min: '0' }) amount?: Decimal;
  @Property((raw) => raw, {}, { type: 'object', additionalProperties: true }, IsObject())
  metadata?: Record<string, unknown>;
}

export class RequiredRequest {
  @IsText({ required: true, min: 1, max: 10 }) name!: string;
}

@OptionalBody()
export class LenientRequest {
  @IsBool() force: boolean = false;
}

const shown = (query: FilterQuery) => ({
  ...query,
  min_value: query.min_value?.toFixed(),
  min_loss: query.min_loss?.toFixed(),
  owned_wallets: query.owned_wallets.map((address) => address.value),
});

class Routes {
  @Get('list')
  list(@Query() query: FilterQuery) {
    const page = paginate([1, 2, 3], query.page, query.per_page);
    return reply(page.items, { pagination: page, meta: { query: shown(query) } });
  }

  @Get('filters')
  filters(@Query() query: FilterQuery) {
    return shown(query);
  }

  @Get('address/:address')
  address(@WalletAddress() address: Address) {
    return { ...address };
  }

  @Get('things/:thing_id')
  thing(@PathId('thing_id', 'RESOURCE_NOT_FOUND', 'thing') id: string) {
    return { id };
  }

  @Post('named')
  named(@Body() body: NamedRequest) {
    return { ...body, amount: body.amount?.toFixed() };
  }

  @Put('required')
  required(@Body() body: RequiredRequest) {
    return { ...body };
  }

  @Post('lenient')
  lenient(@Body() body: LenientRequest) {
    return { ...body };
  }

  @Post('bodiless')
  bodiless() {
    return {};
  }

  @Post('any-body')
  @AnyBody()
  anyBody() {
    return {};
  }

  @Get('flags')
  flags() {
    return reply({ rows: [1] }, { partial: true, still_indexing: false, meta: { is_limited: true } });
  }

  @Get('nothing')
  nothing(): void {
    return;
  }

  @Get('raw')
  raw() {
    return new RawResponse({ transactions: [], count: 0 });
  }

  @Get('file')
  file() {
    return new StreamableFile(Buffer.from('a,b\r\n1,2\r\n'), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="a.csv"',
    });
  }

  @Get('refuse')
  refuse(): never {
    throw new AppError('WALLET_NOT_FOUND', { address: 'x' });
  }

  @Get('rule')
  rule(): never {
    throw new AppError('VALIDATION_ERROR', undefined, { field: 'limit', message: 'limit: too much' });
  }

  @Get('crash')
  crash(): never {
    throw new TypeError('SELECT secret FROM /etc/passwd');
  }

  @Get('down')
  down(): never {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
  }

  @Get('pool')
  pool(): never {
    throw new Error('timeout exceeded when trying to connect');
  }
}

@Controller('api/v1/echo')
@Public()
export class EnvelopeRoutes extends Routes {}

@Controller('api/calculate/echo')
@Public()
export class CalculateRoutes extends Routes {}

@Controller('api/v1/manual-entries/echo')
@Public()
export class ExactRoutes extends Routes {}

/** A path whose body stays bytes. */
@Controller('api/calculate')
@Public()
export class LedgerRoutes {
  @Post('cost-basis')
  ledger(@RawBytes() body: Uint8Array) {
    return { bytes: body.length };
  }

  /** More than the buffers of a connection take. */
  @Get('large')
  large() {
    return { text: 'a'.repeat(64 * 1024 * 1024) };
  }
}

@Controller('api/rwa/echo')
@Public()
export class RwaRoutes extends Routes {}

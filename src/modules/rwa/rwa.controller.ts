import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Address } from '../../domain/kernel/address';
import { Heavy, Public } from '../../http/auth/decorators';
import { fileResponse, Tells } from '../../http/openapi/documented';
import { WalletAddress } from '../../http/validation/fields';
import { Context, RequestContext } from '../../http/request-context';
import { RwaReportQuery } from './rwa.dto';
import { RwaService } from './rwa.service';
import {
  RwaHoldingsResponse,
  RwaTaxReportResponse,
  RwaTokenDetailResponse,
  RwaTokensResponse,
  RwaYieldSummaryResponse,
} from './rwa.shapes.dto';

/** Tokenized treasuries and yield-bearing dollars: what they are, who holds them, what they earn. */
@ApiTags('rwa')
@Public()
@Controller('api/rwa')
export class RwaController {
  constructor(private readonly rwa: RwaService) {}

  /** The registry. */
  @Get('tokens')
  @ApiOkResponse({ type: RwaTokensResponse })
  tokens() {
    return this.rwa.tokens();
  }

  /** One entry of the registry with its live value, yield and assets under management. */
  @Get('tokens/:symbol')
  @ApiParam({ name: 'symbol', description: 'in any case', schema: { type: 'string', example: 'OUSG' } })
  @ApiOkResponse({ type: RwaTokenDetailResponse })
  token(@Param('symbol') symbol: string, @Context() context: RequestContext) {
    return this.rwa.token(symbol, context);
  }

  /** What the wallet holds of registry tokens, and what it has earned since it was acquired. */
  @Get('wallets/:address/rwa-holdings')
  @Heavy()
  @ApiOkResponse({ type: RwaHoldingsResponse })
  @Tells('freshness')
  holdings(@WalletAddress() address: Address, @Context() context: RequestContext) {
    return this.rwa.holdings(address, context);
  }

  /** Yield by token and in all. */
  @Get('wallets/:address/rwa-yield-summary')
  @Heavy()
  @ApiOkResponse({ type: RwaYieldSummaryResponse })
  @Tells('freshness')
  yieldSummary(@WalletAddress() address: Address, @Context() context: RequestContext) {
    return this.rwa.yieldSummary(address, context);
  }

  /** Yield of one tax year as interest income. */
  @Get('wallets/:address/rwa-tax-report')
  @Heavy()
  @ApiOkResponse({ type: RwaTaxReportResponse })
  @Tells('freshness')
  taxReport(
    @WalletAddress() address: Address,
    @Query() query: RwaReportQuery,
    @Context() context: RequestContext,
  ) {
    return this.rwa.taxReport(address, query.tax_year, context);
  }

  /** The rows of the tax report as a file. */
  @Get('wallets/:address/rwa-tax-report/csv')
  @Heavy()
  @ApiProduces('text/csv')
  @ApiOkResponse(fileResponse('text/csv'))
  @Tells('freshness')
  async taxReportCsv(
    @WalletAddress() address: Address,
    @Query() query: RwaReportQuery,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const file = await this.rwa.taxReportFile(address, query.tax_year, context);
    for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
    return new StreamableFile(Buffer.from(file.text, 'utf8'), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${file.name}"`,
    });
  }
}

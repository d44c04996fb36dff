import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Heavy, Public } from '../../http/auth/decorators';
import { fileResponse, Responds } from '../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../http/validation/fields';
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

/** Tokenized treasuries and yield-bearing dollars: registry, holdings and yields. */
@ApiTags('Tokenized assets')
@Public()
@Controller('api/rwa')
export class RwaController {
  constructor(private readonly rwa: RwaService) {}

  /** List the registry of tokenized assets */
  @Get('tokens')
  @Responds(RwaTokensResponse)
  listRwaTokens() {
    return this.rwa.tokens();
  }

  /**
   * Get a tokenized asset with live figures
   *
   * @remarks Returns the registry entry with its current value, yield and assets under management.
   */
  @Get('tokens/:symbol')
  @ApiParam({ name: 'symbol', description: 'in any case', schema: { type: 'string', example: 'OUSG' } })
  @Responds(RwaTokenDetailResponse)
  getRwaToken(@Param('symbol') symbol: string, @Context() context: RequestContext) {
    return this.rwa.token(symbol, context);
  }

  /**
   * List the tokenized assets of a wallet
   *
   * @remarks Includes the yield accrued since acquisition.
   */
  @Get('wallets/:address/rwa-holdings')
  @Heavy()
  @Responds(RwaHoldingsResponse, 'syncStatus')
  getRwaHoldings(@Wallet() wallet: WalletRequest) {
    return this.rwa.holdings(wallet.address, wallet.context);
  }

  /** Summarize the yield of a wallet by token */
  @Get('wallets/:address/rwa-yield-summary')
  @Heavy()
  @Responds(RwaYieldSummaryResponse, 'syncStatus')
  getRwaYieldSummary(@Wallet() wallet: WalletRequest) {
    return this.rwa.yieldSummary(wallet.address, wallet.context);
  }

  /** Get the yield of a tax year as interest income */
  @Get('wallets/:address/rwa-tax-report')
  @Heavy()
  @Responds(RwaTaxReportResponse, 'syncStatus')
  getRwaTaxReport(@Wallet() wallet: WalletRequest, @Query() query: RwaReportQuery) {
    return this.rwa.taxReport(wallet.address, query, wallet.context);
  }

  /** Export the yield tax report as CSV */
  @Get('wallets/:address/rwa-tax-report/csv')
  @Heavy()
  @ApiProduces('text/csv')
  @Responds(fileResponse('text/csv'), 'syncStatus')
  async exportRwaTaxReport(
    @Wallet() wallet: WalletRequest,
    @Query() query: RwaReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const file = await this.rwa.taxReportFile(wallet.address, query, wallet.context);
    for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
    return new StreamableFile(Buffer.from(file.text, 'utf8'), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${file.name}"`,
    });
  }
}

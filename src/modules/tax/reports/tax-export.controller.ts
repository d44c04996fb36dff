import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { fileResponse, Tells } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { TaxFilesService } from './tax-files.service';
import { ExportYearQuery } from '../tax.dto';
import { ExportSummaryResponse, Schedule1SummaryResponse } from './forms.shapes.dto';

/** Files for tax programs, and what they would hold. */
@ApiTags('calculate')
@Controller('api/calculate/tax-export/:address')
@Heavy()
@OptionalAuth('read:tax-reports')
export class TaxExportController {
  constructor(private readonly files: TaxFilesService) {}

  /** Realized gains as Form 8949. */
  @Get('form-8949/csv')
  @ApiOkResponse(fileResponse('text/csv'))
  @Tells('freshness')
  form8949(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.form8949As('csv', address, query, context);
  }

  /** Realized gains in the tax exchange format. */
  @Get('txf')
  @ApiOkResponse(fileResponse('text/plain'))
  @Tells('freshness')
  txf(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.form8949As('txf', address, query, context);
  }

  /** What the files of a year would hold. */
  @Get('summary')
  @ApiOkResponse({ type: ExportSummaryResponse })
  @Tells('freshness')
  summary(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.exportSummary(address, query, context);
  }

  /** Ordinary income by receipt. */
  @Get('schedule-1/csv')
  @ApiOkResponse(fileResponse('text/csv'))
  @Tells('freshness')
  schedule1(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.schedule1Csv(address, query, context);
  }

  /** Ordinary income by type and line. */
  @Get('schedule-1/summary')
  @ApiOkResponse({ type: Schedule1SummaryResponse })
  @Tells('freshness')
  schedule1Summary(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.schedule1Summary(address, query, context);
  }
}

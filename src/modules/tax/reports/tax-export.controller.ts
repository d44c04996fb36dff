import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { fileResponse, WithNotes } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { TaxFilesService } from './tax-files.service';
import { ExportYearQuery } from '../tax.dto';
import { ExportSummaryResponse, Schedule1SummaryResponse } from './forms.shapes.dto';

/** Files for tax programs and their summaries. */
@ApiTags('Calculations')
@Controller('api/calculate/tax-export/:address')
@Heavy()
@OptionalAuth('read:tax-reports')
export class TaxExportController {
  constructor(private readonly files: TaxFilesService) {}

  /** Export realized gains as Form 8949 CSV */
  @Get('form-8949/csv')
  @ApiOkResponse(fileResponse('text/csv'))
  @WithNotes('syncStatus')
  exportForm8949Csv(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.form8949As('csv', address, query, context);
  }

  /**
   * Export realized gains as TXF
   *
   * @remarks TXF is the tax exchange format that tax programs import.
   */
  @Get('txf')
  @ApiOkResponse(fileResponse('text/plain'))
  @WithNotes('syncStatus')
  exportTxf(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.form8949As('txf', address, query, context);
  }

  /** Summarize the export files of a year */
  @Get('summary')
  @ApiOkResponse({ type: ExportSummaryResponse })
  @WithNotes('syncStatus')
  getExportSummary(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.exportSummary(address, query, context);
  }

  /**
   * Export ordinary income as Schedule 1 CSV
   *
   * @remarks One row per receipt.
   */
  @Get('schedule-1/csv')
  @ApiOkResponse(fileResponse('text/csv'))
  @WithNotes('syncStatus')
  exportSchedule1Csv(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.schedule1Csv(address, query, context);
  }

  /** Summarize ordinary income by type and line */
  @Get('schedule-1/summary')
  @ApiOkResponse({ type: Schedule1SummaryResponse })
  @WithNotes('syncStatus')
  getSchedule1Summary(
    @WalletAddress() address: Address,
    @Query() query: ExportYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.files.schedule1Summary(address, query, context);
  }
}

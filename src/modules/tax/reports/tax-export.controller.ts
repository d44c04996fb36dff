import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, OptionalAuth } from '../../../http/auth/decorators';
import { fileResponse, Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { TaxFilesService } from './tax-files.service';
import { ExportYearQuery } from '../tax.dto';
import {
  ExportSummaryResponse,
  Schedule1SummaryResponse,
} from '../../../presenters/forms/schedule-1.shapes.dto';

/** Files for tax programs and their summaries. */
@ApiTags('Calculations')
@Controller('api/calculate/tax-export/:address')
@InSpace()
@Heavy()
@OptionalAuth('read:tax-reports')
export class TaxExportController {
  constructor(private readonly files: TaxFilesService) {}

  /** Export realized gains as Form 8949 CSV */
  @Get('form-8949/csv')
  @Responds(fileResponse('text/csv'), 'syncStatus')
  exportForm8949Csv(@Wallet() wallet: WalletRequest, @Query() query: ExportYearQuery) {
    return this.files.form8949As('csv', wallet.address, query, wallet.context);
  }

  /**
   * Export realized gains as TXF
   *
   * @remarks TXF is the tax exchange format that tax programs import.
   */
  @Get('txf')
  @Responds(fileResponse('text/plain'), 'syncStatus')
  exportTxf(@Wallet() wallet: WalletRequest, @Query() query: ExportYearQuery) {
    return this.files.form8949As('txf', wallet.address, query, wallet.context);
  }

  /** Summarize the export files of a year */
  @Get('summary')
  @Responds(ExportSummaryResponse, 'syncStatus')
  getExportSummary(@Wallet() wallet: WalletRequest, @Query() query: ExportYearQuery) {
    return this.files.exportSummary(wallet.address, query, wallet.context);
  }

  /**
   * Export ordinary income as Schedule 1 CSV
   *
   * @remarks One row per receipt.
   */
  @Get('schedule-1/csv')
  @Responds(fileResponse('text/csv'), 'syncStatus')
  exportSchedule1Csv(@Wallet() wallet: WalletRequest, @Query() query: ExportYearQuery) {
    return this.files.schedule1Csv(wallet.address, query, wallet.context);
  }

  /** Summarize ordinary income by type and line */
  @Get('schedule-1/summary')
  @Responds(Schedule1SummaryResponse, 'syncStatus')
  getSchedule1Summary(@Wallet() wallet: WalletRequest, @Query() query: ExportYearQuery) {
    return this.files.schedule1Summary(wallet.address, query, wallet.context);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../../http/stored-answer';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { fileResponse, Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { Form8949Response } from '../../../presenters/forms/form-8949.shapes.dto';
import { ReportSummaryResponse } from '../../../presenters/shapes.dto';
import { TaxFilesService } from './tax-files.service';
import { TaxReportsService } from './tax-reports.service';
import {
  Form8949ExportQuery,
  Form8949Query,
  Schedule1ExportQuery,
  Schedule1Query,
  SummaryQuery,
} from '../tax.dto';
import { Schedule1Response } from '../../../presenters/forms/schedule-1.shapes.dto';

/** Summary and forms of one wallet. The first read of a wallet starts indexing. */
@ApiTags('Tax reports')
@Controller('api/v1/tax-reports/:address')
@InSpace()
@Heavy()
@Needs('read:tax-reports')
export class TaxReportsController {
  constructor(
    private readonly reports: TaxReportsService,
    private readonly files: TaxFilesService,
  ) {}

  /**
   * Get realized gains, losses and income
   *
   * @remarks For one year, or for all years. With `method` it is a comparison with another method: `assumptions` has
   * `is_comparison`, and the method of record does not change.
   */
  @Get('summary')
  @StoredAnswer('current')
  @Responds(ReportSummaryResponse, 'syncStatus')
  getTaxSummary(@Wallet() wallet: WalletRequest, @Query() query: SummaryQuery) {
    return this.reports.summary(wallet.address, query, wallet.context);
  }

  /**
   * Get Form 8949
   *
   * @remarks One row per part of a lot sold. Totals cover the whole year. With `method` it is a comparison with another
   * method: the method of record does not change.
   */
  @Get('form-8949')
  @Responds(Form8949Response, 'syncStatus', 'limit')
  getForm8949(@Wallet() wallet: WalletRequest, @Query() query: Form8949Query) {
    return this.reports.form8949(wallet.address, query, wallet.context);
  }

  /**
   * Export Form 8949 as a file
   *
   * @remarks Formats: CSV, TXF, PDF, JSON, the CSV that TurboTax, Drake or TaxAct imports, or one row for each box with code
   * M (`summary_csv`, and `summary_pdf` with the attached statement).
   */
  @Get('form-8949/export')
  @Responds(fileResponse('text/csv', 'text/plain', 'application/pdf', 'application/json'), 'syncStatus')
  exportForm8949(@Wallet() wallet: WalletRequest, @Query() query: Form8949ExportQuery) {
    return this.files.form8949(wallet.address, query, wallet.context);
  }

  /**
   * Get ordinary income for Schedule 1
   *
   * @remarks One row per receipt.
   */
  @Get('schedule-1')
  @Responds(Schedule1Response, 'syncStatus', 'limit')
  getSchedule1(@Wallet() wallet: WalletRequest, @Query() query: Schedule1Query) {
    return this.reports.schedule1(wallet.address, query, wallet.context);
  }

  /**
   * Export Schedule 1 as a file
   *
   * @remarks Formats: CSV, PDF or JSON.
   */
  @Get('schedule-1/export')
  @Responds(fileResponse('text/csv', 'application/pdf', 'application/json'), 'syncStatus')
  exportSchedule1(@Wallet() wallet: WalletRequest, @Query() query: Schedule1ExportQuery) {
    return this.files.schedule1(wallet.address, query, wallet.context);
  }
}

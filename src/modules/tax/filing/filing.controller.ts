import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, Needs, UserNeeds } from '../../../http/auth/decorators';
import { fileResponse, Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { FilingQuery, ScheduleDExportQuery, ScheduleDQuery } from './filing.dto';
import { FilingService } from './filing.service';
import { ScheduleDResponse } from '../../../presenters/filing/schedule-d.shapes.dto';
import { GivenAwayResponse } from './filing.shapes.dto';

/** What a return needs beside the rows of Form 8949. */
@ApiTags('Tax reports')
@Controller('api/v1/tax-reports/:address')
@InSpace()
@Heavy()
export class FilingController {
  constructor(private readonly filing: FilingService) {}

  /**
   * Get Schedule D with the loss carryover
   *
   * @remarks The lines that take totals of Form 8949, the limit on losses, the Capital Loss Carryover Worksheet, and the
   * answer to the digital-asset question. It computes no tax.
   */
  @Get('schedule-d')
  @Needs('read:tax-reports')
  @Responds(ScheduleDResponse, 'syncStatus')
  getScheduleD(@Wallet() wallet: WalletRequest, @Query() query: ScheduleDQuery) {
    return this.filing.scheduleD(wallet.address, query, wallet.context);
  }

  /**
   * Export Schedule D as a file
   *
   * @remarks Formats: CSV, PDF or JSON. One row per line of the schedule and of its worksheets.
   */
  @Get('schedule-d/export')
  @Needs('read:tax-reports')
  @Responds(fileResponse('text/csv', 'application/pdf', 'application/json'), 'syncStatus')
  exportScheduleD(@Wallet() wallet: WalletRequest, @Query() query: ScheduleDExportQuery) {
    return this.filing.scheduleDFile(wallet.address, query, wallet.context);
  }

  /**
   * List donations, gifts, losses and thefts
   *
   * @remarks For Forms 8283, 709 and 4684: units that left without a gain, with their basis and the value that the user
   * stated (`value_usd` of a disposal entry).
   */
  @Get('given-away')
  @UserNeeds('read:tax-reports')
  @Responds(GivenAwayResponse, 'syncStatus')
  listGivenAway(@Wallet() wallet: WalletRequest, @Query() query: FilingQuery) {
    return this.filing.givenAway(wallet.address, query, wallet.context);
  }
}

import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, Heavy, InSpace, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Fails, Responds } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { PathYear } from '../../http/validation/fields';
import { FiledYearsQuery, FileYearRequest, UnfreezeQuery } from './filed-years.dto';
import { FiledYearsService } from './filed-years.service';
import { FiledYearResponse } from './filed-years.shapes.dto';
import { Idempotent } from '../../http/idempotent';

/** Tax years whose reports were filed. */
@ApiTags('Tax reports')
@Controller('api/v1/filed-years')
@InSpace('ownership')
@Heavy()
export class FiledYearsController {
  constructor(private readonly years: FiledYearsService) {}

  /**
   * List filed years and what changed since
   *
   * @remarks Compares each filed report with the present ledger. A difference is an `issue` that states what an amended
   * return would report. The filed report never changes.
   */
  @Get()
  @UserNeeds('read:tax-reports')
  @Responds([FiledYearResponse], 'page')
  listFiledYears(@Query() query: FiledYearsQuery, @Context() context: RequestContext) {
    return this.years.list(query, context);
  }

  /**
   * Freeze a tax year
   *
   * @remarks Binds the year of a wallet to a generated report. The report can then not be deleted.
   */
  @Post()
  @Idempotent()
  @SessionOnly('write:portfolios')
  @Fails('RESOURCE_NOT_FOUND', 'JOB_NOT_READY', 'CONFLICT')
  freezeYear(@Body() body: FileYearRequest, @Context() context: RequestContext) {
    return this.years.freeze(body, context);
  }

  /**
   * Unfreeze a tax year
   *
   * @remarks The record is kept with the time at which it was unfrozen, and the request is in the audit log.
   */
  @Delete(':tax_year')
  @SessionOnly('write:portfolios')
  @Fails('INVALID_ADDRESS')
  unfreezeYear(
    @Caller() caller: Principal,
    @PathYear('tax_year', 'filed_year') year: number,
    @Query() query: UnfreezeQuery,
  ) {
    return this.years.unfreeze(caller, year, query);
  }
}

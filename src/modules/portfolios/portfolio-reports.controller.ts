import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, UserNeeds } from '../../http/auth/decorators';
import { OrFiles, Tells } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { Form8949Response } from '../../presenters/form-8949.shapes.dto';
import { Context, RequestContext } from '../../http/request-context';
import { PortfolioReportsService } from './portfolio-reports.service';
import { PortfolioFormQuery, PortfolioHoldingsQuery, PortfolioYearQuery } from './portfolios.dto';
import { PortfolioHoldingResponse, PortfolioTaxSummaryResponse } from './portfolios.shapes.dto';

const PortfolioId = () => PathId('portfolio_id', 'RESOURCE_NOT_FOUND', 'portfolio');

/** Numbers of a portfolio; reading its wallets for the first time starts indexing. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios/:portfolio_id')
@Heavy()
export class PortfolioReportsController {
  constructor(private readonly reports: PortfolioReportsService) {}

  /** What all wallets together hold, what it cost and what it is worth now; one entry per token and chain. */
  @Get('holdings')
  @UserNeeds('read:holdings')
  @Tells('partial', 'freshness', 'deposits')
  @ApiOkResponse({ type: PortfolioHoldingResponse, isArray: true })
  holdings(
    @PortfolioId() id: string,
    @Query() query: PortfolioHoldingsQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.holdings(id, query, context);
  }

  /** Realized gains and losses, income and counts of all wallets together and of each, of one year or of all. */
  @Get('tax-summary')
  @UserNeeds('read:tax-reports')
  @Tells('freshness')
  @ApiOkResponse({ type: PortfolioTaxSummaryResponse })
  taxSummary(
    @PortfolioId() id: string,
    @Query() query: PortfolioYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.taxSummary(id, query, context);
  }

  /** Every sale of every wallet on one form: JSON, or a file. */
  @Get('form-8949')
  @UserNeeds('read:tax-reports')
  @Tells('freshness')
  @OrFiles('text/csv', 'text/plain', 'application/pdf')
  @ApiOkResponse({ type: Form8949Response })
  form8949(
    @PortfolioId() id: string,
    @Query() query: PortfolioFormQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.form8949(id, query, context);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, UserNeeds } from '../../http/auth/decorators';
import { OrFiles, Responds } from '../../http/openapi/documented';
import { Form8949Response } from '../../presenters/form-8949.shapes.dto';
import { Context, RequestContext } from '../../http/request-context';
import { PortfolioReportsService } from './portfolio-reports.service';
import {
  PortfolioFormQuery,
  PortfolioHoldingsQuery,
  PortfolioYearQuery,
  PortfolioId,
} from './portfolios.dto';
import { PortfolioHoldingResponse, PortfolioTaxSummaryResponse } from './portfolios.shapes.dto';

/** Results of a portfolio. The first read of a wallet starts indexing. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios/:portfolio_id')
@Heavy()
export class PortfolioReportsController {
  constructor(private readonly reports: PortfolioReportsService) {}

  /**
   * List the holdings of a portfolio
   *
   * @remarks Sums the quantity, cost and current value of all wallets; one entry per token and chain.
   */
  @Get('holdings')
  @UserNeeds('read:holdings')
  @Responds([PortfolioHoldingResponse], 'partial', 'syncStatus', 'deposits')
  getPortfolioHoldings(
    @PortfolioId() id: string,
    @Query() query: PortfolioHoldingsQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.holdings(id, query, context);
  }

  /**
   * Summarize gains, losses and income of a portfolio
   *
   * @remarks Returns the sum and the part of each wallet, for one year or for all years.
   */
  @Get('tax-summary')
  @UserNeeds('read:tax-reports')
  @Responds(PortfolioTaxSummaryResponse, 'syncStatus')
  getPortfolioTaxSummary(
    @PortfolioId() id: string,
    @Query() query: PortfolioYearQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.taxSummary(id, query, context);
  }

  /**
   * Get Form 8949 of a portfolio
   *
   * @remarks Lists the sales of all wallets, as JSON or as a file.
   */
  @Get('form-8949')
  @UserNeeds('read:tax-reports')
  @OrFiles('text/csv', 'text/plain', 'application/pdf')
  @Responds(Form8949Response, 'syncStatus')
  getPortfolioForm8949(
    @PortfolioId() id: string,
    @Query() query: PortfolioFormQuery,
    @Context() context: RequestContext,
  ) {
    return this.reports.form8949(id, query, context);
  }
}

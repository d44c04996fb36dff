import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Heavy, SpaceOfPath, UserNeeds } from '../../http/auth/decorators';
import { OrFiles, Responds } from '../../http/openapi/documented';
import { LawComparisonInput } from '../../http/queries/law-comparison-query';
import { ToolComparisonQuery, ToolComparisonRequest } from '../../http/queries/tool-comparison-query';
import type { ObjectRequest } from '../../http/validation/fields';
import { PortfolioReportsService } from './portfolio-reports.service';
import {
  PortfolioFormQuery,
  PortfolioHoldingsQuery,
  PortfolioScheduleDQuery,
  PortfolioYearQuery,
  PortfolioParam,
} from './portfolios.dto';
import {
  PortfolioForm8949Response,
  PortfolioHoldingResponse,
  PortfolioLawComparisonResponse,
  PortfolioScheduleDResponse,
  PortfolioTaxSummaryResponse,
  PortfolioToolComparisonResponse,
} from './portfolios.shapes.dto';

/** Results of a portfolio. The first read of a wallet starts indexing. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios/:portfolio_id')
@Heavy()
@SpaceOfPath()
export class PortfolioReportsController {
  constructor(private readonly reports: PortfolioReportsService) {}

  /**
   * List the holdings of a portfolio
   *
   * @remarks Sums the quantity, cost and current value of all wallets; one entry per token and chain.
   */
  @Get('holdings')
  @UserNeeds('read:holdings')
  @Responds([PortfolioHoldingResponse], 'partial', 'syncStatus', 'deposits', 'covers')
  getPortfolioHoldings(@PortfolioParam() portfolio: ObjectRequest, @Query() query: PortfolioHoldingsQuery) {
    return this.reports.holdings(portfolio.id, query, portfolio.context);
  }

  /**
   * Summarize gains, losses and income of a portfolio
   *
   * @remarks Returns the sum and the part of each wallet, for one year or for all years. With `method` it is a
   * comparison.
   */
  @Get('tax-summary')
  @UserNeeds('read:tax-reports')
  @Responds(PortfolioTaxSummaryResponse, 'syncStatus', 'covers')
  getPortfolioTaxSummary(@PortfolioParam() portfolio: ObjectRequest, @Query() query: PortfolioYearQuery) {
    return this.reports.taxSummary(portfolio.id, query, portfolio.context);
  }

  /**
   * Get Form 8949 of a portfolio
   *
   * @remarks Lists the sales of all wallets, as JSON or as a file. With `method` it is a comparison, as JSON only.
   */
  @Get('form-8949')
  @UserNeeds('read:tax-reports')
  @OrFiles('text/csv', 'text/plain', 'application/pdf')
  @Responds(PortfolioForm8949Response, 'syncStatus', 'limit', 'covers')
  getPortfolioForm8949(@PortfolioParam() portfolio: ObjectRequest, @Query() query: PortfolioFormQuery) {
    return this.reports.form8949(portfolio.id, query, portfolio.context);
  }

  /**
   * Get Schedule D of a portfolio
   *
   * @remarks The lines that take totals of Form 8949 of all wallets, the limit on losses, the Capital Loss Carryover
   * Worksheet, and the answer to the digital-asset question, as JSON or as a file. It computes no tax.
   */
  @Get('schedule-d')
  @UserNeeds('read:tax-reports')
  @OrFiles('text/csv', 'application/pdf')
  @Responds(PortfolioScheduleDResponse, 'syncStatus', 'covers')
  getPortfolioScheduleD(@PortfolioParam() portfolio: ObjectRequest, @Query() query: PortfolioScheduleDQuery) {
    return this.reports.scheduleD(portfolio.id, query, portfolio.context);
  }

  /**
   * Compare the figures of a portfolio with bills
   *
   * @remarks Each bill by itself, by year and by row of all wallets. Nothing is stored, and no form has these figures.
   */
  @Post('law-comparison')
  @HttpCode(200)
  @UserNeeds('read:tax-reports')
  @Responds(PortfolioLawComparisonResponse, 'syncStatus')
  comparePortfolioLaw(@PortfolioParam() portfolio: ObjectRequest, @Body() body: LawComparisonInput) {
    return this.reports.lawComparison(portfolio.id, body, portfolio.context);
  }

  /**
   * Compare a portfolio with the export of another tool
   *
   * @remarks Every sale and receipt of the files beside those of all wallets, with a reason for each difference: the amounts of
   * the reasons add up to it. Nothing is stored.
   */
  @Post('tool-comparison')
  @HttpCode(200)
  @UserNeeds('read:tax-reports')
  @ApiConsumes('multipart/form-data')
  @Responds(PortfolioToolComparisonResponse, 'syncStatus')
  comparePortfolioTool(
    @PortfolioParam() portfolio: ObjectRequest,
    @Query() query: ToolComparisonQuery,
    @Body() body: ToolComparisonRequest,
  ) {
    return this.reports.toolComparison(portfolio.id, query, body, portfolio.context);
  }
}

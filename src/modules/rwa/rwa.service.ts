import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { taxYearOf } from '../../domain/kernel/calendar';
import { AppError } from '../../domain/kernel/errors';
import { isIncomplete, type SyncStatus } from '../../domain/portfolio/sync-status';
import {
  rwaHolding,
  RWA_LIST,
  rwaTaxReport,
  rwaToken,
  type Moment,
  type RwaHolding,
  type RwaPosition,
  type RwaQuote,
  type RwaTaxReport,
} from '../../domain/rwa';
import { exportHeaders, yearStem } from '../../http/response/download';
import { toSyncStatus } from '../../presenters/sync-status.presenter';
import { reply } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import { Clock } from '../../ports/clock';
import { toHoldings, toYieldSummary } from './holdings.presenter';
import { LiveDataService } from './live-data.service';
import type { RwaReportQuery } from './rwa.dto';
import type { RwaTaxReportResponse, RwaTokenDetailResponse, RwaTokensResponse } from './rwa.shapes.dto';
import { taxReportCsv } from './tax-report.csv';
import { toReport, toRows } from './tax-report.presenter';
import { toLiveData, toToken } from './tokens.presenter';
import { isHeld, toPositions } from './wallet-facts';
import { WalletFactsService } from './wallet-facts.service';

/** A long symbol of a caller is repeated only in part. */
const SHOWN_SYMBOL = 64;

export interface ReportFile {
  name: string;
  text: string;
  /** What stands in its headers. */
  headers: Readonly<Record<string, string>>;
}

/** Balances and basis of a wallet, live figures of the tokens -> holdings, yield, interest of a year. */
@Injectable()
export class RwaService {
  constructor(
    private readonly facts: WalletFactsService,
    private readonly live: LiveDataService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  tokens(): RwaTokensResponse {
    return { count: RWA_LIST.length, tokens: RWA_LIST.map(toToken) };
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async token(symbol: string, context: RequestContext): Promise<RwaTokenDetailResponse> {
    const token = rwaToken(symbol);
    if (!token) throw unknownToken(symbol);
    const live = (await this.live.of([token], context.signal)).get(token.symbol);
    return { ...toToken(token), live_data: live ? toLiveData(token, live) : {} };
  }

  async holdings(address: Address, context: RequestContext) {
    const { holdings, syncStatus } = await this.held(address, context, this.moment());
    return reply(toHoldings(address.given, holdings), { meta: toSyncStatus(syncStatus) });
  }

  async yieldSummary(address: Address, context: RequestContext) {
    const { holdings, syncStatus } = await this.held(address, context, this.moment());
    return reply(toYieldSummary(address.given, holdings), { meta: toSyncStatus(syncStatus) });
  }

  async taxReport(address: Address, query: RwaReportQuery, context: RequestContext) {
    const { report, syncStatus } = await this.report(address, query, context);
    const data: RwaTaxReportResponse = {
      wallet_address: address.given,
      tax_year: report.year,
      tax_report: toReport(address.given, report),
      csv_export: taxReportCsv(toRows(address.given, report)),
    };
    return reply(data, { meta: toSyncStatus(syncStatus) });
  }

  async taxReportFile(address: Address, query: RwaReportQuery, context: RequestContext): Promise<ReportFile> {
    const { report, syncStatus } = await this.report(address, query, context);
    return {
      name: `${yearStem('rwa-tax-report', address.given, report.year)}.csv`,
      text: taxReportCsv(toRows(address.given, report)),
      headers: exportHeaders({
        count: report.rows.length,
        isTruncated: syncStatus.truncated,
        isIncomplete: isIncomplete(syncStatus),
        isLimited: false,
      }),
    };
  }

  private async report(
    address: Address,
    { tax_year: year, timezone }: RwaReportQuery,
    context: RequestContext,
  ): Promise<{ report: RwaTaxReport; syncStatus: SyncStatus }> {
    const moment = this.moment(timezone);
    const facts = await this.facts.of(address, moment.timezone, context);
    const positions = toPositions(facts);
    const tokens = positions.map(({ token }) => token);
    const [live, history] = await Promise.all([
      this.live.ofWallet(address.value, tokens, context.signal),
      this.live.historyOfWallet(address.value, tokens, context.signal),
    ]);
    const quotes = new Map(
      [...live].map(([symbol, figures]) => [symbol, { ...figures, history: history.get(symbol) }]),
    );
    const wanted = year ?? taxYearOf(moment.now, moment.timezone);
    const report = rwaTaxReport(holdingsOf(positions, quotes, moment), wanted, moment);
    return { report, syncStatus: facts.syncStatus };
  }

  /** No source is called for live figures of tokens the wallet does not hold. */
  private async held(
    address: Address,
    context: RequestContext,
    moment: Moment,
  ): Promise<{ holdings: RwaHolding[]; syncStatus: SyncStatus }> {
    const facts = await this.facts.of(address, moment.timezone, context);
    const positions = toPositions(facts).filter(isHeld);
    const tokens = positions.map(({ token }) => token);
    const live = await this.live.ofWallet(address.value, tokens, context.signal);
    return { holdings: holdingsOf(positions, live, moment), syncStatus: facts.syncStatus };
  }

  /** No credential is read, so no taxpayer is known: the zone is that of the request, else that of the service. */
  private moment(timezone = this.config.REPORT_TIMEZONE): Moment {
    return { now: this.clock.now(), timezone };
  }
}

const holdingsOf = (
  positions: readonly RwaPosition[],
  quotes: ReadonlyMap<string, RwaQuote>,
  moment: Moment,
): RwaHolding[] =>
  positions.flatMap((position) => {
    const quote = quotes.get(position.token.symbol);
    return quote ? [rwaHolding(position, quote, moment)] : [];
  });

const unknownToken = (symbol: string): AppError => {
  const shown = [...symbol].slice(0, SHOWN_SYMBOL).join('');
  return new AppError(
    'RESOURCE_NOT_FOUND',
    { resource: 'rwa_token' },
    { message: `Token '${shown}' not found in RWA registry` },
  );
};

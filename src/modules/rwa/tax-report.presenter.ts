import { yieldCharacter, type InterestRow, type RwaTaxReport } from '../../domain/rwa';
import { toTime, toTimeOrNull } from '../../presenters/sync-status.presenter';
import type { InterestRowResponse, NoGainsResponse, RwaReportResponse } from './rwa.shapes.dto';
import { toNumber } from './tokens.presenter';

const INTEREST_FORM = 'Schedule B / 1099-INT';

/** @source spec 2.14; tax-rules 12.4, 12.6 */
const DISCLAIMER =
  'No tax authority has issued guidance specific to tokenized treasuries. This report takes the conservative view: ' +
  'yield is ordinary interest income as it accrues. It is an estimate from the cost of what is held now, the present ' +
  'yield and a year of 365 days, and no tax advice. For tokens whose price rises, the same yield is contained in the ' +
  'price: do not report it again as capital gain when they are sold.';

const NOTE =
  'Interest only. Disposals are not computed here: realized gains and losses come from /api/v1/tax-reports. ' +
  'Distributions received as new tokens may be listed there as income too; report them once. Positions sold before ' +
  'now, and those without a known cost or yield, are not included. If you report the yield of all years of a position as ' +
  'income, add basis_step_usd to its basis when you sell it: the gain then counts it once. Tokenized securities may be ' +
  'inside section 1091: a loss may be a wash sale.';

/** @param given the address as sent */
export const toReport = (given: string, report: RwaTaxReport): RwaReportResponse => ({
  tax_year: report.year,
  disclaimer: DISCLAIMER,
  interest_income: {
    total_usd: toNumber(report.total),
    form: INTEREST_FORM,
    classification: 'Ordinary Interest Income',
    rows: toRows(given, report),
  },
  capital_gains: {
    total_gains_usd: 0,
    total_losses_usd: 0,
    net_usd: 0,
    form: 'Form 8949',
    short_term: noGains(),
    long_term: noGains(),
  },
  summary: {
    total_taxable_income_usd: toNumber(report.total),
    total_capital_gains_usd: 0,
    total_capital_losses_usd: 0,
    note: NOTE,
  },
});

export const toRows = (given: string, { year, rows, reportedAt }: RwaTaxReport): InterestRowResponse[] =>
  rows.map(({ token, amount, acquiredAt, cost, basisStep }: InterestRow) => ({
    token_symbol: token.symbol,
    issuer: token.issuer,
    wallet_address: given,
    tax_year: year,
    accrued_yield_usd: toNumber(amount),
    acquisition_date: toTimeOrNull(acquiredAt),
    reporting_date: toTime(reportedAt),
    yield_type: token.yieldType,
    classification: token.taxTreatment,
    form: INTEREST_FORM,
    ...toCharacter(token.symbol),
    cost_basis_usd: toNumber(cost),
    basis_step_usd: toNumber(basisStep),
  }));

function toCharacter(symbol: string) {
  const { legalForm, character, statement } = yieldCharacter(symbol);
  return { legal_form: legalForm, likely_character: character, issuer_statement: statement };
}

const noGains = (): NoGainsResponse => ({ count: 0, net_usd: 0, rows: [] });

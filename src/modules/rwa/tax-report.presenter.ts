import type { Decimal } from '../../domain/kernel/decimal';
import { yieldCharacter, type DisposedRow, type InterestRow, type RwaTaxReport } from '../../domain/rwa';
import { toTime, toTimeOrNull } from '../../presenters/sync-status.presenter';
import type {
  RwaDisposalResponse,
  InterestRowResponse,
  NoGainsResponse,
  RwaReportResponse,
} from './rwa.shapes.dto';
import { toNumber } from './tokens.presenter';

const INTEREST_FORM = 'Schedule B / 1099-INT';

/** @source spec 2.14; tax-rules 12.4, 12.6 */
const DISCLAIMER =
  'No tax authority has issued guidance specific to tokenized treasuries. This report takes the conservative view: ' +
  'yield is ordinary interest income as it accrues. It is an estimate from the cost of what was held in the year, the ' +
  'yields of its days where a history of them exists, else the present yield, and a year of 365 days, and no tax advice. For tokens whose price rises, the same yield is contained in the ' +
  'price: do not report it again as capital gain when they are sold.';

const NOTE =
  'Interest only. Disposals are not computed here: realized gains and losses come from /api/v1/tax-reports. ' +
  'Distributions received as new tokens may be listed there as income too; report them once. Units that were sold earn ' +
  'until the day of the sale. Positions without a known cost or yield are not included. If you report the yield of all ' +
  'years of a position as income, add basis_step_usd to its basis when you sell it: the gain then counts it once. The ' +
  'list disposed_positions does so for the sales of the year. Tokenized securities may be inside section 1091: a loss ' +
  'may be a wash sale.';

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
  disposed_positions: report.disposed.map((row) => toDisposedPosition(given, row)),
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
  rows.map(({ token, amount, acquiredAt, cost, basisStep, hasHistory }: InterestRow) => ({
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
    yield_source: hasHistory ? 'history' : 'present',
  }));

const toDisposedPosition = (given: string, row: DisposedRow): RwaDisposalResponse => ({
  token_symbol: row.token.symbol,
  wallet_address: given,
  disposal_id: row.lot.disposalId,
  disposal_type: row.lot.kind,
  quantity: toNumber(row.lot.quantity),
  acquisition_date: toTimeOrNull(row.lot.acquiredAt),
  disposal_date: toTime(row.lot.disposedAt),
  term: row.lot.isLongTerm ? 'long' : 'short',
  accrued_yield_usd: numberOrNull(row.amount),
  proceeds_usd: numberOrNull(row.lot.proceeds),
  cost_basis_usd: numberOrNull(row.cost),
  gain_loss_usd: numberOrNull(row.gain),
  basis_step_usd: toNumber(row.basisStep),
  adjusted_basis_usd: numberOrNull(row.adjustedCost),
  adjusted_gain_loss_usd: numberOrNull(row.adjustedGain),
  ...toCharacter(row.token.symbol),
});

const numberOrNull = (amount: Decimal | null): number | null => (amount === null ? null : toNumber(amount));

function toCharacter(symbol: string) {
  const { legalForm, character, statement, source } = yieldCharacter(symbol);
  return {
    legal_form: legalForm,
    likely_character: character,
    issuer_statement: statement,
    character_source: source,
  };
}

const noGains = (): NoGainsResponse => ({ count: 0, net_usd: 0, rows: [] });

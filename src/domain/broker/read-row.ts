import { centsText, toCents } from '../forms';
import { isLongTermDays, parseDay } from '../kernel/calendar';
import { formatDecimal, parseDecimal } from '../kernel/decimal';
import { money } from '../kernel/units';
import { BROKER_BOXES, emptyBrokerRow, type BrokerRow } from './broker-row';

/** The message is for the user. */
export class UnreadableRow extends Error {}

type Cells = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const textOf = (value: unknown): string | null =>
  isEmpty(value) ? null : typeof value === 'string' ? value.trim() : String(value);

function decimalOf(value: unknown, name: string): ReturnType<typeof parseDecimal> {
  const text = textOf(value)?.replace(/[$,]/g, '') ?? '';
  const parsed = parseDecimal(text);
  if (parsed === null) throw new UnreadableRow(`${name}: not a number`);
  return parsed;
}

function amountOf(value: unknown, name: string): string | null {
  if (isEmpty(value)) return null;
  const parsed = decimalOf(value, name);
  return parsed === null ? null : centsText(toCents(money(parsed), 'cents'));
}

function unitsOf(value: unknown, name: string): string {
  const parsed = decimalOf(value, name);
  if (parsed === null || parsed.isNegative()) throw new UnreadableRow(`${name}: not a number of units`);
  return formatDecimal(parsed, 18);
}

/** Reads `YYYY-MM-DD`, an ISO timestamp, or `M/D/YYYY`. Null for an empty cell and for VARIOUS. */
function dayOf(value: unknown, name: string): string | null {
  const text = textOf(value);
  if (text === null || /^various$/i.test(text)) return null;
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? [];
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  const found = iso ?? (year && `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`);
  if (!found || Number.isNaN(parseDay(found))) throw new UnreadableRow(`${name}: not a date`);
  return found;
}

const isTrue = (value: unknown): boolean => /^(true|1|yes|y|x)$/i.test(textOf(value) ?? '');

/** @throws UnreadableRow when a required cell is missing */
function sold(units: unknown, day: unknown, proceeds: unknown): Pick<BrokerRow, 'box1c' | 'box1e' | 'box1f'> {
  const soldOn = dayOf(day, 'box 1e');
  const amount = amountOf(proceeds, 'box 1f');
  if (soldOn === null) throw new UnreadableRow('box 1e: the date of the sale is required');
  if (amount === null) throw new UnreadableRow('box 1f: the proceeds are required');
  return { box1c: unitsOf(units, 'box 1c'), box1e: soldOn, box1f: amount };
}

function termOf(value: unknown): BrokerRow['box6'] {
  const text = textOf(value)?.toLowerCase() ?? '';
  if (text.startsWith('short')) return 'short';
  if (text.startsWith('long')) return 'long';
  return text.startsWith('ordinary') ? 'ordinary' : null;
}

function grossOrNet(value: unknown): BrokerRow['box3a'] {
  const text = textOf(value)?.toLowerCase() ?? '';
  return text.startsWith('gross') ? 'gross' : text.startsWith('net') ? 'net' : null;
}

function aggregateOf(value: unknown): BrokerRow['box11a'] {
  const text = textOf(value)?.toLowerCase() ?? '';
  return text.includes('stable')
    ? 'stablecoin'
    : text.includes('nft') || text.includes('fungible')
      ? 'nft'
      : null;
}

const boxOf = (value: unknown): BrokerRow['box8949'] =>
  BROKER_BOXES.find((box) => box === textOf(value)?.toUpperCase()) ?? null;

function othersOf(cells: Cells, known: readonly string[]): BrokerRow['other'] {
  const taken = new Set(known);
  const others = Object.entries(cells).filter(([name, value]) => !taken.has(name) && !isEmpty(value));
  return others.length === 0 ? null : Object.fromEntries(others);
}

const FDX = [
  'cusip',
  'checkboxOnForm8949',
  'digitalAssetCode',
  'digitalAssetName',
  'units',
  'dateAcquired',
  'dateOfSale',
  'proceeds',
  'costBasis',
  'accruedMarketDiscount',
  'washSaleLossDisallowed',
  'basisReported',
  'grossOrNet',
  'qof',
  'federalTaxWithheld',
  'lossNotAllowed',
  'longOrShort',
  'ordinary',
] as const;

/** Properties beyond box 6 are kept in `other`. @source FDX 6.4.1 and 6.5.0 */
export const fromFdx = (cells: Cells, accountNumber: string | null): BrokerRow => ({
  ...emptyBrokerRow(sold(cells['units'], cells['dateOfSale'], cells['proceeds'])),
  box8949: boxOf(cells['checkboxOnForm8949']),
  cusip: textOf(cells['cusip']),
  box1a: textOf(cells['digitalAssetCode']),
  box1b: textOf(cells['digitalAssetName']),
  box1d: dayOf(cells['dateAcquired'], 'box 1d'),
  box1g: amountOf(cells['costBasis'], 'box 1g'),
  box1h: amountOf(cells['accruedMarketDiscount'], 'box 1h'),
  box1i: amountOf(cells['washSaleLossDisallowed'], 'box 1i'),
  box2: isTrue(cells['basisReported']),
  box3a: grossOrNet(cells['grossOrNet']),
  box3b: isTrue(cells['qof']),
  box4: amountOf(cells['federalTaxWithheld'], 'box 4'),
  box5: isTrue(cells['lossNotAllowed']),
  box6: isTrue(cells['ordinary']) ? 'ordinary' : termOf(cells['longOrShort']),
  accountNumber,
  other: othersOf(cells, FDX),
});

const TAXBIT = [
  'account_id',
  'asset_symbol',
  'asset_dtif_code',
  'asset_name',
  'asset_quantity',
  'acquired_date',
  'disposed_date',
  'proceeds',
  'cost_basis',
  'proceeds_type',
  'federal_tax_withheld',
  'gain_loss_classification',
  'cash_proceeds',
  'customer_provided',
  'is_noncovered_security',
  'aggregate_stablecoin_nft',
] as const;

/** @source Taxbit, 1099-DA Form Data CSV Ingestion Template Guide */
export const fromTaxBit = (cells: Cells): BrokerRow => ({
  ...emptyBrokerRow(sold(cells['asset_quantity'], cells['disposed_date'], cells['proceeds'])),
  box1a: textOf(cells['asset_dtif_code']),
  box1b: textOf(cells['asset_name']),
  box1d: dayOf(cells['acquired_date'], 'box 1d'),
  box1g: amountOf(cells['cost_basis'], 'box 1g'),
  box2: !isEmpty(cells['cost_basis']) && !isTrue(cells['is_noncovered_security']),
  box3a: grossOrNet(cells['proceeds_type']),
  box4: amountOf(cells['federal_tax_withheld'], 'box 4'),
  box6: termOf(cells['gain_loss_classification']),
  box7: isTrue(cells['cash_proceeds']),
  box8: isTrue(cells['customer_provided']),
  box9: isTrue(cells['is_noncovered_security']),
  box11a: aggregateOf(cells['aggregate_stablecoin_nft']),
  symbol: textOf(cells['asset_symbol']),
  accountNumber: textOf(cells['account_id']),
  other: othersOf(cells, TAXBIT),
});

const COINBASE = [
  'Transaction ID',
  'Asset name',
  'Amount',
  'Date Acquired',
  'Cost basis (USD)',
  'Date of Disposition',
  'Proceeds (USD)',
] as const;

/** The gain/loss report is no Form 1099-DA: nothing in it was reported as basis. */
export function fromCoinbase(cells: Cells): BrokerRow {
  const sale = sold(cells['Amount'], cells['Date of Disposition'], cells['Proceeds (USD)']);
  const acquiredOn = dayOf(cells['Date Acquired'], 'box 1d');
  return {
    ...emptyBrokerRow(sale),
    box1b: textOf(cells['Asset name']),
    box1d: acquiredOn,
    box1g: amountOf(cells['Cost basis (USD)'], 'box 1g'),
    box6:
      acquiredOn === null ? periodOf(cells['Holding period (Days)']) : termBetween(acquiredOn, sale.box1e),
    symbol: textOf(cells['Asset name']),
    transactionId: textOf(cells['Transaction ID']),
    other: othersOf(cells, COINBASE),
  };
}

const termBetween = (acquiredOn: string, soldOn: string): BrokerRow['box6'] =>
  isLongTermDays(parseDay(acquiredOn), parseDay(soldOn)) ? 'long' : 'short';

/** A year and a day are 366 days, or 367 over a leap day. */
const DAYS_OF_EITHER_TERM = 366;

/** By the days alone. Null where the term depends on the dates. @source tax-rules 5.1 */
function periodOf(value: unknown): BrokerRow['box6'] {
  const days = Number(textOf(value) ?? NaN);
  if (Number.isNaN(days) || days === DAYS_OF_EITHER_TERM) return null;
  return days > DAYS_OF_EITHER_TERM ? 'long' : 'short';
}

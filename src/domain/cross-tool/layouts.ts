import { amountOf, cell, columnName, timeIn, UnreadableRow, type Cells } from '../exchanges';
import { toCents, type Cents } from '../forms';
import { yearOfDay } from '../kernel/calendar';
import { money, toUnits } from '../kernel/units';
import { nothing, UNIT_DECIMALS, type Amounts, type ToolRow } from './tool-row';

export const TOOLS = ['koinly', 'cointracker', 'turbotax'] as const;
export type Tool = (typeof TOOLS)[number];

type Draft = Omit<ToolRow, 'file' | 'line' | 'kind'>;

interface ToolLayout {
  name: string;
  tool: Tool;
  kind: ToolRow['kind'];
  /** Column names as `columnName` makes them. A currency in the name is left out: `cost` for `Cost (EUR)`. */
  needs: readonly string[];
  lacks?: readonly string[];
  /** Null for a row that is no sale, as a line of totals. */
  read: (cells: Cells) => Draft | null;
}

const DAY_MS = 86_400_000;

const dayIn = (cells: Cells, name: string): number => Math.floor(timeIn(filled(cells, name)) / DAY_MS);

function filled(cells: Cells, name: string): string {
  const text = cell(cells, name);
  if (text === '') throw new UnreadableRow(`${name} is empty`);
  return text;
}

const centsIn = (cells: Cells, name: string): Cents => toCents(money(amountOf(cells, name)), 'cents');

const unitsIn = (cells: Cells, name: string): bigint => toUnits(amountOf(cells, name), UNIT_DECIMALS);

const sale = (proceeds: Cents, costBasis: Cents, gain = proceeds - costBasis): Amounts => ({
  ...nothing(),
  proceeds,
  costBasis,
  gain,
});

function termIn(text: string): boolean | null {
  if (/^long/i.test(text)) return true;
  return /^short/i.test(text) ? false : null;
}

const turboTax = (name: string, asset: string, basis: string, lacks: readonly string[] = []): ToolLayout => ({
  name,
  tool: 'turbotax',
  kind: 'gain',
  needs: [asset, basis, 'datesold', 'proceeds'],
  lacks,
  read: (cells) => ({
    asset: filled(cells, asset),
    units: null,
    day: dayIn(cells, 'datesold'),
    amounts: sale(centsIn(cells, 'proceeds'), centsIn(cells, basis)),
    isLongTerm: null,
    wallet: null,
  }),
});

/**
 * TOOL_LAYOUTS: the exports of other tools that are read. Columns as stored public files have them; CoinLedger,
 * ZenLedger and Summ are missing until a real file is seen.
 */
const TOOL_LAYOUTS: readonly ToolLayout[] = [
  {
    name: 'koinly_capital_gains',
    tool: 'koinly',
    kind: 'gain',
    needs: ['datesold', 'dateacquired', 'asset', 'amount', 'cost', 'proceeds', 'gainloss', 'holdingperiod'],
    read: (cells) => ({
      asset: filled(cells, 'asset'),
      units: unitsIn(cells, 'amount'),
      day: dayIn(cells, 'datesold'),
      amounts: sale(centsIn(cells, 'proceeds'), centsIn(cells, 'cost'), centsIn(cells, 'gainloss')),
      isLongTerm: termIn(cell(cells, 'holdingperiod')),
      wallet: cell(cells, 'walletname') || null,
    }),
  },
  {
    name: 'koinly_income',
    tool: 'koinly',
    kind: 'income',
    needs: ['date', 'asset', 'amount', 'value', 'type', 'walletname'],
    read: (cells) => ({
      asset: filled(cells, 'asset'),
      units: unitsIn(cells, 'amount'),
      day: dayIn(cells, 'date'),
      amounts: { ...nothing(), income: centsIn(cells, 'value') },
      isLongTerm: null,
      wallet: cell(cells, 'walletname') || null,
    }),
  },
  {
    name: 'cointracker_gains',
    tool: 'cointracker',
    kind: 'gain',
    needs: ['assetamount', 'assetname', 'receiveddate', 'datesold', 'proceeds', 'costbasis', 'gain', 'type'],
    read: (cells) =>
      /^totals?:?$/i.test(cell(cells, 'assetamount'))
        ? null
        : {
            asset: filled(cells, 'assetname'),
            units: unitsIn(cells, 'assetamount'),
            day: dayIn(cells, 'datesold'),
            amounts: sale(centsIn(cells, 'proceeds'), centsIn(cells, 'costbasis'), centsIn(cells, 'gain')),
            isLongTerm: termIn(cell(cells, 'type')),
            wallet: null,
          },
  },
  turboTax('turbotax', 'currencyname', 'costbasis'),
  turboTax('turbotax_older', 'assetname', 'costbasis', ['assetamount']),
];

const MONEY_COLUMN = /^(cost|costbasis|proceeds|gain|value)(?:in)?([a-z]{3})$/;
const NO_CURRENCY = new Set(['usd']);

export interface FoundLayout {
  layout: ToolLayout;
  /** Names for the columns, in their order. */
  columns: string[];
  /** A currency other than the US dollar, in which amounts are. */
  otherCurrency: string | null;
}

/** @param header cells of one line @returns null for the header of no known export */
export function toolLayoutOf(header: readonly string[]): FoundLayout | null {
  let otherCurrency: string | null = null;
  const columns = header.map((given) => {
    const name = columnName(given);
    const [, plain, currency = ''] = MONEY_COLUMN.exec(name) ?? [];
    if (plain === undefined) return name;
    if (!NO_CURRENCY.has(currency)) otherCurrency = currency.toUpperCase();
    return plain;
  });
  const has = (name: string) => columns.includes(name);
  const layout = TOOL_LAYOUTS.find(({ needs, lacks = [] }) => needs.every(has) && !lacks.some(has));
  return layout ? { layout, columns, otherCurrency } : null;
}

const FIRST_YEAR = 2009;
const LAST_YEAR = 2100;

/** @returns null for a row that is no sale @throws UnreadableRow */
export function toolRow(
  layout: ToolLayout,
  cells: Cells,
  place: Pick<ToolRow, 'file' | 'line'>,
): ToolRow | null {
  const draft = layout.read(cells);
  if (draft === null) return null;
  const year = yearOfDay(draft.day);
  if (year < FIRST_YEAR || year > LAST_YEAR) throw new UnreadableRow(`${year} is no year of a sale`);
  return { ...draft, ...place, kind: layout.kind };
}

/** For the error of a file that is none of these. */
export const KNOWN_EXPORTS =
  'Koinly (capital gains report, income report), CoinTracker (capital gains CSV) and TurboTax CSV of any tool';

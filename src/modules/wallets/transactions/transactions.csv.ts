import { formatMoney, formatUnits, type Money } from '../../../domain/kernel/units';
import { chainHash, tradedLegs, type Leg } from '../../../domain/chain/facts/wallet-transaction';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { csvRows, csvText, type CsvColumn } from '../../../domain/kernel/csv';
import { flagsOf } from '../../../presenters/transactions/transaction.presenter';
import { toTime } from '../../../presenters/sync-status.presenter';

/** Several assets on one side share a cell: symbols and quantities in the same order, values added up. */
const SEPARATOR = ' + ';

const COLUMNS: readonly CsvColumn<LedgerTransaction>[] = [
  { header: 'Date', kind: 'text', of: ({ transaction }) => toTime(transaction.at) },
  { header: 'Type', kind: 'text', of: ({ transaction }) => transaction.type },
  { header: 'Chain', kind: 'text', of: ({ transaction }) => transaction.chain },
  { header: 'Tx hash', kind: 'text', of: ({ transaction }) => chainHash(transaction) ?? '' },
  { header: 'From', kind: 'text', of: ({ transaction }) => transaction.from ?? '' },
  { header: 'To', kind: 'text', of: ({ transaction }) => transaction.to ?? '' },
  { header: 'Asset in', kind: 'text', of: (row) => symbols(row, 'in') },
  { header: 'Quantity in', kind: 'number', of: (row) => quantities(row, 'in') },
  { header: 'Value in USD', kind: 'number', of: (row) => value(row, 'in') },
  { header: 'Asset out', kind: 'text', of: (row) => symbols(row, 'out') },
  { header: 'Quantity out', kind: 'number', of: (row) => quantities(row, 'out') },
  { header: 'Value out USD', kind: 'number', of: (row) => value(row, 'out') },
  { header: 'Fee asset', kind: 'text', of: ({ transaction: { fee } }) => fee?.asset.symbol ?? '' },
  {
    header: 'Fee quantity',
    kind: 'number',
    of: ({ transaction: { fee } }) => (fee ? formatUnits(fee.quantity, fee.asset.decimals) : ''),
  },
  {
    header: 'Fee USD',
    kind: 'number',
    of: ({ transaction: { fee } }) => moneyText(fee?.valueUsd ?? null),
  },
  { header: 'Income type', kind: 'text', of: ({ transaction }) => transaction.incomeType ?? '' },
  { header: 'Gain or loss USD', kind: 'number', of: ({ result }) => moneyText(result?.gain ?? null) },
  {
    header: 'Flags',
    kind: 'text',
    of: ({ transaction, result }) =>
      [...(transaction.isSpam ? ['spam'] : []), ...flagsOf(transaction, result)].join('; '),
  },
];

/** UTF-8, one line per transaction, in pieces for streaming. @source api.md 3, row 4.5 */
export async function* transactionsCsv(
  pages: AsyncIterable<readonly LedgerTransaction[]>,
): AsyncGenerator<string> {
  yield csvText(COLUMNS, []);
  for await (const page of pages) yield csvRows(COLUMNS, page);
}

const side = ({ transaction }: LedgerTransaction, direction: Leg['direction']): Leg[] =>
  tradedLegs(transaction).filter((leg) => leg.direction === direction);

const symbols = (row: LedgerTransaction, direction: Leg['direction']): string =>
  side(row, direction)
    .map(({ asset }) => asset.symbol)
    .join(SEPARATOR);

const quantities = (row: LedgerTransaction, direction: Leg['direction']): string =>
  side(row, direction)
    .map(({ quantity, asset }) => formatUnits(quantity, asset.decimals))
    .join(SEPARATOR);

/** Of the legs with a price; empty when none has one. */
function value(row: LedgerTransaction, direction: Leg['direction']): string {
  const known = side(row, direction).flatMap(({ valueUsd }) => valueUsd ?? []);
  return known.length === 0 ? '' : formatMoney(known.reduce((sum, usd) => sum + usd, 0n));
}

const moneyText = (value: Money | null): string => (value === null ? '' : formatMoney(value));

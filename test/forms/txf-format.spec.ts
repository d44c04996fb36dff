import { form8949, form8949Txf, type Account } from '../../src/domain/forms';
import { readTable } from '../golden/cases';
import { buy, ETH, ledgerOf, sell, WALLET } from './ledgers';
import { readTxf, type TxfRecord } from './read-back';

type Box = 'A' | 'B' | 'C';

interface TxfFormat {
  references: { id: string; version: string; boxes: Record<Box, { short: number; long: number }> };
  /** `amounts`: how many of the record count; the format has more lines than some examples use. */
  examples: { id: string; lines: string[]; amounts: number }[];
}

const { references, examples } = readTable<TxfFormat>('txf-v042');
const ORIGIN = { program: 'Cost Basis', writtenAt: Date.parse('2026-02-03T23:30:00Z') };
/** The boxes of digital assets, and those of the years before, go by the references of A, B and C. */
const BOXES: [Box, NonNullable<Account['boxes']>][] = [
  ['A', { short: 'A', long: 'D' }],
  ['A', { short: 'G', long: 'J' }],
  ['B', { short: 'B', long: 'E' }],
  ['B', { short: 'H', long: 'K' }],
  ['C', { short: 'C', long: 'F' }],
  ['C', { short: 'I', long: 'L' }],
];

const boxOf = (reference: number): Box | undefined =>
  (['A', 'B', 'C'] as const).find((box) => Object.values(references.boxes[box]).includes(reference));

/** Ours of a trade of the examples. */
function write(
  { description, acquired, sold, amounts }: Pick<TxfRecord, 'description' | 'acquired' | 'sold' | 'amounts'>,
  boxes: Account['boxes'],
) {
  const [cost = '', proceeds = '', disallowed = ''] = amounts.map((amount) => amount.replaceAll(',', ''));
  const [quantity = '1', symbol = ''] = description.split(' ');
  const asset = { ...ETH, symbol, id: `x:${symbol}` };
  const at = (date: string) => `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}T12:00Z`;
  const ledger = ledgerOf(
    [
      buy(quantity, cost, at(acquired), { asset }),
      sell(quantity, proceeds, at(sold), { asset }),
      ...(disallowed ? [buy(quantity, '1', at(sold).replace('T12', 'T13'), { asset })] : []),
    ],
    { washSales: true },
  );
  const form = form8949(ledger, {
    accounts: [{ wallet: WALLET, kind: 'self_custody', boxes }],
    year: Number(sold.slice(6)),
    timezone: 'UTC',
  });
  return readTxf(form8949Txf(form, ORIGIN));
}

const numeric = (amounts: readonly string[]) =>
  amounts.map((amount) => (amount === '' ? null : Number(amount.replaceAll(',', ''))));

describe('TXF against the examples of the format', () => {
  it(references.id, () => {
    const trade = { description: '1 A', acquired: '01/05/2011', sold: '02/05/2011', amounts: ['1', '2'] };
    const long = { ...trade, acquired: '01/05/2009' };
    const found = BOXES.map(([, boxes]) => ({
      short: write(trade, boxes).records[0]?.ref,
      long: write(long, boxes).records[0]?.ref,
    }));
    expect(found).toEqual(BOXES.map(([box]) => references.boxes[box]));
    const { header } = write(trade, undefined);
    expect([header[0], header.map((line) => line[0])]).toEqual([references.version, ['V', 'A', 'D']]);
  });

  it.each(examples.map((example) => [example.id, example] as const))('%s', (_id, { lines, amounts }) => {
    const [example] = readTxf([references.version, '^', ...lines, ''].join('\r\n')).records;
    const [, boxes] = BOXES.find(([box]) => box === boxOf(example?.ref ?? 0)) ?? [];
    if (!example || !boxes) throw new Error('The example has no record of a known box');
    const [record] = write(example, boxes).records;
    expect({ ...record, amounts: numeric(record?.amounts ?? []).slice(0, amounts) }).toEqual({
      ...example,
      amounts: numeric(example.amounts),
    });
  });
});

import { packRows } from '../../src/common/row-batches';
import type { LedgerEvent } from '../../src/domain/engine';
import { money } from '../../src/domain/kernel/units';
import { task } from '../../src/pipeline/law/law-comparison.task';
import { coinOf, eventBase, FIFO, purchaseOf } from '../support/engine-events';

/** Rows of a comparison that an answer lists. */
const ETH = coinOf('ETH', 0);
const START = Date.parse('2027-01-01T12:00:00Z');

const fees = (count: number): LedgerEvent[] => [
  purchaseOf('0', 'units', START - 1, BigInt(count), ETH),
  ...Array.from({ length: count }, (_, i): LedgerEvent => ({
    ...eventBase(`fee ${i}`, START + i * 1_000, 1n, ETH),
    kind: 'dispose',
    type: 'fee',
    proceeds: money('2'),
    fees: 0n,
  })),
];

const listed = async (count: number, shown: ReadonlySet<string> | null) => {
  const [one] = await task.run({
    events: [...packRows(fees(count))],
    options: FIFO,
    wallets: ['w'],
    bills: ['hr10357.fee'],
    stated: {},
    shown,
  });
  return [one?.rows.length, one?.rowsTotal, one?.omitted, one?.years.map(({ difference }) => difference)];
};

it('lists the first thousand, and adds up the others', async () => {
  expect(await listed(1_003, null)).toEqual([1_000, 1_003, { count: 3, difference: -600n }, [-200_600n]]);
});

it('lists those that the plan shows; the years are whole', async () => {
  expect(await listed(3, new Set(['fee 1']))).toEqual([1, 3, { count: 2, difference: -400n }, [-600n]]);
});

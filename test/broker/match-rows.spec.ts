import fc from 'fast-check';
import { emptyBrokerRow, reconcileForms, type BrokerRow, type OwnSale } from '../../src/domain/broker';
import { matchRows } from '../../src/domain/broker/match-rows';

interface Sold {
  day: number;
  cents: number;
  acquired: number;
}

const day = (n: number): string => `2026-03-0${n}`;
const rowOf = ({ day: on, cents, acquired, gross }: Sold & { gross: boolean }): BrokerRow => ({
  ...emptyBrokerRow({ box1c: '1', box1e: day(on), box1f: `${cents}.00` }),
  symbol: 'ETH',
  box1d: acquired === 0 ? null : day(acquired),
  box3a: gross ? 'gross' : 'net',
});
const saleOf = ({ day: on, cents, acquired, fees }: Sold & { fees: number }, index: number): OwnSale => ({
  id: `${index}`,
  asset: 'ETH',
  units: '1',
  acquiredOn: acquired === 0 ? null : day(acquired),
  soldOn: day(on),
  proceeds: BigInt(cents * 100),
  fees: BigInt(fees * 100),
  basis: 0n,
  term: 'short',
  isTransferredIn: false,
});

/** Every row beside every open sale: slow, and plain. */
function pairsByHand(rows: readonly BrokerRow[], sales: readonly OwnSale[]): string[] {
  const open = new Set(sales.keys());
  const pairs = new Map<number, number>();
  const dayOf = (text: string): number => Number(text.slice(-2));
  for (const most of [0, 1])
    for (const [index, row] of rows.entries()) {
      if (pairs.has(index)) continue;
      let best: { sale: number; apart: bigint; other: number } | null = null;
      for (const at of open) {
        const sale = sales[at] as OwnSale;
        if (Math.abs(dayOf(sale.soldOn) - dayOf(row.box1e)) > most) continue;
        const own = sale.proceeds + (row.box3a === 'gross' ? sale.fees : 0n);
        const apart = BigInt(row.box1f.replace('.', '')) - own;
        const one = {
          sale: at,
          apart: apart < 0n ? -apart : apart,
          other: sale.acquiredOn === row.box1d ? 0 : 1,
        };
        if (best === null || one.apart < best.apart || (one.apart === best.apart && one.other < best.other))
          best = one;
      }
      if (best === null) continue;
      pairs.set(index, best.sale);
      open.delete(best.sale);
    }
  return [...pairs].map(([row, sale]) => `${row}-${sale}`).sort();
}

const sold = {
  day: fc.integer({ min: 1, max: 4 }),
  cents: fc.integer({ min: 0, max: 6 }),
  acquired: fc.integer({ min: 0, max: 2 }),
};

it('pairs each row with the nearest open sale, as a comparison of all would', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ ...sold, gross: fc.boolean() }), { maxLength: 12 }),
      fc.array(fc.record({ ...sold, fees: fc.integer({ min: 0, max: 2 }) }), { maxLength: 12 }),
      (given, own) => {
        const [rows, sales] = [given.map(rowOf), own.map(saleOf)];
        const pairs = matchRows(rows, sales).filter(({ kind }) => kind === 'pair');
        expect(pairs.map((pair) => `${pair.rows[0]}-${pair.sales[0]}`).sort()).toEqual(
          pairsByHand(rows, sales),
        );
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['equal amounts', 1, 1],
  ['amounts of their own', 7, 3],
])('looks at few sales for each of many equal rows: %s', (_, ofRow, ofSale) => {
  const count = 5_000;
  let reads = 0;
  const counted = (sale: OwnSale): OwnSale =>
    Object.defineProperty({ ...sale }, 'proceeds', {
      get: () => {
        reads++;
        return sale.proceeds;
      },
    });
  const at = (i: number, step: number): Sold => ({ day: 1, cents: (i * step) % count, acquired: i % 3 });
  const rows = Array.from({ length: count }, (_, i) => rowOf({ ...at(i, ofRow), gross: i % 2 === 0 }));
  const sales = Array.from({ length: count }, (_, i) => counted(saleOf({ ...at(i, ofSale), fees: 1 }, i)));
  expect(matchRows(rows, sales).filter(({ kind }) => kind === 'pair')).toHaveLength(count);
  expect(reads).toBeLessThan(count * 100);
});

it('takes all sales of an asset for all of its aggregates', () => {
  const aggregate = (i: number): BrokerRow => ({
    ...emptyBrokerRow({ box1c: '5', box1e: day(1), box1f: `${i}.00` }),
    symbol: 'ETH',
    box11a: 'stablecoin',
  });
  const rows = [1, 2, 3].map(aggregate);
  const sales = [1, 2].map((cents, i) => saleOf({ day: 1, cents, acquired: 0, fees: 0 }, i));
  expect(matchRows(rows, sales).map(({ kind, rows: of, sales: own }) => [kind, of, own])).toEqual([
    ['aggregate', [0, 1, 2], [0, 1]],
  ]);
});

describe('a sale out of several lots', () => {
  const one = { day: 2, cents: 3, acquired: 0 };
  const lot = (units: string, index: number, more: Partial<OwnSale> = {}): OwnSale => ({
    ...saleOf({ ...one, fees: 0 }, index),
    units,
    ...more,
  });
  const kindsOf = (rows: readonly BrokerRow[], sales: readonly OwnSale[]) =>
    matchRows(rows, sales).map(({ kind, rows: of, sales: own }) => [kind, of, own]);
  const row = (units: string, more: Partial<BrokerRow> = {}): BrokerRow => ({
    ...rowOf({ ...one, gross: false }),
    box1c: units,
    ...more,
  });

  it('is matched with its own row, also where another row of the day has no sale', () => {
    const sales = [lot('0.25', 0), lot('0.6', 1), lot('0.4', 2), lot('7', 3)];
    expect(kindsOf([row('3'), row('1')], sales)).toEqual([
      ['regrouped', [1], [1, 2]],
      ['only_broker', [0], []],
      ['only_own', [], [0]],
      ['only_own', [], [3]],
    ]);
  });

  it('is not made of sales that are two days apart', () => {
    const sales = [lot('0.6', 0, { soldOn: day(1) }), lot('0.4', 1, { soldOn: day(3) })];
    expect(kindsOf([row('1')], sales).map(([kind]) => kind)).toEqual(['only_broker', 'only_own', 'only_own']);
  });

  it('is no sale of a few units that another one of the day left', () => {
    expect(kindsOf([row('5')], [lot('0.001', 0)]).map(([kind]) => kind)).toEqual(['only_broker', 'only_own']);
    expect(kindsOf([row('5')], [lot('5.005', 0)]).map(([kind]) => kind)).toEqual(['regrouped']);
  });

  it('agrees where the row has the basis of its lots, and is named by its year where that differs', () => {
    const sales = ['0.6', '0.4'].map((units, i) => lot(units, i, { basis: 100n, proceeds: 150n }));
    const reasons = (more: Partial<BrokerRow>, own = sales) => [
      ...reconcileForms([row('1', { box1f: '3.00', box1g: '2.00', ...more })], own, 2026).byReason.keys(),
    ];
    expect(reasons({})).toEqual([]);
    expect(reasons({ box1g: '2.50' })).toEqual(['method_differs']);
    expect(reasons({ box1g: null })).toEqual(['basis_not_reported']);
    const later = sales.map((sale) => ({ ...sale, soldOn: '2027-01-01' }));
    expect(reasons({ box1e: '2026-12-31' }, later)).toEqual(['year_edge']);
  });

  it.each([
    [600, 600],
    [5_000, 0],
  ])('is found among many of its day: of %i in one day, %i one by one', (count, found) => {
    const rows = Array.from({ length: count }, (_, i) => row(`${i + 1}.5`));
    const sales = rows.flatMap((_, i) => [lot(`${i + 1}`, 2 * i), lot('0.5', 2 * i + 1)]);
    expect(kindsOf(rows, sales)).toHaveLength(found === 0 ? 1 : found);
    const kinds = kindsOf([...rows, row('0.1')], sales).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === 'regrouped')).toHaveLength(found);
  });
});

import {
  applyForms,
  reconcileAccounts,
  reconcileForms,
  type BrokerReconciliation,
  type Reason,
} from '../../src/domain/broker';
import { madeUpBroker, type MadeUpBroker } from './made-up-broker';

const YEAR = 2026;
const SEEDS = [1, 7, 20_260_101];

/** The reason that was found for each row; null where it agrees. */
function foundOf({ rows }: MadeUpBroker, { differences }: BrokerReconciliation): (Reason | null)[] {
  const found: (Reason | null)[] = rows.map(() => null);
  for (const difference of differences) for (const row of difference.rows) found[row] ??= difference.reason;
  return found;
}

describe.each(SEEDS)('a broker with 1,000 sales and known reasons, seed %i', (seed) => {
  const broker = madeUpBroker(1_000, seed);
  const result = reconcileForms(broker.rows, broker.sales, YEAR);
  const found = foundOf(broker, result);

  it('names at least 98 % of the reasons, and never agrees where there is a difference', () => {
    const right = found.filter((reason, i) => reason === broker.expectedOfRow[i]).length;
    const falseAgrees = found.filter(
      (reason, i) => reason === null && broker.expectedOfRow[i] !== null,
    ).length;
    expect(right / found.length).toBeGreaterThanOrEqual(0.98);
    expect(falseAgrees).toBe(0);
    const missing = result.differences.filter(({ reason }) => reason === 'missing_at_broker').length;
    expect(missing).toBe(broker.missing);
  });

  it('has differences that add up to the difference of the totals, to the cent', () => {
    const sum = (of: 'proceeds' | 'basis') =>
      [...result.byReason.values()].reduce((total, each) => total + each[of], 0n);
    expect(sum('proceeds')).toBe(result.broker.proceeds - result.own.proceeds);
    expect(sum('basis')).toBe(result.broker.basis - result.own.basis);
    const lines = result.lines.reduce((total, { broker: a, own: b }) => total + a.proceeds - b.proceeds, 0n);
    expect(lines).toBe(result.broker.proceeds - result.own.proceeds);
  });

  it('gives rows of Form 8949 that follow from their columns, with the totals of the broker', () => {
    const applied = applyForms(broker.rows, broker.sales, result);
    for (const row of applied) expect(row.gain).toBe(row.proceeds - row.costBasis + row.adjustment);
    for (const row of applied) expect(row.codes === '' && row.adjustment !== 0n).toBe(false);
    const isReported = (box: string | null) => box === 'G' || box === 'J';
    const onForm = applied.filter(({ box }) => isReported(box));
    const atBroker = broker.rows.filter(({ box2 }) => box2);
    const cents = (text: string | null) => BigInt((text ?? '0.00').replace('.', ''));
    expect(onForm.reduce((sum, { proceeds }) => sum + proceeds, 0n)).toBe(
      atBroker.reduce((sum, { box1f }) => sum + cents(box1f), 0n),
    );
    expect(onForm.reduce((sum, { costBasis }) => sum + costBasis, 0n)).toBe(
      atBroker.reduce((sum, { box1g }) => sum + cents(box1g), 0n),
    );
    const own = broker.sales.reduce((sum, { proceeds, basis }) => sum + proceeds - basis, 0n);
    const unknown = applied
      .filter(({ needsReview }) => needsReview)
      .reduce((sum, { gain }) => sum + gain, 0n);
    expect(applied.reduce((sum, { gain }) => sum + gain, 0n)).toBe(own + unknown);
  });
});

describe('two accounts', () => {
  const one = madeUpBroker(40, 7);
  const other = madeUpBroker(40, 11);

  it('have the differences of each, with indexes over both', () => {
    const [a, b] = [one, other].map(({ rows, sales }) => reconcileForms(rows, sales, YEAR)) as [
      BrokerReconciliation,
      BrokerReconciliation,
    ];
    const both = reconcileAccounts([one, other], YEAR);
    expect(both.agreed).toBe(a.agreed + b.agreed);
    expect(both.broker.proceeds - both.own.proceeds).toBe(
      [...both.byReason.values()].reduce((sum, { proceeds }) => sum + proceeds, 0n),
    );
    expect(both.lines.reduce((sum, { broker }) => sum + broker.count, 0)).toBe(
      one.rows.length + other.rows.length,
    );
    const rowsOf = ({ matches }: BrokerReconciliation, from: number) =>
      matches.map(({ rows, sales }) => [rows.map((row) => row + from), sales.length]);
    expect(rowsOf(both, 0)).toEqual([...rowsOf(a, 0), ...rowsOf(b, one.rows.length)]);
  });

  it('never agree on a sale of one of them', () => {
    const [row, sale] = [one.rows[0], one.sales[0]];
    if (!row || !sale) throw new Error('no sale');
    expect(reconcileForms([row], [sale], YEAR).agreed).toBe(1);
    const apart = reconcileAccounts(
      [
        { rows: [row], sales: [] },
        { rows: [], sales: [sale] },
      ],
      YEAR,
    );
    expect(apart.agreed).toBe(0);
    expect([...apart.byReason.keys()]).toEqual(['missing_in_books', 'missing_at_broker']);
  });
});

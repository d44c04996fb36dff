import { amendment, filingChanges } from './changes';
import type { FiledRow, FilingFigures } from './figures';

const row = (id: string, more: Partial<FiledRow> = {}): FiledRow => ({
  id,
  description: '1 ETH',
  dateAcquired: '2022-01-01',
  dateSold: '2024-05-01',
  term: 'long',
  proceeds: '3000.00',
  costBasis: '2000.00',
  adjustment: '0.00',
  gain: '1000.00',
  ...more,
});

const figures = (
  rows: readonly FiledRow[] | null,
  more: Partial<FilingFigures['lines']> = {},
): FilingFigures => ({
  lines: {
    short_term_proceeds: '0.00',
    short_term_cost_basis: '0.00',
    short_term_adjustments: '0.00',
    short_term_gain_loss: '0.00',
    long_term_proceeds: '3000.00',
    long_term_cost_basis: '2000.00',
    long_term_adjustments: '0.00',
    long_term_gain_loss: '1000.00',
    digital_asset_income: '45.00',
    schedule_c_total: '0.00',
    interest_income: '0.00',
    ...more,
  },
  excludedCount: 0,
  reasons: [],
  rows,
});

describe('changes of a filed year', () => {
  it('are none when the amounts and rows are the same', () => {
    expect(filingChanges(figures([row('a')]), figures([row('a')]))).toBeNull();
  });

  it('name each total and its difference, negative ones too', () => {
    const computed = figures(
      [row('a'), row('b', { proceeds: '70.00', costBasis: '220.50', gain: '-150.50' })],
      {
        long_term_proceeds: '3070.00',
        long_term_cost_basis: '2220.50',
        long_term_gain_loss: '849.50',
        digital_asset_income: '45.01',
      },
    );
    const changes = filingChanges(figures([row('a')]), computed);
    expect(changes?.lines.map(({ line, difference }) => [line, difference])).toEqual([
      ['long_term_proceeds', '70.00'],
      ['long_term_cost_basis', '220.50'],
      ['long_term_gain_loss', '-150.50'],
      ['digital_asset_income', '0.01'],
    ]);
    expect(changes?.rows.map(({ kind, computed: now }) => [kind, now?.id])).toEqual([['added', 'b']]);
    expect(changes && amendment(changes)).toEqual([
      'Long-term gain or loss: 849.50 instead of 1000.00 USD (difference -150.50)',
      'Digital assets received as ordinary income: 45.01 instead of 45.00 USD (difference 0.01)',
    ]);
  });

  it('report a row that moved to another lot although no total changes', () => {
    const changes = filingChanges(figures([row('a')]), figures([row('z', { dateAcquired: '2022-02-01' })]));
    expect(changes?.rows.map(({ kind }) => kind)).toEqual(['added', 'removed']);
    expect(changes && amendment(changes)).toEqual(['Rows differ, and no gain and no income changes']);
  });

  it('compare the totals alone when a year has too many rows', () => {
    const changes = filingChanges(figures(null), figures([row('a')], { long_term_gain_loss: '-0.50' }));
    expect(changes?.lines).toEqual([
      { line: 'long_term_gain_loss', filed: '1000.00', computed: '-0.50', difference: '-1000.50' },
    ]);
    expect(changes?.rows).toEqual([]);
  });

  it('count disposals that lost or gained their value', () => {
    const changes = filingChanges(figures([]), { ...figures([]), excludedCount: 2 });
    expect(changes && amendment(changes)).toEqual(['Disposals without a known value: +2']);
  });
});

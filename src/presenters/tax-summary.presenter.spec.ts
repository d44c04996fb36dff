import { nothingPrinted, type StatedSummary, type StatusReason } from '../domain/forms';
import { money } from '../domain/kernel/units';
import { toTaxSummary } from './tax-summary.presenter';

const NO_TERM = { gains: 0n, losses: 0n, net: 0n };
const summed = (realized: string, reasons: readonly StatusReason[] = []): StatedSummary => ({
  ...nothingPrinted,
  reasons,
  short: NO_TERM,
  long: NO_TERM,
  totalRealized: money(realized),
  ...{ washSaleDisallowed: 0n, washSaleCount: 0, disposalCount: 3, excludedCount: 0, excludedBasis: 0n },
  ...{ totalProceeds: 0n, totalCostBasis: 0n, incomeCount: 0, incomeExcludedCount: 0 },
  income: { airdrop: 0n, staking_reward: 0n, mining_reward: 0n, interest: 0n, other: 0n, total: 0n },
});

describe('the gain of a tax summary', () => {
  it('is open as far as the basis is not known', () => {
    const unknown = { mark: 'unknown_basis', count: 2, amount: 150_050n } as const;
    expect(toTaxSummary('0xa', 2024, summed('1000', [unknown]))).toMatchObject({
      status: 'INCOMPLETE',
      total_realized_gl: '1000',
      untracked_count: 2,
      untracked_proceeds: '1500.5',
      realized_gl_range: { low: '-500.5', high: '1000' },
    });
  });

  it('is one number when every basis is known', () => {
    expect(toTaxSummary('0xa', 2024, summed('1000'))).toMatchObject({
      untracked_count: 0,
      untracked_proceeds: '0',
      realized_gl_range: { low: '1000', high: '1000' },
    });
  });

  it('has no range while it is computed', () => {
    expect(toTaxSummary('0xa', 2024, null)).toMatchObject({ pending: true, realized_gl_range: null });
  });
});

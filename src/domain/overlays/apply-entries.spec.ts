import { bought, coinOf, eventBase, FIFO } from '../../../test/support/engine-events';
import { acquiredLotId, replay, type Acquire } from '../engine';
import { formatMoney, money } from '../kernel/units';
import { applyEntries } from './apply-entries';
import type { BasisAssignment, BasisType } from './manual-entry';

const COIN = coinOf('COIN', 0);
const RECEIVED_AT = Date.parse('2025-03-10');
const ENTERED_FOR = Date.parse('2025-03-01');
const receipt: Acquire = {
  ...eventBase('in', RECEIVED_AT, 2n, COIN),
  ...bought('0'),
  source: 'transfer_in',
  cost: null,
  untracked: true,
};
const entry = (basisType: BasisType, quantity = 2n): BasisAssignment => ({
  kind: 'basis_assignment',
  wallet: 'w',
  assetId: COIN.id,
  lotId: acquiredLotId(receipt),
  basisType,
  parts: [{ quantity, cost: money('50'), acquiredAt: ENTERED_FOR }],
});

describe('a basis that the user enters', () => {
  it('as income makes the income of that value and day', () => {
    const { income, lots } = replay(applyEntries([receipt], [entry('income')]), FIFO);
    expect(income.map((one) => [one.type, formatMoney(one.fairMarketValue), one.receivedAt])).toEqual([
      ['other', '50', ENTERED_FOR],
    ]);
    expect(lots.map(({ cost, incomeType }) => [formatMoney(cost), incomeType])).toEqual([['50', 'other']]);
  });

  it('as income keeps the type that the history shows', () => {
    const reward: Acquire = { ...receipt, source: 'income', incomeType: 'staking_reward', untracked: false };
    const { income } = replay(applyEntries([reward], [entry('income', 1n)]), FIFO);
    expect(income.map(({ type }) => type)).toEqual(['staking_reward', 'staking_reward']);
  });

  it.each(['purchase', 'gift', 'inheritance', 'other'] as const)('as %s makes no income', (basisType) => {
    expect(replay(applyEntries([receipt], [entry(basisType)]), FIFO).income).toEqual([]);
  });

  it('as a purchase can replace a loss, as a gift it cannot', () => {
    const isPurchase = (basisType: BasisType) =>
      applyEntries([receipt], [entry(basisType)]).map(
        (event) => event.kind === 'acquire' && event.isPurchase,
      );
    expect([isPurchase('purchase'), isPurchase('gift')]).toEqual([[true], [false]]);
  });
});

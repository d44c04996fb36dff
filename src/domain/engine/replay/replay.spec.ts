import { bought, eventBase, FIFO, sold } from '../../../../test/support/engine-events';
import type { Asset } from '../../kernel/asset';
import { money } from '../../kernel/units';
import { reconcile, replay, taxSummary, type LedgerEvent } from '../index';

const coin: Asset = { id: 'x:coin', chain: 'x', contract: null, symbol: 'COIN', name: 'Coin', decimals: 8 };
const ONE = 100_000_000n;

const base = (id: string, day: string, units: bigint) => eventBase(id, Date.parse(day), units * ONE, coin);
const buy = (id: string, day: string, units: bigint, cost: string): LedgerEvent => ({
  ...base(id, day, units),
  ...bought(cost),
});
const sell = (id: string, day: string, units: bigint, proceeds: string): LedgerEvent => ({
  ...base(id, day, units),
  ...sold(proceeds),
});

describe('replay', () => {
  it('sells the oldest lots first and keeps the rest', () => {
    const ledger = replay(
      [
        buy('a', '2024-03-15', 1n, '100'),
        buy('b', '2024-06-01', 1n, '300'),
        sell('s', '2025-03-16', 2n, '500'),
      ],
      FIFO,
    );
    expect(ledger.disposals.map((d) => [d.gain, d.isLongTerm, d.lotId])).toEqual([
      [money('150'), true, ledger.lots[0]?.id],
      [money('-50'), false, ledger.lots[1]?.id],
    ]);
  });

  it('covers an oversell with a lot of zero basis, and reports it', () => {
    const ledger = replay([buy('a', '2024-03-15', 1n, '100'), sell('s', '2025-03-16', 2n, '500')], FIFO);
    expect(ledger.disposals[1]).toMatchObject({
      costBasis: 0n,
      gain: money('250'),
      isUntracked: true,
      acquiredAt: null,
    });
    expect(reconcile(ledger, {})).toMatchObject({ severity: 'warning', totalIssues: 1, lotsTotal: 2 });
  });

  it('sums a year', () => {
    const ledger = replay([buy('a', '2024-03-15', 2n, '100'), sell('s', '2025-03-16', 1n, '500')], FIFO);
    expect(taxSummary(ledger, { year: 2025, timezone: 'UTC' }).totalRealized).toBe(money('450'));
    expect(taxSummary(ledger, { year: 2024, timezone: 'UTC' }).disposalCount).toBe(0);
  });
});

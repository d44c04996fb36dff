import { buy, ETH, ledgerOf, sell, WALLET } from '../../../test/forms/ledgers';
import { acquiredLotId, type Acquire } from '../engine';
import { formatMoney, money } from '../kernel/units';
import { applyEntries } from './apply-entries';
import type { BasisAssignment } from './manual-entry';

/** Received on 2025-01-10 at a value of 80; the donor paid 100 on 2020-05-01. Sold on 2025-03-01. */
function soldFor(proceeds: string, giftValue?: string) {
  const receipt = buy('1', '0', '2025-01-10T00:00Z', { untracked: true, source: 'unknown' }) as Acquire;
  const entry: BasisAssignment = {
    kind: 'basis_assignment',
    wallet: WALLET,
    assetId: ETH.id,
    lotId: acquiredLotId(receipt),
    basisType: 'gift',
    parts: [
      {
        quantity: receipt.quantity,
        cost: money('100'),
        acquiredAt: Date.parse('2020-05-01T00:00Z'),
        ...(giftValue !== undefined && { giftValue: money(giftValue) }),
      },
    ],
  };
  const events = applyEntries([receipt, sell('1', proceeds, '2025-03-01T00:00Z')], [entry]);
  const [disposal] = ledgerOf(events).disposals;
  const row = [formatMoney(disposal?.gain ?? 0n), disposal?.isLongTerm === true ? 'long' : 'short'];
  return disposal?.valueStatus === 'missing' ? [...row, ...disposal.flags] : row;
}

describe('a gift with a stated value', () => {
  it('has the basis and the period of the donor for a gain', () => {
    expect(soldFor('120', '80')).toEqual(['20', 'long']);
  });

  it('has its value as the basis of a loss, and a period of its own', () => {
    expect(soldFor('60', '80')).toEqual(['-20', 'short']);
  });

  it('has neither gain nor loss between the two', () => {
    expect(soldFor('90', '80')).toEqual(['0', 'long']);
  });

  it('has no known loss without one', () => {
    expect(soldFor('60')).toEqual(['0', 'long', 'missing_price']);
    expect(soldFor('120')).toEqual(['20', 'long']);
  });
});

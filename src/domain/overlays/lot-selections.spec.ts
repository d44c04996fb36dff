import { coinOf, eventBase, sold } from '../../../test/support/engine-events';
import type { LedgerEvent } from '../engine';
import { selectedOutflow, withSelections } from './lot-selections';

const COIN = coinOf('COIN', 0);
const PLACE = { wallet: 'w', assetId: COIN.id, txHash: '0xa' };
const base = (id: string, leg: number) => ({ ...eventBase(id, 1, 5n, COIN), txHash: '0xa', leg });

const moved: LedgerEvent = {
  ...base('one', 0),
  kind: 'move',
  relation: 'transfer',
  toWallet: 'v',
  toAsset: COIN,
  received: 5n,
  feeValue: null,
};
const gone: LedgerEvent = { ...base('one', 1), ...sold('10') };
const fee: LedgerEvent = { ...base('one', 2), ...sold('1'), type: 'fee' };

describe('the outflow that a selection is about', () => {
  it('is the disposal where a transaction has a transfer and a disposal, in any order', () => {
    expect(selectedOutflow([moved, gone, fee], PLACE)).toBe(gone);
    expect(selectedOutflow([fee, gone, moved], PLACE)).toBe(gone);
  });

  it('is the transfer where there is no disposal, and never a fee', () => {
    expect(selectedOutflow([fee, moved], PLACE)).toBe(moved);
    expect(selectedOutflow([fee], PLACE)).toBeUndefined();
  });

  it('is the only event that takes the selected lots', () => {
    const selections = [{ lot: 'l', quantity: 5n }];
    const entry = { kind: 'lot_selection' as const, ...PLACE, selections };
    const [first, second, third] = withSelections([moved, gone, fee], [entry]);
    expect(second).toMatchObject({ selections });
    expect([first, third]).toEqual([moved, fee]);
  });
});

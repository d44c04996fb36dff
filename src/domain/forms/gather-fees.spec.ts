import type { Asset } from '../kernel/asset';
import { gatherFees } from './gather-fees';
import type { Slice } from './slices';

const coin: Asset = { id: 'x:coin', chain: 'x', contract: null, symbol: 'COIN', name: 'Coin', decimals: 0 };
const fee = (more: Partial<Slice>): Slice => ({
  asset: coin,
  quantity: 1n,
  proceeds: 10n,
  fees: 0n,
  costBasis: 4n,
  washSaleDisallowed: 0n,
  acquiredOn: 19_000,
  soldOn: 20_000,
  box: 'I',
  isLongTerm: false,
  type: 'fee',
  isUntracked: false,
  valueStatus: 'known',
  count: 1,
  wallet: 'hot',
  transactionId: 't',
  txHash: null,
  lotId: 'lot',
  disposalId: 'disposal',
  flags: [],
  ...more,
});

describe('small fees of one day', () => {
  it('become one row, VARIOUS where their dates differ', () => {
    expect(gatherFees([fee({}), fee({ acquiredOn: 19_001 })])).toMatchObject([
      { quantity: 2n, proceeds: 20n, costBasis: 8n, acquiredOn: 'VARIOUS', count: 2, isLongTerm: false },
    ]);
  });

  it('keep their term: VARIOUS never mixes short and long', () => {
    const rows = gatherFees([fee({}), fee({ isLongTerm: true, box: 'L' }), fee({ acquiredOn: 19_001 })]);
    expect(rows.map(({ box, isLongTerm, count }) => [box, isLongTerm, count])).toEqual([
      ['I', false, 2],
      ['L', true, 1],
    ]);
  });
});

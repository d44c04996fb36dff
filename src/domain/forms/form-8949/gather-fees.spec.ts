import type { Asset } from '../../kernel/asset';
import { gatherFees } from './gather-fees';
import type { Slice } from '../slices';

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

const CENT = 10n ** 16n;

describe('small fees of one day', () => {
  it('become one row, VARIOUS where their dates differ', () => {
    expect(gatherFees([fee({}), fee({ acquiredOn: 19_001 })], 'cents')).toMatchObject([
      { quantity: 2n, acquiredOn: 'VARIOUS', count: 2, isLongTerm: false },
    ]);
  });

  it('have the sums that their rows print, so that totals are those of the form without groups', () => {
    const costs = [CENT / 4n, (3n * CENT) / 4n, CENT].map((costBasis) =>
      fee({ proceeds: CENT / 3n, costBasis }),
    );
    expect(gatherFees(costs, 'cents')).toMatchObject([{ proceeds: 0n, costBasis: 2n * CENT, count: 3 }]);
    expect(gatherFees(costs, 'dollars')).toMatchObject([{ proceeds: 0n, costBasis: 0n }]);
    const washed = fee({ proceeds: 0n, costBasis: CENT, washSaleDisallowed: CENT });
    expect(gatherFees([washed, washed], 'cents')).toMatchObject([{ washSaleDisallowed: 2n * CENT }]);
  });

  it('keep their term: VARIOUS never mixes short and long', () => {
    const rows = gatherFees(
      [fee({}), fee({ isLongTerm: true, box: 'L' }), fee({ acquiredOn: 19_001 })],
      'cents',
    );
    expect(rows.map(({ box, isLongTerm, count }) => [box, isLongTerm, count])).toEqual([
      ['I', false, 2],
      ['L', true, 1],
    ]);
  });
});

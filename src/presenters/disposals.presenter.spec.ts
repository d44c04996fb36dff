import { coinOf, FIFO, purchaseOf, saleOf } from '../../test/support/engine-events';
import { replay, type LedgerEvent } from '../domain/engine';
import { toDisposal } from './disposals.presenter';

const COIN = coinOf('A', 0);
const BOUGHT = Date.UTC(2024, 0, 1);
const SOLD = Date.UTC(2024, 1, 1);

it('names the flags of a disposal as the API does', () => {
  const sale: LedgerEvent = {
    ...saleOf('3', 's', SOLD, 1n, COIN),
    flags: ['classification_uncertain', 'unmatched'],
  };
  const { disposals } = replay([purchaseOf('2', 'b', BOUGHT, 1n, COIN), sale], FIFO);
  expect(disposals.map((disposal) => toDisposal(disposal, new Map()).flags)).toEqual([
    ['uncertain', 'unmatched'],
  ]);
});

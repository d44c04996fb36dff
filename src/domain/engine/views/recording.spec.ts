import { coinOf, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { recordingDisposals, replay } from '../index';

const COIN = coinOf('COIN', 0);
const SALES = 9_000;

const ledger = () =>
  replay(
    Array.from({ length: SALES }, (_, i) => [
      purchaseOf('1', `b${i}`, 2 * i, 1n, COIN),
      saleOf('2', `s${i}`, 2 * i + 1, 1n, COIN),
    ]).flat(),
    FIFO,
  );

describe('disposals whose records are made in slices', () => {
  it('are those of one read, and the loop is left between', () => {
    const work = recordingDisposals(ledger());
    let slices = 0;
    let last = work.next();
    for (; !last.done; last = work.next()) slices++;
    expect(slices).toBeGreaterThan(3);
    expect(last.value.map(({ id }) => id)).toEqual(ledger().disposals.map(({ id }) => id));
  });

  it('are made once, also when another reader makes the rest meanwhile', () => {
    const read = ledger();
    const work = recordingDisposals(read);
    work.next();
    expect(read.disposals).toHaveLength(SALES);
    while (!work.next().done) continue;
    expect(read.disposals).toHaveLength(SALES);
  });
});

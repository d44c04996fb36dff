import { coinOf } from '../../../test/support/engine-events';
import { finished } from '../kernel/slices';
import { sameTransactions } from './same-transaction';
import { searching, type Found } from './search';
import type { TransferLeg } from './transfer-leg';

const search = (...given: Parameters<typeof searching>): Found => finished(searching(...given));

const COIN = coinOf('COIN', 8);
const START = Date.UTC(2025, 0, 1);
const SECOND = 1_000;

const leg = (direction: 'in' | 'out', index: number, account: string, at = START): TransferLeg => ({
  id: `${account} ${direction} ${index}`,
  transactionId: `${account} ${direction} ${index}`,
  direction,
  source: { kind: 'exchange', id: account },
  asset: COIN,
  quantity: 100n,
  fee: 0n,
  at,
  txHash: 'one hash',
  address: null,
  counterparty: null,
});
const many = (direction: 'in' | 'out', account: string, count: number): TransferLeg[] =>
  Array.from({ length: count }, (_, i) => leg(direction, i, account, START + i * SECOND));

/** What equal rows of a file may cost. A pair for each of two rows would be 16 million. */
describe('equal ends of transfers', () => {
  const [outs, arrivals] = [many('out', 'a', 4_000), many('in', 'b', 4_000)];

  it('are each paired with the nearest ones', () => {
    const { pairs: found, crowded } = search(outs, arrivals, 0);
    expect(found.length).toBeLessThanOrEqual(50_000);
    expect(crowded.size).toBe(arrivals.length);
    const last = found.filter(({ out }) => out.id === 'a out 3999').map(({ in: into }) => into.id);
    expect(last).toContain('b in 3999');
  });

  it('of one place are not compared', () => {
    expect(search(outs, many('in', 'a', 4_000), 0).pairs).toEqual([]);
  });

  it('find the one that is in another place', () => {
    const { pairs } = search(outs.slice(0, 1), [...many('in', 'a', 4_000), leg('in', 0, 'b')], 0);
    expect(pairs.map(({ in: into }) => into.id)).toEqual(['b in 0']);
  });

  it('with one hash for all rows are not one transaction', () => {
    expect(sameTransactions([...outs, ...arrivals])).toEqual([]);
    expect(sameTransactions([...outs.slice(0, 2), ...arrivals.slice(0, 2)])).toHaveLength(4);
  });
});

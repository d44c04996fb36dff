import { unmatchedTransfers, type WalletTransaction } from '../../src/domain/chain';
import { asset, move, tx } from './chain-story';
import { ME, ROUTER, STRANGER } from './parties';
import { holdings, readStory } from './read-story';

const ACROSS = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
const free = { feeWei: null } as const;
const HOUR = 3_600_000;
const start = Date.UTC(2024, 0, 1);
const onBase = { chain: 'base' } as const;
const bought = () =>
  tx([move('-2000 USDC', ROUTER), move('+3 ETH', ROUTER)], { ...free, at: start, method: 'swap' });
const out = (amount: string) =>
  tx([move(`-${amount} ETH`, ACROSS)], { ...free, at: start + 1, to: ACROSS, method: 'depositV3' });
const arrival = (amount: string, hours: number) =>
  tx([move(`+${amount} ETH`, STRANGER)], {
    ...{ ...free, ...onBase, at: start + hours * HOUR, from: STRANGER, to: ME },
  });
const listOf = (txs: Parameters<typeof readStory>[0]) => {
  const { listed, count } = unmatchedTransfers(readStory(txs).told, ME, 500);
  expect(listed).toHaveLength(count);
  return listed.map(({ tx: { chain }, leg, candidates }) => [
    `${chain} ${leg.direction} ${leg.quantity / 10n ** 16n}`,
    candidates.map((candidate) => `${candidate.tx.chain} ${candidate.leg.quantity / 10n ** 16n}`),
  ]);
};

describe('a leg over a bridge without its other end', () => {
  it('is held, and listed with the arrivals that may be it', () => {
    const story = [bought(), out('2'), arrival('1.7', 30), arrival('0.5', 2)];
    expect(readStory(story).ledger.disposals.map(({ type }) => type)).toEqual(['swap']);
    expect(holdings(readStory(story).ledger)).toContain('2 ETH 1333.333333333333333333 >Across');
    expect(listOf(story)).toEqual([
      ['ethereum out 200', ['base 170']],
      ['base in 50', []],
      ['base in 170', ['ethereum 200']],
    ]);
  });

  it('is not listed when it has its other end', () => {
    expect(listOf([bought(), out('2'), arrival('1.99', 1)])).toEqual([]);
  });

  it('lists the nearest five first', () => {
    const later = [1, 2, 3, 4, 5, 6].map((n) => arrival(`1.8${n}`, 100 - n));
    expect(listOf([bought(), out('2'), ...later])[0]?.[1]).toEqual([
      'base 186',
      'base 185',
      'base 184',
      'base 183',
      'base 182',
    ]);
  });
});

it('compares each with a bounded number of others', () => {
  let compared = 0;
  const counted = (transaction: WalletTransaction): WalletTransaction => ({
    ...transaction,
    get chain() {
      compared++;
      return transaction.chain;
    },
  });
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => [
      tx([move('-1 ETH', STRANGER)], { ...free, at: start + i * 1_000 }),
      tx([move('+1 ETH', STRANGER)], { ...free, at: start + i * 1_000 + 500, from: STRANGER, to: ME }),
    ]).flat();
  const work = (count: number): number => {
    const history = readStory([bought(), ...many(count)]).told.map(counted);
    compared = 0;
    unmatchedTransfers(history, ME, 20);
    return compared;
  };
  // Each of the history's transactions is looked at a few times, those that are listed at 500 others at most.
  expect(work(2_000) - work(500)).toBeLessThan(20 * 1_500);
});

it('lists transfers to and from strangers', () => {
  const story = [
    bought(),
    tx([move('-1 ETH', STRANGER)], { ...free, at: start + 1 }),
    tx([move('+5 USDC', STRANGER)], { ...free, at: start + 2, from: STRANGER, to: asset('USDC').contract }),
  ];
  expect(listOf(story).map(([leg]) => leg)).toEqual(['ethereum out 100', 'ethereum in 0']);
});

it('lists what is shown, and counts all: the limit is of what is shown', () => {
  const story = [bought(), out('2'), arrival('1.7', 30), arrival('0.5', 2)];
  const { told } = readStory(story);
  const late = unmatchedTransfers(told, ME, 1, ({ at }) => at > start + 20 * HOUR);
  expect(late.listed.map(({ tx: { at }, candidates }) => [(at - start) / HOUR, candidates])).toEqual([
    [30, []],
  ]);
  expect([late.count, late.isCut, unmatchedTransfers(told, ME, 2).isCut]).toEqual([3, false, true]);
});

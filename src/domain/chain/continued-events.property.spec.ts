import fc from 'fast-check';
import { asset, move, tx } from '../../../test/chain/chain-story';
import { FLOW_STORIES } from '../../../test/chain/flow-stories';
import { ME, POOL, SAVINGS, STRANGER, ZERO } from '../../../test/chain/parties';
import { POLICIES } from '../../../test/chain/policies';
import { compareEvents, type LedgerEvent } from '../engine';
import { isSame } from '../kernel/same';
import { finished } from '../kernel/slices';
import { classifyHistory } from './classify/classify';
import { writingEventsOn, type WrittenHistory } from './events/continued-events';
import { ledgerEvents, type LedgerPolicies } from './events/ledger-events';
import type { ChainTransaction } from './facts/chain-transaction';
import type { WalletTransaction } from './facts/wallet-transaction';
import { valueTransactions } from './pricing/value';

const owned = new Set([ME, SAVINGS]);
const policies: LedgerPolicies = { ...POLICIES, owned };
const ACROSS = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5';

const read = (txs: readonly ChainTransaction[], wallet = ME): WalletTransaction[] =>
  valueTransactions(classifyHistory(txs, { wallet, owned }), (_, at) => ({
    ...{ usd: String(1 + (at % 997)), at, source: 'market' },
  }));
/** Without anything that is kept from an earlier writing. */
const anew = (txs: readonly WalletTransaction[]): WalletTransaction[] => txs.map((one) => ({ ...one }));
const whole = (txs: readonly WalletTransaction[], by = policies): LedgerEvent[] =>
  ledgerEvents(anew(txs), by).sort(compareEvents);

/** Writes the events of one state of a history after the other. */
class Writer {
  written: WrittenHistory | null = null;
  events: LedgerEvent[] = [];
  /** How many events were not written again. */
  kept = 0;

  next(txs: readonly WalletTransaction[], by = policies): boolean {
    const { events, isWhole, written } = finished(writingEventsOn(txs, by, this.written));
    if (!isWhole) this.kept += this.events.length;
    this.events = (isWhole ? events : [...this.events, ...events]).sort(compareEvents);
    this.written = written;
    return isWhole;
  }
}

const PLAIN = ['-1 ETH', '+1 ETH', '-2 USDC', '+2 USDC', '+1 WETH'].flatMap((amount) => [
  tx([move(amount, POOL)], { from: amount.startsWith('-') ? ME : POOL }),
  tx([move(amount, SAVINGS)], { from: amount.startsWith('-') ? ME : SAVINGS }),
]);
const VAULT = asset('yvFOO', 'ethereum', 'FOO yVault');
/** Receipts that are minted to the other wallet, units that its history shows as unasked for, and a return. */
function jointDeposits(): [paid: ChainTransaction[], got: ChainTransaction[]] {
  const paid = [
    tx([move('-3 FOO', POOL)], { to: POOL, method: 'deposit' }),
    tx([move('-1 ETH', POOL)], { to: POOL, method: 'swap' }),
    tx([move('-2 ETH', POOL)], { to: POOL, method: 'swap' }),
    tx([move('-3 yvFOO', ZERO, 'token', VAULT)], { to: POOL, method: 'withdraw' }),
    tx([move('-0.1 ETH', POOL)], { to: POOL, method: 'claim' }),
  ];
  const got = [
    [move('+2 yvFOO', ZERO, 'token', VAULT)],
    [move('+7 UNI', ZERO)],
    [move('+7 FROG', POOL)],
    [move('+3 FOO', POOL)],
    [move('+5 UNI', ZERO)],
  ].map((steps, i) => {
    const { hash, at, block, txIndex } = paid[i] as ChainTransaction;
    return { ...tx(steps, { wallet: SAVINGS, from: null, to: null }), hash, at, block, txIndex };
  });
  return [paid, got];
}

/** Swaps with another receiver, transfers between the wallets, payments over a bridge, stories of all protocols. */
const [FEW, MANY] = (() => {
  const paid = [1, 2, 3].map((n) => tx([move(`-${n} ETH`, POOL)], { to: POOL, method: 'swap' }));
  const moved = [1, 2].map((n) => tx([move(`-${n} ETH`, SAVINGS)]));
  const sent = [1, 2].map((n) => tx([move(`-${n} ETH`, ACROSS)], { to: ACROSS, method: 'deposit' }));
  const arrived = sent.map(({ at, movements: [first] }) =>
    tx([move(`+${(first?.quantity ?? 0n) / 10n ** 18n} ETH`, STRANGER, undefined, asset('ETH', 'base'))], {
      ...{ chain: 'base', from: STRANGER, at: at + 60_000 },
    }),
  );
  const got = paid.map((one, i) => ({
    ...tx([move(`+${2000 * (i + 1)} USDC`, POOL)], { wallet: SAVINGS, from: ME }),
    ...{ hash: one.hash, at: one.at, block: one.block, txIndex: one.txIndex },
  }));
  const seen = moved.map((one) => ({ ...one, wallet: SAVINGS, fee: null }));
  const stories = FLOW_STORIES.flatMap(({ txs }) => txs);
  const [deposits, receipts] = jointDeposits();
  const few = [...PLAIN, ...paid, ...moved, ...sent, ...arrived, ...deposits];
  const others = read([...got, ...seen, ...receipts], SAVINGS);
  return [
    [...read(few), ...others],
    [...read([...few, ...stories]), ...others],
  ] as const;
})();

it('the events of a history are the same whatever was written before and wherever the rest comes', () => {
  let kept = 0;
  const statesOf = (pool: readonly WalletTransaction[]) =>
    fc.tuple(
      fc.constant(pool),
      fc.array(fc.tuple(fc.subarray([...pool]), fc.boolean(), fc.nat(40)), { minLength: 2, maxLength: 5 }),
    );
  const states = fc.oneof({ weight: 4, arbitrary: statesOf(FEW) }, { weight: 1, arbitrary: statesOf(MANY) });
  const settings = fc.constantFrom(policies, { ...policies, depositPolicy: 'mixed' as const });
  fc.assert(
    fc.property(states, settings, ([pool, parts], by) => {
      const writer = new Writer();
      let known: WalletTransaction[] = [];
      for (const [part, isLess, changed] of parts) {
        const all = new Set(isLess ? part : [...known, ...part]);
        known = pool.filter((one) => all.has(one));
        // As if it were read again, and with one other value now and then.
        const again = known.map((one, i) =>
          i === changed && one.fee
            ? { ...one, fee: { ...one.fee, valueUsd: 5n } }
            : i % 3 === 0
              ? { ...one }
              : one,
        );
        writer.next(again, by);
        if (!isSame(writer.events, whole(again, by))) expect(writer.events).toEqual(whole(again, by));
      }
      kept += writer.kept;
    }),
    { numRuns: 150 },
  );
  expect(kept).toBeGreaterThan(100);
});

it('one new transaction after another, and those that come late, are written alone', () => {
  const writer = new Writer();
  const all = read(PLAIN);
  const wholes = all.map((_, i) =>
    writer.next(all.filter((__, place) => place === 4 || place <= i - 2 || place % 2 === i % 2)),
  );
  expect(wholes[0]).toBe(true);
  const appended = new Writer();
  const results = [6, 8, 10].map((end) => appended.next(all.slice(0, end)));
  const late = new Writer();
  results.push(late.next([...all.slice(0, 2), ...all.slice(4)]), late.next(all));
  expect(results).toEqual([true, false, false, true, false]);
  expect([appended.events, late.events]).toEqual([whole(all), whole(all)]);
});

const growing = (amount: string): ChainTransaction =>
  tx([move(amount, POOL)], { from: amount.startsWith('-') ? ME : POOL });
const loanOf = (amount: string, method: string, wallet = ME): ChainTransaction =>
  tx([move(amount, POOL)], { to: POOL, method, wallet });

/** What the events of the first transactions depend on among the later ones. */
const STORIES: Record<
  string,
  () => { first: WalletTransaction[]; then: WalletTransaction[]; by?: LedgerPolicies }
> = {
  'the other half of a trade': () => {
    const paid = tx([move('-1 ETH', POOL)], { to: POOL, method: 'swap' });
    const got = {
      ...tx([move('+2000 USDC', POOL)], { wallet: SAVINGS, from: ME }),
      ...{ hash: paid.hash, at: paid.at, block: paid.block },
    };
    return { first: read([paid]), then: read([got], SAVINGS) };
  },
  'the receipt of a deposit': () => {
    const [[paid], [got]] = jointDeposits();
    if (!paid || !got) throw new Error('two transactions');
    return { first: read([paid]), then: read([got], SAVINGS), by: { ...policies, depositPolicy: 'mixed' } };
  },
  'the arrival of what left over a bridge': () => {
    const sent = tx([move('-1 ETH', ACROSS)], { to: ACROSS, method: 'deposit' });
    const arrived = tx([move('+1 ETH', STRANGER, undefined, asset('ETH', 'base'))], {
      ...{ chain: 'base', from: STRANGER },
    });
    const [out, into] = read([sent, arrived]);
    return { first: [out].flatMap((one) => one ?? []), then: [into].flatMap((one) => one ?? []) };
  },
  'the payment over a bridge of an arrival': () => {
    const arrived = tx([move('+1 ETH', STRANGER, undefined, asset('ETH', 'base'))], {
      ...{ chain: 'base', from: STRANGER },
    });
    const sent = tx([move('-1 ETH', ACROSS)], { to: ACROSS, method: 'deposit', at: arrived.at - 1 });
    const [out, into] = read([sent, arrived]);
    return { first: [into].flatMap((one) => one ?? []), then: [out].flatMap((one) => one ?? []) };
  },
  'the growth that a spend shows': () => {
    const [bought, sold] = read([growing('+1 stETH'), growing('-1.01 stETH')]);
    return { first: [bought].flatMap((one) => one ?? []), then: [sold].flatMap((one) => one ?? []) };
  },
  'a loan that was taken before': () => {
    const [early, late] = [tx([move('+2 DAI', POOL)]), tx([move('-1 DAI', POOL)])];
    const [borrowed, paid] = read([early, late]);
    if (!borrowed || !paid) throw new Error('two transactions');
    const again: WalletTransaction = { ...paid, type: 'repay' };
    return { first: [again], then: [{ ...borrowed, type: 'borrow' }] };
  },
};

it.each(Object.entries(STORIES))('later transactions bring %s', (_, story) => {
  const { first, then, by = policies } = story();
  const writer = new Writer();
  writer.next(first, by);
  const alone = writer.events;
  const all = [...first, ...then].sort((a, b) => a.at - b.at);
  // Otherwise the story shows nothing.
  expect(whole(all, by)).not.toEqual([...alone, ...whole(then, by)].sort(compareEvents));
  expect(writer.next(all, by)).toBe(true);
  expect(writer.events).toEqual(whole(all, by));
});

it('a loan is settled by a later payment, and no payment is written again', () => {
  const [borrowed, paid] = read([loanOf('+2 DAI', 'borrow'), loanOf('-1 DAI', 'repay')]);
  if (!borrowed || !paid) throw new Error('two transactions');
  const all: WalletTransaction[] = [
    { ...borrowed, type: 'borrow' },
    { ...paid, type: 'repay' },
  ];
  const writer = new Writer();
  expect([writer.next(all.slice(0, 1)), writer.next(all)]).toEqual([true, false]);
  expect(writer.events).toEqual(whole(all));
});

it('a loan of one wallet is settled by a later payment of another, as in the whole history', () => {
  const [borrowed] = read([loanOf('+2 DAI', 'borrow')]);
  const [paid] = read([loanOf('-1 DAI', 'repay', SAVINGS)], SAVINGS);
  const [rest] = read([loanOf('-1 DAI', 'repay')]);
  if (!borrowed || !paid || !rest) throw new Error('three transactions');
  const all: WalletTransaction[] = [
    { ...borrowed, type: 'borrow' },
    ...[paid, rest].map((one): WalletTransaction => ({ ...one, type: 'repay' })),
  ];
  const writer = new Writer();
  expect([1, 2, 3].map((end) => writer.next(all.slice(0, end)))).toEqual([true, false, false]);
  expect(writer.events).toEqual(whole(all));
  const half = (borrowed.legs[0]?.valueUsd ?? 0n) / 2n;
  expect(writer.events.map((event) => (event.kind === 'dispose' ? event.proceeds : null))).toEqual(
    expect.arrayContaining([half, half]),
  );
});

it('a pair of the owner is written with the whole history', () => {
  const [out, into] = read([
    tx([move('-1 ETH', STRANGER)]),
    tx([move('+1 ETH', STRANGER)], { from: STRANGER }),
  ]);
  if (!out || !into) throw new Error('two transactions');
  const paired = (one: WalletTransaction): WalletTransaction => ({
    ...one,
    type: 'internal_transfer',
    legs: one.legs.map((leg) => ({ ...leg, pair: 'match' })),
  });
  const all = [paired(out), paired(into)];
  const writer = new Writer();
  expect([writer.next(all.slice(0, 1)), writer.next(all)]).toEqual([true, true]);
  expect(writer.events).toEqual(whole(all));
});

it('transactions of other assets are added to a history with a token that grows', () => {
  const all = read([growing('+1 stETH'), growing('-1.01 stETH'), ...PLAIN]).sort((a, b) => a.at - b.at);
  const isPlain = ({ legs }: WalletTransaction): boolean =>
    legs.every(({ asset: { symbol } }) => symbol !== 'stETH');
  const writer = new Writer();
  writer.next(all.filter((one, i) => i % 2 === 0 || !isPlain(one)));
  expect(writer.next(all)).toBe(false);
  expect(writer.events).toEqual(whole(all));
});

it.each<[string, Partial<LedgerPolicies>]>([
  ['gas', { gasPolicy: 'capitalize' }],
  ['wraps', { wrapPolicy: 'taxable' }],
  ['deposits', { depositPolicy: 'carry' }],
  ['wallets', { owned: new Set([ME]) }],
  ['as many wallets', { owned: new Set([ME, STRANGER]) }],
])('other %s are written anew', (_, other) => {
  const writer = new Writer();
  const all = read(PLAIN);
  writer.next(all);
  expect(writer.next(all, { ...policies, ...other })).toBe(true);
});

it('an observed balance is read with the whole history', () => {
  const writer = new Writer();
  const all = read([growing('+1 stETH')]);
  const seen = {
    ...{ wallet: ME, asset: asset('stETH'), at: Date.UTC(2024, 6, 1) },
    quantity: 101n * 10n ** 16n,
    price: null,
  };
  const by: LedgerPolicies = { ...policies, observations: [seen] };
  writer.next(all);
  writer.next(all, by);
  expect(writer.events).toEqual(whole(all, by));
  writer.next(all);
  expect(writer.events).toEqual(whole(all));
});

import fc from 'fast-check';
import { asset, move, tx, type Step } from '../../../test/chain/chain-story';
import { FLOW_STORIES } from '../../../test/chain/flow-stories';
import { ME, POOL, ROUTER, SAVINGS, STRANGER, ZERO } from '../../../test/chain/parties';
import { POLICIES } from '../../../test/chain/policies';
import { finished } from '../kernel/slices';
import { classifyHistory, classifyingOn, type Classification } from './classify/classify';
import { ledgerEvents, type LedgerPolicies } from './events/ledger-events';
import type { ChainTransaction } from './facts/chain-transaction';
import { valueTransactions } from './pricing/value';

const owned = new Set([ME, SAVINGS]);
const context = { wallet: ME, owned };
const ACROSS = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
const WETH = asset('WETH').contract ?? '';
const COW = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';

const MANAGER = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const SHARE = { ...asset('POS#77'), id: `ethereum:${MANAGER}#77`, contract: MANAGER, decimals: 18 };
const MINT = { id: '0x88316456' };
const DECREASE = { id: '0x0c49ccbe', tokenId: '77', liquidity: 500n };
const COLLECT = { id: '0xfc6f7865', tokenId: '77' };
const position = (steps: readonly Step[], call: typeof MINT): ChainTransaction =>
  tx(steps, { to: MANAGER, method: call.id, calls: [{ to: null, ...call }] });

/** Later ones of these change how earlier ones are read: spam, orders, deposits that come back, known counterparties. */
const CHANGING = fc.array(
  fc
    .record({
      symbol: fc.constantFrom('ETH', 'WETH', 'USDC', 'FROG', 'TOAD', 'visit-x.com'),
      chain: fc.constantFrom('ethereum' as const, 'base' as const),
      other: fc.constantFrom(POOL, ROUTER, SAVINGS, STRANGER, COW, `0x555${'0'.repeat(33)}5555`),
      sign: fc.constantFrom('-', '+'),
      amount: fc.integer({ min: 1, max: 3 }),
      isOwn: fc.boolean(),
      method: fc.constantFrom('deposit', 'withdraw', 'transfer', 'swap', 'claim'),
    })
    .map(({ symbol, chain, other, sign, amount, isOwn, method }) =>
      tx([move(`${sign}${amount} ${symbol}`, other, undefined, asset(symbol, chain))], {
        chain,
        method,
        to: other,
        from: isOwn ? ME : other,
      }),
    ),
  { maxLength: 12 },
);
const FLOWING = fc.subarray(FLOW_STORIES.flatMap(({ txs }) => txs));
const histories = fc.tuple(CHANGING, FLOWING).map((parts) => parts.flat().toSorted((a, b) => a.at - b.at));

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });

/** Classifies the history in parts. @returns how many transactions were taken over, and what is known at each cut */
function inParts(history: readonly ChainTransaction[], shares: readonly number[]) {
  let before: Classification | null = null;
  const ends = [...shares.toSorted((a, b) => a - b), 1].map((share) => Math.round(share * history.length));
  let taken = 0;
  for (const end of ends) {
    const known: Classification | null = before;
    const transactions: Classification['transactions'] = known?.transactions ?? [];
    before = finished(classifyingOn(history.slice(0, end), context, known));
    expect(before.transactions).toEqual(classifyHistory(history.slice(0, end), context));
    const first = before.transactions[0];
    if (first !== undefined && first === transactions[0]) taken += transactions.length;
  }
  return taken;
}

it('a history is classified in parts as it is at once, whatever the later parts change', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(histories, CHANGING), cuts, (history, shares) => {
      taken += inParts(history, shares);
    }),
    // 87 to 564 of them are continued, by the seed.
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(30);
});

it('the events of a history are the same whatever part of it was written before', () => {
  const policies = fc.constantFrom<LedgerPolicies>(
    { ...POLICIES, owned },
    { ...POLICIES, owned, gasPolicy: 'capitalize', depositPolicy: 'taxable', wrapPolicy: 'taxable' },
  );
  const parts = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), policies), { minLength: 2 });
  fc.assert(
    fc.property(histories, parts, (history, written) => {
      const valued = valueTransactions(classifyHistory(history, context), (_, at) => ({
        ...{ usd: String(1 + (at % 997)), at, source: 'market' },
      }));
      for (const [share, chosen] of written) {
        const part = valued.slice(0, Math.round(share * valued.length));
        const anew = part.map((one) => ({ ...one }));
        expect(ledgerEvents(part, chosen)).toEqual(ledgerEvents(anew, chosen));
      }
    }),
    { numRuns: 150 },
  );
});

it('a wrap is written again under another policy', () => {
  const wrapped = tx([move('-1 ETH', WETH), move('+1 WETH', WETH)], { to: WETH, method: 'deposit' });
  const [wrap] = valueTransactions(classifyHistory([wrapped], context), () => null);
  if (!wrap) throw new Error('one transaction');
  const kindsBy = (wrapPolicy: LedgerPolicies['wrapPolicy']) =>
    ledgerEvents([wrap], { ...POLICIES, owned, wrapPolicy }).map(({ kind }) => kind);
  expect([kindsBy('carry'), kindsBy('taxable')].map((kinds) => kinds.includes('move'))).toEqual([
    true,
    false,
  ]);
});

it('an arrival is written again when the transfer over a bridge is known that it ends', () => {
  const arrived = tx([move('+1 ETH', STRANGER, undefined, asset('ETH', 'base'))], {
    chain: 'base',
    from: STRANGER,
  });
  const sent = tx([move('-1 ETH', ACROSS)], { to: ACROSS, method: 'deposit', at: arrived.at - 60_000 });
  const [out, into] = valueTransactions(classifyHistory([sent, arrived], context), () => null);
  if (!out || !into) throw new Error('two transactions');
  const policies = { ...POLICIES, owned };
  expect(ledgerEvents([into], policies).map(({ kind }) => kind)).toEqual(['acquire']);
  expect(ledgerEvents([out, into], policies)).toEqual(ledgerEvents([{ ...out }, { ...into }], policies));
  expect(ledgerEvents([out, into], policies).map(({ kind }) => kind)).toContain('move');
});

/** Each by what later transactions change of the first ones. */
const STORIES: Record<string, { first: ChainTransaction[]; later: ChainTransaction[] }> = {
  'what an order gave for its first payment': {
    first: [
      tx([move('-10 UNI', COW)], { to: COW, method: 'createOrder' }),
      tx([move('+1 WETH', COW)], { from: null, to: null }),
    ],
    later: [tx([move('+1 WETH', COW)], { from: null, to: null })],
  },
  'the part of a position that a decrease took out': {
    first: [
      position([move('-1 WETH', POOL), move('-2000 USDC', POOL), move('+1 POS', ZERO, 'nft', SHARE)], MINT),
      position([], DECREASE),
      position([move('+1 WETH', POOL), move('+1700 USDC', POOL)], COLLECT),
    ],
    later: [position([], DECREASE), position([move('+0.8 WETH', POOL), move('+1 USDC', POOL)], COLLECT)],
  },
  'a payment that was a deposit': {
    first: [tx([move('-5 ETH', POOL)], { to: POOL, method: 'poke' })],
    later: [tx([move('+5 ETH', POOL)], { to: POOL, method: 'peek' })],
  },
  'an arrival from nowhere that was expected': {
    first: [
      tx([move('-1 FOO', STRANGER, undefined, asset('FOO', 'base'))], { chain: 'base' }),
      tx([move('+3 FOO', ZERO, undefined, asset('FOO', 'base'))], { chain: 'base', from: STRANGER }),
    ],
    later: [tx([move('-3 FOO', STRANGER)])],
  },
  'a token that looked like spam': {
    first: [tx([move('+3 FROG', STRANGER)], { from: STRANGER })],
    later: [tx([move('-3 FROG', POOL)], { method: 'swap' })],
  },
  'the kind of spam': {
    first: [tx([move('+3 TOAD', STRANGER)], { from: STRANGER })],
    later: [tx([move('+3 TOAD', STRANGER)], { from: STRANGER, flags: ['provider_spam'] })],
  },
};

it.each(Object.entries(STORIES))('a later part changes %s', (_, { first, later }) => {
  const before = finished(classifyingOn(first, context, null));
  const alone = classifyHistory(first, context);
  const whole = classifyHistory([...first, ...later], context);
  expect(whole.slice(0, first.length)).not.toEqual(alone);
  const { transactions } = finished(classifyingOn([...first, ...later], context, before));
  expect(transactions).toEqual(whole);
});

it('a transaction that arrives late is read with all others', () => {
  const history = [1, 2, 3].map((amount) => tx([move(`+${amount} ETH`, POOL)]));
  const known = history.filter((_, i) => i !== 1);
  const before = finished(classifyingOn(known, context, null));
  const { transactions } = finished(classifyingOn(history, context, before));
  expect(transactions).toEqual(classifyHistory(history, context));
});

import fc from 'fast-check';
import { absorb, NOTHING_KNOWN, type PaymentFact, type PaymentFacts } from './payment';
import { formState, stateOf } from './payment-state';
import { anyOrder } from '../../../test/support/any-order';

const PRICE = 4_900;
const AMOUNT = { cents: PRICE, currency: 'usd' };
type Event = readonly [fact: PaymentFact, at: number];

const after = (...events: Event[]): PaymentFacts =>
  events.reduce((facts, [fact, at]) => absorb(facts, fact, at, PRICE), NOTHING_KNOWN);
const state = (...events: Event[]): string => stateOf(after(...events), PRICE);

const completed = (isPaid: boolean, at = 1, amount: typeof AMOUNT | null = AMOUNT): Event => [
  { kind: 'completed', isPaid, amount },
  at,
];
const refunded = (cents: number, at: number): Event => [{ kind: 'refunded', cents }, at];
const dispute = (stage: 'inquiry' | 'open' | 'won' | 'lost', at: number, disputeId = 'd'): Event => [
  { kind: 'disputed', disputeId, stage },
  at,
];
const PAID: Event = [{ kind: 'paid', amount: AMOUNT }, 2];
const FAILED: Event = [{ kind: 'failed' }, 3];

describe('a payment', () => {
  it.each<[string, string, Event[]]>([
    ['nothing known', 'open', []],
    ['the form ran out', 'expired', [[{ kind: 'expired' }, 1]]],
    ['paid at once', 'paid', [completed(true)]],
    ['the form completed in its last second', 'paid', [[{ kind: 'expired' }, 2], completed(true)]],
    ['money under way', 'processing', [completed(false)]],
    ['money that came', 'paid', [completed(false), PAID]],
    ['money that did not come', 'failed', [completed(false), FAILED]],
    ['said to have come, then to have failed', 'failed', [completed(false), PAID, FAILED]],
    ['failed, and paid after all', 'paid', [[{ kind: 'failed' }, 1], PAID]],
    ['both within a second', 'paid', [PAID, [{ kind: 'failed' }, 2]]],
    ['all given back', 'refunded', [completed(true), refunded(PRICE, 2)]],
    ['a part given back', 'paid', [completed(true), refunded(PRICE - 1, 2)]],
    ['given back in two parts', 'refunded', [completed(true), refunded(900, 2), refunded(PRICE, 3)]],
    [
      'a refund that failed',
      'paid',
      [completed(true), refunded(PRICE, 2), [{ kind: 'refund_failed', refundId: 'r', cents: PRICE }, 9]],
    ],
    [
      'a refund that failed, and one that did not',
      'refunded',
      [
        completed(true),
        refunded(PRICE, 2),
        [{ kind: 'refund_failed', refundId: 'r', cents: PRICE }, 9],
        refunded(PRICE, 10),
      ],
    ],
    ['disputed', 'disputed', [completed(true), dispute('open', 2)]],
    ['a dispute that was lost', 'disputed', [completed(true), dispute('open', 2), dispute('lost', 3)]],
    ['a dispute that was won', 'paid', [completed(true), dispute('open', 2), dispute('won', 3)]],
    ['a question of the bank', 'paid', [completed(true), dispute('inquiry', 2)]],
    [
      'a question that became a dispute',
      'disputed',
      [completed(true), dispute('inquiry', 2), dispute('open', 3)],
    ],
    ['two disputes, one won', 'disputed', [completed(true), dispute('won', 2, 'a'), dispute('open', 2, 'b')]],
    ['too little', 'mismatched', [completed(true, 1, { cents: PRICE - 1, currency: 'usd' })]],
    ['too much', 'mismatched', [completed(true, 1, { cents: PRICE + 1, currency: 'usd' })]],
    ['another currency', 'mismatched', [completed(true, 1, { cents: PRICE, currency: 'eur' })]],
    ['the currency in capitals', 'paid', [completed(true, 1, { cents: PRICE, currency: 'USD' })]],
    ['an amount that is not given', 'paid', [completed(true, 1, null)]],
    ['a refund before anything else', 'open', [refunded(PRICE, 2)]],
  ])('%s: %s', (_name, expected, events) => {
    expect(state(...events)).toBe(expected);
    expect(state(...events.toReversed())).toBe(expected);
  });

  it.each<[string, Event[]]>([
    ['open', []],
    ['expired', [[{ kind: 'expired' }, 1]]],
    ['complete', [completed(false)]],
    ['complete', [completed(true)]],
    ['complete', [FAILED]],
    ['open', [refunded(PRICE, 1)]],
  ])('shows the customer a form that is %s', (expected, events) => {
    expect(formState(after(...events))).toBe(expected);
  });
});

const fact = fc.oneof<fc.Arbitrary<PaymentFact>[]>(
  fc.record({
    kind: fc.constant('completed' as const),
    isPaid: fc.boolean(),
    amount: fc.constantFrom(AMOUNT, null, { cents: 1, currency: 'usd' }),
  }),
  fc.record({ kind: fc.constant('paid' as const), amount: fc.constantFrom(AMOUNT, null) }),
  fc.constant({ kind: 'failed' as const }),
  fc.constant({ kind: 'expired' as const }),
  fc.record({ kind: fc.constant('refunded' as const), cents: fc.constantFrom(0, 900, PRICE) }),
  fc.record({
    kind: fc.constant('refund_failed' as const),
    refundId: fc.constantFrom('r1', 'r2'),
    cents: fc.constantFrom(900, PRICE),
  }),
  fc.record({
    kind: fc.constant('disputed' as const),
    disputeId: fc.constantFrom('d1', 'd2'),
    stage: fc.constantFrom('inquiry' as const, 'open' as const, 'won' as const, 'lost' as const),
  }),
);
/** Few moments, so that many fall together. */
const events = fc.array(fc.tuple(fact, fc.integer({ min: 1, max: 4 })), { maxLength: 9 });

it('is the same in any order and with any repetition of facts', () => {
  fc.assert(
    fc.property(
      anyOrder(events).chain((pair) => fc.tuple(fc.constant(pair), fc.shuffledSubarray(pair[0]))),
      ([[list, shuffled], again]) => {
        const expected = JSON.stringify(after(...list));
        expect(JSON.stringify(after(...shuffled))).toBe(expected);
        expect(JSON.stringify(after(...shuffled, ...again))).toBe(expected);
        expect(JSON.stringify(after(...again, ...shuffled))).toBe(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('ends refunded in all 24 orders of the four facts', () => {
  const four: Event[] = [completed(false), PAID, FAILED, refunded(PRICE, 4)];
  const late: Event[] = [completed(false), FAILED, [{ kind: 'paid', amount: AMOUNT }, 4], refunded(PRICE, 5)];
  const states = (list: Event[]) => new Set(permutations(list).map((order) => state(...order)));
  expect(permutations(four)).toHaveLength(24);
  expect(states(four)).toEqual(new Set(['failed']));
  expect(states(late)).toEqual(new Set(['refunded']));
});

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((head, i) => permutations(list.toSpliced(i, 1)).map((tail) => [head, ...tail]));
}

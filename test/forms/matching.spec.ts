import fc from 'fast-check';
import type { Asset } from '../../src/domain/kernel/asset';
import { formatDecimal } from '../../src/domain/kernel/decimal';
import { toUnits } from '../../src/domain/kernel/units';
import { matchId, matchTransfers, type Decision, type TransferLeg } from '../../src/domain/matching';
import { inSameUnits } from '../../src/domain/matching/candidate';
import { ETH } from './ledgers';

const MINUTE = 60_000;
const T0 = Date.parse('2025-06-01T00:00:00Z');
const KRAKEN = { kind: 'exchange', id: 'kraken' } as const;
const HOME = { kind: 'wallet', id: '0xhome' } as const;
const BASE_ETH: Asset = { ...ETH, id: 'base:native', chain: 'base' };
const USDC: Asset = {
  ...ETH,
  id: 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  decimals: 6,
};

function leg(
  direction: 'out' | 'in',
  quantity: string,
  minutes: number,
  more: Partial<TransferLeg> = {},
): TransferLeg {
  const asset = more.asset ?? ETH;
  const source = more.source ?? (direction === 'out' ? KRAKEN : HOME);
  return {
    id: `${direction}-${source.id}-${quantity}-${minutes}`,
    transactionId: `t-${direction}-${minutes}`,
    direction,
    source,
    asset,
    quantity: toUnits(quantity, asset.decimals),
    fee: 0n,
    at: T0 + minutes * MINUTE,
    txHash: null,
    address: source.kind === 'wallet' ? source.id : null,
    counterparty: null,
    ...more,
  };
}

const brief = (legs: TransferLeg[], decisions: Decision[] = []) =>
  matchTransfers(legs, decisions).matches.map(({ status, score, reasons }) => [
    status,
    formatDecimal(score),
    ...reasons,
  ]);

describe('what makes a pair', () => {
  it('is one transaction hash at both ends, whatever the time', () => {
    const out = leg('out', '1.001', 0, { txHash: '0xaa' });
    const arrival = leg('in', '1', 60 * 24 * 3, { txHash: '0xaa' });
    expect(brief([out, arrival])).toEqual([['confirmed', '1', 'same_transaction']]);
  });

  it('is amount 0.5, time 0.3 and address 0.2', () => {
    const out = leg('out', '1', 0, { counterparty: '0xhome' });
    expect(brief([out, leg('in', '1', 0)])).toEqual([
      ['confirmed', '1', 'amount_exact', 'within_an_hour', 'address_known'],
    ]);
    expect(brief([leg('out', '1', 0), leg('in', '1', 0)])).toEqual([
      ['suggested', '0.8', 'amount_exact', 'within_an_hour'],
    ]);
    expect(brief([out, leg('in', '0.99', 90)])).toEqual([
      ['suggested', '0.845', 'amount_close', 'address_known'],
    ]);
  });

  it.each([
    ['just within the window before', '1', -60, 1],
    ['a minute too early', '1', -61, 0],
    ['just within the window after', '1', 15 * 60, 1],
    ['a minute too late', '1', 15 * 60 + 1, 0],
    ['2 % less', '0.98', 0, 1],
    ['a little more than 2 % less', '0.979999', 0, 0],
    ['more than was sent', '1.000001', 0, 0],
  ])('%s: %s after %i minutes gives %i', (_, quantity, minutes, count) => {
    const out = leg('out', '1', 0, { counterparty: '0xhome' });
    expect(matchTransfers([out, leg('in', quantity, minutes)]).matches).toHaveLength(count);
  });

  it('takes a known fee off before it asks what is missing', () => {
    const fee = toUnits('0.05', 18);
    expect(
      brief([leg('out', '1', 0, { fee, counterparty: '0xhome' }), leg('in', '0.95', 0)])[0]?.slice(0, 3),
    ).toEqual(['confirmed', '1', 'amount_less_fee']);
    expect(
      brief([
        leg('out', '1', 0, { source: HOME, counterparty: '0xdeposit' }),
        leg('in', '0.95', 0, { source: KRAKEN, address: '0xdeposit', fee }),
      ])[0]?.slice(0, 3),
    ).toEqual(['confirmed', '1', 'amount_less_fee']);
  });

  it('gives bridges four hours and one percent, and exits of a rollup thirty days', () => {
    const out = (more: Partial<TransferLeg> = {}) =>
      leg('out', '1', 0, { source: HOME, asset: BASE_ETH, ...more });
    const found = (quantity: string, minutes: number, more?: Partial<TransferLeg>) =>
      brief([out(more), leg('in', quantity, minutes)])[0]?.at(-1);
    expect(found('0.99', 5)).toBe('bridge');
    expect(found('0.98', 5)).toBeUndefined();
    expect(found('1', 240)).toBe('bridge');
    expect(found('1', 241)).toBeUndefined();
    expect(found('1', 7 * 24 * 60, { isNativeExit: true })).toBe('native_bridge_exit');
  });

  it('compares amounts of one asset that chains count in other units', () => {
    const inWei = leg('out', '2.5', 0);
    const inMicros = leg('in', '2.45', 1, { asset: USDC });
    expect(inSameUnits(inWei, inMicros)).toMatchObject({
      sent: 2_500_000_000_000_000_000n,
      arrived: 2_450_000_000_000_000_000n,
      decimals: 18,
    });
  });

  it.each<[string, TransferLeg, TransferLeg]>([
    ['another asset', leg('out', '1', 0), leg('in', '1', 0, { asset: USDC })],
    ['back into the same place', leg('out', '1', 0, { source: HOME }), leg('in', '1', 5)],
    ['a withdrawal to another address', leg('out', '1', 0, { counterparty: '0xother' }), leg('in', '1', 5)],
    ['another transaction', leg('out', '1', 0, { txHash: '0xaa' }), leg('in', '1', 5, { txHash: '0xbb' })],
  ])('is not %s', (_, out, arrival) => {
    const { matches, unmatched } = matchTransfers([out, arrival]);
    expect(matches).toEqual([]);
    expect(new Set(unmatched)).toEqual(new Set([out, arrival]));
  });
});

describe('who decides', () => {
  const out = leg('out', '1', 0, { counterparty: '0xhome' });
  const first = leg('in', '1', 10);
  const second = leg('in', '1', 20);
  const say = (arrival: TransferLeg, status: Decision['status'], decidedAt = T0): Decision => ({
    outId: out.id,
    inId: arrival.id,
    status,
    decidedAt,
  });
  const statuses = (decisions: Decision[]) =>
    Object.fromEntries(
      matchTransfers([out, first, second], decisions).matches.map((m) => [m.in.id, [m.status, m.decidedBy]]),
    );

  it('the user, where two arrivals are as good', () => {
    expect(statuses([])).toEqual({ [first.id]: ['suggested', null], [second.id]: ['suggested', null] });
  });

  it('the user for good: confirming one rejects the rival', () => {
    expect(statuses([say(second, 'confirmed')])).toEqual({
      [first.id]: ['rejected', 'user'],
      [second.id]: ['confirmed', 'user'],
    });
  });

  it('the system again, once the rival is rejected', () => {
    expect(statuses([say(first, 'rejected')])).toEqual({
      [first.id]: ['rejected', 'user'],
      [second.id]: ['confirmed', 'system'],
    });
  });

  it('the later of two words', () => {
    expect(statuses([say(first, 'confirmed', T0), say(second, 'confirmed', T0 + 1)])).toEqual({
      [first.id]: ['rejected', 'user'],
      [second.id]: ['confirmed', 'user'],
    });
  });

  it('the user against a transaction hash', () => {
    const [a, b] = [leg('out', '1', 0, { txHash: '0xaa' }), leg('in', '1', 0, { txHash: '0xaa' })];
    const no: Decision = { outId: a.id, inId: b.id, status: 'rejected', decidedAt: T0 };
    expect(matchTransfers([a, b], [no])).toMatchObject({
      matches: [{ status: 'rejected', decidedBy: 'user' }],
      unmatched: [{ id: b.id }, { id: a.id }],
    });
  });

  it('the user, of a pair no score would have found; forgotten when a leg is gone', () => {
    const late = leg('in', '1', 60 * 24 * 30);
    const yes: Decision = { outId: out.id, inId: late.id, status: 'confirmed', decidedAt: T0 };
    expect(matchTransfers([out, late], [yes]).matches).toMatchObject([{ status: 'confirmed', reasons: [] }]);
    expect(matchTransfers([out], [yes]).matches).toEqual([]);
  });

  it('names a match after its legs', () => {
    const [match] = matchTransfers([out, first]).matches;
    expect(match?.id).toBe(matchId(out, first));
    expect(match?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('over any set of legs', () => {
  const place = fc.constantFrom(KRAKEN, HOME, { kind: 'wallet', id: '0xvault' } as const);
  const legs = fc
    .array(
      fc.record({
        direction: fc.constantFrom('out' as const, 'in' as const),
        source: place,
        asset: fc.constantFrom(ETH, BASE_ETH, USDC),
        milli: fc.integer({ min: 960, max: 1000 }),
        fee: fc.constantFrom(0n, 5_000n),
        minutes: fc.integer({ min: 0, max: 3000 }),
        hash: fc.constantFrom(null, null, '0xaa', '0xbb', '0xcc'),
        counterparty: fc.constantFrom(null, '0xhome', '0xvault'),
        isNativeExit: fc.boolean(),
      }),
      { maxLength: 24 },
    )
    .map((rows) =>
      rows.map(({ milli, minutes, hash, ...row }, i) =>
        leg(row.direction, `0.${String(milli).padStart(4, '0')}`, minutes, {
          ...row,
          txHash: hash,
          id: `leg-${i}`,
        }),
      ),
    );
  const word = fc.record({
    out: fc.nat(),
    in: fc.nat(),
    status: fc.constantFrom('confirmed' as const, 'rejected' as const),
    decidedAt: fc.integer({ min: 0, max: 5 }),
  });
  const scene = fc.record({ legs, words: fc.array(word, { maxLength: 6 }) }).map(({ legs, words }) => ({
    legs,
    decisions: words.flatMap(({ out, in: arrival, ...rest }): Decision[] => {
      const outs = legs.filter(({ direction }) => direction === 'out');
      const ins = legs.filter(({ direction }) => direction === 'in');
      const [a, b] = [outs[out % outs.length], ins[arrival % ins.length]];
      return a && b ? [{ outId: a.id, inId: b.id, ...rest }] : [];
    }),
  }));

  it('a leg is in one confirmed match at most, nothing arrives that did not leave, and the rest is unmatched', () => {
    fc.assert(
      fc.property(scene, ({ legs, decisions }) => {
        const { matches, unmatched } = matchTransfers(legs, decisions);
        const confirmed = matches
          .filter(({ status }) => status === 'confirmed')
          .flatMap((m) => [m.out.id, m.in.id]);
        expect(new Set(confirmed).size).toBe(confirmed.length);
        expect([...confirmed, ...unmatched.map(({ id }) => id)].sort()).toEqual(
          legs.map(({ id }) => id).sort(),
        );
        for (const match of matches) {
          expect(match.quantityDifference).not.toMatch(/^-/);
          expect(match.out.direction + match.in.direction).toBe('outin');
          if (match.decidedBy !== 'user') expect(match.score.gte('0.7') && match.score.lte(1)).toBe(true);
          if (match.status === 'suggested')
            expect([match.out.id, match.in.id].some((id) => confirmed.includes(id))).toBe(false);
        }
      }),
    );
  });

  it('the order of legs and decisions changes nothing', () => {
    fc.assert(
      fc.property(
        scene.chain((given) =>
          fc.record({
            given: fc.constant(given),
            shuffled: fc.shuffledSubarray(given.legs, { minLength: given.legs.length }),
            said: fc.shuffledSubarray(given.decisions, { minLength: given.decisions.length }),
          }),
        ),
        ({ given, shuffled, said }) => {
          expect(matchTransfers(shuffled, said)).toEqual(matchTransfers(given.legs, given.decisions));
        },
      ),
    );
  });

  it('the search finds what comparing every pair finds', () => {
    fc.assert(
      fc.property(legs, (all) => {
        const { matches } = matchTransfers(all.map((one) => ({ ...one, txHash: null })));
        const found = new Set(matches.map(({ id }) => id));
        for (const out of all)
          for (const arrival of all) {
            // Two legs alone: whatever they are to one another, they are in company too.
            const alone = matchTransfers([out, arrival].map((one) => ({ ...one, txHash: null }))).matches;
            for (const { id } of alone) expect(found.has(id)).toBe(true);
          }
      }),
      { numRuns: 40 },
    );
  });
});

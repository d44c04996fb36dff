import fc from 'fast-check';
import { PLAN_MS, PLANS, SOLD_PLANS } from '../plans/plans';
import { planPeriods, planOf, type Purchase } from './plan-periods';
import { anyOrder } from '../../../test/support/any-order';

const DAY = 86_400_000;
const buy = (plan: Purchase['plan'], day: number, id = `${plan}@${day}`): Purchase => ({
  id,
  plan,
  paidAt: day * DAY,
});
const on = (day: number, ...purchases: Purchase[]): [string, number | null] => {
  const { name, expiresAt } = planOf(planPeriods(purchases), day * DAY);
  return [name, expiresAt === null ? null : expiresAt / DAY];
};

describe('the plan that payments add up to', () => {
  const basic = buy('basic', 0);
  it.each<[string, [string, number | null], number, Purchase[]]>([
    ['nothing bought', ['free', null], 10, []],
    ['one payment', ['basic', 365], 10, [basic]],
    ['its last moment', ['basic', 365], 364.999, [basic]],
    ['its end', ['basic', 365], 365, [basic]],
    ['long after', ['basic', 365], 999, [basic]],
    ['renewed early, nothing is lost', ['basic', 730], 10, [basic, buy('basic', 5)]],
    ['renewed late, it starts anew', ['basic', 800], 500, [basic, buy('basic', 435)]],
    ['renewed twice', ['basic', 1095], 10, [basic, buy('basic', 5), buy('basic', 6)]],
    ['a higher one takes over at once', ['defi', 465], 100, [basic, buy('defi', 100)]],
    ['a lower one bought meanwhile waits', ['defi', 365], 100, [buy('defi', 0), buy('basic', 50)]],
    ['and then has its year', ['basic', 730], 365, [buy('defi', 0), buy('basic', 50)]],
    ['the higher one given back, the lower one runs', ['basic', 415], 100, [buy('basic', 50)]],
    ['a higher one that ends before the lower', ['professional', 400], 200, [basic, buy('professional', 35)]],
    [
      'after which the lower one, renewed, has its year',
      ['basic', 765],
      400,
      [basic, buy('professional', 35), buy('basic', 1)],
    ],
    [
      'a renewal that waits loses nothing to a higher one that is paid meanwhile',
      ['basic', 830],
      465,
      [basic, buy('basic', 50), buy('defi', 100)],
    ],
    ['two paid at one moment', ['basic', 730], 365, [basic, buy('defi', 0)]],
    ['paid by a clock ahead of ours', ['basic', 366], 0.5, [buy('basic', 1)]],
  ])('%s', (_name, expected, day, purchases) => {
    expect(on(day, ...purchases)).toEqual(expected);
    expect(on(day, ...purchases.toReversed())).toEqual(expected);
  });
});

const purchases = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    plan: fc.constantFrom(...SOLD_PLANS),
    paidAt: fc.integer({ min: 0, max: 900 }).map((day) => day * DAY),
  }),
  { maxLength: 7, selector: ({ id }) => id },
);

it('every purchase has its whole year, and never at the same time as the same plan', () => {
  fc.assert(
    fc.property(purchases, (list) => {
      const covered = planPeriods(list);
      expect(covered).toHaveLength(list.length);
      for (const one of covered) {
        const paidAt = list.find(({ id }) => id === one.id)?.paidAt ?? NaN;
        expect(one.until - one.from).toBe(PLAN_MS);
        expect(one.from).toBeGreaterThanOrEqual(paidAt);
        expect(one.isWaiting).toBe(one.from > paidAt);
        for (const other of covered)
          if (other.id !== one.id && other.plan === one.plan)
            expect(other.from >= one.until || other.until <= one.from).toBe(true);
      }
    }),
  );
});

it('a purchase that waits starts under no plan of its rank or above', () => {
  fc.assert(
    fc.property(purchases, (list) => {
      const covered = planPeriods(list);
      for (const one of covered.filter(({ isWaiting }) => isWaiting))
        for (const other of covered)
          if (other.id !== one.id && PLANS[other.plan].rank >= PLANS[one.plan].rank)
            expect(other.from > one.from || other.until <= one.from).toBe(true);
    }),
  );
});

it('the order in which purchases become known makes no difference', () => {
  fc.assert(
    fc.property(anyOrder(purchases), ([list, shuffled]) =>
      expect(planPeriods(shuffled)).toEqual(planPeriods(list)),
    ),
  );
});

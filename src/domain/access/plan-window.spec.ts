import type { Principal } from './principal';
import { planWindow, transactionCap, windowsOfOwner } from './plan-window';

const history = Array.from({ length: 30 }, (_, i) => ({ id: `t${i}`, at: i * 1000 }));
const user = (plan: 'free' | 'basic' | 'professional' | 'defi'): Principal => ({
  kind: 'user',
  userId: 'u',
  plan,
  isOperator: false,
  sessionId: 's',
});

describe('transactionCap', () => {
  it.each<[string, Principal, number | null]>([
    ['free', user('free'), 25],
    ['basic', user('basic'), 100],
    ['professional', user('professional'), 5000],
    ['defi', user('defi'), null],
    ['partner', { kind: 'partner', partnerId: 'p', name: 'P' }, null],
    ['nobody in particular', { kind: 'anonymous' }, 25],
  ])('%s', (_name, principal, cap) => expect(transactionCap(principal)).toBe(cap));
});

describe('planWindow', () => {
  it('shows the most recent transactions only', () => {
    const window = planWindow(history, 25);
    expect(window).toMatchObject({ isLimited: true, limit: 25, total: 30 });
    expect(history.filter(({ id }) => window.shows(id)).map(({ id }) => id)).toEqual(
      history.slice(5).map(({ id }) => id),
    );
  });

  it('is not limited by a cap that hides nothing', () => {
    expect(planWindow(history, 30)).toMatchObject({ isLimited: false, limit: 30, total: 30 });
    expect(planWindow(history, 30).shows('t0')).toBe(true);
  });

  it('shows everything without a cap', () => {
    expect(planWindow(history, null)).toMatchObject({ isLimited: false, limit: null });
  });

  it('uses the transaction of a lot of this wallet, and the receipt of a lot from another wallet', () => {
    const window = planWindow(history, 25);
    expect(window.showsLot({ transactionId: 't4', receivedAt: 29_000 })).toBe(false);
    expect(window.showsLot({ transactionId: 't5', receivedAt: 5_000 })).toBe(true);
    expect(window.showsLot({ transactionId: 'elsewhere', receivedAt: 5_000 })).toBe(true);
    expect(window.showsLot({ transactionId: 'elsewhere', receivedAt: 4_999 })).toBe(false);
  });
});

describe('windowsOfOwner', () => {
  const both = ['a', 'b'].flatMap((wallet) =>
    Array.from({ length: wallet === 'a' ? 30 : 3 }, (_, i) => ({ id: `${wallet}${i}`, wallet })),
  );
  it.each([
    [25, 5],
    [2, 29],
    [null, 0],
  ])('a cap of %s hides %s, of each wallet the oldest', (cap, hidden) => {
    const shows = windowsOfOwner(both, cap);
    expect(both.filter((one) => !shows(one))).toHaveLength(hidden);
    expect(shows({ id: 'a29' }) && shows({ id: 'b2' })).toBe(true);
  });
});

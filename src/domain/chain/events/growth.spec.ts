import fc from 'fast-check';
import { asset } from '../../../../test/chain/chain-story';
import { ME, SAVINGS } from '../../../../test/chain/parties';
import { replay, type LedgerEvent } from '../../engine';
import type { Asset } from '../../kernel/asset';
import { formatMoney, formatUnits } from '../../kernel/units';
import { withGrowth } from './growth';
import type { BalanceObservation } from './observation';
import { FIFO } from '../../../../test/support/engine-events';

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1, 12);
const ONE = 10n ** 18n;
const STETH = asset('stETH');
const A_DAI = asset('aDAI', 'ethereum', 'Aave Interest bearing DAI');
const DAI = asset('DAI');
const UNI = asset('UNI');

let made = 0;
const base = (what: Asset, quantity: bigint, at: number) => ({
  ...{ transactionId: `t${made}`, txHash: `t${made}`, stem: `t${made}`, leg: made++ },
  ...{ wallet: ME, asset: what, quantity, at, block: 1, txIndex: 0, logIndex: 0, priceSource: null },
});
const got = (what: Asset, quantity: bigint, at: number, over: object = {}): LedgerEvent => ({
  kind: 'acquire',
  ...base(what, quantity, at),
  ...{ cost: quantity, source: 'swap', basisSource: 'trade', incomeType: null },
  ...over,
});
const gave = (what: Asset, quantity: bigint, at: number, over: object = {}): LedgerEvent => ({
  kind: 'dispose',
  ...base(what, quantity, at),
  ...{ type: 'swap', proceeds: quantity, fees: 0n, logIndex: 1000 },
  ...over,
});
const seen = (what: Asset, quantity: bigint, at: number, usd: string | null = '2'): BalanceObservation => ({
  wallet: ME,
  asset: what,
  at,
  quantity,
  price: usd === null ? null : { usd, source: 'market', at },
});
const line = (event: LedgerEvent): string => {
  const sign = event.kind === 'acquire' ? '+' : '-';
  const what = `${sign}${formatUnits(event.quantity, 18)} ${event.asset.symbol}`;
  const income =
    event.kind === 'acquire' && event.incomeType
      ? ` ${event.incomeType} ${event.cost === null ? 'none' : `$${formatMoney(event.cost)}`}`
      : '';
  return `${what}${income} day ${Math.floor((event.at - START) / DAY)} ${(event.flags ?? []).join(' ')}`.trim();
};
const lines = (events: LedgerEvent[], observations: BalanceObservation[]): string[] =>
  withGrowth(events, observations, () => null).map(line);

describe('growth that was observed', () => {
  const bought = got(STETH, 100n * ONE, START);

  it('is income of the moment it was seen, at what it was worth then', () => {
    const views = [
      seen(STETH, 100_020_000_000_000_000_000n, START + 2 * DAY),
      seen(STETH, 100_010_000_000_000_000_000n, START + DAY),
      seen(STETH, 100_020_000_000_000_000_000n, START + 3 * DAY),
    ];
    expect(lines([bought], views)).toEqual([
      '+100 stETH day 0',
      '+0.01 stETH staking_reward $0.02 day 1',
      '+0.01 stETH staking_reward $0.02 day 2',
    ]);
  });

  it('has a stable id, and a separate lot with its income as basis', () => {
    const view = seen(STETH, 100_010_000_000_000_000_000n, START + 3 * DAY);
    const events = withGrowth([bought], [view], () => null);
    const more = withGrowth([bought, got(UNI, ONE, START + DAY)], [view], () => null);
    expect(events.at(-1)?.transactionId).toBe(more.at(-1)?.transactionId);
    const ledger = replay(events, FIFO);
    expect(ledger.income).toMatchObject([{ type: 'staking_reward', quantity: ONE / 100n }]);
    expect(ledger.lots.at(-1)).toMatchObject({ source: 'income', txHash: null, isUntracked: false });
    expect(ledger.lots.at(-1)?.originalCost).toBe(2n * 10n ** 16n);
  });

  it('leaves nothing to be found at a later spend', () => {
    const view = seen(STETH, 100_010_000_000_000_000_000n, START + DAY);
    expect(lines([bought, gave(STETH, 100_010_000_000_000_000_000n, START + 2 * DAY)], [view])).toEqual([
      '+100 stETH day 0',
      '+0.01 stETH staking_reward $0.02 day 1',
      '-100.01 stETH day 2',
    ]);
  });

  it('without a price is no income, and is flagged', () => {
    expect(lines([bought], [seen(STETH, 101n * ONE, START + DAY, null)]).at(-1)).toBe(
      '+1 stETH staking_reward none day 1 missing_price',
    );
  });

  it.each([
    ['of a token that does not grow', [got(UNI, ONE, START)], [seen(UNI, 2n * ONE, START + DAY)]],
    ['of what the wallet never had', [], [seen(STETH, ONE, START)]],
    ['smaller than the rounding of a transfer', [bought], [seen(STETH, 100n * ONE + 2n, START + DAY)]],
    ['of less than the ledger holds', [bought], [seen(STETH, 99n * ONE, START + DAY)]],
    ['next to a movement: it may be from before', [bought], [seen(STETH, 101n * ONE, START + 60_000)]],
    ['in another wallet', [bought], [{ ...seen(STETH, 101n * ONE, START + DAY), wallet: SAVINGS }]],
  ])('is none: %s', (_, events, observations) => {
    expect(withGrowth(events, observations, () => null)).toEqual(events);
  });

  it('excludes a jump of unknown cause, and still counts growth on top of it', () => {
    const views = [
      seen(STETH, 150n * ONE, START + DAY),
      seen(STETH, 150_010_000_000_000_000_000n, START + 2 * DAY),
      seen(STETH, 150_020_000_000_000_000_000n, START + 30 * DAY),
    ];
    expect(lines([bought], views).slice(1)).toEqual([
      '+0.01 stETH staking_reward $0.02 day 2',
      '+0.01 stETH staking_reward $0.02 day 30',
    ]);
  });

  it('is what is left after all that was known is spent, and marked: rows can be missing', () => {
    const spent = gave(STETH, 100n * ONE, START + 30 * DAY);
    const rest = (units: bigint) => lines([bought, spent], [seen(STETH, units, START + 40 * DAY)]).slice(2);
    expect(rest(ONE)).toEqual(['+1 stETH staking_reward $2 day 40 classification_uncertain']);
    expect(rest(1000n * ONE)).toEqual([]);
    // Rounding of shares.
    expect(rest(2n)).toEqual([]);
  });

  it('counts once when the token mints it later', () => {
    const put = got(A_DAI, 10n * ONE, START);
    const view = seen(A_DAI, 10_100_000_000_000_000_000n, START + 10 * DAY, '1');
    const minted = got(A_DAI, (3n * ONE) / 10n, START + 20 * DAY, {
      ...{ source: 'income', incomeType: 'interest', cost: (3n * ONE) / 10n },
    });
    expect(lines([put, minted], [view]).slice(1)).toEqual([
      '+0.1 aDAI interest $0.1 day 10',
      '+0.2 aDAI interest $0.2 day 20',
    ]);
  });
});

/** How tokens log their growth: never, or netted with the deposit or withdrawal that settles it. */
type GrowthLogging = 'never' | 'netted';
interface Step {
  kind: 'put' | 'take' | 'look';
  /** Days since the step before. */
  days: number;
  /** Growth of a day in millionths. */
  rate: number;
  amount: bigint;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('put', 'take', 'look', 'look'),
  days: fc.integer({ min: 1, max: 40 }),
  rate: fc.integer({ min: 1, max: 900 }),
  amount: fc.bigInt({ min: ONE / 100n, max: 50n * ONE }),
});

interface Story {
  events: LedgerEvent[];
  views: BalanceObservation[];
  grown: bigint;
}

/** A token as its contract records it. At the end everything is withdrawn. */
function storyOf(logging: GrowthLogging, steps: readonly Step[]): Story {
  const what = logging === 'never' ? STETH : A_DAI;
  const underlying = logging === 'never' ? asset('ETH') : DAI;
  let [balance, unsettled, grown, at] = [0n, 0n, 0n, START];
  const events: LedgerEvent[] = [];
  const views: BalanceObservation[] = [];
  const pair = (inflow: LedgerEvent, outflow: LedgerEvent) =>
    events.push(inflow, { ...outflow, transactionId: inflow.transactionId });
  const put = (amount: bigint) => {
    const row = logging === 'never' ? amount : amount + unsettled;
    pair(got(what, row, at), gave(underlying, amount, at));
    [balance, unsettled] = [balance + amount, 0n];
  };
  const take = (wanted: bigint) => {
    const amount = wanted < balance ? wanted : balance;
    if (amount === 0n) return;
    const net = logging === 'never' ? amount : amount - unsettled;
    const inflow = got(underlying, amount, at);
    if (net > 0n) pair(inflow, gave(what, net, at));
    // More has grown than is taken out: the rest is minted, and what was taken shows in the other asset only.
    else if (net < 0n)
      events.push(
        inflow,
        got(what, -net, at, {
          transactionId: inflow.transactionId,
          incomeType: 'interest',
          source: 'income',
        }),
      );
    [balance, unsettled] = [balance - amount, 0n];
  };
  put(100n * ONE);
  for (const { kind, days, rate, amount } of [
    ...steps,
    { kind: 'take', days: 1, rate: 1, amount: 10n ** 30n } as Step,
  ]) {
    at += days * DAY;
    const growth = (balance * BigInt(rate * days)) / 1_000_000n;
    [balance, unsettled, grown] = [balance + growth, unsettled + growth, grown + growth];
    if (kind === 'put') put(amount);
    else if (kind === 'look') views.push(seen(what, balance, at));
    // A withdrawal smaller than its interest is logged as a mint. The simulation excludes it.
    else if (amount > unsettled) take(amount);
  }
  return { events, views, grown };
}

describe.each(['never', 'netted'] as const)('a token that logs its growth: %s', (logging) => {
  it('has as much income as it grew, lots for all of it, and nothing left when all of it is gone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { events, views, grown } = storyOf(logging, steps);
        const what = logging === 'never' ? STETH.id : A_DAI.id;
        const of = withGrowth(events, views, () => 0n).filter(({ asset: { id } }) => id === what);
        let booked = 0n;
        let income = 0n;
        const pending = [...views];
        for (const event of of) {
          for (let view = pending[0]; view && view.at < event.at; view = pending[0]) {
            // The recorded growth equals the observed growth, except for rounding.
            const off = view.quantity - booked;
            if (booked > 0n) expect((off < 0n ? -off : off) * 10_000_000n <= booked).toBe(true);
            pending.shift();
          }
          booked += event.kind === 'acquire' ? event.quantity : -event.quantity;
          if (event.kind === 'acquire' && event.incomeType) income += event.quantity;
          expect(booked >= 0n).toBe(true);
        }
        if (logging === 'never') expect([booked, income]).toEqual([0n, grown]);
        else expect([booked, income <= grown]).toEqual([0n, true]);
      }),
      {
        numRuns: 300,
        examples: [
          // All that is known is taken. The rest that grew is taken in two parts, or after a small deposit.
          [
            [
              { kind: 'take', days: 40, rate: 900, amount: 100n * ONE },
              { kind: 'take', days: 40, rate: 900, amount: 2n * ONE },
            ],
          ],
          [
            [
              { kind: 'take', days: 40, rate: 900, amount: 100n * ONE },
              { kind: 'put', days: 1, rate: 1, amount: ONE / 100n },
            ],
          ],
          // Nearly everything is taken, then growth is seen: the rest that is taken reveals growth of what was seen.
          [
            [
              { kind: 'take', days: 1, rate: 1, amount: 49_999_999_515_418_761_909n },
              { kind: 'take', days: 16, rate: 151, amount: 50n * ONE },
              { kind: 'look', days: 7, rate: 289, amount: ONE / 100n },
            ],
          ],
        ],
      },
    );
  });
});

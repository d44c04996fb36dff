import { coinOf, eventBase, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { DAY_MS } from '../../kernel/durations';
import { dec } from '../../kernel/decimal';
import { formatMoney, money } from '../../kernel/units';
import {
  harvest,
  lineage,
  METHODS,
  positions,
  rankLots,
  reconcile,
  replay,
  severityOf,
  unrealized,
  type Acquire,
  type LedgerEvent,
  type Move,
} from '../index';

const A = coinOf('A', 2);
const B = coinOf('B', 2);
const START = Date.UTC(2024, 0, 1);

const at = (day: number): number => START + day * DAY_MS;
const buy = (id: string, day: number, cost: string, asset = A, wallet = 'w'): Acquire =>
  purchaseOf(cost, id, at(day), 100n, asset, wallet);
const inflow = (id: string, day: number): Acquire => ({
  ...buy(id, day, '0'),
  cost: null,
  source: 'unknown',
  basisSource: 'none',
  untracked: true,
});
const sell = (id: string, day: number, quantity: bigint, proceeds: string, wallet = 'w'): LedgerEvent =>
  saleOf(proceeds, id, at(day), quantity, A, wallet);
const move = (id: string, day: number, from: string, to: string, quantity: bigint): Move => ({
  ...eventBase(id, at(day), quantity, A, from),
  kind: 'move',
  relation: 'transfer',
  toWallet: to,
  toAsset: A,
  received: quantity,
  feeValue: null,
});

describe('positions', () => {
  const ledger = replay(
    [buy('1', 1, '10'), buy('2', 2, '20', A, 'v'), inflow('3', 3), buy('4', 4, '5', B)],
    FIFO,
  );

  it('sum the open lots of an asset, over one wallet or all', () => {
    const lines = (wallet: string | null) =>
      positions(ledger, wallet).map((p) => [p.asset.symbol, p.quantity, formatMoney(p.cost), p.hasUntracked]);
    expect(lines(null)).toEqual([
      ['A', 300n, '30', true],
      ['B', 100n, '5', false],
    ]);
    expect(lines('v')).toEqual([['A', 100n, '20', false]]);
  });
});

describe('lots of one moment', () => {
  const COUNT = 500;
  const ledger = replay(
    Array.from({ length: COUNT }, (_, i) => buy(String(i), 1, '10')),
    FIFO,
  );
  let reads = 0;
  /** Counts how often an id is read: a lot computes it each time. */
  const counted = {
    ...ledger,
    lots: ledger.lots.map(
      (lot) =>
        new Proxy(lot, { get: (of, name) => (name === 'id' && reads++, Reflect.get(of, name) as unknown) }),
    ),
  };
  beforeEach(() => (reads = 0));

  it('are in the order of their ids, and each id is read once', () => {
    const [position] = positions(counted, null);
    expect(reads).toBe(COUNT);
    const ids = position?.lots.map(({ id }) => id);
    expect(ids).toEqual([...ledger.lots.map(({ id }) => id)].sort());
  });

  it('are ranked by their rows without a read of the ids that no order needs', () => {
    const shuffled = positions(counted, null).flatMap(({ lots }) => lots);
    reads = 0;
    const ranks = rankLots(shuffled, 'fifo');
    expect(reads).toBe(COUNT);
    expect(ledger.lots.map(({ id }) => ranks.get(id))).toEqual(ledger.lots.map((_, i) => i + 1));
  });
});

describe('rankLots', () => {
  const { lots } = replay(
    [buy('old', 1, '10'), buy('dear', 2, '30'), buy('new', 3, '20'), inflow('in', 4)],
    FIFO,
  );
  const order = (method: keyof typeof METHODS, preferred?: string[]) => {
    const ranks = rankLots(lots, method, preferred);
    return lots
      .toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
      .map(({ transactionId }) => transactionId);
  };

  it.each([
    ['fifo', ['old', 'dear', 'new', 'in']],
    ['lifo', ['new', 'dear', 'old', 'in']],
    ['hifo', ['dear', 'new', 'old', 'in']],
    ['specific_id', ['old', 'dear', 'new', 'in']],
  ] as const)('%s', (method, expected) => {
    expect(order(method)).toEqual(expected);
  });

  it('puts preferred lots first under specific identification only', () => {
    const preferred = lots.filter(({ transactionId }) => transactionId === 'new').map(({ id }) => id);
    expect(order('specific_id', preferred)).toEqual(['new', 'old', 'dear', 'in']);
    expect(order('fifo', preferred)[0]).toBe('old');
  });
});

describe('unrealized', () => {
  const { lots } = replay([buy('up', 1, '10'), buy('down', 2, '30'), buy('unpriced', 3, '7', B)], FIFO);
  const result = unrealized(lots, (asset) => (asset === A ? dec(20) : null));

  it('is value less basis, gains and losses summed over lots', () => {
    expect([result.total, result.gain, result.loss, result.cost, result.value].map(formatMoney)).toEqual([
      '0',
      '10',
      '10',
      '40',
      '40',
    ]);
    expect(result.assets.map(({ lots: each }) => each.map(({ gain }) => formatMoney(gain)))).toEqual([
      ['10', '-10'],
    ]);
  });

  it('lists what has no price, and counts it nowhere', () => {
    expect(result.priceless).toEqual([B]);
  });

  it('is 0 percent of a basis of 0', () => {
    const free = replay([buy('free', 1, '0')], FIFO);
    expect(unrealized(free.lots, () => dec(1)).percent.toString()).toBe('0');
  });
});

describe('reconcile', () => {
  it.each([
    [0, 100, 'ok'],
    [1, 0, 'warning'],
    [9, 10, 'warning'],
    [10, 79.99, 'critical'],
    [10, 80, 'warning'],
    [500, 81, 'warning'],
  ])('%d issues at %d percent: %s', (issues, percent, severity) => {
    expect(severityOf(issues, dec(percent))).toBe(severity);
  });

  it('counts issues and completeness per wallet; without lots all is complete', () => {
    const ledger = replay([inflow('in', 1), buy('b', 2, '1'), sell('s', 3, 100n, '5', 'v')], FIFO);
    expect(reconcile(ledger, {})).toMatchObject({ totalIssues: 2, lotsTotal: 3, severity: 'warning' });
    expect(reconcile(ledger, { wallet: 'w' }).completenessPercent.toString()).toBe('50');
    expect(reconcile(ledger, { wallet: 'v' }).untrackedLots).toHaveLength(1);
    expect(reconcile(ledger, { wallet: 'nobody' })).toMatchObject({ severity: 'ok', lotsTotal: 0 });
    expect(reconcile(ledger, { wallet: 'nobody' }).completenessPercent.toString()).toBe('100');
  });
});

describe('lineage', () => {
  const ledger = replay(
    [
      buy('b', 1, '10'),
      move('m1', 2, 'w', 'v', 60n),
      move('m2', 3, 'v', 'u', 40n),
      sell('s', 4, 40n, '9', 'u'),
    ],
    FIFO,
  );
  const idIn = (wallet: string) => ledger.lots.find((lot) => lot.wallet === wallet)?.id ?? '';
  const walk = (direction: 'up' | 'down' | 'both', depth: number) => {
    const found = lineage(ledger, idIn('v'), direction, depth);
    return {
      wallets: found.nodes.map(({ wallet }) => wallet).sort(),
      edges: found.edges.map(({ relation }) => relation),
    };
  };

  it('goes back to the purchase and on to the sale', () => {
    expect(walk('both', 20)).toEqual({
      wallets: ['u', 'v', 'w'],
      edges: ['transfer', 'transfer', 'disposal'],
    });
    expect(walk('up', 20)).toEqual({ wallets: ['v', 'w'], edges: ['transfer'] });
    expect(walk('down', 1)).toEqual({ wallets: ['u', 'v'], edges: ['transfer'] });
  });

  it('names the root, and what cannot be traced', () => {
    expect(lineage(ledger, idIn('u'), 'both', 20)).toMatchObject({
      isComplete: true,
      rootLotIds: [idIn('w')],
      breaks: [],
    });
    const unknown = replay([inflow('in', 1)], FIFO);
    const [lot] = unknown.lots;
    expect(lineage(unknown, lot?.id ?? '', 'both', 20)).toMatchObject({
      isComplete: false,
      breaks: [{ lotId: lot?.id, reason: 'Inflow of unknown origin' }],
    });
    expect(() => lineage(ledger, 'no-such-lot', 'both', 1)).toThrow(
      expect.objectContaining({ code: 'LOT_NOT_FOUND' }),
    );
  });
});

describe('harvest', () => {
  it('offers losses, largest first, long and short apart, without lots of unknown basis', () => {
    const ledger = replay(
      [buy('long', 1, '100'), buy('short', 380, '60'), buy('up', 381, '1'), inflow('in', 5)],
      FIFO,
    );
    const found = harvest(ledger, () => dec(20), { asOf: START + 400 * DAY_MS, timezone: 'UTC' });
    expect([found.total, found.long, found.short].map(formatMoney)).toEqual(['120', '80', '40']);
    expect(found.opportunities).toMatchObject([
      { lot: { transactionId: 'long' }, isLongTerm: true, daysToLongTerm: null, isWashRisk: true },
      { lot: { transactionId: 'short' }, isLongTerm: false, daysToLongTerm: 346, isWashRisk: true },
    ]);
    expect(found.opportunities[0]?.safeRebuyOn).toBe('2025-03-07');
  });

  it('looks at each purchase a few times, however many there are', () => {
    const looks = (count: number): number => {
      let read = 0;
      const { lots, ...ledger } = replay(
        Array.from({ length: count }, (_, i) => ({
          ...buy(`b${i}`, 1 + i / count, '100'),
          orderId: `o${i}`,
        })),
        FIFO,
      );
      const counted = lots.map(
        (lot) => new Proxy(lot, { get: (of, name) => (read++, Reflect.get(of, name) as unknown) }),
      );
      const { opportunities } = harvest({ ...ledger, lots: counted }, () => dec(20), {
        asOf: at(20),
        timezone: 'UTC',
      });
      expect(opportunities.filter(({ isWashRisk }) => isWashRisk)).toHaveLength(count);
      return read;
    };
    expect(looks(400)).toBeLessThan(5 * looks(100));
  });

  it('sees the last purchase of another order, in any order of the lots', () => {
    const orders = [
      ['a', 80],
      ['b', 95],
      ['b', 90],
      ['a', 85],
    ] as const;
    const events = orders.map(([orderId, day], i) => ({ ...buy(`${orderId}${i}`, day, '100'), orderId }));
    for (const some of [events, events.toReversed()]) {
      const { opportunities } = harvest(replay(some, FIFO), () => dec(20), {
        asOf: at(100),
        timezone: 'UTC',
      });
      const last = opportunities.map((one) => [
        one.lot.transactionId[0],
        ((one.lastAcquiredAt ?? 0) - START) / DAY_MS,
      ]);
      expect(new Set(last.map(String))).toEqual(new Set(['a,95', 'b,90', 'b,95']));
    }
  });

  it('sees no wash risk without another purchase within thirty days', () => {
    const ledger = replay([buy('old', 1, '100'), buy('older', 0, '100')], FIFO);
    const found = harvest(ledger, () => dec(20), { asOf: START + 60 * DAY_MS, timezone: 'UTC' });
    expect(found.opportunities.map(({ isWashRisk }) => isWashRisk)).toEqual([false, false]);
  });

  it.each<[string, Partial<Acquire>, boolean]>([
    ['a purchase', {}, true],
    ['a taxable exchange', { source: 'swap' }, true],
    ['units that their owner states as bought', { source: 'manual', isPurchase: true }, true],
    ['a gift', { source: 'manual', acquiredAt: at(80) }, false],
    ['an inheritance', { source: 'manual', inherited: true }, false],
    ['income', { source: 'income', incomeType: 'airdrop' }, false],
  ])('sees a wash risk after %s: the rule asks for a purchase', (_, more, isWashRisk) => {
    const ledger = replay([buy('old', 1, '100'), { ...buy('new', 90, '1'), ...more }], FIFO);
    const found = harvest(ledger, () => dec(20), { asOf: at(100), timezone: 'UTC' });
    expect(found.opportunities.map((one) => one.isWashRisk)).toEqual([isWashRisk]);
  });

  it.each([
    [
      'that replaced a loss',
      [buy('old', 1, '200'), sell('loss', 80, 50n, '10'), { ...buy('new', 90, '1'), quantity: 50n }],
    ],
    [
      'of the order that is offered',
      [buy('old', 1, '100'), buy('new', 90, '1')].map((each) => ({ ...each, orderId: 'o' })),
    ],
  ])('sees no wash risk after a purchase %s: it replaces no other', (_, events) => {
    const ledger = replay(events, { ...FIFO, washSales: true });
    const found = harvest(ledger, () => dec(20), { asOf: at(100), timezone: 'UTC' });
    expect(found.opportunities.find(({ lot }) => lot.transactionId === 'old')?.isWashRisk).toBe(false);
  });

  it('sees a wash risk after another purchase that an allocation opened', () => {
    const [old, recent] = [buy('old', 1, '100'), buy('recent', 90, '1')].map((each) => ({
      ...each,
      transactionId: 'allocation',
      stem: 'allocation',
    }));
    const opened = [old, recent].flatMap((each, leg) => (each ? [{ ...each, leg, orderId: `o${leg}` }] : []));
    const found = harvest(replay(opened, FIFO), () => dec(20), { asOf: at(100), timezone: 'UTC' });
    expect(found.opportunities.map((one) => one.isWashRisk)).toEqual([true]);
  });

  describe('offers what a return allows', () => {
    const offered = (events: readonly LedgerEvent[], price: number) =>
      harvest(replay(events, FIFO), () => dec(price), {
        asOf: START + 120 * DAY_MS,
        timezone: 'UTC',
      }).opportunities.map((one) => [
        formatMoney(one.basis),
        formatMoney(one.loss),
        one.isLongTerm,
        one.daysToLongTerm,
      ]);
    const gift: Acquire = {
      ...buy('gift', 30, '1000'),
      source: 'manual',
      acquiredAt: Date.UTC(2020, 0, 1),
      lossBasis: money('600'),
    };

    it.each([
      ['below its value then', 500, [['600', '100', false, 277]]],
      ['at its value then', 600, []],
      ['between that and the basis of the donor', 700, []],
      ['above both', 1100, []],
    ])('of a gift %s', (_, price, rows) => {
      expect(offered([gift], price)).toEqual(rows);
      const elsewhere = [gift, move('m', 60, 'w', 'v', 100n)];
      expect(offered(elsewhere, price)).toEqual(rows);
    });

    it('not of a gift without its value then', () => {
      expect(offered([{ ...gift, lossBasis: null }], 500)).toEqual([]);
    });

    it('of the rest of a gift', () => {
      expect(offered([gift, sell('s', 40, 75n, '1000')], 500)).toEqual([['150', '25', false, 277]]);
    });

    it('of inherited units as long-term', () => {
      const inherited: Acquire = { ...buy('i', 100, '1000'), source: 'manual', inherited: true };
      expect(offered([inherited], 500)).toEqual([['1000', '500', true, null]]);
    });

    it('not of units whose basis is provisional', () => {
      const swap = eventBase('swap', at(2), 100n, A);
      const given: LedgerEvent = { ...swap, kind: 'dispose', type: 'swap', proceeds: null, fees: 0n };
      const received: Acquire = {
        ...swap,
        leg: 1,
        logIndex: 1,
        asset: B,
        kind: 'acquire',
        cost: null,
        carries: { from: 0n, upTo: 1n, whole: 1n, less: 0n },
        source: 'swap',
        basisSource: 'carried',
        incomeType: null,
      };
      const events = [buy('1', 1, '1000'), given, received];
      expect(replay(events, FIFO).lots.at(-1)?.cost).toBe(money('1000'));
      expect(offered(events, 50)).toEqual([]);
    });
  });
});

import type { Ledger, Lot } from '../engine';
import { nativeAsset, type Asset } from '../kernel/asset';
import { money } from '../kernel/units';
import type { WalletTransaction } from '../chain/facts/wallet-transaction';
import { finished } from '../kernel/slices';
import { RunningBalances, spamBalances } from './balances';
import { HOLDING_SORTS, sortHoldings, type HoldingSort } from './holding-order';
import { deposits } from './deposits';
import { byValue, totalsOf, type Holding } from './holdings';

const ETH = nativeAsset('ethereum');
const balances = (transactions: readonly WalletTransaction[]) => {
  const sums = new RunningBalances();
  for (const transaction of transactions) sums.add(transaction);
  return sums.held();
};
const token = (symbol: string, decimals: number): Asset => ({
  id: `ethereum:0x${symbol}`,
  chain: 'ethereum',
  contract: `0x${symbol}`,
  symbol,
  name: symbol,
  decimals,
});

const moved = (
  at: number,
  legs: ['in' | 'out', Asset, bigint][],
  override: Partial<WalletTransaction> = {},
): WalletTransaction => ({
  id: `t${at}`,
  chain: 'ethereum',
  hash: `0x${at}`,
  wallet: '0xa',
  at,
  block: at,
  txIndex: 0,
  type: 'unknown',
  incomeType: null,
  succeeded: true,
  from: null,
  to: null,
  method: null,
  protocol: null,
  legs: legs.map(([direction, asset, quantity], index) => ({
    index,
    direction,
    asset,
    quantity,
    counterparty: null,
    isInternal: false,
    valueUsd: null,
    price: null,
  })),
  fee: null,
  isSpam: false,
  flags: [],
  rule: 'test',
  ...override,
});

describe('balances', () => {
  it('adds inflows and subtracts outflows, including the fee', () => {
    const fee = { asset: ETH, quantity: 1n, valueUsd: null, price: null };
    const history = [moved(1, [['in', ETH, 10n]]), moved(2, [['out', ETH, 4n]], { fee })];
    expect(balances(history)).toEqual([{ asset: ETH, quantity: 5n }]);
  });

  it('never falls below zero: units that left unseen were there all the same', () => {
    const history = [moved(1, [['out', ETH, 4n]]), moved(2, [['in', ETH, 3n]])];
    expect(balances(history)).toEqual([{ asset: ETH, quantity: 3n }]);
  });

  it('counts genuine dust of an impostor, but no other claim of spam', () => {
    const dust = moved(
      1,
      [
        ['in', ETH, 2n],
        ['out', ETH, 1n],
      ],
      { isSpam: true, rule: 'spam-poisoning' },
    );
    expect(balances([dust])).toEqual([{ asset: ETH, quantity: 2n }]);
  });

  it('leaves out spam and what is gone', () => {
    const spam = moved(1, [['in', token('SPAM', 18), 10n]], { isSpam: true });
    const gone = [moved(2, [['in', ETH, 4n]]), moved(3, [['out', ETH, 4n]])];
    expect(balances([spam, ...gone])).toEqual([]);
  });
});

describe('balances of spam', () => {
  const [JUNK, MIXED, DAI] = [token('JUNK', 0), token('MIXED', 18), token('DAI', 18)];
  const spamOf = (transactions: readonly WalletTransaction[]) => finished(spamBalances(transactions));

  it('are of tokens that no genuine transaction moved', () => {
    const history = [
      moved(1, [['in', JUNK, 9n]], { isSpam: true }),
      moved(2, [['out', JUNK, 2n]], { isSpam: true }),
      moved(3, [['in', DAI, 5n]], { isSpam: true }),
      moved(4, [['in', DAI, 1n]]),
      moved(5, [['in', ETH, 4n]], { isSpam: true }),
      moved(6, [['in', MIXED, 3n]], { isSpam: true, rule: 'spam-poisoning' }),
    ];
    expect(spamOf(history)).toEqual([{ asset: JUNK, quantity: 7n }]);
    expect(balances(history).map(({ asset }) => asset)).toEqual([DAI, MIXED]);
  });

  it('leave out what is gone, and name a token of which no leg is kept', () => {
    const gone = [1, 2].map((at) => moved(at, [[at === 1 ? 'in' : 'out', JUNK, 9n]], { isSpam: true }));
    const beside = moved(3, [['in', DAI, 1n]], { hidden: [MIXED] });
    expect(spamOf([...gone, beside])).toEqual([{ asset: MIXED, quantity: 0n }]);
  });
});

describe('deposits', () => {
  const lot = (wallet: string, remaining: bigint, cost: bigint) =>
    ({ wallet, asset: ETH, remaining, cost, isUntracked: false }) as Lot;

  it('are the open lots outside the wallet, by asset, without those of other wallets', () => {
    const lots = [
      lot('0xa', 5n, 1n),
      lot('0xa>Beacon', 32n, 9n),
      lot('0xa>bridge', 1n, 2n),
      lot('0xb>Beacon', 7n, 3n),
    ];
    const ledger = { lots: [...lots, lot('0xa>Beacon', 0n, 0n)] } as unknown as Ledger;
    expect(deposits(ledger, '0xa')).toEqual([
      { asset: ETH, quantity: 33n, cost: 11n, lots: [lots[1], lots[2]], hasUntracked: false },
    ]);
  });
});

const holding = (
  symbol: string,
  quantity: bigint,
  cost: string | null,
  value: string | null,
  decimals = 18,
): Holding => {
  const known = { cost: cost === null ? null : money(cost), value: value === null ? null : money(value) };
  return {
    asset: token(symbol, decimals),
    tokenKey: `ethereum:${symbol}`,
    quantity,
    ...known,
    price: null,
    gain: known.cost === null || known.value === null ? null : known.value - known.cost,
    lots: [],
    lotCount: 0,
    hasUntracked: false,
  };
};

const A = holding('A', 1n, '10', '30');
const B = holding('B', 5n, '40', '20', 6);
const C = holding('C', 3n, '5', null);
const D = holding('D', 2n, '0', '20');

describe('totalsOf', () => {
  it('excludes a holding without a price from every sum, and returns its cost', () => {
    expect(totalsOf([A, B, C])).toEqual({
      value: money('50'),
      cost: money('50'),
      gain: 0n,
      unpricedCount: 1,
      unpricedCost: money('5'),
    });
  });

  it('never shows a gain of value less nothing while the basis is pending', () => {
    expect(totalsOf([holding('P', 1n, null, '7')])).toMatchObject({ value: money('7'), cost: 0n, gain: 0n });
  });
});

describe('sortHoldings', () => {
  const orders: Record<HoldingSort, string> = {
    value_desc: 'ABDC',
    value_asc: 'CBDA',
    cost_desc: 'BACD',
    cost_asc: 'DCAB',
    gain_desc: 'ADCB',
    gain_asc: 'BCAD',
    quantity_desc: 'BCDA',
    quantity_asc: 'ADCB',
    symbol_asc: 'ABCD',
    symbol_desc: 'DCBA',
  };

  it.each(Object.keys(HOLDING_SORTS) as HoldingSort[])('%s', (sort) => {
    const symbols = sortHoldings([C, D, A, B], sort).map(({ asset }) => asset.symbol);
    expect(symbols.join('')).toBe(orders[sort]);
  });

  it('puts what has no price behind what is worth nothing', () => {
    const nothing = holding('Z', 1n, '1', '0');
    expect([C, nothing].sort(byValue).map(({ asset }) => asset.symbol)).toEqual(['Z', 'C']);
  });
});

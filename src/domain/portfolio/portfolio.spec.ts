import type { Lot, Position } from '../engine';
import { nativeAsset, type Asset } from '../kernel/asset';
import { money } from '../kernel/units';
import type { WalletTransaction } from '../normalise/wallet-transaction';
import { balances } from './balances';
import { HOLDING_SORTS, sortHoldings, type HoldingSort } from './holding-order';
import { divide } from './in-wallet';
import { byValue, totalsOf, type Holding } from './holdings';

const ETH = nativeAsset('ethereum');
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
  it('adds what came in and takes what went out, the fee included', () => {
    const fee = { asset: ETH, quantity: 1n, valueUsd: null, price: null };
    const history = [moved(1, [['in', ETH, 10n]]), moved(2, [['out', ETH, 4n]], { fee })];
    expect(balances(history)).toEqual([{ asset: ETH, quantity: 5n }]);
  });

  it('never falls below zero: units that left unseen were there all the same', () => {
    const history = [moved(1, [['out', ETH, 4n]]), moved(2, [['in', ETH, 3n]])];
    expect(balances(history)).toEqual([{ asset: ETH, quantity: 3n }]);
  });

  it('counts genuine dust of an impostor, but nothing else spam says', () => {
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

describe('divide', () => {
  const lot = (id: string, remaining: bigint, cost: bigint, isUntracked = false) =>
    ({ id, asset: ETH, remaining, cost, isUntracked }) as Lot;
  const lots = [lot('old', 10n, 100n), lot('middle', 3n, 10n), lot('new', 5n, 50n, true)];
  const position: Position = { asset: ETH, quantity: 18n, cost: 160n, lots, hasUntracked: true };
  const told = (part: Position | null) =>
    part && [part.quantity, part.cost, part.hasUntracked, part.lots.map((l) => [l.id, l.remaining, l.cost])];

  it('leaves the oldest units in the wallet, and loses no cent of basis at the cut', () => {
    const { inWallet, elsewhere } = divide(position, 11n);
    expect(told(inWallet)).toEqual([
      11n,
      103n,
      false,
      [
        ['old', 10n, 100n],
        ['middle', 1n, 3n],
      ],
    ]);
    expect(told(elsewhere)).toEqual([
      7n,
      57n,
      true,
      [
        ['middle', 2n, 7n],
        ['new', 5n, 50n],
      ],
    ]);
  });

  it.each([
    ['all of it', 18n, true, false],
    ['more than the books know', 20n, true, false],
    ['nothing', 0n, false, true],
  ])('has one part when %s is in the wallet', (_name, quantity, here, there) => {
    const { inWallet, elsewhere } = divide(position, quantity);
    expect([inWallet === position, elsewhere === position]).toEqual([here, there]);
  });

  it('cuts between lots where the quantity ends with one', () => {
    const { inWallet, elsewhere } = divide(position, 10n);
    expect(inWallet?.lots).toEqual([lots[0]]);
    expect(elsewhere?.lots).toEqual([lots[1], lots[2]]);
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
    hasUntracked: false,
  };
};

const A = holding('A', 1n, '10', '30');
const B = holding('B', 5n, '40', '20', 6);
const C = holding('C', 3n, '5', null);
const D = holding('D', 2n, '0', '20');

describe('totalsOf', () => {
  it('leaves a holding without a price out of every sum and says what it cost', () => {
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

import type { Asset } from '../kernel/asset';
import { postedPrices } from './posted-prices';

const asset = (symbol: string, chain = 'ethereum'): Asset => ({
  id: `${chain}:${symbol}`,
  chain,
  contract: null,
  symbol,
  name: symbol,
  decimals: 18,
});

describe('prices of a body', () => {
  const prices = new Map([
    ['ethereum:ETH', '1'],
    ['Ethereum:usdc', '2'],
    ['ETH', '3'],
    ['Sol', '4'],
    ['USDC', '5'],
    ['__proto__', '6'],
  ]);
  const keyOf = (one: Asset, key = `${one.chain}:${one.symbol}`) => [one, key] as const;

  it.each([
    ['by the exact key', keyOf(asset('ETH')), '1'],
    ['by a key whose chain is written otherwise', keyOf(asset('usdc')), '2'],
    ['not by a key whose symbol is written otherwise, but by the symbol', keyOf(asset('USDC')), '5'],
    ['by the symbol on another chain', keyOf(asset('ETH', 'base')), '3'],
    ['by the symbol in any case', keyOf(asset('SOL', 'solana')), '4'],
    ['not at all', keyOf(asset('BTC', 'bitcoin')), undefined],
    ['a namesake only by its whole key', keyOf(asset('USDC'), 'ethereum:USDC@0xfake'), undefined],
    ['names of objects as names', keyOf(asset('__proto__')), '6'],
  ])('are found %s', (_name, [one, key], expected) => {
    expect(postedPrices(prices, new Map([[one.id, key]]))(one)?.toFixed()).toBe(expected);
  });
});

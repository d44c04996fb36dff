import { asset } from '../../../../test/chain/chain-story';
import { money, toUnits } from '../../kernel/units';
import type { Leg } from '../facts/wallet-transaction';
import { carriedShares } from './carried-shares';
import { splitValue } from './split';
import { referenceOf } from './trade-sides';

/** `1.5 UNI $10`: units, asset, market value; without a value the leg has no price. */
const leg = (text: string, index: number): Leg => {
  const [units = '0', symbol = '', usd] = text.split(' ');
  const known = asset(symbol);
  return {
    index,
    direction: 'in',
    asset: known,
    quantity: toUnits(units, known.decimals),
    counterparty: null,
    isInternal: false,
    valueUsd: usd === undefined ? null : money(usd.slice(1)),
    price: null,
  };
};
const legs = (text: string): Leg[] => text.split(' + ').map(leg);

describe('the side that values a trade', () => {
  it.each([
    ['the more liquid side', '10 UNI $90', '0.05 ETH $100', 'got'],
    ['the received side when both are as liquid', '10 UNI $90', '2 COMP $100', 'got'],
    ['the only priced side', '10 UNI $90', '1 FROG', 'given'],
    ['no side when neither has a price', '10 TOAD', '1 FROG', 'none'],
    ['no side that is priced in part', '10 UNI $90 + 5 FROG', '1 TOAD', 'none'],
    ['never a dust leg', '10 FROG', '0.000001 ETH $0.005', 'none'],
    ['the other side of a dust leg', '10 UNI $1618', '0.000001 ETH $0.005', 'given'],
    ['a side beside its dust', '10 FROG', '100 UNI $90 + 0.000001 ETH $0.005', 'got'],
    [
      'a side beside an unpriced rest of units that move',
      '10 FROG + 5000000 TOAD',
      '9 UNI $90 + 1 TOAD',
      'got',
    ],
    ['no side beside unpriced units that are no rest', '10 FROG + 5 TOAD', '9 UNI $90 + 1 TOAD', 'none'],
    ['dust against dust, when every leg has a price', '1 UNI $0.009', '1 COMP $0.008', 'got'],
  ])('%s', (_, given, got, expected) => expect(referenceOf(legs(given), legs(got))).toBe(expected));

  it('values a position by itself, not by the dust received for it', () => {
    const { legs: valued, disagrees } = splitValue(legs('10 UNI $1618'), legs('0.000001 ETH $0.005'), 0);
    expect(valued.map(({ valueUsd }) => valueUsd)).toEqual([money('1618'), money('1618')]);
    expect(disagrees).toBe(true);
  });
});

describe('the shares of a carried basis', () => {
  const shares = (given: string, got: string) => {
    const received = legs(got);
    return [...carriedShares(legs(given), received, [])].map(([one, share]) => [one.asset.symbol, share]);
  };

  it('are none when the value of the trade is known', () => expect(shares('1 UNI $9', '1 FROG')).toEqual([]));

  it('are equal among the legs without a price, after the known values', () => {
    const less = money('50');
    expect(shares('10 TOAD', '1 FROG + 50 USDC $50 + 1 NEWT')).toEqual([
      ['FROG', { from: 0n, upTo: 1n, whole: 2n, less }],
      ['NEWT', { from: 1n, upTo: 2n, whole: 2n, less }],
    ]);
  });
});

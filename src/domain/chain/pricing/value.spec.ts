import { asset, move, tx } from '../../../../test/chain/chain-story';
import { DEAD, ME, POOL, ROUTER, SAVINGS, STRANGER, ZERO } from '../../../../test/chain/parties';
import { formatMoney, money } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { classifyHistory } from '../classify/classify';
import { worth } from './split';
import { priceQueries, valueTransactions } from './value';
import type { WalletTransaction } from '../facts/wallet-transaction';

const owned = new Set([ME, SAVINGS]);
const classify = (...txs: ChainTransaction[]) => classifyHistory(txs, { wallet: ME, owned });

/** USD per whole unit by symbol; what is not in the list has no price. */
const valued = (prices: Record<string, string>, story: ChainTransaction): WalletTransaction => {
  const byId = new Map(Object.entries(prices).map(([symbol, usd]) => [asset(symbol, story.chain).id, usd]));
  const lookup = (assetId: string, at: number) => {
    const usd = byId.get(assetId);
    return usd === undefined ? null : { usd, at, source: 'market' };
  };
  return valueTransactions(classify(story), lookup)[0] as WalletTransaction;
};
const shown = ({ legs }: WalletTransaction) =>
  legs.map(({ direction, asset: { symbol }, valueUsd, price }) =>
    [direction, symbol, valueUsd === null ? 'none' : formatMoney(valueUsd), price?.source ?? '-'].join(' '),
  );

describe('trades value themselves', () => {
  const swap = tx([move('-1 ETH', ROUTER), move('+2000 USDC', POOL)]);

  it('by the dollar coin, regardless of the price of the other side', () => {
    const seen = valued({ ETH: '2050', USDC: '1.001' }, swap);
    expect(shown(seen)).toEqual(['out ETH 2002 trade', 'in USDC 2002 market']);
    expect(seen.legs[0]?.price).toMatchObject({ usd: '2002', at: swap.at });
  });

  it('by the other side when the better one has no price', () => {
    expect(shown(valued({ ETH: '2050' }, swap))).toEqual(['out ETH 2050 market', 'in USDC 2050 trade']);
  });

  it('by native before listed, listed before others', () => {
    const prices = { ETH: '2000', UNI: '7', FROG: '1' };
    expect(shown(valued(prices, tx([move('-300 UNI', POOL), move('+1 ETH', ROUTER)])))[0]).toBe(
      'out UNI 2000 trade',
    );
    expect(shown(valued(prices, tx([move('-300 UNI', POOL), move('+3 FROG', POOL)])))[1]).toBe(
      'in FROG 2100 trade',
    );
  });

  it('by what was received when both sides are as good', () => {
    expect(
      shown(valued({ UNI: '7', COMP: '50' }, tx([move('-10 UNI', POOL), move('+1 COMP', POOL)]))),
    ).toEqual(['out UNI 50 trade', 'in COMP 50 market']);
  });

  it('and so a fee in the coin that was sold, where it has no price', () => {
    const gas = { feeWei: 10n ** 16n };
    const seen = valued({ USDC: '1' }, tx([move('-1 ETH', ROUTER), move('+2000 USDC', POOL)], gas));
    expect(seen.fee?.valueUsd).toBe(money('20'));
    expect(seen.flags).not.toContain('missing_price');
  });

  it('leaves the value empty without a price, and flags it', () => {
    const seen = valued({}, tx([move('-10 FROG', POOL), move('+1 TOAD', POOL)], { feeWei: null }));
    expect(shown(seen)).toEqual(['out FROG none -', 'in TOAD none -']);
    expect(seen.flags).toContain('missing_price');
  });

  it('flags a market price more than five times off', () => {
    const story = tx([move('-1 ETH', ROUTER), move('+10 FROG', POOL)]);
    expect(valued({ ETH: '2000', FROG: '1001' }, story).flags).toContain('provider_price_disagrees');
    expect(valued({ ETH: '2000', FROG: '200' }, story).flags).not.toContain('provider_price_disagrees');
    expect(shown(valued({ ETH: '2000', FROG: '1001' }, story))[1]).toBe('in FROG 2000 trade');
  });

  it('shares several legs by their market values, the last taking the remainder', () => {
    const add = tx([
      move('-1 USDC', POOL),
      move('+1 UNI', POOL),
      move('+1 COMP', POOL),
      move('+1 FROG', POOL),
    ]);
    const seen = valued({ USDC: '1', UNI: '3', COMP: '3', FROG: '3' }, add);
    expect(shown(seen).slice(1)).toEqual([
      'in UNI 0.333333333333333333 trade',
      'in COMP 0.333333333333333333 trade',
      'in FROG 0.333333333333333334 trade',
    ]);
  });

  it('gives an unpriced leg what the others leave', () => {
    const add = tx([move('-100 USDC', POOL), move('+1 UNI', POOL), move('+1 FROG', POOL)]);
    expect(shown(valued({ USDC: '1', UNI: '60' }, add)).slice(1)).toEqual([
      'in UNI 60 trade',
      'in FROG 40 trade',
    ]);
  });

  it('values the unpriced half of a pool of equal halves by the other half', () => {
    const lp = asset('UNI-V2', 'ethereum', 'Uniswap V2');
    const add = tx([move('-1 ETH', ROUTER), move('-5 FROG', POOL), move('+1 UNI-V2', ZERO, 'token', lp)], {
      method: 'addLiquidityETH',
    });
    const seen = valued({ ETH: '2000' }, add);
    expect(shown(seen)).toEqual(['out ETH 2000 market', 'out FROG 2000 pool', 'in UNI-V2 4000 trade']);
    expect(seen.flags).not.toContain('missing_price');
    expect(valued({}, add).flags).toContain('missing_price');
  });

  it('never values a trade by a part of one side', () => {
    const trade = tx([move('-1 UNI', POOL), move('-5 FROG', POOL), move('+3 TOAD', POOL)], { feeWei: null });
    const seen = valued({ UNI: '7' }, trade);
    expect(shown(seen)).toEqual(['out UNI 7 market', 'out FROG none -', 'in TOAD none -']);
    expect(seen.flags).toContain('missing_price');
  });

  it('never values a position by the dust that came back for it', () => {
    const exit = tx([move('-3 FROG', POOL), move('+0.000001 ETH', ROUTER)], { feeWei: null });
    expect(shown(valued({ ETH: '2000' }, exit))).toEqual(['out FROG none -', 'in ETH 0.002 market']);
    expect(shown(valued({ ETH: '2000', FROG: '500' }, exit))[1]).toBe('in ETH 1500 trade');
  });

  it('gives a fee without a price the one of the wrapped coin that was traded', () => {
    const trade = tx([move('-100 USDC', POOL), move('+0.05 WETH', POOL)], { feeWei: 10n ** 16n });
    const seen = valued({ USDC: '1' }, trade);
    expect(seen.fee?.valueUsd).toBe(20n * 10n ** 18n);
    expect(seen.flags).not.toContain('missing_price');
  });

  it('counts change returned in the wrapped form as not given', () => {
    const seen = valued(
      { USDC: '1' },
      tx([move('-1.1 ETH', ROUTER), move('+0.1 WETH', ROUTER), move('+2000 USDC', POOL)]),
    );
    expect(shown(seen)).toEqual(['out ETH 2200 trade', 'in WETH 200 trade', 'in USDC 2000 market']);
  });

  it('never prices an NFT but by its trade', () => {
    expect(
      shown(valued({ ETH: '2000', 'CAT#9': '1' }, tx([move('-1 ETH', ROUTER), move('+1 CAT#9', POOL)])))[1],
    ).toBe('in CAT#9 2000 trade');
  });
});

describe('everything else takes the market price', () => {
  it.each([
    ['income', tx([move('+4 UNI', POOL)], { method: 'claim', feeWei: null })],
    ['spending', tx([move('-4 UNI', POOL)], { method: 'register', feeWei: null })],
    ['borrowing', tx([move('+4 UNI', POOL)], { method: 'borrow', feeWei: null })],
  ])('%s', (_, story) => {
    expect(shown(valued({ UNI: '7' }, story))[0]).toContain(' UNI 28 market');
    expect(valued({ UNI: '7' }, story).flags).not.toContain('missing_price');
    expect(valued({}, story).flags).toContain('missing_price');
  });

  it('values fees, and flags one without a price', () => {
    const story = tx([], { method: 'approve', feeWei: 10n ** 15n });
    expect(valued({ ETH: '2000' }, story).fee?.valueUsd).toBe(2n * 10n ** 18n);
    expect(valued({}, story).flags).toContain('missing_price');
  });

  it.each([
    ['a transfer between own wallets', tx([move('-4 UNI', SAVINGS)], { feeWei: null })],
    ['a receipt of unknown origin', tx([move('+4 UNI', STRANGER)], { from: STRANGER })],
    ['a deposit without a receipt', tx([move('-4 UNI', POOL)], { method: 'stake', feeWei: null })],
    ['a burn', tx([move('-4 UNI', DEAD)], { feeWei: null })],
    ['a wrap', tx([move('-1 ETH', POOL), move('+1 WETH', POOL)], { feeWei: null })],
  ])('needs no price for %s', (_, story) => expect(valued({}, story).flags).not.toContain('missing_price'));
});

describe('what comes out of a deposit', () => {
  const story = (amount: string) => [
    tx([move('-4 UNI', POOL)], { method: 'stake', feeWei: null }),
    tx([move(amount, POOL)], { method: 'exit', feeWei: null }),
  ];
  const flagsOf = (amount: string) => valueTransactions(classify(...story(amount)), () => null)[1]?.flags;

  it('needs a price for what was earned, not for the deposit', () => {
    expect(flagsOf('+4 UNI')).toEqual([]);
    expect(flagsOf('+4.1 UNI')).toContain('missing_price');
  });
});

describe('worth', () => {
  it.each([
    [10n ** 18n, 18, '2000.5', '2000.5'],
    [1n, 0, '0.0000000000000000005', '0.000000000000000001'],
    [1n, 0, '0.0000000000000000004', '0'],
    [3n, 1, '0.1', '0.03'],
    [15n * 10n ** 5n, 6, '1e-7', '0.00000015'],
  ])('of %p with %p decimals at %p is %p', (quantity, decimals, usd, expected) => {
    expect(formatMoney(worth(quantity, decimals, usd))).toBe(expected);
  });
});

describe('price queries', () => {
  it('ask once per asset and moment, never for spam, NFTs or unknown decimals', () => {
    const blank = { ...asset('BLANK'), decimalsUnknown: true };
    const trade = tx([
      move('-1 ETH', ROUTER),
      move('+5 UNI', POOL),
      move('+5 BLANK', POOL, 'token', blank),
      move('+1 CAT#9', POOL),
    ]);
    const spam = tx([move('+5 FROG', STRANGER)], { from: STRANGER });
    expect(priceQueries(classify(trade, spam))).toEqual([
      { assetId: asset('ETH').id, symbol: 'ETH', at: trade.at },
      { assetId: asset('UNI').id, symbol: 'UNI', at: trade.at },
    ]);
  });
});

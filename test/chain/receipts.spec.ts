import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, PRICES, readStory, sales } from './read-story';
import type { Asset } from '../../src/domain/kernel/asset';

const free = { feeWei: null } as const;
const named = (symbol: string, name: string) => asset(symbol, 'ethereum', name);
const yvUni = named('yvUNI', 'UNI yVault');
const lp = named('UNI-V2', 'Uniswap V2');
const gauge = named('UNI-V2-gauge', 'Uniswap V2 Gauge Deposit');
const threePool = named('3UNI', 'Curve.fi UNI/MKR/LDO');
const rEth = {
  ...asset('rETH', 'ethereum', 'Rocket Pool ETH'),
  contract: '0xae78736cd615f374d3085123a210448e74fc6393',
  id: 'ethereum:0xae78736cd615f374d3085123a210448e74fc6393',
};

const eth = () => tx([move('-15000 USDC', POOL), move('+10 ETH', ROUTER)], { ...free, method: 'swap' });
/** A hundred coins for half of what they are worth. */
const uni = () => tx([move('-500 USDC', POOL), move('+100 UNI', ROUTER)], { ...free, method: 'swap' });
const intoVault = () =>
  tx([move('-100 UNI', POOL), move('+90 yvUNI', ZERO, 'token', yvUni)], { ...free, method: 'deposit' });

describe('a receipt for one asset', () => {
  it('of a vault carries the basis in and out, and growth is no income', () => {
    const outOfVault = tx([move('-90 yvUNI', ZERO, 'token', yvUni), move('+104 UNI', POOL)], {
      ...{ ...free, method: 'withdraw', at: Date.UTC(2025, 0, 1) },
    });
    const { ledger } = readStory([uni(), intoVault(), outOfVault]);
    expect(sales(ledger).slice(1)).toEqual([]);
    expect(earnings(ledger)).toEqual([]);
    expect(holdings(ledger)).toEqual(['104 UNI 500']);
  });

  it('of staked coins carries the basis, whatever its name says', () => {
    const { ledger } = readStory([
      eth(),
      tx([move('-10 ETH', POOL), move('+9 rETH', ZERO, 'token', rEth)], { ...free, method: 'deposit' }),
    ]);
    expect(holdings(ledger)).toEqual(['9 rETH 15000']);
  });
});

describe('a receipt of ETH or of another coin', () => {
  const bnb = { ...asset('BNB'), id: 'ethereum:bnb', contract: '0xb8c77482e45f1f44de1745f52c74426c631bdd52' };
  const boughtFor = (of: Asset) =>
    tx([move('-10000 USDC', POOL), move(`+10 ${of.symbol}`, ROUTER, undefined, of)], {
      ...{ ...free, method: 'swap' },
    });

  it.each([
    ['gtWETH', 'Gauntlet WETH Prime', 'WETH', 'deposit', 'redeem'],
    ['gtWETH', 'Gauntlet WETH Prime', 'WETH', 'multicall', 'multicall'],
    ['gtWETH', 'Gauntlet WETH Prime', 'ETH', 'multicall', 'multicall'],
    ['gtWETH', 'Gauntlet WETH Prime', 'WETH', 'deposit', '0x12345678'],
    ['re7WETH', 'Re7 WETH', 'WETH', 'deposit', 'withdraw'],
    ['mwETH', 'Moonwell Flagship ETH', 'WETH', 'deposit', 'redeem'],
    ['mWETH', 'Moonwell WETH', 'WETH', 'mint', 'redeem'],
    ['vBNB', 'Venus BNB', 'BNB', 'mint', 'redeem'],
    ['crETH', 'Cream Ether', 'ETH', 'mint', 'redeem'],
    ['qiETH', 'Benqi ETH', 'ETH', 'mint', 'redeemUnderlying'],
    ['ezETH', 'Renzo Restaked ETH', 'ETH', 'depositETH', 'redeem'],
    ['rsETH', 'KelpDao Restaked ETH', 'stETH', 'depositAsset', 'instantWithdraw'],
    ['pufETH', 'pufETH', 'WETH', 'depositETH', 'withdraw'],
    ['OETH', 'Origin Ether', 'WETH', 'mint', 'redeem'],
    ['cUNI', 'Compound Uniswap', 'UNI', 'mint', 'redeem'],
    ['bnETH', 'Bancor ETH Pool Token', 'ETH', 'deposit', 'withdraw'],
    ['S*ETH', 'Stargate Ether Vault-LP', 'ETH', 'deposit', 'redeem'],
    ['MPLcashWETH', 'Maven 11 WETH Pool', 'WETH', 'deposit', 'redeem'],
    ['Av2-WETH-LP', 'Across V2 Wrapped Ether LP Token', 'WETH', 'addLiquidity', 'removeLiquidity'],
  ])('%s (%s) carries the basis of %s by %s and out by %s', (symbol, name, coin, entry, exit) => {
    const held = coin === 'BNB' ? bnb : named(coin, coin === 'UNI' ? 'Uniswap' : coin);
    const bought = boughtFor(held);
    const share = named(symbol, name);
    const into = tx(
      [move(`-10 ${coin}`, POOL, undefined, held), move(`+9 ${symbol}`, ZERO, 'token', share)],
      {
        ...{ ...free, method: entry },
      },
    );
    const out = tx(
      [move(`-9 ${symbol}`, ZERO, 'token', share), move(`+10.1 ${coin}`, POOL, undefined, held)],
      {
        ...{ ...free, method: exit },
      },
    );
    const prices = { ...PRICES, [share.id]: '2200', [bnb.id]: '2000' };
    const { ledger, told } = readStory([bought, into, out], prices);
    expect(sales(ledger).slice(1)).toEqual([]);
    expect(holdings(ledger)).toEqual([`10.1 ${coin} 10000`]);
    expect(ledger.lots.at(-1)?.acquiredAt).toBe(told[0]?.at);
  });

  it('that is sold, not given back, is a trade', () => {
    const share = named('gtWETH', 'Gauntlet WETH Prime');
    const { ledger } = readStory([
      boughtFor(asset('WETH')),
      tx([move('-10 WETH', POOL), move('+9 gtWETH', ZERO, 'token', share)], { ...free, method: 'deposit' }),
      tx([move('-9 gtWETH', POOL, 'token', share), move('+10.1 WETH', ROUTER)], {
        ...free,
        method: 'multicall',
      }),
    ]);
    expect(sales(ledger).slice(1)).toEqual(['9 gtWETH swap 20200 10000 10200 short']);
  });
});

describe('a token that is no receipt', () => {
  const DAY = 86_400_000;
  const start = Date.UTC(2024, 6, 1);
  const bought = () =>
    tx([move('-9900 USDC', POOL), move('+9.9 ETH', ROUTER)], {
      ...{ ...free, method: 'swap', at: Date.UTC(2023, 0, 5) },
    });
  const story = (symbol: string, name: string, method: string) => {
    const token = named(symbol, name);
    const buy = tx([move('-9.9 ETH', POOL), move(`+198 ${symbol}`, ZERO, 'token', token)], {
      ...{ ...free, method, at: start },
    });
    const sell = tx([move(`-198 ${symbol}`, POOL, 'token', token), move('+19800 USDC', ROUTER)], {
      ...{ ...free, method: 'swap', at: start + 40 * DAY },
    });
    return readStory([bought(), buy, sell], { ...PRICES, [token.id]: '100' });
  };

  it.each([
    ['DPI', 'DefiPulse Index', 'issueExactSetFromETH', false],
    ['ETHRSIAPY', 'ETH RSI 60/40 Yield', 'issueRebalancingSetWrappingEther', false],
    ['ETH2x-FLI', 'ETH 2x Flexible Leverage Index', 'mint', true],
    ['FOO', 'Foo Token', 'mint', true],
    ['FOO', 'Foo Token', 'deposit', true],
    ['FOO', 'Foo Token', 'stake', true],
    ['FOO', 'Foo Token', 'migrate', true],
  ])('%s (%s) is bought by %s', (symbol, name, method, isUncertain) => {
    const { ledger } = story(symbol, name, method);
    expect(sales(ledger).slice(1)).toEqual([
      `9.9 ETH swap 19800 9900 9900 long${isUncertain ? ' classification_uncertain' : ''}`,
      `198 ${symbol} swap 19800 19800 0 short`,
    ]);
  });

  it('is bought by a deposit of one coin where it is named after another one', () => {
    const { ledger } = story('yvDAI', 'DAI yVault', 'zapIn');
    expect(sales(ledger)[1]).toBe('9.9 ETH swap 19800 9900 9900 long');
  });
});

describe('a share of a pool of several assets', () => {
  it.each([
    ['crvUSDCWBTCWETH', 'TricryptoUSDC', 'add_liquidity'],
    ['UNIUSDC', 'UNI/USDC', 'add_liquidity'],
    ['HOP-LP-UNI', 'Hop UNI LP Token', 'addLiquidity'],
    ['UNI-V2', 'Uniswap V2', 'zapIn'],
  ])('%s (%s) is an exchange of one coin too, by its name', (symbol, name, method) => {
    const { ledger } = readStory([
      uni(),
      tx([move('-100 UNI', POOL), move(`+99 ${symbol}`, ZERO, 'token', named(symbol, name))], {
        ...{ ...free, method },
      }),
    ]);
    expect(sales(ledger).slice(1)).toEqual(['100 UNI swap 1000 500 500 short']);
  });

  it('is an exchange at fair value, and its gauge carries the basis', () => {
    const { ledger } = readStory([
      eth(),
      tx([move('-1 ETH', ROUTER), move('-200 UNI', POOL), move('+8 UNI-V2', ZERO, 'token', lp)], {
        ...{ ...free, method: 'addLiquidityETH' },
      }),
      tx([move('-8 UNI-V2', POOL, 'token', lp), move('+8 UNI-V2-gauge', ZERO, 'token', gauge)], {
        ...{ ...free, method: 'deposit' },
      }),
    ]);
    expect(sales(ledger).slice(1)).toEqual([
      '1 ETH swap 2000 1500 500 short',
      '200 UNI swap 2000 0 2000 short',
    ]);
    expect(holdings(ledger).at(-1)).toBe('8 UNI-V2-gauge 4000');
  });

  it('is an exchange for one asset too', () => {
    const { ledger } = readStory([
      uni(),
      tx([move('-100 UNI', POOL), move('+99 3UNI', ZERO, 'token', threePool)], {
        ...{ ...free, method: 'add_liquidity' },
      }),
    ]);
    expect(sales(ledger).slice(1)).toEqual(['100 UNI swap 1000 500 500 short']);
  });
});

describe('a share that is given back for several assets', () => {
  it('carries its basis into them under the policy that carries deposits, whatever its name is', () => {
    const share = named('EUReUNI', 'EUReUNI');
    const put = () =>
      tx([move('-100 UNI', POOL), move('+99 EUReUNI', ZERO, 'token', share)], {
        ...free,
        method: 'add_liquidity',
      });
    const out = () =>
      tx([move('-99 EUReUNI', ZERO, 'token', share), move('+50 UNI', POOL), move('+500 DAI', POOL)], {
        ...{ ...free, method: 'remove_liquidity' },
      });
    const { ledger } = readStory([uni(), put(), out()], undefined, { depositPolicy: 'carry' });
    expect(sales(ledger).slice(1)).toEqual([]);
    expect(holdings(ledger).sort()).toEqual(['50 UNI 250', '500 DAI 250']);
  });
});

describe('DEPOSIT_POLICY', () => {
  it.each([
    ['mixed', ['990 DAI swap 990 0 990 short']],
    ['carry', []],
    ['taxable', ['100 UNI swap 1000 500 500 short', '990 DAI swap 990 0 990 short']],
  ] as const)('%s', (depositPolicy, expected) => {
    const story = [
      uni(),
      intoVault(),
      tx([move('-990 DAI', STRANGER), move('+99 3UNI', ZERO, 'token', threePool)], {
        ...{ ...free, method: 'add_liquidity' },
      }),
    ];
    expect(sales(readStory(story, undefined, { depositPolicy }).ledger).slice(1)).toEqual(expected);
  });
});

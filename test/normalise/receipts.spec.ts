import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, readStory, sales } from './read-story';

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

describe('a share of a pool of several assets', () => {
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

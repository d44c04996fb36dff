import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, ZERO } from './parties';
import { earnings, holdings, kinds, readStory, sales } from './read-story';

const DYDX = '0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e';
const GAINS = '0xff162c694eaa571f685030649814282ea457f169';
const HYPERLIQUID = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';
const free = { feeWei: null } as const;
const DAY = 86_400_000;
const start = Date.UTC(2024, 0, 1);
/** Lots of one moment are sold in the order of their ids, which follow from the hashes. */
const hashOf = (digit: string): string => `0x${digit.padStart(64, '0')}`;
const arbitrumUsdc = {
  ...asset('USDC', 'arbitrum'),
  contract: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  id: 'arbitrum:0xaf88d065e77c8cc2239327c5edb3a432268e5831',
};
const prices = { 'ethereum:native': '2000', [asset('USDC').id]: '1', [arbitrumUsdc.id]: '1' };
const coins = () =>
  tx([move('+1000 USDC', POOL), move('-1 ETH', ROUTER)], { ...free, at: start, method: 'swap' });

describe('a margin account', () => {
  const put = () =>
    tx([move('-1000 USDC', DYDX)], { ...free, at: start + 1, to: DYDX, method: 'operate(tuple[],tuple[])' });

  it('that pays more than its deposit has a profit without basis, never interest', () => {
    const back = tx([move('+1500 USDC', DYDX)], {
      ...free,
      at: start + 40 * DAY,
      to: DYDX,
      method: 'operate(tuple[],tuple[])',
    });
    const story = readStory([coins(), put(), back], prices);
    expect(earnings(story.ledger)).toEqual([]);
    expect(sales(story.ledger).slice(1)).toEqual([
      '500 USDC margin_result 500 0 500 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toEqual(['500 USDC 500', '1000 USDC 1000']);
  });

  it('that pays back less keeps the rest as a deposit', () => {
    const back = tx([move('+400 USDC', DYDX)], { ...free, to: DYDX, at: start + DAY, method: 'operate' });
    const { ledger } = readStory([coins(), put(), back], prices);
    expect(sales(ledger).slice(1)).toEqual([]);
    expect(holdings(ledger)).toEqual(['600 USDC 600 >dYdX', '400 USDC 400']);
  });

  it('outside the chains that are read has its profit on return', () => {
    const there = tx([move('-1000 USDC', HYPERLIQUID, 'token', arbitrumUsdc)], {
      ...{ ...free, chain: 'arbitrum', at: start + 1, method: 'transfer' },
    });
    const back = tx([move('+1300 USDC', HYPERLIQUID, 'token', arbitrumUsdc)], {
      ...{ ...free, chain: 'arbitrum', at: start + DAY, from: null, to: null },
    });
    const bought = tx([move('+1000 USDC', POOL, 'token', arbitrumUsdc), move('-1 ETH', ROUTER)], {
      ...{ ...free, chain: 'arbitrum', at: start, method: 'swap' },
    });
    const { ledger } = readStory([bought, there, back], { ...prices, 'arbitrum:native': '2000' });
    expect(sales(ledger).slice(1)).toEqual([
      '300 USDC margin_result 300 0 300 short classification_uncertain',
    ]);
  });
});

describe('a trade that is closed', () => {
  const open = () =>
    tx([move('-1000 USDC', GAINS, 'token', arbitrumUsdc)], {
      ...{ ...free, chain: 'arbitrum', at: start + 1, to: GAINS, method: 'openTrade', hash: hashOf('5') },
    });
  const bought = () =>
    tx([move('+1000 USDC', POOL, 'token', arbitrumUsdc), move('-1 ETH', ROUTER)], {
      ...{ ...free, chain: 'arbitrum', at: start, method: 'swap', hash: hashOf('4') },
    });

  it('for less than its deposit has a loss without proceeds', () => {
    const close = tx([move('+400 USDC', GAINS, 'token', arbitrumUsdc)], {
      ...{
        ...free,
        chain: 'arbitrum',
        at: start + DAY,
        to: GAINS,
        method: 'closeTradeMarket',
        hash: hashOf('6'),
      },
    });
    const story = readStory([bought(), open(), close], prices);
    expect(kinds(story)[2]).toContain('unstake');
    expect(sales(story.ledger).slice(1)).toEqual([
      '600 USDC margin_result 0 600 -600 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toEqual(['400 USDC 400']);
  });
});

describe('a position that a keeper closes', () => {
  const VAULT = '0x31ef83a530fde1b38ee9a18093a333d8bbbc40d5';
  const MARKET = '0x70d95587d40a2caf56bd97485ab3eec10bee6336';
  const there = { ...free, chain: 'arbitrum' } as const;
  const onArbitrum = { ...prices, 'arbitrum:native': '2000' };
  const bought = () =>
    tx([move('+1000 USDC', POOL, 'token', arbitrumUsdc), move('-0.5 ETH', ROUTER)], {
      ...{ ...there, at: start, method: 'swap' },
    });
  const put = () =>
    tx([move('-1000 USDC', VAULT, 'token', arbitrumUsdc), move('-0.001 ETH', VAULT)], {
      ...{ ...there, at: start + 1, method: 'multicall' },
    });
  const paid = (amount: string, at: number, from: string, refund: string | null, method = 'executeOrder') =>
    tx(
      [
        move(`+${amount} USDC`, from, 'token', arbitrumUsdc),
        ...(refund === null ? [] : [move(`+${refund} ETH`, VAULT, 'internal')]),
      ],
      { ...there, at, method, from: POOL },
    );
  const LOSS = '300 USDC margin_result 0 300 -300 short classification_uncertain';
  const PROFIT = '600 USDC margin_result 600 0 600 short classification_uncertain';

  it.each([
    ['with a loss', '700', MARKET, null, [LOSS]],
    ['with a loss and a refund', '700', MARKET, '0.0003', [LOSS]],
    ['in a market that is not listed, with a refund', '700', ROUTER, '0.0003', [LOSS]],
    ['with a profit', '1600', MARKET, '0.0003', [PROFIT]],
  ])('%s has a margin result, never interest', (_, amount, from, refund, expected) => {
    const { ledger } = readStory([bought(), put(), paid(amount, start + DAY, from, refund)], onArbitrum);
    const ofUsdc = (lines: string[]) => lines.filter((line) => line.includes(' USDC '));
    expect(ofUsdc(sales(ledger))).toEqual(expected);
    expect(earnings(ledger)).toEqual([]);
    const held = ofUsdc(holdings(ledger)).map((line) => line.split(' '));
    expect(held.reduce((sum, [units]) => sum + Number(units), 0)).toBe(Number(amount));
    expect(held.every((words) => words.length === 3)).toBe(true);
  });

  it('beside another one in the same coin loses no more than its deposit', () => {
    const both = [bought(), bought(), put(), { ...put(), at: start + 2 }];
    const resultOf = (story: typeof both): number =>
      sales(readStory(story, onArbitrum).ledger)
        .filter((line) => line.includes('margin_result'))
        .reduce((sum, line) => sum + Number(line.split(' ')[5]), 0);
    expect(resultOf([...both, paid('300', start + DAY, MARKET, null)])).toBe(-700);
    const second = [paid('300', start + DAY, MARKET, null), paid('1200', start + 2 * DAY, MARKET, null)];
    expect(resultOf([...both, ...second])).toBe(-500);
  });

  it('in another coin is an exchange of its deposit', () => {
    const weth = { ...asset('WETH', 'arbitrum'), id: 'arbitrum:0x82af49447d8a07e3bd95bd0d56f35241523fbab1' };
    const other = tx([move('+0.6 WETH', MARKET, 'token', weth), move('+0.0004 ETH', VAULT, 'internal')], {
      ...{ ...there, at: start + DAY, method: 'executeOrder', from: POOL },
    });
    const story = readStory([bought(), put(), other], { ...onArbitrum, [weth.id]: '2000' });
    expect(kinds(story)[2]).toBe('swap margin-paid');
    expect(sales(story.ledger).filter((line) => line.includes('USDC'))).toEqual([
      '1000 USDC swap 1200.8 1000 200.8 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toEqual(expect.arrayContaining(['0.6 WETH 1200']));
    expect(holdings(story.ledger).filter((line) => line.includes('untracked'))).toEqual([]);
  });

  it('in parts has the result of all parts', () => {
    const parts = [paid('300', start + DAY, MARKET, null), paid('900', start + 2 * DAY, MARKET, null)];
    const { ledger } = readStory([bought(), put(), ...parts], onArbitrum);
    // A loss can be one slice or several: lots of one moment are in the order of their hashes.
    const results = sales(ledger).filter((line) =>
      / USDC margin_result .* short classification_uncertain$/.test(line),
    );
    const gains = results.map((line) => Number(line.split(' ')[5]));
    expect(gains.filter((gain) => gain < 0).reduce((sum, gain) => sum + gain, 0)).toBe(-700);
    expect(gains.filter((gain) => gain > 0)).toEqual([900]);
  });

  it('is not closed by a refund alone, nor by the payment of a share of the market', () => {
    const refund = tx([move('+0.0003 ETH', VAULT, 'internal')], { ...there, at: start + DAY, from: POOL });
    const share = paid('50', start + DAY, MARKET, null, 'executeWithdrawal');
    const { ledger } = readStory([bought(), put(), refund, share], onArbitrum);
    expect(sales(ledger).slice(2)).toEqual([]);
    expect(holdings(ledger)).toContain('1000 USDC 1000 >GMX Perps');
  });

  it('of another contract leaves what that pays without an origin', () => {
    const stake = tx([move('-2 UNI', POOL)], { ...free, at: start + 1, method: 'stake' });
    const back = tx([move('+2 UNI', POOL), move('+50 DAI', ROUTER)], {
      ...free,
      at: start + DAY,
      from: ROUTER,
    });
    const { ledger } = readStory([stake, back]);
    expect(earnings(ledger)).toEqual([]);
    expect(holdings(ledger)).toContain('50 DAI 0 untracked');
  });
});

describe('growth of a deposit', () => {
  const put = () => tx([move('-1000 USDC', POOL)], { ...free, at: start + 1, method: 'deposit' });
  const back = (amount: string, days: number) =>
    tx([move(`+${amount} USDC`, POOL)], { ...free, at: start + days * DAY, method: 'withdraw' });

  it.each([
    ['1010', 30, []],
    ['1021', 30, ['classification_uncertain']],
    ['1050', 90, []],
    ['1070', 90, ['classification_uncertain']],
  ])('to %s in %i days', (amount, days, flags) => {
    const story = readStory([coins(), put(), back(amount, days)], prices);
    expect(story.ledger.income.map(({ type }) => type)).toEqual(['interest']);
    expect(story.told[2]?.flags.filter((flag) => flag === 'classification_uncertain')).toEqual(flags);
  });
});

describe('growth of a deposit in a lending market', () => {
  it('is interest in every coin', () => {
    const BLUE = '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb';
    const got = tx([move('+2 WETH', POOL), move('-4000 USDC', ROUTER)], {
      ...free,
      at: start,
      method: 'swap',
    });
    const put = tx([move('-2 WETH', BLUE)], { ...free, at: start + 1, to: BLUE, method: 'supply' });
    const back = tx([move('+2.01 WETH', BLUE)], {
      ...free,
      at: start + 90 * DAY,
      to: BLUE,
      method: 'withdraw',
    });
    const { ledger } = readStory([got, put, back], { ...prices, [asset('WETH').id]: '2000' });
    expect(earnings(ledger)).toEqual(['0.01 WETH interest 20']);
  });
});

describe('a validator', () => {
  const exit = (amount: string) =>
    tx([move(`+${amount} ETH`, null, 'withdrawal')], { ...free, from: null, hash: `withdrawal-${amount}` });

  it('whose deposit is not known returns stakes of 32, and rewards above them', () => {
    const { ledger } = readStory([exit('32.02'), exit('64.5')], prices);
    expect(holdings(ledger)).toEqual([
      '32 ETH 0 untracked',
      '0.02 ETH 40',
      '64 ETH 0 untracked',
      '0.5 ETH 1000',
    ]);
    expect(earnings(ledger)).toEqual(['0.02 ETH staking_reward 40', '0.5 ETH staking_reward 1000']);
  });

  it('that leaves after penalties returns principal, not a reward', () => {
    const bought = tx([move('+32 ETH', ROUTER), move('-64000 USDC', ROUTER)], { ...free, method: 'swap' });
    const stake = tx([move('-32 ETH', '0x00000000219ab540356cbb839cbe05303d7705fa')], {
      ...free,
      method: 'deposit',
    });
    const { ledger } = readStory([bought, stake, exit('31.5')], prices);
    expect(earnings(ledger)).toEqual([]);
    expect(holdings(ledger)).toContain('31.5 ETH 63000');
  });
});

describe('a claim on a later payment', () => {
  const QUEUE = '0x889edc2edab5f40e902b864ad4d7ade8e412f9b1';
  const nft = {
    ...asset('UNSTETH#7'),
    id: `ethereum:${QUEUE}#7`,
    contract: QUEUE,
    symbol: 'unstETH#7',
    name: 'Lido: stETH Withdrawal NFT',
  };

  it('carries basis and date from the stake to the coins', () => {
    const stake = tx([move('-10 ETH', ZERO), move('+10 stETH', ZERO)], {
      ...free,
      at: start,
      method: 'submit',
    });
    const bought = tx([move('-15000 USDC', POOL), move('+10 ETH', ROUTER)], {
      ...free,
      at: start - DAY,
      method: 'swap',
    });
    const request = tx([move('-10 stETH', QUEUE), move('+1 UNSTETH#7', ZERO, 'nft', nft)], {
      ...{ ...free, at: start + DAY, to: QUEUE, method: 'requestWithdrawals' },
    });
    const claim = tx([move('-1 UNSTETH#7', ZERO, 'nft', nft), move('+10 ETH', QUEUE)], {
      ...{ ...free, at: start + 5 * DAY, to: QUEUE, method: 'claimWithdrawals' },
    });
    const story = readStory([bought, stake, request, claim], prices);
    expect(kinds(story).slice(1)).toEqual([
      'stake liquid-staking',
      'unstake claim-received',
      'unstake claim-paid',
    ]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['10 ETH 15000']);
  });
});

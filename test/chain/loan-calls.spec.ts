import { selectorOf } from '../../src/domain/kernel/hash';
import { classifyHistory, type ChainTransaction } from '../../src/domain/chain';
import { asset, move, tx, type Step } from './chain-story';
import { ME, POOL, ZERO } from './parties';
import { holdings, PRICES, readStory, sales } from './read-story';

const token = (symbol: string, contract: string) => ({
  ...asset(symbol),
  contract,
  id: `ethereum:${contract}`,
});
const wstETH = token('wstETH', '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0');
const BOLD = token('BOLD', '0x6440f144b7e50d6a8439336510312d2f54beb01d');
const LUSD = token('LUSD', '0x5f98805a4e8be255a32880fdec7f6728c6568ba0');
const MKR = token('MKR', '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2');
const PETH = token('PETH', '0xf53ad2c6851052a81b42133467480961b2321c09');
const BLUE = '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb';
const ADAPTER = '0x4a6c312ec70e8747a587ee860a0353cd42be0ae0';
const BUNDLER = '0x6566194141eefa99af43bb5aa71460ca2dc90245';
const COMET = '0xc3d688b66703497daa19211eedff47f25384cdc3';
const BULKER = '0xa397a8c2086c554b531c02e29f3291c9704b00c7';
const MARKET = '(address,address,address,address,uint256)';

const of = (what: ReturnType<typeof token>, amount: string, other: string): Step =>
  move(`${amount} ${what.symbol}`, other, 'token', what);
const kindOf = (...txs: ChainTransaction[]): string => {
  const last = classifyHistory(txs, { wallet: ME, owned: new Set([ME]) }).at(-1);
  return `${last?.type ?? ''} ${last?.rule ?? ''}`;
};
const call = (to: string, method: string, steps: Step[], inner?: string): ChainTransaction =>
  tx(steps, {
    to,
    method,
    feeWei: null,
    ...(inner === undefined ? {} : { calls: [{ to: null, id: selectorOf(inner) }] }),
  });

describe('a loan by a contract that bundles calls', () => {
  it.each([
    ['collateral to Morpho', 'stake deposit', call(BUNDLER, 'multicall', [of(wstETH, '-7', ADAPTER)])],
    [
      'collateral to Morpho and a loan',
      'borrow bundled-loan',
      call(BUNDLER, 'multicall', [of(wstETH, '-7', ADAPTER), move('+7000 USDC', BLUE)]),
    ],
    [
      'a loan of Morpho, by the inner call',
      'borrow borrow',
      call(
        BUNDLER,
        'multicall',
        [move('+7000 USDC', BLUE)],
        `morphoBorrow(${MARKET},uint256,uint256,uint256,address)`,
      ),
    ],
    [
      'a loan of a coin that is no dollar, by the inner call',
      'borrow loan-with-collateral',
      call(
        BUNDLER,
        'multicall',
        [move('-7000 USDC', ADAPTER), move('+1 WETH', BLUE)],
        `morphoBorrow(${MARKET},uint256,uint256,uint256,address)`,
      ),
    ],
    [
      'a repayment to Morpho, by the inner call',
      'repay repay',
      call(
        BUNDLER,
        'multicall',
        [move('-7000 USDC', ADAPTER)],
        `morphoRepay(${MARKET},uint256,uint256,uint256,address,bytes)`,
      ),
    ],
    [
      'a repayment to Morpho that frees the collateral',
      'repay loan-closed',
      call(BUNDLER, 'multicall', [move('-7000 USDC', ADAPTER), of(wstETH, '+7', BLUE)]),
    ],
    [
      'a vault of Morpho is no loan',
      'lp_add shares-received',
      call(BUNDLER, 'multicall', [
        move('-7000 USDC', ADAPTER),
        move('+6900 gtUSDC', ZERO, 'token', asset('gtUSDC', 'ethereum', 'Gauntlet USDC Vault')),
      ]),
    ],
    ['a loan of Compound', 'borrow base-coin-borrowed', call(BULKER, 'invoke', [move('+70 USDC', COMET)])],
    [
      'ether to Compound and a loan',
      'borrow bundled-loan',
      call(BULKER, 'invoke', [move('-7 ETH', BULKER), move('+7000 USDC', COMET)]),
    ],
    ['ether to Compound', 'stake deposit', call(BULKER, 'invoke', [move('-7 ETH', BULKER)])],
    ['ether out of Compound', 'unstake withdrawal', call(BULKER, 'invoke', [move('+7 ETH', BULKER)])],
    ['a repayment', 'repay base-coin-repaid', call(BULKER, 'invoke', [move('-70 USDC', COMET)])],
    [
      'a repayment that frees ether',
      'repay loan-closed',
      call(BULKER, 'invoke', [move('-7000 USDC', COMET), move('+7 ETH', BULKER)]),
    ],
  ])('is read: %s', (_, expected, transaction) => {
    expect(kindOf(transaction)).toBe(expected);
  });

  it('keeps the collateral with its basis, and is no sale', () => {
    const { ledger } = readStory(
      [
        call(POOL, 'swap', [move('-15000 USDC', POOL), of(wstETH, '+7', POOL)]),
        call(BUNDLER, 'multicall', [of(wstETH, '-7', ADAPTER), move('+7000 USDC', BLUE)]),
        call(BUNDLER, 'multicall', [move('-7000 USDC', ADAPTER), of(wstETH, '+7', BLUE)]),
      ],
      { ...PRICES, [wstETH.id]: ['2142', '3000', '4000'] },
    );
    expect(sales(ledger).filter((line) => line.includes('wstETH'))).toEqual([]);
    expect(sales(ledger).at(-1)).toBe('7000 USDC repayment 7000 7000 0 short classification_uncertain');
    expect(holdings(ledger)).toEqual(['7 wstETH 15000']);
  });
});

describe('a coin that exists only as debt', () => {
  const numbered = call(POOL, 'openTrove', [
    move('-0.0375 WETH', POOL),
    of(wstETH, '-7', POOL),
    of(BOLD, '+7000', ZERO),
    move('+1 TROVE#55', ZERO),
  ]);
  const ended = call(POOL, 'closeTrove', [
    of(BOLD, '-7000', ZERO),
    move('+0.0375 WETH', POOL),
    of(wstETH, '+7', POOL),
    move('-1 TROVE#55', ZERO),
  ]);

  it.each([
    ['borrowed alone', 'borrow debt-minted', call(POOL, 'adjustTrove', [of(LUSD, '+70', ZERO)])],
    ['borrowed by its name', 'borrow borrow', call(POOL, 'withdrawBold', [of(BOLD, '+70', ZERO)])],
    ['paid back alone', 'repay debt-burned', call(POOL, 'adjustTrove', [of(LUSD, '-70', ZERO)])],
    [
      'paid back for a part of the collateral',
      'repay loan-closed',
      call(POOL, 'adjustTrove', [of(LUSD, '-70', ZERO), move('+1 ETH', POOL)]),
    ],
    [
      'redeemed for ether, which is a sale',
      'swap swap',
      call(POOL, 'redeemCollateral', [of(LUSD, '-70', ZERO), move('+1 ETH', POOL)]),
    ],
    ['burned by its owner', 'spend burn', call(LUSD.contract, 'burn', [of(LUSD, '-70', ZERO)])],
    ['out of savings', 'unstake withdrawal', call(POOL, 'exit', [move('+70 DAI', ZERO)])],
    [
      'paid for a share of savings',
      'lp_remove shares-returned',
      call(POOL, 'redeem', [
        move('-66 sDAI', ZERO, 'token', asset('sDAI', 'ethereum', 'Savings Dai')),
        move('+70 DAI', ZERO),
      ]),
    ],
    [
      'an NFT that is paid back for, without its deposit',
      'repay loan-closed',
      call(POOL, 'repay', [move('-5 ETH', POOL), move('+1 ART#5', POOL)]),
    ],
    [
      'an NFT that is bought of a lender',
      'swap swap',
      call(POOL, 'buyLocked', [move('-5 ETH', POOL), move('+1 ART#5', POOL)]),
    ],
    ['more collateral', 'stake deposit', call(POOL, 'adjustTrove', [move('-1 ETH', POOL)])],
    ['less collateral', 'unstake withdrawal', call(POOL, 'adjustTrove', [move('+1 ETH', POOL)])],
    ['with the number of its loan', 'borrow loan-with-collateral', numbered],
    ['paid back with the number of its loan', 'repay loan-closed', ended],
    [
      'paid back with the fee of Sai',
      'repay loan-closed',
      call(POOL, 'shut', [move('-7 SAI', ZERO), of(MKR, '-0.01', ZERO), of(PETH, '+1', POOL)]),
    ],
    [
      'paid back by a proxy',
      'repay loan-closed',
      call(
        POOL,
        'execute',
        [move('-70 DAI', POOL), move('+1 ETH', POOL)],
        'wipeAllAndFreeETH(address,address,address,uint256,uint256)',
      ),
    ],
    [
      'paid back by a proxy, alone',
      'repay repay',
      call(POOL, 'execute', [move('-70 DAI', POOL)], 'wipe(address,address,uint256,uint256)'),
    ],
  ])('is read: %s', (_, expected, transaction) => {
    expect(kindOf(transaction)).toBe(expected);
  });

  it('sells no collateral, and the number of the loan is worth nothing', () => {
    const bought = call(POOL, 'swap', [move('-15000 USDC', POOL), of(wstETH, '+7', POOL)]);
    const { ledger } = readStory([bought, numbered, ended], {
      ...PRICES,
      [BOLD.id]: '1',
      [wstETH.id]: '2142',
    });
    expect(sales(ledger).filter((line) => /wstETH|WETH/.test(line))).toEqual([]);
    expect(sales(ledger)).toContain('7000 BOLD repayment 7000 7000 0 short classification_uncertain');
    expect(sales(ledger).find((line) => line.includes('TROVE'))).toMatch(/ 0 0 0 /);
    expect(holdings(ledger)).toContain('7 wstETH 15000');
  });
});

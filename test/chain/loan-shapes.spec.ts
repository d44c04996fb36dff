import { selectorOf } from '../../src/domain/kernel/hash';
import type { ChainTransaction } from '../../src/domain/chain';
import { asset, move, tx, type Step, type TxOptions } from './chain-story';
import { ME, POOL, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const MARKET = '0x4444444444444444444444444444444444444444';
const VAULT = '0x5555555555555555555555555555555555555555';
const HELPER = '0x6666666666666666666666666666666666666666';
const start = Date.UTC(2024, 0, 1);
const on = (day: number): TxOptions => ({ at: start + day * 86_400_000, feeWei: null });
const bought = (coin: string, paid: number) =>
  tx([move(`-${paid} USDC`, POOL), move(`+5 ${coin}`, POOL)], { ...on(0), method: 'swap' });
const call = (day: number, method: string, steps: Step[], options: TxOptions = {}): ChainTransaction =>
  tx(steps, { to: VAULT, ...on(day), method, ...options });
const inner = (...signatures: string[]) => signatures.map((one) => ({ to: MARKET, id: selectorOf(one) }));
const token = (symbol: string, name: string) => asset(symbol, 'ethereum', name);

/** Interest is given at its value, and the collateral keeps what it cost and when it was bought. */
const isLoan = (txs: ChainTransaction[], expected: string[], coin = 'ETH'): void => {
  const story = readStory([bought(coin, 9000), ...txs]);
  expect(kinds(story).slice(1)).toEqual(expected);
  expect(sales(story.ledger).slice(1)).toEqual([
    '6000 USDC repayment 6000 6000 0 short classification_uncertain',
    expect.stringMatching(/^100 USDC spend 100 0 100 short/),
  ]);
  expect(earnings(story.ledger)).toEqual([]);
  expect(holdings(story.ledger)).toContain(`5 ${coin} 9000`);
  const [lot] = story.ledger.lots.filter(
    ({ remaining, asset: { symbol } }) => remaining > 0n && symbol === coin,
  );
  expect(lot?.acquiredAt).toBe(start);
};

describe('collateral and its loan in one call of a market that is in no table', () => {
  it('whose token stays with the owner, taken at one address and returned from another', () =>
    isLoan(
      [
        call(1, 'operate', [move('-5 ETH', VAULT), move('+6000 USDC', MARKET), move('+1 fVLT#7', ZERO)]),
        call(9, 'operate', [move('-6100 USDC', MARKET), move('+5 ETH', MARKET)]),
      ],
      ['borrow loan-by-shape', 'repay loan-closed-by-shape'],
    ));

  it.each([
    ['a bundler', 'multicall'],
    ['a call whose name is not known', '0x12345678'],
    ['an account contract', 'batch'],
  ])('by the return of the same units: %s', (_, method) =>
    isLoan(
      [
        call(1, method, [move('-5 WETH', HELPER), move('+6000 USDC', MARKET)]),
        call(9, method, [move('-6100 USDC', HELPER), move('+5 WETH', MARKET)]),
      ],
      ['borrow loan-by-shape', 'repay loan-closed-by-shape'],
      'WETH',
    ),
  );

  it('by the names of the calls inside a batch', () =>
    isLoan(
      [
        call(1, 'batch', [move('-5 WETH', MARKET), move('+6000 USDC', HELPER)], {
          calls: inner('deposit(uint256,address)', 'borrow(uint256,address)'),
        }),
        call(9, 'batch', [move('-6100 USDC', HELPER), move('+5 WETH', MARKET)], {
          calls: inner('repay(uint256,address)', 'withdraw(uint256,address,address)'),
        }),
      ],
      ['borrow loan-with-collateral', 'repay loan-closed'],
      'WETH',
    ));

  it('with a receipt of the collateral and a token of the debt', () => {
    const share = token('eWETH-2', 'EVK Vault eWETH-2');
    const debt = token('eUSDC-2-DEBT', 'Debt token of EVK Vault eUSDC-2');
    isLoan(
      [
        call(1, 'batch', [
          ...[move('-5 WETH', MARKET), move('+4.9 eWETH-2', ZERO, 'token', share)],
          ...[move('+6000 USDC', HELPER), move('+6000 eUSDC-2-DEBT', ZERO, 'token', debt)],
        ]),
        call(9, 'batch', [
          ...[move('-6100 USDC', HELPER), move('-6000 eUSDC-2-DEBT', ZERO, 'token', debt)],
          ...[move('-4.9 eWETH-2', ZERO, 'token', share), move('+5 WETH', MARKET)],
        ]),
      ],
      ['borrow loan-beside-receipt', 'repay loan-paid-beside-receipt'],
      'WETH',
    );
  });

  it('that ends in two calls', () =>
    isLoan(
      [
        call(1, 'operate', [move('-5 ETH', VAULT), move('+6000 USDC', MARKET), move('+1 fVLT#7', ZERO)]),
        call(8, 'operate', [move('-6100 USDC', MARKET)]),
        call(9, 'operate', [move('+5 ETH', MARKET)]),
      ],
      ['borrow loan-by-shape', 'repay loan-repaid', 'unstake collateral-returned'],
    ));

  it('that begins in two calls', () =>
    isLoan(
      [
        call(1, 'operate', [move('-5 ETH', VAULT), move('+1 fVLT#7', ZERO)]),
        call(2, 'operate', [move('+6000 USDC', MARKET)]),
        call(9, 'operate', [move('-6100 USDC', MARKET), move('+5 ETH', MARKET)]),
      ],
      ['stake collateral-added', 'borrow loan-extended', 'repay loan-closed-by-shape'],
    ));

  it('that is paid through another contract', () =>
    isLoan(
      [
        call(1, 'openPosition', [move('-5 ETH', VAULT), move('+6000 USDC', MARKET), move('+1 CDP#7', ZERO)]),
        call(9, 'repayAndWithdraw', [move('-6100 USDC', HELPER), move('+5 ETH', HELPER)], { to: HELPER }),
      ],
      ['borrow loan-by-shape', 'repay loan-closed'],
    ));

  it('of a coin that the market mints as debt, with the number of the loan', () => {
    const zusd = token('ZUSD', 'Z Dollar');
    const story = readStory(
      [
        bought('ETH', 9000),
        call(1, 'openTrove', [
          ...[move('-5 ETH', VAULT), move('+6000 ZUSD', ZERO, 'token', zusd), move('+1 ZTROVE#7', ZERO)],
        ]),
        call(9, 'closeTrove', [
          ...[move('-6000 ZUSD', ZERO, 'token', zusd), move('+5 ETH', MARKET), move('-1 ZTROVE#7', ZERO)],
        ]),
      ],
      { ...PRICES, [zusd.id]: '1' },
    );
    expect(kinds(story).slice(1)).toEqual(['borrow loan-with-collateral', 'repay loan-closed']);
    expect(holdings(story.ledger)).toEqual(['5 ETH 9000']);
  });
});

describe('a loan that only its return shows', () => {
  const marks = (method: string) =>
    readStory([
      call(1, method, [move('-5 WETH', HELPER), move('+6000 USDC', MARKET)]),
      call(9, method, [move('-6100 USDC', HELPER), move('+5 WETH', MARKET)]),
    ]).told.map(({ type, flags }) => [type, ...flags].join(' '));

  it.each(['0x12345678', 'multicall', 'batch'])('is marked where no call has a name: %s', (method) =>
    expect(marks(method)[0]).toBe('borrow classification_uncertain'),
  );

  it('is not marked where a call has one', () => expect(marks('openPosition')[0]).toBe('borrow'));
});

describe('what is no loan', () => {
  const last = (...txs: ChainTransaction[]): string => kinds(readStory(txs)).at(-1) ?? '';

  it.each([
    ['a trade and another one back', 'swap', '5', '6100'],
    ['a trade of exact units, and as many back', 'exactOutputSingle', '5', '6100'],
    ['a trade by the commands of a router', 'execute', '5', '6100'],
    ['a trade without call data', '', '5', '6100'],
    ['a trade whose name is not known, back to another quantity', '0x12345678', '4.9', '6100'],
    ['a trade whose name is not known, back for less', '0x12345678', '5', '5900'],
    ['a trade whose name is not known, back for more than interest', '0x12345678', '5', '6500'],
  ])('%s', (_, method, back, paid) => {
    const story = readStory([
      call(1, method, [move('-5 ETH', VAULT), move('+6000 USDC', VAULT)]),
      call(9, method, [move(`-${paid} USDC`, VAULT), move(`+${back} ETH`, VAULT)]),
    ]);
    expect(kinds(story)).toEqual(['swap swap', 'swap swap']);
  });

  it('the same quantities at another market', () =>
    expect(
      last(
        call(1, '0x12345678', [move('-5 ETH', VAULT), move('+6000 USDC', VAULT)]),
        call(9, '0x12345678', [move('-6100 USDC', MARKET), move('+5 ETH', MARKET)], { to: MARKET }),
      ),
    ).toBe('swap swap'));

  it('a token of a collection that comes with coins of its own', () =>
    expect(
      last(call(1, 'mint', [move('-1 ETH', VAULT), move('+1 ART#1', ZERO), move('+9 FOO', VAULT)])),
    ).toBe('swap multi-swap'));

  it('a share of a vault and its return', () => {
    const share = token('yvUSDC', 'USDC yVault');
    const story = readStory([
      call(1, 'deposit', [move('-100 USDC', VAULT), move('+95 yvUSDC', ZERO, 'token', share)]),
      call(9, 'withdraw', [move('-95 yvUSDC', ZERO, 'token', share), move('+100 USDC', VAULT)]),
    ]);
    expect(kinds(story)).toEqual(['lp_add shares-received', 'lp_remove shares-returned']);
  });

  it('a payment to a stranger after a loan', () =>
    expect(
      last(
        call(1, 'operate', [move('-5 ETH', VAULT), move('+6000 USDC', MARKET), move('+1 fVLT#7', ZERO)]),
        tx([move('-10 USDC', STRANGER)], { ...on(2), to: asset('USDC').contract ?? ME, method: 'transfer' }),
      ),
    ).toBe('transfer_out transfer-out'));
});

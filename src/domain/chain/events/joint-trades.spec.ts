import { asset, move, tx, type Step } from '../../../../test/chain/chain-story';
import { ME, POOL, SAVINGS, STRANGER, ZERO } from '../../../../test/chain/parties';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { replay, type Ledger } from '../../engine';
import { formatMoney, formatUnits } from '../../kernel/units';
import { classifyHistory } from '../classify/classify';
import type { ChainTransaction } from '../facts/chain-transaction';
import type { WalletTransaction } from '../facts/wallet-transaction';
import { withMarkets } from '../pricing/markets';
import { valueTransactions } from '../pricing/value';
import { ledgerEvents, type LedgerPolicies } from './ledger-events';
import { unmatchedTransfers } from './unmatched';

const owned = new Set([ME, SAVINGS]);
const six = (symbol: string, name: string) => ({ ...asset(symbol, 'ethereum', name), decimals: 6 });
const aUsdc = six('aEthUSDC', 'Aave Ethereum USDC');
const vault = six('yvUSDC', 'USDC yVault');
const lp = asset('UNI-V2', 'ethereum', 'Uniswap V2');
const MANAGER = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const position = { ...asset('POS#7'), id: `ethereum:${MANAGER}#7`, contract: MANAGER, decimals: 18 };
const PRICED: Record<string, string> = {
  [asset('ETH').id]: '2000',
  [asset('USDC').id]: '1',
  [asset('stETH').id]: '2000',
  [asset('COMP').id]: '50',
  [vault.id]: '1.2',
};

function classified(txs: readonly ChainTransaction[], prices = PRICED): WalletTransaction[] {
  const lookup = (id: string, at: number) => {
    const usd = prices[id];
    return usd === undefined ? null : { usd, at, source: 'market' };
  };
  const read = [...owned].flatMap((wallet) =>
    classifyHistory(
      txs.filter((one) => one.wallet === wallet),
      { wallet, owned },
    ),
  );
  return valueTransactions(withMarkets(read, lookup), lookup);
}

const MIXED: LedgerPolicies = { ...POLICIES, depositPolicy: 'mixed', owned };
const ledgerOf = (txs: readonly WalletTransaction[], policies: Partial<LedgerPolicies> = {}): Ledger =>
  replay(ledgerEvents(txs, { ...MIXED, ...policies }), FIFO);
const placed = (wallet: string): string =>
  wallet.replace(ME, 'me').replace(SAVINGS, 'savings').replace(/>.*/, ' deposit');

/** Open lots, disposals without fees, and income. */
const shown = ({ lots, disposals, income }: Ledger): string[] => [
  ...lots
    .filter(({ remaining }) => remaining > 0n)
    .map(({ remaining, asset: { symbol, decimals }, cost, wallet, isUntracked, acquiredAt }) =>
      [
        `${formatUnits(remaining, decimals)} ${symbol} of ${placed(wallet)} for ${formatMoney(cost)}`,
        ...(acquiredAt === BOUGHT ? ['since the purchase'] : []),
        ...(isUntracked ? ['untracked'] : []),
      ].join(' '),
    ),
  ...disposals.map(
    ({ type, quantity, asset: { symbol, decimals }, gain, valueStatus }) =>
      `${type} of ${formatUnits(quantity, decimals)} ${symbol} gains ${formatMoney(gain)} ${valueStatus}`,
  ),
  ...income.map(
    ({ type, asset: { symbol }, fairMarketValue }) => `${type} of ${symbol} ${formatMoney(fairMarketValue)}`,
  ),
];

const free = { feeWei: null };
const FIRST = tx([], free).at;
const BOUGHT = FIRST - 60_000;
/** Buys for cash that no chain shows: 5,000 USDC and 2 ETH with a basis. */
const seeds = (): ChainTransaction[] => [
  tx([move('+5000 USDC', STRANGER), move('+2 ETH', STRANGER)], { ...free, at: BOUGHT, from: STRANGER }),
];
/** The purchase states its basis. */
const bought = (txs: WalletTransaction[]): WalletTransaction[] =>
  txs.map((one) => (one.at === BOUGHT ? { ...one, type: 'buy', flags: [] } : one));

/** The history of the receiver has a token row alone: no sender and no target of the call. */
const half = (paid: ChainTransaction, steps: readonly Step[], more = {}): ChainTransaction => ({
  ...tx(steps, { wallet: SAVINGS, from: null, to: null, ...more }),
  ...{ hash: paid.hash, at: paid.at, block: paid.block, txIndex: paid.txIndex },
});
const story = (
  steps: readonly Step[],
  method: string,
  got: readonly Step[],
  more = {},
): ChainTransaction[] => {
  const paid = tx(steps, { ...free, method, to: POOL, ...more });
  return [paid, half(paid, got)];
};
const supply = (): ChainTransaction[] =>
  story([move('-5000 USDC', POOL)], 'supply', [move('+5000 X', ZERO, 'token', aUsdc)]);
const booked = (txs: readonly ChainTransaction[], policies: Partial<LedgerPolicies> = {}): string[] =>
  shown(ledgerOf(bought(classified([...seeds(), ...txs])), policies));
const REST = '2 ETH of me for 4000 since the purchase';

describe('a receipt that is minted to another own wallet', () => {
  it.each([
    ['of a lending market', aUsdc, 'supply', '5000'],
    ['of a vault, with a market price', vault, 'deposit', '4200'],
    ['of a vault by its shares', vault, 'mint', '4200'],
    ['of a vault through a router', vault, 'zapIn', '4200'],
  ])('%s carries basis and date of the deposit', (_, receipt, method, amount) => {
    const txs = story([move('-5000 USDC', POOL)], method, [move(`+${amount} X`, ZERO, 'token', receipt)]);
    expect(booked(txs).sort()).toEqual([
      REST,
      `${amount} ${receipt.symbol} of savings for 5000 since the purchase`,
    ]);
  });

  it('is no income and no spam, whatever its own history shows', () => {
    const [, got] = classified(supply());
    expect(got).toMatchObject({ rule: 'spam-unsolicited', isSpam: true });
    const priced = classified(supply(), { ...PRICED, [aUsdc.id]: '1' });
    expect(priced[1]).toMatchObject({ rule: 'minted', type: 'income' });
    expect(shown(ledgerOf(priced))).toEqual(['5000 aEthUSDC of savings for 0 untracked']);
  });

  it('of staked coin carries basis and date', () => {
    const txs = story([move('-2 ETH', POOL)], 'submitFor', [move('+2 stETH', ZERO)]);
    expect(booked(txs)).toContain('2 stETH of savings for 4000 since the purchase');
  });

  it('is an exchange when deposits are taxable', () => {
    const txs = story([move('-2 ETH', POOL)], 'deposit', [move('+3300 X', ZERO, 'token', vault)]);
    expect(booked(txs, { depositPolicy: 'taxable' }).sort()).toEqual([
      '3300 yvUSDC of savings for 4000',
      '5000 USDC of me for 5000 since the purchase',
      'swap of 2 ETH gains 0 known',
    ]);
  });

  it('of a pool of several assets is an exchange at fair value', () => {
    const txs = story([move('-1 ETH', POOL), move('-2000 USDC', POOL)], 'addLiquidityETH', [
      move('+1 X', ZERO, 'token', lp),
    ]);
    expect(booked(txs).sort()).toEqual([
      '1 ETH of me for 2000 since the purchase',
      '1 UNI-V2 of savings for 4000',
      '3000 USDC of me for 3000 since the purchase',
      'swap of 1 ETH gains 0 known',
      'swap of 2000 USDC gains 0 known',
    ]);
  });

  it('and is a position is an exchange at fair value', () => {
    const txs = story(
      [move('-1 ETH', POOL), move('-2000 USDC', POOL)],
      'mint',
      [move('+1 X', ZERO, 'nft', position)],
      { to: MANAGER },
    );
    expect(booked(txs)).toContain('1 POS#7 of savings for 4000');
  });

  it('has interest of its own when more is minted than was given', () => {
    const txs = story([move('-5000 USDC', POOL)], 'supply', [move('+5001 X', ZERO, 'token', aUsdc)]);
    const read = bought(classified([...seeds(), ...txs], { ...PRICED, [aUsdc.id]: '1' }));
    expect(shown(ledgerOf(read)).sort()).toEqual([
      '1 aEthUSDC of savings for 1',
      REST,
      '5000 aEthUSDC of savings for 5000 since the purchase',
      'interest of aEthUSDC 1',
    ]);
  });
});

describe('a trade whose units another own wallet receives', () => {
  it.each([
    ['a share that is minted', move('+1800 X', ZERO, 'token', vault), '1800 yvUSDC', '4000'],
    ['a token that its history shows as unasked for', move('+7 FROG', POOL), '7 FROG', '4000'],
  ])('is one swap for %s', (_, got, units, cost) => {
    expect(booked(story([move('-2 ETH', POOL)], 'swap', [got])).sort()).toEqual(
      [
        '5000 USDC of me for 5000 since the purchase',
        `${units} of savings for ${cost}`,
        'swap of 2 ETH gains 0 known',
      ].sort(),
    );
  });

  it('is held out without a value', () => {
    const [paid, got] = classified(story([move('-1 UNI', POOL)], 'swap', [move('+3 FROG', POOL)]));
    if (!paid || !got) throw new Error('two transactions');
    expect(shown(ledgerOf([paid, got]))).toContain('swap of 1 UNI gains 0 missing');
  });

  it('leaves nothing unmatched', () => {
    const txs = classified(story([move('-2 ETH', POOL)], 'swap', [move('+7 FROG', POOL)]));
    expect([ME, SAVINGS].map((wallet) => unmatchedTransfers(txs, wallet, 9).count)).toEqual([0, 0]);
  });
});

describe('a deposit that is paid to another own wallet', () => {
  const receiptOf = (): ChainTransaction =>
    tx([move('-5000 USDC', aUsdc.contract), move('+5000 X', ZERO, 'token', aUsdc)], {
      ...{ ...free, method: 'supply', to: POOL },
    });
  const withdrawal = (from: string, to: string): ChainTransaction[] => {
    const burned = tx([move('-5000 X', ZERO, 'token', aUsdc)], {
      ...{ ...free, wallet: from, method: 'withdraw', to: POOL },
    });
    return [burned, { ...half(burned, [move('+5000 USDC', aUsdc.contract)], { wallet: to }) }];
  };

  it('carries basis and date out of the receipt', () => {
    expect(booked([receiptOf(), ...withdrawal(ME, SAVINGS)]).sort()).toEqual([
      REST,
      '5000 USDC of savings for 5000 since the purchase',
    ]);
  });

  it('returns to the wallet that made the deposit for the other', () => {
    const given = story([move('-5000 USDC', aUsdc.contract)], 'supply', [
      move('+5000 X', ZERO, 'token', aUsdc),
    ]);
    const txs = classified([...seeds(), ...given, ...withdrawal(SAVINGS, ME)]);
    expect(shown(ledgerOf(bought(txs))).sort()).toEqual([
      REST,
      '5000 USDC of me for 5000 since the purchase',
    ]);
  });
});

describe('what is no joint trade', () => {
  it('is a claim for another own wallet that costs native coin', () => {
    const txs = story([move('-0.001 ETH', POOL)], 'claim', [move('+10 COMP', ZERO)]);
    expect(booked(txs)).toEqual(expect.arrayContaining(['airdrop of COMP 500']));
  });

  it('is spam in a transaction that another own wallet did not pay', () => {
    const called = tx([], { ...free, method: 'vote' });
    const [first, second] = classified([called, half(called, [move('+7 FROG', STRANGER)])]);
    expect(second?.isSpam).toBe(true);
    expect(shown(ledgerOf([first, second].flatMap((one) => one ?? [])))).toEqual([]);
  });

  it('is spam beside the units that a third wallet of the owner received', () => {
    const THIRD = `0x${'3'.repeat(40)}`;
    const paid = tx([move('-2 ETH', POOL)], { ...free, method: 'swap', to: POOL });
    const all = [half(paid, [move('+7 FROG', POOL)]), half(paid, [move('+9 TOAD', POOL)], { wallet: THIRD })];
    const read = [paid, ...all].flatMap((one) => classifyHistory([one], { wallet: one.wallet, owned }));
    expect(shown(ledgerOf(read)).filter((line) => /FROG|TOAD/.test(line))).toEqual([]);
  });

  it('is a reward that is paid beside a deposit', () => {
    const txs = story([move('-5000 USDC', POOL)], 'deposit', [move('+1 COMP', POOL)]);
    expect(booked(txs).sort()).toEqual([
      '1 COMP of savings for 0 untracked',
      REST,
      '5000 USDC of me deposit for 5000 since the purchase',
    ]);
  });

  it('is a deposit that the owner states', () => {
    const [paid, got] = classified(supply(), { ...PRICED, [aUsdc.id]: '1' });
    if (!paid || !got) throw new Error('two transactions');
    const stated: WalletTransaction = { ...paid, isStated: true };
    expect(shown(ledgerOf([stated, got]))).toContain('airdrop of aEthUSDC 5000');
  });

  it('is a bridge arrival whose message was paid', () => {
    const txs = story([move('-0.001 ETH', POOL)], 'redeemMessage', [move('+3 FOO', ZERO)]);
    const [paid, got] = classified(txs);
    if (!paid || !got) throw new Error('two transactions');
    const arrived: WalletTransaction = {
      ...got,
      type: 'bridge',
      rule: 'bridge-in',
      isSpam: false,
      incomeType: null,
    };
    expect(shown(ledgerOf([paid, arrived]))).toContain('3 FOO of savings for 0 untracked');
  });
});

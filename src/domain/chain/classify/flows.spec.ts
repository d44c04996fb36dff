import { asset, move, tx } from '../../../../test/chain/chain-story';
import { DEAD, ME, POOL, ROUTER, STRANGER, ZERO } from '../../../../test/chain/parties';
import { FLOW_STORIES } from '../../../../test/chain/flow-stories';
import type { ChainTransaction } from '../facts/chain-transaction';
import { BASE_COINS } from '../protocols/lenders';
import { BRIDGES } from '../protocols/bridges';
import { DEPOSITS } from '../protocols/deposits';
import { DISTRIBUTORS } from '../protocols/distributors';
import { EXCHANGES } from '../protocols/exchanges';
import { MARKETS } from '../protocols/markets';
import { POSITION_MANAGERS } from '../protocols/position-managers';
import { nameOfSelector } from '../protocols/signatures';
import { classifyHistory } from './classify';
import type { WalletTransaction } from '../facts/wallet-transaction';

const last = (...txs: ChainTransaction[]): WalletTransaction =>
  classifyHistory(txs, { wallet: ME, owned: new Set([ME]) }).at(-1) as WalletTransaction;
const summary = (t: WalletTransaction) => [t.rule, t.type, t.incomeType, t.protocol].join('|');
const legs = (t: WalletTransaction) =>
  t.legs.map((leg) =>
    `${leg.direction === 'in' ? '+' : '-'}${leg.quantity} ${leg.asset.symbol} ${leg.earns ?? ''}`.trim(),
  );

describe('flows of protocols', () => {
  it.each(FLOW_STORIES)('$flow', ({ expected, txs }) => {
    const found = last(...txs);
    expect(found.isSpam).toBe(false);
    expect(summary(found)).toBe(expected);
  });
});

describe('interest', () => {
  const aDai = asset('aDAI', 'ethereum', 'Aave interest bearing DAI');
  const contract = aDai.contract;

  it.each([
    [
      'a deposit that is minted with it',
      [move('-100 DAI', contract), move('+101 aDAI', ZERO, 'token', aDai)],
      ['deposit', 'lp_add', 'DAI', 'aDAI'],
    ],
    [
      'a withdrawal that pays more than it burns',
      [move('-100 aDAI', ZERO, 'token', aDai), move('+101 DAI', contract)],
      ['withdraw', 'lp_remove', 'aDAI', 'DAI'],
    ],
  ] as const)('is separate from %s', (_, moved, [method, type, paid, got]) => {
    const found = last(tx([...moved], { method }));
    expect([found.type, ...legs(found)]).toEqual([
      type,
      `-${100n * 10n ** 18n} ${paid}`,
      `+${100n * 10n ** 18n} ${got}`,
      `+${10n ** 18n} ${got} interest`,
    ]);
  });

  it('is the whole growth when more interest is minted than is withdrawn', () => {
    const found = last(
      tx([move('+13 aDAI', ZERO, 'token', aDai), move('+20 DAI', contract)], { method: 'withdraw' }),
    );
    expect([found.type, ...legs(found)]).toEqual([
      'lp_remove',
      `+${33n * 10n ** 18n} aDAI interest`,
      `-${20n * 10n ** 18n} aDAI`,
      `+${20n * 10n ** 18n} DAI`,
    ]);
  });

  it('is separate in forks of Aave, whose debts are no holdings', () => {
    const rUsdc = asset('rUSDC', 'arbitrum', 'Radiant interest bearing USDC');
    const debt = asset('vdUSDC', 'arbitrum', 'Radiant variable debt bearing USDC');
    const usdc = { ...asset('USDC', 'arbitrum'), id: 'arbitrum:0xaf88d065e77c8cc2239327c5edb3a432268e5831' };
    const six = { ...rUsdc, decimals: 6 };
    const found = last(
      tx([move('-100 USDC', rUsdc.contract, 'token', usdc), move('+101 rUSDC', ZERO, 'token', six)], {
        chain: 'arbitrum',
        method: 'deposit',
      }),
    );
    expect(found.legs.map(({ earns }) => earns)).toEqual([undefined, undefined, 'interest']);
    const loan = last(
      tx([move('+50 USDC', POOL, 'token', usdc), move('+50 vdUSDC', ZERO, 'token', debt)], {
        ...{ chain: 'arbitrum', method: '' },
      }),
    );
    expect(loan.type).toBe('borrow');
  });

  it('of a token that is not the underlying stays a trade', () => {
    const found = last(
      tx([move('-100 UNI', POOL), move('+101 aDAI', ZERO, 'token', aDai)], { method: 'deposit' }),
    );
    expect(found.legs).toHaveLength(2);
  });
});

describe('a deposit that comes back with rewards', () => {
  const lp = asset('HOP-LP', 'ethereum', 'Hop LP Token');

  it('gives the deposit first and its rewards after it', () => {
    const found = last(
      tx([move('+2 HOP-LP', POOL, 'token', lp), move('+1 FOO', POOL)], { method: 'exit()' }),
    );
    expect(found.type).toBe('unstake');
    expect(found.legs.map((leg) => leg.earns)).toEqual([undefined, 'staking_reward']);
  });
});

describe('units of a fund', () => {
  const fund = (symbol: string, contract: string) => ({
    ...asset(symbol),
    ...{ id: `ethereum:${contract}`, contract, decimals: 6 },
  });
  const BUIDL = fund('BUIDL', '0x7712c34205737192402172409a8f7ccef8aa2aec');
  const USDY = fund('USDY', '0x96f6ef951840721adbf46ac996b59e0235cb985c');
  const minted = (amount: string, at: number) =>
    tx([move(`+${amount} BUIDL`, ZERO, 'token', BUIDL)], { method: 'issueTokens', from: STRANGER, at });
  const paid = (amount: string, at: number) => tx([move(`-${amount} USDC`, STRANGER)], { at });
  const JANUARY = Date.UTC(2025, 0, 3);
  const FEBRUARY = Date.UTC(2025, 1, 1);
  const brief = (t: WalletTransaction) => [t.type, t.incomeType, ...t.flags].join(' ');

  it.each([
    ['bought', [minted('5000000', JANUARY)], 'transfer_in  untracked classification_uncertain'],
    ['that are its dividend', [minted('5000000', JANUARY), minted('18000', FEBRUARY)], 'income interest'],
    [
      'that are a dividend of the most that is taken for one',
      [minted('5000000', JANUARY), minted('50000', FEBRUARY)],
      'income interest',
    ],
    [
      'that are too many for a dividend',
      [minted('5000000', JANUARY), minted('50000.000001', FEBRUARY)],
      'transfer_in  untracked classification_uncertain',
    ],
    [
      'as few as a dividend, but paid for',
      [minted('5000000', JANUARY), paid('20000', FEBRUARY - 1), minted('19900', FEBRUARY)],
      'transfer_in  untracked classification_uncertain',
    ],
    [
      'that are a dividend after a payment of another amount',
      [minted('5000000', JANUARY), paid('30000', FEBRUARY - 1), minted('19900', FEBRUARY)],
      'income interest',
    ],
    [
      'after all were sold',
      [
        minted('5000000', JANUARY),
        tx([move('-5000000 BUIDL', STRANGER, 'token', BUIDL)], { at: JANUARY + 1 }),
        minted('18000', FEBRUARY),
      ],
      'transfer_in  untracked classification_uncertain',
    ],
  ])('%s', (_, txs, expected) => {
    expect(brief(last(...txs))).toBe(expected);
  });

  it.each([
    ['of a request', 'requestRedemption', ZERO, STRANGER],
    ['of a call of the fund', 'redeem', ZERO, ME],
    ['by the contract of the fund', 'withdraw', USDY.contract, ME],
  ])('are given back and not lost: by a burn %s', (_, method, to, from) => {
    const burn = tx([move('-1000 USDY', to, 'token', USDY)], { method, to: POOL, from });
    expect(last(burn).rule).toBe('fund-redeemed');
    expect(brief(last(burn))).toBe('spend  unmatched classification_uncertain');
  });

  it('are lost where no issuer takes them, and a request where the contract returns a token', () => {
    const lost = tx([move('-1000 USDY', DEAD, 'token', USDY)], { method: 'transfer' });
    expect(last(lost).rule).toBe('burn');
    const sUSDe = fund('sUSDe', '0x9d39a5de30e57443bff2a8307a4256c8797a3497');
    const cooldown = { method: 'cooldownShares', to: sUSDe.contract };
    expect(last(tx([move('-1000 sUSDe', ZERO, 'token', sUSDe)], cooldown)).rule).toBe('withdrawal-request');
  });

  it('are no income when a request was paid first', () => {
    const request = tx([move('-1000000 USDC', POOL)], { method: 'requestSubscription', to: POOL });
    const claim = tx([move('+930000 USDY', ZERO, 'token', USDY)], { method: 'claimMint', to: POOL });
    expect(brief(last(request, claim))).toBe('transfer_in  untracked classification_uncertain');
    expect(brief(last(claim))).toBe('transfer_in  untracked classification_uncertain');
  });
});

describe('a claim', () => {
  const brief = (t: WalletTransaction) => [t.rule, t.type, t.incomeType, ...t.flags].join(' ');
  const UNPAID = 'claim income airdrop';
  const PAID = 'claim transfer_in  untracked classification_uncertain';
  const claim = (from = POOL, to = POOL) => tx([move('+1000 NEW', from)], { method: 'claim', to });
  const bought = (to = POOL, from = POOL) => tx([move('-10000 USDC', from)], { method: 'buyTokens', to });

  it.each([
    ['is income without a payment', [claim()], UNPAID],
    ['is what the wallet paid for', [bought(), claim()], PAID],
    ['is what the wallet paid for in part', [bought(), claim(), claim()], PAID],
    ['is what a call of the same contract paid for', [bought(POOL, STRANGER), claim(ZERO, POOL)], PAID],
    ['is what a transfer to its payer paid for', [tx([move('-1 ETH', POOL)]), claim()], PAID],
    ['is income after a payment elsewhere', [bought(STRANGER, STRANGER), claim()], UNPAID],
    [
      'is income after a payment that had its receipt',
      [tx([move('-10000 USDC', POOL), move('+5 UNI', POOL)], { method: 'swap', to: POOL }), claim()],
      UNPAID,
    ],
    [
      'is income after a deposit',
      [tx([move('-2 UNI', POOL)], { method: 'stake', to: POOL }), claim()],
      UNPAID,
    ],
    [
      'is income after a claim for another wallet, which has a cost',
      [tx([move('-0.001 ETH', POOL)], { method: 'claim', to: POOL }), claim()],
      UNPAID,
    ],
    [
      'is income after units were burned',
      [tx([move('-2 UNI', ZERO)], { method: 'transfer' }), claim(ZERO)],
      UNPAID,
    ],
  ])('%s', (_, txs, expected) => {
    expect(brief(last(...txs))).toBe(expected);
  });

  it('that charges native coin is no income either when it was paid for', () => {
    const charged = tx([move('-0.001 ETH', POOL), move('+1000 NEW', POOL)], { method: 'claim', to: POOL });
    expect(brief(last(charged))).toBe('paid-claim income airdrop');
    const found = last(bought(), charged);
    expect(brief(found)).toBe('paid-claim transfer_in  untracked classification_uncertain');
    expect(found.legs.map(({ isCost }) => isCost)).toEqual([true, undefined]);
  });
});

describe('a token that logs through two contracts', () => {
  const euro = (contract: string) => ({
    ...asset('EURe', 'gnosis'),
    contract,
    id: `gnosis:${contract}`,
  });
  const old = euro('0xcb444e90d8198415266c6a2724b7900fb12fc56e');
  const current = euro('0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430');

  it('moves once', () => {
    const found = last(
      tx([move('-30 EURe', POOL, 'token', old), move('-30 EURe', POOL, 'token', current)], {
        chain: 'gnosis',
      }),
    );
    expect(found.legs.map((leg) => leg.asset.id)).toEqual([current.id]);
  });

  it('moves through the first contract alone before the second existed', () => {
    const found = last(tx([move('-30 EURe', POOL, 'token', old)], { chain: 'gnosis' }));
    expect(found.legs.map((leg) => leg.asset.id)).toEqual([old.id]);
  });
});

describe('spam', () => {
  const hot = '0x28c6c06298d514db089934071355e5743bf21d60';
  const received = (symbol: string, from: string) =>
    tx([move(`+50 ${symbol}`, from)], { from: null, to: null, method: 'transfer' });

  it('is no token that an exchange pays out', () => {
    expect(last(received('NEWCOIN', STRANGER)).isSpam).toBe(true);
    expect(last(received('NEWCOIN', hot)).isSpam).toBe(false);
  });

  it('is a counterfeit of a listed token, whatever sender it logs', () => {
    const fake = { ...asset('FAKE'), symbol: 'USDC', name: 'USD Coin' };
    const found = last(
      tx([move('+50 USDC', hot, 'token', fake)], { from: null, to: null, method: 'transfer' }),
    );
    expect(found.isSpam).toBe(true);
  });

  it('is no collateral that a liquidator takes, and no loan that it settles', () => {
    const debt = asset('variableDebtWETH', 'ethereum', 'Aave variable debt bearing WETH');
    const collateral = asset('aWETH', 'ethereum', 'Aave interest bearing WETH');
    const found = last(
      tx(
        [move('-1 variableDebtWETH', ZERO, 'token', debt), move('-2 aWETH', STRANGER, 'token', collateral)],
        {
          ...{ from: null, to: null, method: '0x00000001' },
        },
      ),
    );
    expect([found.isSpam, found.type, found.rule]).toEqual([false, 'spend', 'liquidation']);
  });
});

describe('tables of protocols', () => {
  const tables = { BRIDGES, DEPOSITS, DISTRIBUTORS, EXCHANGES, MARKETS, POSITION_MANAGERS, BASE_COINS };

  it('hold addresses in lower case', () => {
    for (const table of Object.values(tables))
      for (const key of table.keys())
        expect(key).toMatch(/^[a-z*]+:(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})$/);
  });

  it('give no address two contradicting meanings', () => {
    const bridges = new Set(BRIDGES.keys());
    const others = [
      ...DEPOSITS.keys(),
      ...DISTRIBUTORS.keys(),
      ...EXCHANGES.keys(),
      ...MARKETS.keys(),
      ...POSITION_MANAGERS.keys(),
    ];
    expect(others.filter((key) => bridges.has(key))).toEqual([]);
  });

  it('use the address of the chain before the address of every chain', () => {
    const hop = '0x3d4cc8a61c7528fd86c55cfe061a78dcba48edd1';
    expect([BRIDGES.of('ethereum', hop), BRIDGES.of('gnosis', hop), DEPOSITS.of('gnosis', hop)]).toEqual([
      'Hop',
      null,
      'Hop',
    ]);
  });

  it('compute selectors from signatures', () => {
    expect(['0xa9059cbb', '0xb6b55f25', '0x88316456', '0xffffffff'].map(nameOfSelector)).toEqual([
      'transfer',
      'deposit',
      'mint',
      null,
    ]);
  });

  it('take no stranger for a protocol', () => {
    for (const table of Object.values(tables)) expect(table.of('ethereum', STRANGER)).toBeNull();
  });
});

describe('a call whose name does not state where units go', () => {
  const batch = tx([move('-4 DAI', POOL)], {
    ...{ from: STRANGER, to: ME, method: 'execTransaction' },
    calls: [{ to: ROUTER, id: '0x8d80ff0a' }],
  });
  const gateway = tx([move('-4 ETH', POOL)], { to: POOL, method: 'depositETH', feeWei: null });
  const first = (...txs: ChainTransaction[]): string => {
    const [one] = classifyHistory(txs, { wallet: ME, owned: new Set([ME]) });
    return `${one?.rule ?? ''} ${one?.flags.join() ?? ''}`;
  };

  it('is marked, and is a deposit where they come back from there', () => {
    expect(first(batch)).toBe('spend unmatched,classification_uncertain');
    expect(first(gateway)).toBe('bridge-out classification_uncertain');
    const back = (amount: string) => tx([move(amount, POOL)], { to: POOL, method: 'withdrawETH' });
    expect(first(batch, back('+4 DAI'))).toBe('deposit-until-returned classification_uncertain');
    expect(first(gateway, back('+4.1 ETH'))).toMatch(/^deposit/);
  });
});

import { dec } from '../../src/domain/kernel/decimal';
import { incomeByWords } from '../../src/domain/exchanges/rules/operation-words';
import { fileBooks, HEADERS } from './told-books';

describe('the words of an operation that no table names', () => {
  it.each([
    ['earn/airdrop', 'airdrop'],
    ['HODLer Airdrops - Season 2', 'airdrop'],
    ['Learn & Earn', 'airdrop'],
    ['Card Cashback', 'rebate'],
    ['Referrer rebates', 'rebate'],
    ['Futures Commission Rebate', 'rebate'],
    ['Sign Up Bonus', 'rebate'],
    ['Campaign Related Reward', 'rebate'],
    ['SOL Staking Rewards Payout', 'reward'],
    ['finance.dpos.compound_interest.crypto_wallet', 'reward'],
    ['Simple Earn Locked Rewards', 'interest'],
    ['crypto_lending_interest_paid', 'interest'],
    ['Savings distribution', 'interest'],
    ['Pool mining', 'mining'],
    ['ETHW Fork', 'fork'],
  ])('%s pays %s', (name, kind) => {
    expect(incomeByWords(name, dec(1))).toBe(kind);
  });

  it.each([
    'Simple Earn Subscription',
    'Staking Redemption',
    'Reward Wallet Transfer',
    'Commission',
    'Airdrop Claim Fee',
    'Cashback Reversal',
    'Moon Festival',
    'Asset Teleport',
    'Interest Repayment',
    'Learnings Withdrawal',
  ])('%s says nothing about units that arrive', (name) => {
    expect(incomeByWords(name, dec(1))).toBeNull();
  });

  it('names what is taken back, of units that leave', () => {
    expect(incomeByWords('Cashback Reversal', dec(-1))).toBe('rebate');
    expect(incomeByWords('Staking Rewards', dec(-1))).toBe('reward');
    expect(incomeByWords('Moon Festival', dec(-1))).toBeNull();
  });
});

describe('a subtype of Kraken', () => {
  const row = (type: string, amount: string, n = 1, coin = 'FLR') =>
    `L${n},R${n},2025-01-22 11:39:14,${type},currency,${coin},spot / main,${amount},0,0`;
  const books = (...rows: string[]) => fileBooks('kraken', [HEADERS.kraken, ...rows]);

  it.each([
    ['earn,airdrop', 'airdrop'],
    ['earn,reward', 'staking_reward'],
    ['earn,bonusreward', 'staking_reward'],
    ['earn,promotionreward', 'interest'],
    ['dividend,', 'airdrop'],
    ['reward,welcome', 'staking_reward'],
    ['credit,airdrop', 'airdrop'],
    ['transfer,', 'airdrop'],
    ['invite bonus,', 'other'],
  ])('%s is income', (type, income) => {
    const { income: found, unknown } = books(row(type, '120.5'));
    expect([found, unknown]).toEqual([[`2025-01-22 ${income} 120.5 FLR missing `], []]);
  });

  it.each([
    ['earn,comet', '-1', 'transfer_out'],
    ['earn,comet', '1', 'transfer_in'],
    ['transfer,comet', '1', 'transfer_in'],
    ['transfer,', '-1', 'transfer_out'],
    ['comet,', '1', 'transfer_in'],
  ])('%s of %s is listed, and neither income nor a trade', (type, amount, expected) => {
    const { transactions, unknown } = books(row(type, amount));
    expect(unknown).toHaveLength(1);
    expect(transactions.map(({ type: found }) => found)).toEqual([expected]);
    expect(transactions[0]?.flags).toContain('classification_uncertain');
  });

  it('that converts a coin that ends is a sale for cash, and no sale for its new form', () => {
    const pair = (coin: string, amount: string) => [
      row('earn,delistingconversion', '-10', 1, 'OLD'),
      `L2,R1,2025-01-22 11:39:14,transfer,delistingconversion,currency,${coin},spot / main,${amount},0,0`,
    ];
    expect(books(...pair('ZUSD', '14.92')).sales).toEqual(['2025-01-22 sale 10 OLD 14.92 0.00']);
    expect(books(...pair('NEW', '5')).transactions.map(({ type }) => type)).toEqual(['wrap']);
  });
});

describe('a limit order of Crypto.com', () => {
  const row = (day: string, from: string, to: string, usd: string, kind: string) =>
    `${day} 10:00:00,Order,${from},${to},USD,${usd},${usd},${kind},`;
  const books = (...rows: string[]) => fileBooks('cryptocom', [HEADERS.cryptocom, ...rows]);
  const bought = row('2024-05-01', 'USD,-100.00', 'CRO,1000', '100', 'viban_purchase');

  it.each(['fiat_wallet', 'cash_account', 'crypto_wallet', 'some_new_wallet'])(
    'of %s reserves nothing, and trades once',
    (wallet) => {
      const kind = (end: string) => `trading.limit_order.${wallet}.${end}`;
      const { sales, held, unknown, rejected } = books(
        bought,
        row('2024-06-01', 'CRO,-600', ',', '-70', kind('sell_lock')),
        row('2024-06-02', 'CRO,-600', 'USD,72.44', '72.44', kind('sell_commit')),
        row('2024-07-01', 'USD,-50', ',', '-50', kind('purchase_lock')),
        row('2024-07-02', 'USD,-50', 'BTC,0.0008', '50', kind('purchase_commit')),
        row('2024-08-01', 'CRO,-100', ',', '-70', kind('sell_lock')),
        row('2024-08-02', 'CRO,100', ',', '70', kind('sell_unlock')),
        row('2024-08-03', 'CRO,-1', ',', '1', `trading.limit_order.${wallet}.fund_lock`),
      );
      expect(sales).toEqual(['2024-06-02 sale 600 CRO 72.44 60.00']);
      expect(held).toEqual(['0.0008 BTC for 50.00', '400 CRO for 40.00']);
      expect(unknown).toEqual([]);
      expect(new Set(rejected)).toEqual(new Set(['A limit order reserves the units: its trade has a row']));
      expect(rejected).toHaveLength(5);
    },
  );

  it.each([
    'finance.dpos.staking.crypto_wallet',
    'finance.dpos.unstaking.crypto_wallet',
    'finance.lockup.dpos_lock.crypto_wallet',
    'finance.crypto_earn.program_created.crypto_wallet',
    'council_node_deposit_created',
  ])('is no kind of staking: %s moves nothing', (kind) => {
    const { held, sales, unknown } = books(bought, row('2024-06-01', 'CRO,-600', ',', '-70', kind));
    expect([held, sales, unknown]).toEqual([['1000 CRO for 100.00'], [], []]);
  });

  it('is a trade of an unknown kind where the row has two coins', () => {
    const { held, sales } = books(bought, row('2024-06-01', 'CRO,-600', 'BTC,0.001', '66', 'comet_exchange'));
    expect(sales).toEqual(['2024-06-01 swap 600 CRO 66.00 60.00']);
    expect(held).toEqual(['0.001 BTC for 66.00', '400 CRO for 40.00']);
  });

  it.each([
    ['finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet', 'interest'],
    ['finance.lockup.dpos_compound_interest.crypto_wallet', 'staking_reward'],
    ['lockup_swap_rebate', 'other'],
    ['level_up_bonus_credited', 'other'],
  ])('leaves income income: %s', (kind, type) => {
    const { income } = books(row('2024-06-01', 'CRO,2', ',', '0.2', kind));
    expect(income).toEqual([`2024-06-01 ${type} 2 CRO 0.2 stated_by_exchange`]);
  });
});

describe('the notes of a receipt', () => {
  it.each([
    ['COMP', 'Received 0.05 COMP from Coinbase Earn', 'airdrop'],
    ['ETH', 'Received 0.05 ETH from Coinbase Referral', 'other'],
    ['ATOM', 'Received 0.05 ATOM from Coinbase Rewards', 'staking_reward'],
    ['USDC', 'Received 0.05 USDC from Coinbase Rewards', 'interest'],
    ['GRT', 'Received 0.05 GRT from Coinbase as a learning reward', 'airdrop'],
    ['GRT', 'Received 0.05 GRT from Coinbase', 'airdrop'],
  ])('of Coinbase name income: %s, %s', (coin, notes, type) => {
    const { income } = fileBooks('coinbase', [
      HEADERS.coinbase2020,
      `2020-05-01T10:00:00Z,Receive,${coin},0.05,150.00,"","","",${notes}`,
    ]);
    expect(income).toEqual([`2020-05-01 ${type} 0.05 ${coin} 7.5 stated_by_exchange`]);
  });

  it.each([
    ['Receive', '1', 'Received 1 ETH from Coinbase Pro', 'transfer_in'],
    ['Send', '-1', 'Sent 1 ETH to GDAX', 'transfer_out'],
  ])('of Coinbase name Coinbase Pro: %s', (type, amount, notes, expected) => {
    const { transactions } = fileBooks('coinbase', [
      HEADERS.coinbase2020,
      `2020-05-01T10:00:00Z,${type},ETH,${amount},150.00,"","","",${notes}`,
    ]);
    expect(transactions).toMatchObject([{ type: expected, account: { side: 'pro' } }]);
  });

  it.each(['Received 1 ETH from an external account', 'Received 1 ETH from Ada Example', ''])(
    'of Coinbase name no income: "%s"',
    (notes) => {
      const { income, transactions } = fileBooks('coinbase', [
        HEADERS.coinbase2020,
        `2020-05-01T10:00:00Z,Receive,ETH,1,150.00,"","","",${notes}`,
      ]);
      expect([income, transactions.map(({ type }) => type)]).toEqual([[], ['transfer_in']]);
    },
  );

  it.each([
    ['Deposit (Gemini Credit Card Reward Payout BTC)', 'other'],
    ['Gemini Referral Bonus', 'other'],
    ['Staking Reward', 'staking_reward'],
    ['Monthly Interest', 'interest'],
  ])('of Gemini name income: %s', (specification, type) => {
    const { income } = fileBooks('gemini', [
      HEADERS.gemini,
      `2023-01-01,00:00:00,Credit,BTC,${specification},,,0.001,`,
    ]);
    expect(income).toEqual([`2023-01-01 ${type} 0.001 BTC missing `]);
  });

  it.each(['Deposit (BTC)', 'Deposit (Pre-Credited BTC)', 'Deposit (Instant ACH Transfer)'])(
    'of Gemini name no income: %s',
    (specification) => {
      const { income } = fileBooks('gemini', [
        HEADERS.gemini,
        `2023-01-01,00:00:00,Credit,BTC,${specification},,,0.001,`,
      ]);
      expect(income).toEqual([]);
    },
  );
});

describe('the identity of a row', () => {
  it.each([
    [
      'coinbase',
      [HEADERS.coinbase2020, '2020-05-01T10:00:00Z,Receive,COMP,0.05,150,,,,from Coinbase Earn'],
      'ledger:1588327200000|deposit|COMP|0.05|#0',
    ],
    [
      'cryptocom',
      [
        HEADERS.cryptocom,
        '2024-07-02 10:00:00,Buy,USD,-50,BTC,0.0008,USD,50,50,trading.limit_order.cash_account.purchase_commit,',
      ],
      'ledger:1719914400000|unknown|USD|-50|#0',
    ],
    [
      'cryptocom',
      [HEADERS.cryptocom, '2024-07-02 10:00:00,Pay,CRO,-5,,,USD,50,50,crypto_payment,'],
      'ledger:1719914400000|withdrawal|CRO|-5|#0',
    ],
    [
      'cryptocom',
      [HEADERS.cryptocom, '2024-07-02 10:00:00,Back,CRO,-5,,,USD,50,50,card_cashback_reverted,'],
      'ledger:1719914400000|adjustment|CRO|-5|#0',
    ],
    [
      'binance',
      [HEADERS.binance, '1,2024-07-02 10:00:00,Spot,Binance Card Spending,BNB,-1,'],
      'ledger:1719914400000|withdrawal|BNB|-1|#0',
    ],
    [
      'binance',
      [HEADERS.binance, '1,2024-07-02 10:00:00,Spot,Card Cashback Payout,BNB,1,'],
      'ledger:1719914400000|unknown|BNB|1|#0',
    ],
    [
      'other',
      [HEADERS.other, '2024-07-02T10:00:00Z,reward,SOL,-1,,,,,'],
      'ledger:1719914400000|reward|SOL|1|#0',
    ],
  ] as const)(
    'of %s is that of the releases before, which read it in another way',
    (exchange, lines, key) => {
      expect(fileBooks(exchange, lines).keys).toEqual([key]);
    },
  );
});

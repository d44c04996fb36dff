import { faultOf } from '../../src/adapters/exchanges/api/faults';
import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  apiRow,
  balanceDifferences,
  coinAsset,
  exchangeTransactions,
  flatCells,
  formatNamed,
  openAmounts,
  isOpenRow,
  recordBalances,
  type ExchangeName,
  type StoredExchangeRow,
} from '../../src/domain/exchanges';

/** Rows of an API as `[layout, row]` -> rows as they are stored. */
const stored = (rows: readonly (readonly [string, object])[]): StoredExchangeRow[] =>
  rows.map(([name, row]) => {
    const format = formatNamed(name);
    if (!format) throw new Error(name);
    return apiRow(format, flatCells(row as Record<string, unknown>));
  });

const booksOf = (exchange: ExchangeName, rows: readonly (readonly [string, object])[]) => {
  const { records, unknown } = accountRecords(stored(rows));
  const transactions = exchangeTransactions(
    { id: '00000000-0000-4000-8000-000000000001', exchange },
    records,
  );
  return {
    balances: Object.fromEntries(recordBalances(records)),
    unknown: [...unknown.keys()],
    types: transactions.map(({ type }) => type),
    transactions,
  };
};

const AT = '2026-03-01T10:00:00Z';
const MS = Date.parse(AT);
const HASH = 'ab'.repeat(32);

describe('rows of the API of Kraken', () => {
  it('have the amounts of the ledger, and the hash of the list of withdrawals', () => {
    const ledger = { refid: 'R1', time: '1772359200.5', type: 'withdrawal', asset: 'XXBT' };
    const rows: [string, object][] = [
      [
        'kraken_api_ledgers',
        { txid: 'D', refid: 'R0', time: '1772359100', type: 'deposit', asset: 'XXBT', amount: '1', fee: '0' },
      ],
      ['kraken_api_ledgers', { ...ledger, txid: 'W', amount: '-0.4', fee: '0.0001' }],
      [
        'kraken_api_withdrawals',
        { refid: 'R1', txid: HASH, info: 'bc1qx', time: '1772359200', status: 'Success' },
      ],
      [
        'kraken_api_ledgers',
        {
          txid: 'C1',
          refid: 'R2',
          time: '1772359300',
          type: 'withdrawal',
          asset: 'XXBT',
          amount: '-0.2',
          fee: '0.0001',
        },
      ],
      [
        'kraken_api_ledgers',
        {
          txid: 'C2',
          refid: 'R2',
          time: '1772359400',
          type: 'withdrawal',
          asset: 'XXBT',
          amount: '0.2',
          fee: '-0.0001',
        },
      ],
      [
        'kraken_api_withdrawals',
        { refid: 'R2', txid: '', info: 'bc1qx', time: '1772359300', status: 'Failure' },
      ],
    ];
    const { balances, types, transactions } = booksOf('kraken', rows);
    expect(balances).toEqual({ BTC: '0.5999' });
    expect(types).toEqual(['transfer_in', 'transfer_out']);
    expect(transactions[1]?.account).toMatchObject({ txHash: HASH });
  });

  it('have the identity of the rows of a file', () => {
    const [row] = stored([
      [
        'kraken_api_ledgers',
        {
          txid: 'LAAAAA-BBBBB-CCCCCC',
          refid: 'R',
          time: '1772359100',
          type: 'deposit',
          asset: 'ZUSD',
          amount: '5',
          fee: '0',
        },
      ],
    ]);
    expect(row?.key).toBe('ledger:LAAAAA-BBBBB-CCCCCC');
  });
});

describe('rows of the API of Coinbase', () => {
  const money = (amount: string, currency: string) => ({ amount, currency });
  const row = (
    id: string,
    type: string,
    amount: string,
    currency: string,
    more: object = {},
  ): [string, object] => [
    'coinbase_api_transactions',
    { id, type, status: 'completed', amount: money(amount, currency), created_at: AT, ...more },
  ];

  it('join the two wallets of a trade, and take the commission out of the cash', () => {
    const advanced_trade_fill = {
      fill_price: '40000',
      product_id: 'BTC-USD',
      order_id: 'o',
      commission: '2',
    };
    const { balances, transactions } = booksOf('coinbase', [
      row('a', 'advanced_trade_fill', '0.01', 'BTC', { advanced_trade_fill }),
      row('b', 'advanced_trade_fill', '-402', 'USD', { advanced_trade_fill }),
    ]);
    expect(balances).toEqual({ BTC: '0.01', USD: '-402' });
    expect(transactions).toMatchObject([{ type: 'buy', fee: { asset: { symbol: 'USD' } } }]);
  });

  it('pay a purchase by a bank with cash that arrives', () => {
    const buy = {
      id: 'x',
      fee: money('1.49', 'USD'),
      total: money('101.49', 'USD'),
      payment_method_name: 'Bank *1',
    };
    const { balances, types } = booksOf('coinbase', [row('a', 'buy', '0.002', 'BTC', { buy })]);
    expect(balances).toEqual({ BTC: '0.002' });
    expect(types).toEqual(['transfer_in', 'buy']);
  });

  it('contain the network fee, and leave the balance before they are complete', () => {
    const network = { transaction_fee: money('0.0001', 'BTC'), hash: HASH };
    const { balances, transactions } = booksOf('coinbase', [
      row('a', 'receive', '1', 'BTC'),
      row('b', 'send', '-0.5001', 'BTC', { network, status: 'pending' }),
      row('c', 'receive', '7', 'BTC', { status: 'pending' }),
      row('d', 'send', '-9', 'BTC', { status: 'canceled' }),
    ]);
    expect(balances).toEqual({ BTC: '0.4999' });
    expect(transactions[1]?.legs[0]?.quantity).toBe(50_000_000n);
    const open = stored([
      row('c', 'receive', '7', 'BTC', { status: 'pending' }),
      row('d', 'send', '-9', 'BTC', { status: 'canceled' }),
    ]);
    expect(open.map(isOpenRow)).toEqual([true, false]);
  });

  it.each([
    ['in one moment', AT, {}],
    ['seconds apart', '2026-03-01T10:00:04Z', {}],
    ['days apart, with the id of the event', '2026-03-04T10:00:00Z', { wrap_asset: { id: 'w' } }],
  ])('carry units into their wrapped form: rows %s', (_, later, more) => {
    const { balances, transactions } = booksOf('coinbase', [
      row('a', 'wrap_asset', '-1', 'ETH', more),
      row('b', 'wrap_asset', '0.95', 'CBETH', { ...more, created_at: later }),
      row('c', 'unwrap_asset', '-0.95', 'CBETH', { created_at: '2026-04-01T10:00:00Z' }),
      row('d', 'unwrap_asset', '1.1', 'ETH', { created_at: '2026-04-01T10:00:00Z' }),
    ]);
    expect(balances).toEqual({ ETH: '0.1' });
    expect(transactions.map(({ type, legs }) => [type, legs.map(({ asset }) => asset.symbol)])).toEqual([
      ['wrap', ['CBETH', 'ETH']],
      ['wrap', ['CBETH', 'ETH']],
    ]);
  });

  it('keep a type that has no known meaning', () => {
    expect(booksOf('coinbase', [row('a', 'moon_leap', '1', 'BTC')]).unknown).toEqual(['moon_leap']);
  });
});

describe('rows of the API of Binance.US', () => {
  it('are trades with a fee in a third coin, dust, and one coin under two names', () => {
    const { balances, types } = booksOf('binanceus', [
      [
        'binanceus_api_trades',
        {
          symbol: 'MATICUSD',
          base: 'MATIC',
          quote: 'USD',
          id: '7',
          qty: '10',
          quoteQty: '8',
          commission: '0.001',
          commissionAsset: 'BNB',
          isBuyer: true,
          time: MS,
        },
      ],
      [
        'binanceus_api_trades',
        {
          symbol: 'ETHUSD',
          base: 'ETH',
          quote: 'USD',
          id: '7',
          qty: '1',
          quoteQty: '2000',
          commission: '1',
          commissionAsset: 'USD',
          isBuyer: false,
          time: MS + 1,
        },
      ],
      [
        'binanceus_api_dust',
        {
          fromAsset: 'XTZ',
          tranId: '1',
          amount: '2',
          transferedAmount: '0.0098',
          serviceChargeAmount: '0.0002',
          operateTime: MS + 2,
        },
      ],
      [
        'binanceus_api_distributions',
        { asset: 'POL', tranId: '2', amount: '10', category: 'MATIC to POL migration', divTime: MS + 3 },
      ],
      [
        'binanceus_api_fiat',
        {
          orderId: 'f',
          fiatCurrency: 'USD',
          amount: '500',
          orderStatus: 'Successful',
          direction: 'in',
          createTime: MS + 4,
        },
      ],
      ['binanceus_api_deposits', { coin: 'ETH', txId: HASH, amount: '3', insertTime: MS + 5, status: 0 }],
    ]);
    expect(balances).toEqual({ BNB: '0.0088', ETH: '-1', POL: '10', USD: '2491', XTZ: '-2' });
    expect(types).toEqual(['buy', 'sell', 'swap', 'transfer_in']);
  });
});

describe('rows of the APIs of Gemini and OKX', () => {
  it('of Gemini: trades, the fee of a withdrawal on top, and growth that stays', () => {
    const { balances } = booksOf('gemini', [
      [
        'gemini_api_trades',
        {
          tid: 1,
          symbol: 'GUSDUSD',
          price: '1.00',
          amount: '100',
          type: 'Buy',
          fee_currency: 'USD',
          fee_amount: '0.4',
          timestampms: MS,
        },
      ],
      [
        'gemini_api_transfers',
        {
          eid: 2,
          type: 'Withdrawal',
          status: 'Complete',
          currency: 'GUSD',
          amount: '20',
          feeAmount: '1',
          timestampms: MS + 1,
        },
      ],
      [
        'gemini_api_staking',
        {
          transactionId: 'S',
          transactionType: 'Deposit',
          amountCurrency: 'GUSD',
          amount: '30',
          dateTime: AT,
        },
      ],
      [
        'gemini_api_earn',
        {
          transactionId: 'E',
          transactionType: 'Interest',
          amountCurrency: 'GUSD',
          amount: '0.5',
          dateTime: AT,
        },
      ],
    ]);
    expect(balances).toEqual({ GUSD: '79.5', USD: '-100.4' });
  });

  it.each([
    ['PAXGUSD', 'USD', { PAXG: '2', USD: '-200' }],
    ['PAXGUSD', '', { PAXG: '2', USD: '-200' }],
    ['ETHGUSD', 'GUSD', { ETH: '2', GUSD: '-200' }],
    ['ETHGUSD', 'USD', { ETH: '2', GUSD: '-200' }],
    ['ZZGUSD', 'USD', { USD: '-200', ZZG: '2' }],
    ['ZZGUSD', 'GUSD', { GUSD: '-200', ZZ: '2' }],
    ['ZZGUSD', '', { GUSD: '-200', ZZ: '2' }],
  ])('of Gemini: %s with a fee in "%s" is the pair of a known coin', (symbol, fee_currency, expected) => {
    const { balances } = booksOf('gemini', [
      [
        'gemini_api_trades',
        { tid: 1, symbol, price: '100', amount: '2', type: 'Buy', fee_currency, timestampms: MS },
      ],
    ]);
    expect(balances).toEqual(expected);
  });

  it('of OKX: fees with a sign, and movements that another list has', () => {
    const { balances } = booksOf('okx', [
      [
        'okx_api_fills',
        {
          billId: '1',
          instId: 'SOL-USDT',
          side: 'buy',
          fillSz: '2',
          fillPx: '80',
          fee: '-0.002',
          feeCcy: 'SOL',
          ts: String(MS),
        },
      ],
      ['okx_api_bills', { billId: '2', ccy: 'SOL', balChg: '5', type: '1', ts: String(MS + 1) }],
      ['okx_api_deposits', { depId: '3', ccy: 'SOL', amt: '5', state: '2', ts: String(MS + 1) }],
      ['okx_api_bills', { billId: '4', ccy: 'SOL', balChg: '0.1', type: '83', ts: String(MS + 2) }],
      [
        'okx_api_withdrawals',
        { wdId: '5', ccy: 'USDT', amt: '10', fee: '1', state: '-2', ts: String(MS + 3) },
      ],
    ]);
    expect(balances).toEqual({ SOL: '7.098', USDT: '-160' });
  });
});

it('amounts with more digits than the chain add up to half a unit, fees too', () => {
  const rows = Array.from({ length: 200 }, (_, n): [string, object] => [
    'okx_api_fills',
    {
      billId: String(n),
      instId: 'BTC-USD',
      side: 'buy',
      fillSz: '0.0000100040',
      fillPx: '1',
      fee: '-0.0000000033',
      feeCcy: 'BTC',
      ts: String(MS + n),
    },
  ]);
  const { balances, transactions } = booksOf('okx', rows);
  const units = transactions
    .flatMap(({ legs, fee }) => [
      ...legs
        .filter(({ asset }) => asset.symbol === 'BTC')
        .map(({ direction, quantity }) => (direction === 'in' ? quantity : -quantity)),
      ...(fee ? [-fee.quantity] : []),
    ])
    .reduce((sum, one) => sum + one, 0n);
  expect(balances['BTC']).toBe('0.00200014');
  expect(units).toBe(200_014n);
});

describe('a coin at an exchange', () => {
  it.each([
    ['LRC', 'ethereum:0xbbbbca6a901c926f240b89eacb641d8aec7aeafd', 18],
    ['ONDO', 'ethereum:0xfaba6f8e4a5e8ab82f62fe7c39859fa577269be3', 18],
    ['CRO', 'ethereum:0xa0b73e1ff0b80914ab6fe0444e65848c4c34450b', 8],
    ['GUSD', 'ethereum:0x056fd409e1d7a124bd7017459dfea2f387b6d5cd', 2],
    ['XBT', 'bitcoin:native', 8],
    ['DOT', 'exchange:DOT', 18],
  ])('%s is %s: the same asset as in a wallet', (code, id, decimals) => {
    expect(coinAsset(code)).toMatchObject({ id, decimals });
  });
});

describe('a difference between the rows and the stated balance', () => {
  const rows = stored([
    [
      'okx_api_withdrawals',
      { wdId: '1', ts: String(MS), ccy: 'USDT', amt: '150', fee: '1.5', feeCcy: 'USDT', state: '0' },
    ],
    [
      'kraken_api_withdrawals',
      { refid: 'R', asset: 'XETH', amount: '2', fee: '0', time: MS / 1_000, status: 'Pending' },
    ],
  ]);
  it.each([
    ['USDT', '0', 'open_movement'],
    ['USDT', '-303', 'open_movement'],
    ['USDT', '-5279.7', 'short_history'],
    ['ETH', '2', 'open_movement'],
    ['SOL', '1', 'short_history'],
  ])('of %s, with %s stated, comes from %s', (coin, amount, cause) => {
    const found = balanceDifferences(accountRecords(rows), {
      balances: { [coin]: amount },
      openAmounts: openAmounts(rows),
      hasShortHistory: true,
    });
    expect(found.find((one) => one.coin === coin)?.cause).toBe(cause);
  });
});

describe('rows of the API of Binance alone', () => {
  const converted = {
    ...{ orderId: '1', orderStatus: 'SUCCESS', createTime: String(MS) },
    ...{ fromAsset: 'USDT', fromAmount: '20', toAsset: 'BNB', toAmount: '0.06' },
  };
  const paid = {
    ...{ orderNo: 'p', status: 'Completed', direction: 'in', createTime: String(MS + 1_000) },
    ...{
      sourceAmount: '20.0',
      fiatCurrency: 'EUR',
      obtainAmount: '4.462',
      cryptoCurrency: 'SOL',
      totalFee: '0.2',
    },
  };
  const lent = { asset: 'USDT', amount: '100', timestamp: String(MS + 2_000), tranId: '9' };
  const flexible = {
    ...{ loanCoin: 'ETH', initialLoanAmount: '2', collateralCoin: 'BTC', initialCollateralAmount: '1' },
    ...{ borrowTime: String(MS + 4_000), status: 'Succeeds' },
  };

  it('are converts, payments and loans', () => {
    const { balances, types, unknown } = booksOf('binance', [
      ['binance_api_converts', converted],
      ['binance_api_payments', paid],
      ['binance_api_loans', { ...lent, type: 'borrowIn' }],
      ['binance_api_loans', { ...lent, asset: 'BTC', amount: '1', type: 'collateralSpent' }],
      ['binance_api_loans', { ...lent, amount: '101', type: 'repayAmount', timestamp: String(MS + 3_000) }],
      ['binance_api_flexible_loans', flexible],
      [
        'binance_api_flexible_repayments',
        { ...flexible, repayAmount: '2', repayStatus: 'Repaid', repayTime: String(MS + 5_000) },
      ],
    ]);
    expect(unknown).toEqual([]);
    expect(balances).toEqual({ BNB: '0.06', SOL: '4.462', USDT: '-21' });
    expect(types).toEqual(['swap', 'transfer_in', 'buy', 'borrow', 'repay', 'borrow', 'repay']);
  });

  it('pay what is sold out to the card', () => {
    const sold = { ...paid, direction: 'out', sourceAmount: '4', obtainAmount: '19', totalFee: '1' };
    expect(booksOf('binance', [['binance_api_payments', sold]]).balances).toEqual({ SOL: '-4' });
    const kept = { ...sold, paymentMethod: 'Cash Balance' };
    expect(booksOf('binance', [['binance_api_payments', kept]]).balances).toEqual({ EUR: '19', SOL: '-4' });
  });

  it('have no effect before they are final, and after they failed', () => {
    const rows = [
      ['binance_api_payments', { ...paid, status: 'Processing' }],
      ['binance_api_payments', { ...paid, orderNo: 'q', status: 'Refunded' }],
      ['binance_api_flexible_loans', { ...flexible, status: 'Failed' }],
    ] as const;
    expect(booksOf('binance', rows).types).toEqual([]);
    expect(stored(rows).map(isOpenRow)).toEqual([true, false, false]);
  });
});

describe('rows of a file without ids, beside rows of the API', () => {
  const pair = { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT' };
  const api = stored([
    [
      'binance_api_deposits',
      { coin: 'USDT', txId: HASH, amount: '1000', insertTime: String(MS + 250), status: '1' },
    ],
    [
      'binance_api_trades',
      {
        ...pair,
        id: '7',
        qty: '0.5',
        quoteQty: '400',
        commission: '0.001',
        commissionAsset: 'BNB',
        time: String(MS + 5_300),
        isBuyer: 'true',
      },
    ],
    [
      'binance_api_trades',
      {
        ...pair,
        id: '8',
        qty: '0.25',
        quoteQty: '200',
        commission: '0',
        commissionAsset: 'BNB',
        time: String(MS + 5_900),
        isBuyer: 'true',
      },
    ],
    [
      'binance_api_withdrawals',
      {
        id: 'w',
        coin: 'ETH',
        amount: '0.2',
        transactionFee: '0.01',
        applyTime: String(MS + 9_000),
        status: '6',
        txId: HASH,
        address: 'b',
      },
    ],
  ]);
  const filed = (...lines: string[]) => {
    const reading = readExchangeTable(
      ['User_ID,UTC_Time,Account,Operation,Coin,Change,Remark', ...lines].join('\n'),
      MS + 1e9,
    );
    if ('columns' in reading) throw new Error(reading.columns.join());
    return reading.rows;
  };
  const file = filed(
    '1,2026-03-01 10:00:00,Spot,Deposit,USDT,1000,',
    '1,2026-03-01 10:00:05,Spot,Buy,ETH,0.5,',
    '1,2026-03-01 10:00:05,Spot,Transaction Related,USDT,-600,',
    '1,2026-03-01 10:00:05,Spot,Buy,ETH,0.25,',
    '1,2026-03-01 10:00:05,Spot,Fee,BNB,-0.001,',
    '1,2026-03-01 10:00:09,Spot,Withdraw,ETH,-0.21,Withdraw fee is included',
  );

  it('count once: the books are the same to the byte', () => {
    const [alone, both] = [accountRecords(api), accountRecords([...file, ...api])];
    expect(JSON.stringify(both.records)).toBe(JSON.stringify(alone.records));
    expect([alone.repeated, both.repeated]).toEqual([0, 6]);
  });

  it('count once under the old name of a coin', () => {
    const row = { coin: 'MATIC', txId: HASH, amount: '5', insertTime: String(MS), status: '1' };
    const old = filed('1,2026-03-01 10:00:00,Spot,Deposit,MATIC,5,');
    expect(accountRecords([...old, ...stored([['binance_api_deposits', row]])]).repeated).toBe(1);
  });

  it('count once when a bank paid: the API lists the money that arrived and was spent', () => {
    const money = (amount: string, currency: string) => ({ amount, currency });
    const listed = stored([
      [
        'coinbase_api_transactions',
        {
          ...{ id: 'a', type: 'buy', status: 'completed', created_at: AT, amount: money('0.01', 'BTC') },
          buy: {
            id: 'x',
            fee: money('1.49', 'USD'),
            total: money('101.49', 'USD'),
            payment_method_name: 'Bank',
          },
        },
      ],
    ]);
    const columns =
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes';
    const reading = readExchangeTable(
      [columns, '2026-03-01T10:00:00Z,Buy,BTC,0.01,USD,10000,100.00,101.49,1.49,Bought 0.01 BTC'].join('\n'),
      MS + 1e9,
    );
    if ('columns' in reading) throw new Error(reading.columns.join());
    const { records, repeated } = accountRecords([...reading.rows, ...listed]);
    expect([Object.fromEntries(recordBalances(records)), repeated]).toEqual([{ BTC: '0.01' }, 2]);
  });

  it('count when the API lists another amount, another second, or nothing', () => {
    const others = filed(
      '1,2026-03-01 10:00:00,Spot,Deposit,USDT,999,',
      '1,2026-03-01 10:00:06,Spot,Fee,BNB,-0.001,',
      '1,2026-03-01 10:00:09,Spot,Airdrop Assets,SOL,1,',
    );
    const { records, repeated } = accountRecords([...others, ...api]);
    expect(repeated).toBe(0);
    expect(Object.fromEntries(recordBalances(records))).toEqual({
      BNB: '-0.002',
      ETH: '0.54',
      SOL: '1',
      USDT: '1399',
    });
  });
});

it('knows a missing role of Gemini by its words: the library reports a wrong key', () => {
  class AuthenticationError extends Error {}
  const words = 'go to the settings page to assign one of these roles [Auditor] to your API key';
  expect(faultOf(new AuthenticationError(`gemini ${words}`), true)).toBe('permission');
  expect(faultOf(new AuthenticationError('gemini InvalidApiKey'), true)).toBe('auth');
});

import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  columnName,
  exchangeTransactions,
  FORMATS,
  krakenCoin,
  readingTransactions,
  recordBalances,
  type DateOrder,
  type ExchangeRow,
} from '../../src/domain/exchanges';
import { finished } from '../../src/domain/kernel/slices';
import { formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions } from '../../src/domain/chain';
import { replay } from '../../src/domain/engine';
import { treatmentOf } from '../../src/domain/portfolio/treatments';
import { bytes } from '../golden/random-histories';
import { SAMPLES, sampleOf } from './samples';

const NOW = Date.UTC(2026, 0, 1);
const ACCOUNT = { id: '00000000-0000-4000-8000-0000000000aa', exchange: 'kraken' } as const;

/** What the owner states about a file beside its text. */
const aboutOf = (text: string): { name: string; order: DateOrder } => {
  const header = (one: string) => one.split('\n', 1)[0]?.replace(/\W/g, '');
  const sample = SAMPLES.find((one) => (one.name ?? one.order) && header(one.text) === header(text));
  return { name: sample?.name ?? '', order: sample?.order ?? 'mdy' };
};

function read(text: string, order: DateOrder | undefined = aboutOf(text).order) {
  const reading = readExchangeTable(text, NOW, aboutOf(text).name, order);
  if ('columns' in reading) throw new Error(`unknown columns: ${reading.columns.join()}`);
  return reading;
}

/** As the store keeps them: the first row of a key counts. */
const stored = (texts: readonly string[]): ExchangeRow[] => [
  ...new Map(
    texts
      .flatMap((text) => read(text).rows)
      .reverse()
      .map((row) => [row.key, row]),
  ).values(),
];

function books(rows: readonly ExchangeRow[]): string {
  const { records } = accountRecords(rows);
  const transactions = exchangeTransactions(ACCOUNT, records);
  const events = ledgerEvents(transactions, {
    gasPolicy: 'dispose',
    wrapPolicy: 'carry',
    depositPolicy: 'mixed',
    owned: new Set(),
  });
  const options = { method: 'fifo', timezone: 'UTC', washSales: false } as const;
  return JSON.stringify(records) + bytes(replay([...events], options));
}

/** The header stays in both halves. */
function halves(text: string): [string, string] {
  const lines = text.trimEnd().split('\n');
  const { format } = read(text);
  const needs = FORMATS.find(({ name }) => name === format)?.needs ?? [];
  const headerAt = lines.findIndex((line) =>
    needs.every((name) => line.split(',').map(columnName).includes(name)),
  );
  const middle = headerAt + 1 + Math.ceil((lines.length - headerAt - 1) / 2);
  const head = lines.slice(0, headerAt + 1);
  const part = (rows: string[]) => `${[...head, ...rows].join('\n')}\n`;
  return [part(lines.slice(headerAt + 1, middle)), part(lines.slice(middle))];
}

it('has a sample of every layout of files', () => {
  const layouts = FORMATS.filter(({ needs }) => needs !== null).map(({ name }) => name);
  expect(SAMPLES.map(({ format }) => format).toSorted()).toEqual(layouts.toSorted());
});

describe.each(SAMPLES)('$format', ({ format, text, rejected, balances }) => {
  it('keeps or rejects every row, and adds up', () => {
    const reading = read(text);
    expect(reading.format).toBe(format);
    expect(reading.rejected).toHaveLength(rejected);
    expect(reading.rows.length + rejected).toBe(reading.rowsRead);
    expect(Object.fromEntries(recordBalances(accountRecords(reading.rows).records))).toEqual(balances);
  });

  it('gives the same books by halves, in any order, twice', () => {
    const whole = books(stored([text]));
    const [first, second] = halves(text);
    expect(books(stored([first, second]))).toBe(whole);
    expect(books(stored([second, first]))).toBe(whole);
    expect(books(stored([text, second, first, text, first]))).toBe(whole);
  });
});

describe('income in cash', () => {
  const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id';
  const ledgerOf = (lines: readonly string[]) => {
    const { records } = accountRecords(stored([[header, ...lines].join('\n')]));
    const events = ledgerEvents(
      valueTransactions(exchangeTransactions(ACCOUNT, records), () => null),
      { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'mixed', owned: new Set() },
    );
    return replay([...events], { method: 'fifo', timezone: 'UTC', washSales: false });
  };

  it('is income without a lot', () => {
    const { income, lots, issues } = ledgerOf([
      '2024-03-01T12:00:00Z,interest,USD,12.34,,,a',
      '2024-04-01T12:00:00Z,rebate,USD,5,,,b',
      '2024-05-01T12:00:00Z,deposit,USD,100,,,c',
    ]);
    expect(income.map(({ type, fairMarketValue, lotId }) => [type, fairMarketValue, lotId])).toEqual([
      ['interest', 12_340_000_000_000_000_000n, null],
      ['other', 5_000_000_000_000_000_000n, null],
    ]);
    expect([lots.length, issues.length]).toEqual([0, 0]);
  });

  it('has no value in other cash than dollars, which is reported', () => {
    const { income, issues } = ledgerOf(['2024-03-01T12:00:00Z,interest,EUR,12.34,,,a']);
    expect(income.map(({ valueStatus }) => valueStatus)).toEqual(['missing']);
    expect(issues.map(({ kind }) => kind)).toEqual(['missing_price']);
  });
});

describe('files of an exchange', () => {
  it('count a trade once that the ledger and the trades contain', () => {
    const both = stored([sampleOf('kraken_trades').text, sampleOf('kraken_ledgers').text]);
    expect(Object.fromEntries(recordBalances(accountRecords(both).records))).toEqual({
      BTC: '0.05679',
      DOT: '0.45',
      ETH: '-0.045',
      USD: '3236.344',
    });
  });

  it.each([
    ['XXBTZUSD', 'BTC', 'USD'],
    ['XETHXXBT', 'ETH', 'BTC'],
    ['XZECZEUR', 'ZEC', 'EUR'],
    ['XBTUSD', 'BTC', 'USD'],
    ['XTZUSD', 'XTZ', 'USD'],
    ['XTZXBT', 'XTZ', 'BTC'],
    ['SNXXBT', 'SNX', 'BTC'],
    ['SNXETH', 'SNX', 'ETH'],
    ['XDGUSD', 'DOGE', 'USD'],
    ['USDTZUSD', 'USDT', 'USD'],
    ['USDTUSD', 'USDT', 'USD'],
    ['PYUSDUSD', 'PYUSD', 'USD'],
    ['SOLPYUSD', 'SOL', 'PYUSD'],
    ['ZORAUSD', 'ZORA', 'USD'],
    ['ZEUSUSDT', 'ZEUS', 'USDT'],
    ['WUSD', 'W', 'USD'],
    ['ZEUS/USD', 'ZEUS', 'USD'],
  ])('divide the pair %s into %s and %s', (pair, base, quote) => {
    const text = [
      '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
      `"T","O","${pair}","2023-01-02 10:00:00","buy","limit",2,6,0,3,0,"",""`,
    ].join('\n');
    expect(Object.fromEntries(recordBalances(accountRecords(stored([`${text}\n`])).records))).toEqual({
      [base]: '3',
      [quote]: '-6',
    });
  });

  it.each([
    ['XXBT', 'BTC'],
    ['XBT.M', 'BTC'],
    ['XXDG', 'DOGE'],
    ['XREP', 'REP'],
    ['ZUSD', 'USD'],
    ['ETH2.S', 'ETH'],
    ['XTZ', 'XTZ'],
    ['ZRX', 'ZRX'],
    ['ZORA', 'ZORA'],
    ['ZEUS', 'ZEUS'],
    ['XION', 'XION'],
    ['ZETA', 'ZETA'],
    ['ZBCN', 'ZBCN'],
  ])('name the coin %s of Kraken %s', (code, coin) => {
    expect(krakenCoin(code)).toBe(coin);
  });

  it('name the operations without a known meaning, and keep them', () => {
    expect(read(sampleOf('coinbase_2024').text).unknown).toEqual([{ name: 'asset teleport', count: 1 }]);
    const { records, unknown } = accountRecords(stored([sampleOf('binance_statement').text]));
    expect([...unknown]).toEqual([['moon festival', 1]]);
    const transactions = exchangeTransactions(ACCOUNT, records);
    const odd = transactions.find(({ rule }) => rule === 'exchange-unknown');
    expect(odd).toMatchObject({ type: 'transfer_in', flags: ['classification_uncertain'] });
  });

  it('are refused by the names of their columns when no layout fits', () => {
    expect(readExchangeTable('When,What\n1,2\n', NOW)).toEqual({ columns: ['When', 'What'] });
  });

  it('reject rows of the future, codes that are none, and amounts that are none', () => {
    const header = 'timestamp,kind,asset,amount\n';
    const reading = read(
      `${header}2030-01-01,deposit,BTC,1\n2020-01-01,deposit,B T,1\n2020-01-01,deposit,BTC,much\n`,
    );
    expect(reading.rejected.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(reading.rows).toEqual([]);
  });
});

describe('the times of a file', () => {
  const header = 'timestamp,kind,asset,amount\n';
  const file = (...times: string[]): string =>
    header + times.map((time) => `"${time}",deposit,BTC,1`).join('\n');
  const timesOf = (text: string, order?: DateOrder): string[] => {
    const reading = readExchangeTable(text, NOW, '', order);
    if ('columns' in reading) throw new Error('unknown columns');
    return reading.rows.map(({ at }) => new Date(at).toISOString().slice(0, 16));
  };

  it.each(['0001-01-01', '0099-06-01 10:00:00', '1999-12-31', '253402300800', '999999999'])(
    'of %s are refused with the cell as it stands: they would be in another tax year',
    (time) => {
      expect(read(file(time))).toMatchObject({
        rows: [],
        rejected: [{ line: 2, reason: `"${time}" is before 2009` }],
      });
    },
  );

  it.each(['+99:00', '-14:01', '+05:75'])('have no zone %s', (zone) => {
    const { rejected } = read(file(`2024-12-31T23:00:00${zone}`));
    expect(rejected).toEqual([{ line: 2, reason: `"${zone}" is not a time zone` }]);
  });

  it('have their day first in all rows when one row shows it', () => {
    const text = file('05/06/2024 10:00', '31/12/2024', '7/8/24 1:05 PM');
    const expected = ['2024-06-05T10:00', '2024-12-31T00:00', '2024-08-07T13:05'];
    expect(timesOf(text)).toEqual(expected);
    expect(timesOf(text, 'dmy')).toEqual(expected);
    expect(() => timesOf(text, 'mdy')).toThrow('are day first');
  });

  it('have their month first in all rows when one row shows it', () => {
    expect(timesOf(file('05/06/2024 10:00', '12/31/2024'))).toEqual(['2024-05-06T10:00', '2024-12-31T00:00']);
  });

  it('are asked for where each date can be read both ways', () => {
    const text = file('05/06/2024', '01/02/2025');
    expect(() => timesOf(text)).toThrow('State which: date_order mdy or dmy');
    expect(timesOf(text, 'mdy')).toEqual(['2024-05-06T00:00', '2025-01-02T00:00']);
    expect(timesOf(text, 'dmy')).toEqual(['2024-06-05T00:00', '2025-02-01T00:00']);
    expect(timesOf(file('5/5/24', '2024/06/07 01:02:03'))).toEqual(['2024-05-05T00:00', '2024-06-07T01:02']);
  });

  it('are refused where two rows contradict each other', () => {
    expect(() => timesOf(file('13/05/2024', '05/13/2024'))).toThrow(
      '"05/13/2024" has its month first, and "13/05/2024" its day',
    );
  });

  it('are read again from stored rows in the same way', () => {
    const reading = read(file('31/12/2024', '01/02/2024'), 'dmy');
    expect(accountRecords(reading.rows).records.map(({ at }) => at)).toEqual(
      reading.rows.map(({ at }) => at).sort(),
    );
  });
});

describe('a date without a time', () => {
  const text = [
    'timestamp,kind,asset,amount,sent_asset,sent_amount',
    '2025-12-31,trade,BTC,0.1,USD,8000',
    '12/31/2025,deposit,LTC,1,,',
    '2025-12-31 10:00:00,deposit,BTC,1,,',
  ].join('\n');
  const days = (timezone?: string) =>
    finished(readingTransactions(ACCOUNT, stored([`${text}\n`]), timezone)).map(({ at }) =>
      new Date(at).toISOString().slice(0, 16),
    );

  it.each([
    [undefined, '2025-12-31T00:00'],
    ['America/New_York', '2025-12-31T05:00'],
    ['Pacific/Kiritimati', '2025-12-30T10:00'],
  ])('is that day in the zone %s', (timezone, start) => {
    expect(days(timezone)).toEqual([start, start, '2025-12-31T10:00']);
  });

  it.each([
    [
      'coinbase_2018',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Amount Transacted (Inclusive of Coinbase Fees),Address,Notes',
      '01/01/2019,Sell,ETH,1,140.00,140.00,,Sold',
    ],
    [
      'coinbase_2016',
      'Timestamp,Balance,Amount,Currency,To,Notes,Transfer Total,Transfer Fee,Coinbase ID',
      '2019-01-01,0,-1,ETH,,,140,0,a',
    ],
    [
      'coinbase_advanced_fills',
      'trade id,product,side,created at,size,size unit,price,fee,total',
      '1,ETH-USD,SELL,1/1/2019,1,ETH,140,0,140',
    ],
    [
      'coinbase_pro_account',
      'portfolio,type,time,amount,balance,amount/balance unit,trade id,order id',
      'default,match,2019-01-01,-1,0,ETH,1,o',
    ],
    [
      'binanceus_statement',
      'User ID,Time,Category,Operation,Asset,Amount',
      '1,2019-01-01,Withdrawal,Crypto Withdrawal,ETH,1',
    ],
    ['binance_statement_2025', 'User ID,Time,Account,Operation,Coin,Change', '1,2019-01-01,Spot,Sell,ETH,-1'],
    [
      'gemini_history',
      'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,ETH Amount ETH',
      '2019-01-01,,Sell,ETHUSD,,,-1',
    ],
  ])('is a day in a file of the layout %s', (format, header, line) => {
    const text = `${header}\n${line}\n`;
    expect(read(text).format).toBe(format);
    const found = finished(readingTransactions(ACCOUNT, stored([text]), 'America/New_York'));
    expect(found.map(({ at }) => new Date(at).toISOString())).toEqual(['2019-01-01T05:00:00.000Z']);
  });
});

describe('a trade of Coinbase in another currency than its columns', () => {
  const header =
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
  const trade = (line: string) => read(`${header}\n1,2024-05-01 10:00:00 UTC,Advanced Trade ${line}\n`);
  const balancesOf = (line: string) => {
    const { records } = accountRecords(trade(line).rows);
    return [Object.fromEntries(recordBalances(records)), records.find(({ fee }) => fee)?.fee];
  };

  it.each([
    // 0.0501 * 3000 / 3006 = 0.05 without the fee.
    [
      'Buy,ETH,1,USD,$3000.00,$3000.00,$3006.00,$6.00,Bought 1 ETH for 0.0501 BTC on ETH-BTC at 0.05 BTC/ETH',
      { BTC: '-0.0501', ETH: '1' },
      { coin: 'BTC', amount: '0.0001', valueUsd: '6' },
    ],
    // 1293.5 * 1200 / 1194 = 1300 before the fee.
    [
      'Sell,BTC,-0.02,EUR,"€60,000.00","-€1,200.00","-€1,194.00",€6.00,"Sold 0.02 BTC for 1,293.5 USDC on BTC-USDC"',
      { BTC: '-0.02', USDC: '1293.5' },
      { coin: 'USDC', amount: '6.5' },
    ],
    // A share that does not end: the sum is exact all the same.
    [
      'Buy,ETH,1,EUR,€2.00,€2.00,€3.00,€1.00,Bought 1 ETH for 1 BTC on ETH-BTC',
      { BTC: '-1', ETH: '1' },
      { coin: 'BTC', amount: '0.333333333333333333' },
    ],
    [
      'Buy,SHIB,1,EUR,€0.00,€0.00,€0.00,€0.00,Bought 1 SHIB for 2e-10 BTC on SHIB-BTC',
      { BTC: '-0.0000000002', SHIB: '1' },
      undefined,
    ],
    [
      'Buy,ETH,1,USD,$3000.00,$3000.00,$3006.00,$6.00,Bought 1 ETH for 3006 USDC on ETH-USDC',
      { ETH: '1', USDC: '-3006' },
      { coin: 'USDC', amount: '6' },
    ],
    [
      'Buy,ETH,1,EUR,€3000.00,€3000.00,€3006.00,€6.00,Bought 1 ETH for 3006 EUR on ETH-EUR',
      { ETH: '1', EUR: '-3006' },
      { coin: 'EUR', amount: '6' },
    ],
  ])('%s', (line, balances, fee) => {
    expect(balancesOf(line)).toEqual([balances, fee]);
  });
});

describe('a coin that goes on under another code at Coinbase', () => {
  const header =
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
  /** @param lines `time of 5 August 2024,type,coin,amount`, after purchases of 1,000 dollars each */
  const ledgerOf = (bought: readonly string[], lines: readonly string[], wrapPolicy: 'carry' | 'taxable') => {
    const text = [
      header,
      ...bought.map((units, n) => `b${n},2021-01-05 10:00:0${n} UTC,Buy,${units},USD,,1000,1000,0,Bought`),
      ...lines.map((line, n) => {
        const [time, type, coin, amount] = line.split(',');
        return `m${n},2024-08-05 ${time} UTC,${type},${coin},${amount},USD,,1,1,0,`;
      }),
    ].join('\n');
    const transactions = exchangeTransactions(ACCOUNT, accountRecords(stored([text])).records);
    const policies = { gasPolicy: 'dispose', depositPolicy: 'mixed', owned: new Set<string>() } as const;
    const events = ledgerEvents(
      valueTransactions(transactions, () => null),
      { ...policies, wrapPolicy },
    );
    return replay([...events], { method: 'fifo', timezone: 'UTC', washSales: false });
  };
  const heldAfter = (bought: readonly string[], lines: readonly string[]) => {
    const { disposals, lots } = ledgerOf(bought, lines, 'carry');
    expect(disposals).toEqual([]);
    return lots
      .filter(({ remaining }) => remaining > 0n)
      .map(
        ({ asset, remaining, cost, acquiredAt }) =>
          `${formatUnits(remaining, asset.decimals)} ${asset.symbol} for ${formatUnits(cost, 18)} of ${new Date(acquiredAt ?? 0).getUTCFullYear()}`,
      )
      .toSorted();
  };

  it.each([
    [
      'the end of ETH2',
      ['ETH,2'],
      ['10:00:00,Retail Eth2 Deprecation,ETH2,-2', '10:00:09,Retail Eth2 Deprecation,ETH,2'],
      ['2 ETH for 1000 of 2021'],
    ],
    [
      'a migration',
      ['RNDR,100'],
      ['10:00:00,Asset Migration,RNDR,-100', '10:00:00,Asset Migration,RENDER,100'],
      ['100 RENDER for 1000 of 2021'],
    ],
    [
      'a migration to other units, whose rows are seconds apart, in the other order',
      ['LEND,100'],
      ['10:00:00,Asset Migration,AAVE,1', '10:00:07,Asset Migration,LEND,-100'],
      ['1 AAVE for 1000 of 2021'],
    ],
    [
      'two migrations in one moment, of which the units tell which is which',
      ['RNDR,100', 'LEND,50'],
      [
        '10:00:00,Asset Migration,RNDR,-100',
        '10:00:00,Asset Migration,AAVE,0.5',
        '10:00:00,Asset Migration,LEND,-50',
        '10:00:00,Asset Migration,RENDER,100',
      ],
      ['0.5 AAVE for 1000 of 2021', '100 RENDER for 1000 of 2021'],
    ],
    [
      'two migrations within a minute, whose rows are a second apart',
      ['RNDR,100', 'LEND,50'],
      [
        '10:00:00,Asset Migration,RNDR,-100',
        '10:00:01,Asset Migration,RENDER,90',
        '10:00:20,Asset Migration,LEND,-50',
        '10:00:21,Asset Migration,AAVE,0.5',
      ],
      ['0.5 AAVE for 1000 of 2021', '90 RENDER for 1000 of 2021'],
    ],
    [
      'a migration and a wrap in one moment',
      ['ETH,1', 'LEND,50'],
      [
        '10:00:00,Wrap Asset,ETH,-1',
        '10:00:00,Wrap Asset,CBETH,0.95',
        '10:00:00,Asset Migration,LEND,-50',
        '10:00:00,Asset Migration,AAVE,0.5',
      ],
      ['0.5 AAVE for 1000 of 2021', '0.95 CBETH for 1000 of 2021'],
    ],
    [
      'units of two wallets of the account',
      ['RNDR,100'],
      [
        '10:00:00,Asset Migration,RNDR,-60',
        '10:00:00,Asset Migration,RNDR,-40',
        '10:00:02,Asset Migration,RENDER,100',
      ],
      ['100 RENDER for 1000 of 2021'],
    ],
  ])('keeps basis and date: %s', (_, bought, lines, held) => {
    expect(heldAfter(bought, lines)).toEqual(held);
    expect(heldAfter(bought, lines.toReversed())).toEqual(held);
  });

  it.each([
    ['Asset Migration,RNDR,-100', 'Asset Migration,RENDER,100', 'RNDR,100', 0],
    ['Wrap Asset,ETH,-1', 'Wrap Asset,CBETH,0.95', 'ETH,1', 1],
  ])('is an exchange when wraps are taxed, unless its issuer changes it: %s', (out, into, bought, sales) => {
    const { disposals } = ledgerOf([bought], [`10:00:00,${out}`, `10:00:00,${into}`], 'taxable');
    expect(disposals).toHaveLength(sales);
  });

  it('states the treatment of a migration', () => {
    const lines = ['Asset Migration,RNDR,-100', 'Asset Migration,RENDER,100'];
    const rows = lines.map((line, n) => `m${n},2024-08-05 10:00:00 UTC,${line},USD,,1,1,0,`);
    const text = [header, ...rows].join('\n');
    const [found] = exchangeTransactions(ACCOUNT, accountRecords(stored([text])).records);
    if (!found) throw new Error('no transaction');
    const policies = { wrapPolicy: 'taxable', depositPolicy: 'mixed' } as const;
    expect(treatmentOf(found, policies).text).toMatch(/^No disposal/);
  });

  it('is uncertain where only one side is known', () => {
    const text = `${header}\nm,2024-08-05 10:00:00 UTC,Asset Migration,RENDER,100,USD,,1,1,0,\n`;
    const [found] = exchangeTransactions(ACCOUNT, accountRecords(stored([text])).records);
    expect(found).toMatchObject({ type: 'transfer_in', flags: ['classification_uncertain'] });
  });
});

describe('the zone that a column of KuCoin states', () => {
  it.each([
    ['Time(UTC-05:00)', '2024-01-01T04:30'],
    ['Time(UTC+05:30)', '2023-12-31T18:00'],
    ['Time(UTC)', '2023-12-31T23:30'],
  ])('%s is the zone of its times', (column, at) => {
    const header = `UID,Account Type,Currency,Side,Amount,Fee,${column},Remark`;
    const { rows } = read(`${header}\n1,mainAccount,ETH,Deposit,1,0,2023-12-31 23:30:00,Rewards\n`);
    expect(rows.map((row) => new Date(row.at).toISOString().slice(0, 16))).toEqual([at]);
  });
});

describe('transactions of an account', () => {
  const of = (format: string) =>
    exchangeTransactions(ACCOUNT, accountRecords(stored([sampleOf(format).text])).records);

  it('have the type of the event', () => {
    expect(
      of('kraken_ledgers').map(({ type, legs }) => [type, legs.map(({ asset }) => asset.symbol)]),
    ).toEqual([
      ['transfer_in', ['USD']],
      ['buy', ['BTC', 'USD']],
      ['transfer_out', ['BTC']],
      ['income', ['DOT']],
      ['buy', ['ETH', 'USD']],
    ]);
  });

  it('join the fills of one second, with their fee', () => {
    const trade = of('binance_statement').find(({ type }) => type === 'swap');
    expect(trade?.legs.map(({ direction, asset, quantity }) => [direction, asset.symbol, quantity])).toEqual([
      ['out', 'USDT', 600_000_000n],
      ['in', 'ETH', 750_000_000_000_000_000n],
    ]);
    expect(trade?.fee).toMatchObject({ asset: { symbol: 'BNB' }, quantity: 1_000_000_000_000_000n });
  });

  const inOneSecond = (...rows: string[]) => {
    const text = `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n${rows
      .map((row) => `1,2021-01-02 10:00:00,Spot,${row},`)
      .join('\n')}\n`;
    const transactions = exchangeTransactions(ACCOUNT, accountRecords(stored([text])).records);
    return transactions.map(({ legs, fee }) => [
      ...legs.map(
        ({ direction, asset, quantity }) =>
          `${direction} ${formatUnits(quantity, asset.decimals)} ${asset.symbol}`,
      ),
      ...(fee ? [`fee ${formatUnits(fee.quantity, fee.asset.decimals)} ${fee.asset.symbol}`] : []),
    ]);
  };

  it('separate a purchase and a sale of one second', () => {
    const rows = ['Buy,ETH,0.5', 'Transaction Related,USDT,-400', 'Fee,ETH,-0.0005'];
    const sale = ['Sell,BTC,-0.01', 'Transaction Related,USDT,410', 'Fee,USDT,-0.41'];
    const apart = [
      ['out 400 USDT', 'in 0.5 ETH', 'fee 0.0005 ETH'],
      ['out 0.01 BTC', 'in 410 USDT', 'fee 0.41 USDT'],
    ];
    expect(inOneSecond(...rows, ...sale)).toEqual(apart);
    expect(inOneSecond(...sale, ...rows)).toEqual(apart);
  });

  it('separate both directions of one pair in one second', () => {
    const rows = [
      'Buy,ETH,0.5',
      'Transaction Related,USDT,-400',
      'Sell,ETH,-0.4',
      'Transaction Related,USDT,330',
    ];
    expect(inOneSecond(...rows)).toEqual([
      ['out 400 USDT', 'in 0.5 ETH'],
      ['in 330 USDT', 'out 0.4 ETH'],
    ]);
  });

  it('keep fills of one pair in one second as one event', () => {
    const fills = [
      'Buy,ETH,0.5',
      'Transaction Related,USDT,-400',
      'Buy,ETH,0.25',
      'Transaction Related,USDT,-200',
    ];
    expect(inOneSecond(...fills)).toEqual([['out 600 USDT', 'in 0.75 ETH']]);
  });
});

describe('a file with semicolons', () => {
  it.each(SAMPLES.map(({ format, text }) => [format, text] as const))(
    'is read as that with commas: %s',
    (_, text) => {
      const expected = read(text);
      for (const quoted of [false, true]) {
        const cells = parse(text, { relax_column_count: true, relax_quotes: true, bom: true });
        const other = stringify(cells, { delimiter: ';', quoted });
        const lines = read(other);
        expect([lines.format, lines.rows]).toEqual([expected.format, expected.rows]);
      }
    },
  );

  it('refuses a number whose comma may be a decimal one', () => {
    const head = 'timestamp;kind;asset;amount\n2025-01-02T00:00Z;deposit;BTC;';
    const amounts = ['1,234', '0,5', '1.234,5', '1,234.5', '1,234,567', '1.5'];
    expect(amounts.map((amount) => read(`${head}${amount}\n`).rows.length)).toEqual([0, 1, 1, 1, 1, 1]);
    const { rejected } = read(`${head}1,234\n`);
    const reason = '"1,234" can have a decimal comma. Write a decimal point';
    expect(rejected).toEqual([{ line: 2, reason }]);
  });

  it('with a comma in each row of a file with commas stays one', () => {
    const text = 'timestamp,kind,asset,amount,address\n2025-01-02T00:00Z,deposit,BTC,1,a;b;c;d\n';
    expect(read(text).rows[0]?.body).toMatchObject({ amount: '1', address: 'a;b;c;d' });
  });
});

describe('a decimal comma', () => {
  const generic = (amount: string) =>
    read(`timestamp,kind,asset,amount\n2024-01-02T00:00:00Z,deposit,BTC,"${amount}"\n`);

  it.each([
    ['0,5', '0.5'],
    ['1,23', '1.23'],
    ['1.234,56', '1234.56'],
    ['0,123', '0.123'],
    ['1,2345', '1.2345'],
    [',5', '0.5'],
    ["1'234,5", '1234.5'],
    ['-1 234,5 BTC', '1234.5'],
  ])('is one in all of a file: %s', (amount, units) => {
    const { records } = accountRecords(generic(amount).rows);
    expect(records.map((record) => record.amount)).toEqual([units]);
  });

  it('decides what a number means that can be read two ways', () => {
    const head = 'timestamp;kind;asset;amount\n';
    const row = (amount: string) => `2025-01-02T00:00Z;deposit;BTC;${amount}\n`;
    const amountsOf = (...amounts: string[]) => {
      const { rows, rejected } = read(head + amounts.map(row).join(''));
      return [
        ...accountRecords(rows).records.map(({ amount }) => amount),
        ...rejected.map(({ line }) => line),
      ];
    };
    expect(amountsOf('1,234', '0,5').toSorted()).toEqual(['0.5', '1.234']);
    expect(amountsOf('1.234', '0,5').toSorted()).toEqual(['0.5', '1234']);
    expect(amountsOf('1,234', '0.5').toSorted()).toEqual(['0.5', '1234']);
    // Both marks: nothing is guessed.
    expect(amountsOf('1,234', '0.5', '0,5')).toEqual(['0.5', 2, 4]);
  });

  it.each([
    ['1,234', '1234'],
    ['$1,234,567.89', '1234567.89'],
    ['12,34,567.8', '1234567.8'],
    ['(1,519.83)', '1519.83'],
    ['1e-7', '0.0000001'],
  ])('divides thousands: %s', (amount, units) => {
    const { records } = accountRecords(generic(amount).rows);
    expect(records.map((record) => record.amount)).toEqual([units]);
  });

  it.each([
    ['-0.5', 'Converted 0,5 ETH to 900,1 USDC', '900.1'],
    ['-0.5', 'Converted 0,5 ETH to 1.900,1 USDC', '1900.1'],
    ['-0.5', 'Converted 0,5 ETH to 1,234 USDC', '1.234'],
    ['-5', 'Converted 5 ETH to 9000,25 USDC', '9000.25'],
    ['-1234', 'Converted 1,234 ETH to 5,678.5 USDC', '5678.5'],
  ])('is in notes of Coinbase, in the language of the owner: %s, %s', (amount, notes, received) => {
    const columns =
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
    const { rows } = read(
      `${columns}\n1,2024-03-09 12:00:00 UTC,Convert,ETH,${amount},EUR,1800,900,900,0,"${notes}"\n`,
    );
    const { records } = accountRecords(rows);
    expect(records.find(({ coin }) => coin === 'USDC')?.amount).toBe(received);
  });
});

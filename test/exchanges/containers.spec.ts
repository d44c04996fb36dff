import { strToU8, zipSync, type Zippable } from 'fflate';
import { readExchangeFile } from '../../src/adapters/exchanges/exchange-file';
import { unpacked } from '../../src/adapters/files/archive';
import { numberText } from '../../src/adapters/files/workbook';
import { accountRecords, recordBalances } from '../../src/domain/exchanges';
import { sampleOf } from './samples';
import { workbook, type Sheets } from '../support/workbook';

const NOW = Date.UTC(2026, 0, 1);

const read = async (bytes: Uint8Array, name = 'file.csv', order?: 'mdy' | 'dmy') => {
  const found = await readExchangeFile(bytes, NOW, name, order);
  if ('columns' in found) throw new Error(`unknown columns: ${found.columns.join()}`);
  return found;
};
const words = (bytes: Uint8Array, name?: string): Promise<string> =>
  read(bytes, name).then(
    () => 'read',
    (error: Error) => error.message,
  );
const balances = (rows: Parameters<typeof accountRecords>[0]) =>
  Object.fromEntries(recordBalances(accountRecords(rows).records));
const zip = (files: Zippable): Uint8Array => zipSync(files);

const KRAKEN = sampleOf('kraken_ledgers');
const GENERIC = 'timestamp,kind,asset,amount\n2024-01-02T00:00:00Z,deposit,BTC,0.5\n';

describe('a file in another encoding', () => {
  const wide = (text: string, isBig: boolean): Uint8Array => {
    const bytes = Buffer.from(text, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  const text = `${GENERIC}2024-01-03T00:00:00Z,deposit,ETH,"€1"\n`;

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', wide(text, false)],
    ['UTF-16 LE with its mark', wide(`\ufeff${text}`, false)],
    ['UTF-16 BE', wide(text, true)],
    ['UTF-16 BE with its mark', wide(`\ufeff${text}`, true)],
    ['Windows-1252', Buffer.from(text.replace('€', '\u0080'), 'latin1')],
    ['old line ends', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('is read: %s', async (_, bytes) => {
    const [reading] = await read(bytes);
    expect(reading?.rejected).toEqual([]);
    expect(balances(reading?.rows ?? [])).toEqual({ BTC: '0.5', ETH: '1' });
  });

  it('with tabs is read', async () => {
    const [reading] = await read(Buffer.from(KRAKEN.text.replaceAll(',', '\t')));
    expect(balances(reading?.rows ?? [])).toEqual(KRAKEN.balances);
  });
});

describe('a file that is no table', () => {
  it.each([
    ['%PDF-1.7', /is a PDF.*CSV or Excel/],
    ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1', /old format \(\.xls\).*Save it as \.xlsx/],
    ['\u001f\u008b\u0008', /gzip.*Unpack it/],
    ['<!DOCTYPE html><table>', /is a web page/],
    ['<html><body><table><tr>', /is a web page/],
    ['<?xml version="1.0"?>', /is XML/],
    ['{"rows":[]}', /is JSON/],
    ['\u0000\u0001\u0002\u0003', /is no text/],
    ['PK\u0003\u0004broken', /damaged or has a password/],
  ])('is refused with what to send: %j', async (start, message) => {
    expect(await words(Buffer.from(start, 'latin1'))).toMatch(message);
  });

  it.each([
    [{ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }, /OpenDocument/],
    [{ 'word/document.xml': strToU8('<x/>') }, /text document/],
    [{ 'xl/workbook.bin': strToU8('x') }, /binary workbook/],
    [{ 'inner.zip': zip({ 'a.csv': strToU8(GENERIC) }) }, /^inner.zip: An archive in an archive/],
    [{ 'a.csv': strToU8(GENERIC), 'report.pdf': strToU8('%PDF-1.7') }, /^report.pdf: .*PDF/],
    [{ '__MACOSX/._a.csv': strToU8('x') }, /has no table/],
  ])('is refused in an archive: %#', async (files, message) => {
    expect(await words(zip(files), 'all.zip')).toMatch(message);
  });
});

describe('an archive', () => {
  it('has a reading for each of its tables, and lists a table without a known layout', async () => {
    const found = await read(
      zip({
        'a/ledgers.csv': strToU8(KRAKEN.text),
        'trades.csv': strToU8(sampleOf('kraken_trades').text),
        'read me.txt': strToU8('Thank you, dear customer\n'),
        '__MACOSX/._a': strToU8('\u0000'),
      }),
      'all.zip',
    );
    expect(found.map(({ table, format, rowsRead }) => [table, format, rowsRead])).toEqual([
      ['a/ledgers.csv', 'kraken_ledgers', 10],
      ['trades.csv', 'kraken_trades', 2],
      ['read me.txt', 'unknown', 1],
    ]);
    expect(found[2]?.rejected).toEqual([
      { line: 1, reason: 'The columns are those of no known export: Thank you, dear customer' },
    ]);
  });

  it('with one table is that table', async () => {
    const [reading] = await read(zip({ 'ledgers.csv': strToU8(KRAKEN.text) }), 'all.zip');
    expect([reading?.table, reading?.rows.length]).toEqual([null, 9]);
  });

  it('is not unpacked beyond its limits', () => {
    const bomb = zip({ 'a.csv': new Uint8Array(3_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => unpacked(bomb, { entries: 10, bytes: 1_000_000, ratio: 100_000 })).toThrow(
      'unpacks to more',
    );
    expect(() => unpacked(bomb, { entries: 10, bytes: 10_000_000, ratio: 10 })).toThrow('unpacks to more');
    const many = zip(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.csv`, strToU8('a')])));
    expect(() => unpacked(many, { entries: 10, bytes: 1_000, ratio: 10 })).toThrow('may have 10 files');
    const limits = { entries: 10, bytes: 10_000_000, ratio: 10_000 };
    expect(() => unpacked(bomb.subarray(0, bomb.length / 2), limits)).toThrow('damaged');
  });
});

describe('a workbook', () => {
  const sheet = (rows: Sheets[string]): Uint8Array => workbook({ History: rows });
  const HEAD = ['timestamp', 'kind', 'asset', 'amount'];

  it('is read: numbers as they were typed, dates by their format, formulas by their stored value', async () => {
    const [reading] = await read(
      sheet([
        HEAD,
        [{ date: '2024-01-02T10:00:00Z' }, 'deposit', 'BTC', { number: '1.0000000000000001E-5' }],
        [{ date: '2024-01-03T00:00:00Z' }, 'deposit', 'BTC', { number: '0.30000000000000004' }],
        ['2024-01-04 11:00:00', 'deposit', 'ETH', { number: '2', formula: '1+1' }],
        ['2024-01-05 11:00:00', 'deposit', 'ETH', { formula: '1+1' }],
        ['2024-01-06 11:00:00', 'deposit', 'ETH', { error: '#N/A' }],
        [],
        ['2024-01-07 11:00:00', 'deposit', 'SOL', '$1,234.50'],
      ]),
      'history.xlsx',
    );
    expect(balances(reading?.rows ?? [])).toEqual({ BTC: '0.30001', ETH: '2', SOL: '1234.5' });
    expect(reading?.rows.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2024-01-02T10:00:00.000Z',
      '2024-01-03T00:00:00.000Z',
      '2024-01-04T11:00:00.000Z',
      '2024-01-07T11:00:00.000Z',
    ]);
    expect(reading?.rejected).toEqual([
      { line: 5, reason: '"#NO VALUE" is not an amount' },
      { line: 6, reason: '"#N/A" is not an amount' },
    ]);
  });

  it('has a reading for each sheet', async () => {
    const rows = GENERIC.trim()
      .split('\n')
      .map((line) => line.split(','));
    const found = await read(workbook({ Cover: [['Hello']], Data: rows, Empty: [] }), 'history.xlsx');
    expect(found.map(({ table, format }) => [table, format])).toEqual([
      ['Cover', 'unknown'],
      ['Data', 'generic'],
    ]);
  });

  it('has the history of Gemini', async () => {
    const { text, balances: expected } = sampleOf('gemini_history');
    const rows = text
      .trim()
      .split('\n')
      .map(
        (line) =>
          line.match(/"[^"]*"|[^,]+|(?<=,)(?=,)|(?<=,)$/g)?.map((cell) => cell.replaceAll('"', '')) ?? [],
      );
    const [reading] = await read(sheet(rows), 'transaction_history.xlsx');
    expect([reading?.format, balances(reading?.rows ?? [])]).toEqual(['gemini_history', expected]);
  });

  it.each([
    ['rows', { r: 'A900000' }],
    ['columns', { r: 'ZZZ2' }],
    ['cells', { r: 'OJ200000' }],
  ])('is refused for a cell far away: %s', async (what, place) => {
    expect(await words(sheet([HEAD, [{ number: '1', ...place }]]), 'a.xlsx')).toMatch(
      new RegExp(`^A sheet may have \\d+ ${what}`),
    );
  });

  it('keeps the digits of other programs', () => {
    expect(
      ['0.1', '0.123456789012345678', '1.0000000000000001E-5', '2.2000000000000002', 'x'].map(numberText),
    ).toEqual(['0.1', '0.123456789012345678', '0.00001', '2.2', 'x']);
  });
});

describe('what decides the order of dates', () => {
  const head =
    'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash';
  const buy = (at: string, coin: string) => `${at},x,USD,-100,${coin},1,USD,100,100,viban_purchase,`;
  const days = async (...rows: string[]) => {
    const [reading] = await read(Buffer.from([head, ...rows].join('\n')));
    return reading?.rows.map(({ at }) => new Date(at).toISOString().slice(0, 16));
  };

  it('is one number above 12, for all rows of a file', async () => {
    const rows = ['25/12/2021 10:00', '05/12/2021 03:32', '09/10/2021 01:40'].map((at) => buy(at, 'ETH'));
    expect(await days(...rows)).toEqual(['2021-12-25T10:00', '2021-12-05T03:32', '2021-10-09T01:40']);
    expect(await days(buy('1/15/24 0:00', 'ETH'), buy('1/5/24 13:05', 'ETH'))).toEqual([
      '2024-01-15T00:00',
      '2024-01-05T13:05',
    ]);
    expect(await days(buy('25-12-2021 10:00', 'ETH'), buy('05-12-2021 3:32', 'ETH'))).toEqual([
      '2021-12-25T10:00',
      '2021-12-05T03:32',
    ]);
    expect(await days(buy('05.12.2021 10:00', 'ETH'))).toEqual(['2021-12-05T10:00']);
    await expect(days(buy('05/12/2021 10:00', 'ETH'))).rejects.toThrow('date_order');
    await expect(days(buy('25/12/2021 10:00', 'ETH'), buy('12/25/2021 10:00', 'ETH'))).rejects.toThrow(
      'its day',
    );
  });

  it.each([
    ['2024-01-15 10:00:00 EST', '2024-01-15T15:00'],
    ['2024-07-15 10:00:00 EDT', '2024-07-15T14:00'],
    ['2024-07-15 10:00:00 CDT', '2024-07-15T15:00'],
    ['2024-01-15 10:00:00 MST', '2024-01-15T17:00'],
    ['1/15/24 10:00 PM PST', '2024-01-16T06:00'],
    ['Jan. 28, 2022, 12:13 AM', '2022-01-28T00:13'],
    ['Nov 23 2025 02:03:01', '2025-11-23T02:03'],
    ['28 November 2022 23:59', '2022-11-28T23:59'],
    ['2022-01-16 10:23:00+02', '2022-01-16T08:23'],
  ])('is not needed for %s', async (at, expected) => {
    expect(await days(buy(`"${at}"`, 'ETH'))).toEqual([expected]);
  });
});

it('names a layout that is known and no history, with what to send', async () => {
  const gains =
    'Title\n\nTransaction Type,Transaction ID,Asset name,Amount,Date Acquired,Date of Disposition,Proceeds (USD)\n';
  expect(await words(Buffer.from(gains))).toMatch(/gain\/loss report of Coinbase.*transaction history/);
  const transfers =
    'Date(UTC),Coin,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status\n2019-05-01 10:00:00,ETH,2,0,,,,,Completed\n';
  expect(await words(Buffer.from(transfers), 'part-1.csv')).toMatch(
    /under a name with the word deposit or withdraw/,
  );
  expect((await read(Buffer.from(transfers), 'DepositHistory.csv'))[0]?.format).toBe('binance_deposits_2019');
});

it('rejects a second row with an id of the file that states something else', async () => {
  const row = (amount: string) => `2024-01-02T00:00:00Z,deposit,BTC,${amount},x1\n`;
  const [reading] = await read(
    Buffer.from(`timestamp,kind,asset,amount,id\n${row('1')}${row('1')}${row('2')}`),
  );
  expect([reading?.rows.length, reading?.rejected]).toEqual([
    2,
    [{ line: 4, reason: 'Another row of the file has the same id, x1' }],
  ]);
});

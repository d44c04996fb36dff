import {
  listedComparison,
  toolComparison,
  toolLayoutOf,
  toolRow,
  type Amounts,
  type Reason,
  type ToolRow,
} from '../../src/domain/cross-tool';
import { replay, type LedgerEvent, type ReplayOptions } from '../../src/domain/engine';
import { centsText } from '../../src/domain/forms';
import { parseDay } from '../../src/domain/kernel/calendar';
import { money, toUnits } from '../../src/domain/kernel/units';
import { toToolComparison } from '../../src/presenters/filing/tool-comparison.presenter';
import type { AssumptionsResponse } from '../../src/presenters/shapes.dto';
import { coinOf, eventBase, FIFO, purchaseOf, saleOf } from '../support/engine-events';

/** Exports of other tools beside the own figures, each difference computed by hand. */
const BTC = coinOf('BTC', 8);
const at = (text: string): number => Date.parse(text.includes('T') ? text : `${text}T12:00:00Z`);
const units = (text: string) => toUnits(text, 8);
const buy = (
  id: string,
  quantity: string,
  cost: string,
  day: string,
  wallet = 'w',
  asset = BTC,
): LedgerEvent => purchaseOf(cost, id, at(day), units(quantity), asset, wallet);
const sell = (id: string, quantity: string, gets: string, day: string, wallet = 'w', asset = BTC) =>
  saleOf(gets, id, at(day), units(quantity), asset, wallet);
const move = (id: string, quantity: string, day: string, from: string, to: string): LedgerEvent => ({
  ...eventBase(id, at(day), units(quantity), BTC, from),
  kind: 'move',
  relation: 'transfer',
  toWallet: to,
  toAsset: BTC,
  received: units(quantity),
  feeValue: null,
});

let line = 1;
const there = (
  quantity: string | null,
  day: string,
  [proceeds, cost]: [string, string],
  more: Partial<ToolRow> = {},
): ToolRow => {
  const [p, c] = [proceeds, cost].map((text) => toUnits(text, 2)) as [bigint, bigint];
  return {
    kind: 'gain',
    file: 1,
    line: ++line,
    asset: 'BTC',
    units: quantity === null ? null : units(quantity),
    day: parseDay(day),
    amounts: { proceeds: p, costBasis: c, gain: p - c, income: 0n },
    isLongTerm: null,
    wallet: null,
    ...more,
  };
};

const compared = (
  events: readonly LedgerEvent[],
  rows: readonly ToolRow[],
  more: Partial<ReplayOptions> & {
    wallets?: string[];
    year?: number;
    spam?: string[];
    kinds?: readonly ToolRow['kind'][];
  } = {},
) => {
  const { wallets = ['w', 'w2'], year, spam, kinds = ['gain', 'income'], ...options } = more;
  const history = { events, options: { ...FIFO, ...options }, wallets, year, spam, kinds };
  const result = toolComparison(history, rows, replay);
  const sum = result.reasons.map(({ amounts }) => amounts);
  for (const column of ['proceeds', 'costBasis', 'gain', 'income'] as const)
    expect(sum.reduce((total, each) => total + each[column], 0n)).toBe(
      result.theirs[column] - result.own[column],
    );
  for (const { parts, difference } of result.rows)
    expect(parts.reduce((total, { amounts }) => total + amounts.gain, 0n)).toBe(difference.gain);
  return result;
};
const text = ({ proceeds, costBasis, gain, income }: Amounts) =>
  [proceeds, costBasis, gain, income].map(centsText).join(' ');
const reasonsOf = (...of: Parameters<typeof compared>) =>
  compared(...of).reasons.map(({ reason, amounts }) => `${reason}: ${text(amounts)}`);

describe('a method of another tool', () => {
  it('one pool for all wallets: the difference is that of the lots, and nothing else', () => {
    const events = [
      buy('a', '1', '10000', '2024-02-01', 'w'),
      buy('b', '1', '40000', '2025-02-01', 'w2'),
      sell('c', '1', '60000', '2026-02-02', 'w2'),
    ];
    expect(reasonsOf(events, [there('1', '2026-02-02', ['60000', '10000'])])).toEqual([
      'wallet_vs_universal: 0.00 -30000.00 30000.00 0.00',
    ]);
  });

  it('another order of lots, and both together, with a notice that the file does not tell them apart', () => {
    const events = [
      buy('a', '1', '100', '2024-02-01'),
      buy('b', '1', '300', '2025-02-01'),
      buy('c', '1', '500', '2025-03-01', 'w2'),
      sell('d', '1', '400', '2026-02-02'),
    ];
    const rows = (cost: string) => [there('1', '2026-02-02', ['400', cost])];
    expect(reasonsOf(events, rows('300'))).toEqual(['method: 0.00 200.00 -200.00 0.00']);
    const both = compared(events, rows('500'));
    expect([both.reasons.map(({ reason }) => reason), both.isInseparable]).toEqual([['method'], true]);
  });
});

describe('transfers', () => {
  const events = [
    buy('a', '1', '5000', '2025-02-01', 'w'),
    move('b', '1', '2025-03-01', 'w', 'w2'),
    sell('c', '1', '8000', '2026-02-02', 'w2'),
  ];

  it('one that the tool does not know', () => {
    expect(reasonsOf(events, [there('1', '2026-02-02', ['8000', '0'])])).toEqual([
      'missing_transfer: 0.00 -5000.00 5000.00 0.00',
    ]);
  });

  it('one that the tool has as a sale', () => {
    const rows = [there('1', '2026-02-02', ['8000', '5000']), there('1', '2025-03-01', ['6000', '5000'])];
    expect(reasonsOf(events, rows)).toEqual(['missing_transfer: 6000.00 5000.00 1000.00 0.00']);
  });

  it('one that is not known here, at its end or at its start', () => {
    const outflow: LedgerEvent = { ...sell('d', '1', '70', '2026-01-02'), flags: ['unmatched'] };
    expect(reasonsOf([buy('a', '1', '50', '2026-01-01'), outflow], [], { year: 2026 })).toEqual([
      'missing_transfer: -70.00 -50.00 -20.00 0.00',
    ]);
    expect(reasonsOf([sell('e', '1', '70', '2026-01-02')], [there('1', '2026-01-02', ['70', '50'])])).toEqual(
      ['missing_transfer: 0.00 50.00 -50.00 0.00'],
    );
  });
});

describe('dates', () => {
  const sold = [buy('a', '1', '100', '2026-02-01'), sell('b', '1', '250', '2027-01-01T03:00Z')];
  const row = there('1', '2026-12-31', ['250', '100']);

  it('another zone moves a sale to another year, and no amount', () => {
    const result = compared(sold, [row]);
    expect(result.reasons.map(({ reason, amounts }) => `${reason}: ${text(amounts)}`)).toEqual([
      'time_zone: 0.00 0.00 0.00 0.00',
    ]);
    expect(
      result.years.map(({ year, own, theirs, moved }) => [year, own, theirs, moved].map(String)),
    ).toHaveLength(2);
    expect(
      result.years.map(({ year, own, theirs, moved }) => [year, own.gain, theirs.gain, moved.gain]),
    ).toEqual([
      [2026, 0n, 15000n, 15000n],
      [2027, 15000n, 0n, -15000n],
    ]);
  });

  it.each([2026, 2027])('is found from both years, here %s', (year) => {
    expect(reasonsOf(sold, [row], { year })).toEqual(['time_zone: 0.00 0.00 0.00 0.00']);
  });

  it('two days apart is another sale', () => {
    expect(reasonsOf(sold, [there('1', '2026-12-30', ['250', '100'])])).toEqual([
      'only_there: 250.00 100.00 150.00 0.00',
    ]);
  });

  it('the other term has no amount', () => {
    const events = [buy('a', '1', '100', '2025-02-01'), sell('b', '1', '250', '2026-02-01')];
    expect(reasonsOf(events, [there('1', '2026-02-01', ['250', '100'], { isLongTerm: true })])).toEqual([
      'term: 0.00 0.00 0.00 0.00',
    ]);
  });
});

describe('amounts', () => {
  const feeSale: LedgerEvent = { ...sell('b', '1', '488', '2026-02-02'), fees: money('12') };
  const events = [buy('a', '1', '100', '2026-01-01'), feeSale];

  it('a fee that the tool adds to the basis changes both columns, and no gain', () => {
    expect(reasonsOf(events, [there('1', '2026-02-02', ['500', '112'])])).toEqual([
      'fee_handling: 12.00 12.00 0.00 0.00',
    ]);
    expect(reasonsOf(events, [there('1', '2026-02-02', ['500', '100'])])).toEqual([
      'fee_handling: 12.00 0.00 12.00 0.00',
    ]);
  });

  it('gas that is no sale in the tool', () => {
    const gas = { ...sell('g', '0.01', '3', '2026-02-02'), type: 'fee' } as LedgerEvent;
    expect(reasonsOf([buy('a', '1', '100', '2026-01-01'), gas], [], { year: 2026 })).toEqual([
      'fee_handling: -3.00 -1.00 -2.00 0.00',
    ]);
  });

  it('another market price, but not where the value is that of a trade', () => {
    const priced = { ...sell('b', '1', '100', '2026-02-02'), priceSource: 'market' } as LedgerEvent;
    const bought = buy('a', '1', '40', '2026-01-01');
    expect(reasonsOf([bought, priced], [there('1', '2026-02-02', ['103', '40'])])).toEqual([
      'price_source: 3.00 0.00 3.00 0.00',
    ]);
    const sale = sell('b', '1', '100', '2026-02-02');
    expect(reasonsOf([bought, sale], [there('1', '2026-02-02', ['103', '40'])])).toEqual([
      'unexplained: 3.00 0.00 3.00 0.00',
    ]);
    expect(reasonsOf([bought, priced], [there('1', '2026-02-02', ['180', '40'])])).toEqual([
      'unexplained: 80.00 0.00 80.00 0.00',
    ]);
  });

  it('own rows without a value or a basis are counted, and said to be in no amount', () => {
    const events = [
      buy('a', '1', '40', '2026-01-01'),
      { ...sell('b', '1', '0', '2026-02-02'), proceeds: null } as LedgerEvent,
      sell('c', '2', '500', '2026-03-02'),
    ];
    const comparison = compared(events, [there('2', '2026-03-02', ['500', '0'])], { year: 2026 });
    expect(comparison.unknown).toEqual({ values: 1, bases: 1 });
    const listed = listedComparison(comparison, null);
    const answer = toToolComparison(
      { tool: 'koinly', tables: [], comparison: listed },
      { address: 'w', year: 2026, assumptions: {} as AssumptionsResponse },
    );
    expect(answer.notes.slice(-2)).toEqual([
      expect.stringMatching(/^1 own row.* no known value/),
      expect.stringMatching(/^1 own row.* unknown basis/),
    ]);
    const whole = compared([buy('a', '1', '40', '2026-01-01'), sell('b', '1', '50', '2026-02-02')], [], {
      year: 2026,
    });
    expect(whole.unknown).toEqual({ values: 0, bases: 0 });
  });

  it('the basis of a reward, and its income', () => {
    const reward = {
      ...buy('a', '1', '100', '2026-01-01'),
      ...{
        source: 'income',
        basisSource: 'market_price',
        incomeType: 'staking_reward',
        priceSource: 'market',
      },
    } as LedgerEvent;
    const income = {
      kind: 'income',
      amounts: { proceeds: 0n, costBasis: 0n, gain: 0n, income: 10200n },
    } as const;
    const rows = [there('1', '2026-01-01', ['0', '0'], income), there('1', '2026-02-02', ['150', '0'])];
    expect(reasonsOf([reward, sell('b', '1', '150', '2026-02-02')], rows)).toEqual([
      'price_source: 0.00 0.00 0.00 2.00',
      'income_basis: 0.00 -100.00 100.00 0.00',
    ]);
  });

  it('a cent for each row is rounding, and two cents are not', () => {
    const plain = [buy('a', '1', '100', '2026-01-01'), sell('b', '1', '150', '2026-02-02')];
    expect(reasonsOf(plain, [there('1', '2026-02-02', ['150.01', '99.99'])])).toEqual([
      'rounding: 0.01 -0.01 0.02 0.00',
    ]);
    expect(reasonsOf(plain, [there('1', '2026-02-02', ['150.02', '100'])])).toEqual([
      'unexplained: 0.02 0.00 0.02 0.00',
    ]);
  });
});

describe('rows', () => {
  const events = [
    buy('a', '0.3', '30', '2026-01-01'),
    buy('b', '0.7', '140', '2026-01-02'),
    sell('c', '1', '500', '2026-02-02'),
  ];

  it('of parts and of the whole agree', () => {
    expect(compared(events, [there('1.0', '2026-02-02', ['500', '170'])])).toMatchObject({
      reasons: [],
      agreed: 1,
    });
    const parts = [there('0.6', '2026-02-02', ['300', '100']), there('0.4', '2026-02-02', ['200', '70'])];
    expect(compared(events, parts)).toMatchObject({ reasons: [], agreed: 1 });
  });

  it('match by another code or the name of a coin, and without units by day and amounts', () => {
    for (const asset of ['XBT', 'Bitcoin (BTC)', 'btc'])
      expect(reasonsOf(events, [there('1', '2026-02-02', ['500', '170'], { asset })])).toEqual([]);
    expect(
      reasonsOf(events, [
        there(null, '2026-02-02', ['150', '30']),
        there(null, '2026-02-02', ['350', '140']),
      ]),
    ).toEqual([]);
  });

  it('that are there twice, only there, only here, or of spam', () => {
    const row = () => there('1', '2026-02-02', ['500', '170']);
    const others = [
      there('5', '2026-03-03', ['9', '0'], { asset: 'VISIT.EXAMPLE' }),
      there('2', '2026-03-03', ['8', '1'], { asset: 'XYZ' }),
    ];
    const more = [...events, buy('d', '1', '10', '2026-04-01'), sell('e', '1', '11', '2026-04-02')];
    expect(reasonsOf(more, [row(), row(), ...others], { spam: ['VISIT.EXAMPLE'] })).toEqual([
      'duplicate: 500.00 170.00 330.00 0.00',
      'spam: 9.00 0.00 9.00 0.00',
      'only_there: 8.00 1.00 7.00 0.00',
      'only_here: -11.00 -10.00 -1.00 0.00',
    ]);
  });

  it('of a kind that the files do not state are not compared', () => {
    const reward = {
      ...buy('r', '1', '9', '2026-02-01'),
      incomeType: 'interest',
      source: 'income',
    } as LedgerEvent;
    const row = there('1', '2026-02-02', ['500', '170']);
    expect(reasonsOf([...events, reward], [row], { kinds: ['gain'] })).toEqual([]);
    expect(reasonsOf([...events, reward], [row])).toEqual(['only_here: 0.00 0.00 0.00 -9.00']);
  });

  it('of another year are not compared', () => {
    const row = there('1', '2024-02-02', ['500', '170']);
    const result = compared(events, [row], { year: 2026 });
    expect([result.outside, result.reasons.map(({ reason }) => reason)]).toEqual([1, ['only_here']]);
  });

  it('in another order give the same answer', () => {
    const rows = [
      there('0.3', '2026-02-02', ['150', '31']),
      there('0.3', '2026-02-02', ['150', '30']),
      there('0.4', '2026-02-02', ['200', '110']),
    ];
    const answers = [rows, rows.toReversed()].map((some) =>
      compared(events, some).reasons.map(({ reason, amounts }): [Reason, string] => [reason, text(amounts)]),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('exports', () => {
  const read = (header: string, cells: string) => {
    const found = toolLayoutOf(header.split(','));
    if (!found) return null;
    const named = Object.fromEntries(cells.split(',').map((cell, i) => [found.columns[i] ?? '', cell]));
    return {
      name: found.layout.name,
      other: found.otherCurrency,
      row: toolRow(found.layout, named, { file: 1, line: 2 }),
    };
  };

  it.each([
    [
      'koinly_capital_gains',
      'Date Sold,Date Acquired,Asset,Amount,Cost (USD),Proceeds (USD),Gain / loss,Notes,Wallet Name,Holding period',
      '2026-02-02 10:00,2024-01-01 00:00,BTC,0.5,170.004,500.00,330.00,,Ledger,Long term',
      ['BTC', '50000000', true, 'Ledger', '500.00 170.00 330.00 0.00'],
    ],
    [
      'koinly_income',
      'Date,Asset,Amount,Value (USD),Type,Description,Wallet Name',
      '2026-02-02 23:59,ETH,0.000000015,12.345,Reward,,Kraken',
      ['ETH', '2', null, 'Kraken', '0.00 0.00 0.00 12.35'],
    ],
    [
      'cointracker_gains',
      'Asset Amount,Asset Name,Received Date,Date Sold,Proceeds (USD),Cost Basis (USD),Gain (USD),Type',
      '1,BTC,01/01/2025,02/02/2026,$100.00,$150.00,($50.00),Short Term',
      ['BTC', '100000000', false, null, '100.00 150.00 -50.00 0.00'],
    ],
    [
      'turbotax',
      'Currency Name,Purchase Date,Cost Basis,Date Sold,Proceeds',
      'Bitcoin,01/01/2025,30,02/02/2026,150',
      ['Bitcoin', 'null', null, null, '150.00 30.00 120.00 0.00'],
    ],
    [
      'turbotax_older',
      'ASSET NAME,RECEIVED DATE,COST BASIS(USD),DATE SOLD,PROCEEDS',
      'BTC,01/01/2025,30,02/02/2026,150',
      ['BTC', 'null', null, null, '150.00 30.00 120.00 0.00'],
    ],
  ])('%s', (name, header, cells, expected) => {
    const found = read(header, cells);
    expect([found?.name, found?.other]).toEqual([name, null]);
    const {
      asset,
      units: given,
      isLongTerm,
      wallet,
      amounts,
      day,
    } = found?.row ?? there('1', '2020-01-01', ['0', '0']);
    expect([asset, String(given), isLongTerm, wallet, text(amounts)]).toEqual(expected);
    expect(day).toBe(parseDay('2026-02-02'));
  });

  it('a line of totals is no sale, another currency is named, and other columns are no known export', () => {
    const header =
      'Asset Amount,Asset Name,Received Date,Date Sold,Proceeds (USD),Cost Basis (USD),Gain (USD),Type';
    expect(read(header, 'Totals:,,,,100.00,150.00,-50.00,')?.row).toBeNull();
    expect(toolLayoutOf(header.replaceAll('USD', 'EUR').split(','))?.otherCurrency).toBe('EUR');
    expect(toolLayoutOf(['Date', 'Asset', 'Price'])).toBeNull();
  });
});

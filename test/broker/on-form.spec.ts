import {
  acceptedRows,
  applyForms,
  emptyBrokerRow,
  ownSaleOfRow,
  reconcileForms,
  type AcceptedForm,
  type BrokerRow,
  type OwnSale,
} from '../../src/domain/broker';
import { digitalAssetQuestion } from '../../src/domain/filing';
import {
  centsText,
  form8949Txf,
  formOf,
  formRowsInSlices,
  reasonsOfForm,
  rowsOf,
  statusOf,
  withRows,
  type Form8949,
  type Form8949Request,
  scheduleD,
} from '../../src/domain/forms';
import { form8949Csv, formNotes } from '../../src/domain/forms/form-8949/csv';
import { money } from '../../src/domain/kernel/units';
import { finished } from '../../src/domain/kernel/slices';
import { packRows, unpackRows } from '../../src/common/row-batches';
import type { LedgerEvent } from '../../src/domain/engine';
import { task } from '../../src/modules/broker-forms/applied-forms.task';
import { buy, ETH, ledgerOf, sell, WALLET } from '../forms/ledgers';

const isIncomplete = (form: Form8949): boolean => statusOf(reasonsOfForm(form)) === 'INCOMPLETE';

const OTHER = '0x00000000000000000000000000000000000000b2';
const REQUEST: Form8949Request = {
  accounts: [
    { wallet: WALLET, kind: 'us_exchange' },
    { wallet: OTHER, kind: 'self_custody' },
  ],
  year: 2026,
  timezone: 'UTC',
};

/** Two sales in the account, one from another wallet. */
const LEDGER = ledgerOf([
  buy('1', '2000', '2026-01-10T12:00Z'),
  buy('1', '1900.40', '2024-03-01T12:00Z', { wallet: OTHER }),
  sell('0.4', '1200', '2026-05-01T12:00Z'),
  sell('0.6', '1800', '2026-06-01T12:00Z'),
  sell('1', '3000', '2026-05-15T12:00Z', { wallet: OTHER }),
]);

const row = (more: Partial<BrokerRow> & Pick<BrokerRow, 'box1c' | 'box1e' | 'box1f'>): BrokerRow => ({
  ...emptyBrokerRow(more),
  symbol: 'ETH',
  box8949: 'G',
  box2: true,
  box1d: '2026-01-10',
  box3a: 'net',
  box6: 'short',
  ...more,
});

/** The broker is right about the first sale, and takes another basis for the second. */
const FORM: AcceptedForm = {
  year: 2026,
  wallet: WALLET,
  ownSales: [],
  rows: [
    row({ box1c: '0.4', box1e: '2026-05-01', box1f: '1200.00', box1g: '800.00' }),
    row({ box1c: '0.6', box1e: '2026-06-01', box1f: '1800.00', box1g: '1100.49' }),
  ],
};

const FACTS = {
  shortTermCarryover: 0n,
  longTermCarryover: 0n,
  isMarriedFilingSeparately: false,
  taxableIncome: null,
};

function formWith(accepted: readonly AcceptedForm[], more: Partial<Form8949Request> = {}): Form8949 {
  const request = { ...REQUEST, ...more };
  const own = finished(formRowsInSlices(LEDGER, { ...request, rounding: 'cents' }));
  const years = new Map([[2026, [...own.rows, ...own.omitted]]]);
  return formOf(withRows(own, acceptedRows(years, accepted, 2026), request), request);
}

const shown = (form: Form8949) =>
  rowsOf(form).map((each) => [
    each.box,
    ...[each.proceeds, each.costBasis].map(centsText),
    each.adjustmentCode,
    ...[each.adjustment, each.gain].map(centsText),
  ]);

describe('an accepted Form 1099-DA on Form 8949', () => {
  it('replaces the rows of its account, and no others', () => {
    expect(shown(formWith([]))).toEqual([
      ['G', '1200.00', '800.00', '', '0.00', '400.00'],
      ['G', '1800.00', '1200.00', '', '0.00', '600.00'],
      ['L', '3000.00', '1900.40', '', '0.00', '1099.60'],
    ]);
    expect(shown(formWith([FORM]))).toEqual([
      ['G', '1200.00', '800.00', '', '0.00', '400.00'],
      ['G', '1800.00', '1100.49', 'B', '-99.51', '600.00'],
      ['L', '3000.00', '1900.40', '', '0.00', '1099.60'],
    ]);
    const [first] = rowsOf(formWith([FORM]));
    expect(first).toMatchObject({
      symbol: 'ETH',
      chain: 'ethereum',
      wallet: WALLET,
      flags: ['form_1099_da'],
    });
    expect(first?.lotId).toBe(rowsOf(formWith([]))[0]?.lotId);
  });

  it.each([
    ['another basis, which is wrong', '1100.49', 'B'],
    ['the right basis', '1200.00', ''],
    ['none', null, ''],
    ['an empty one', '0.00', ''],
  ])('has the own basis in (e) where none was reported, and the statement shows %s', (_, box1g, code) => {
    const rows = FORM.rows.map((each, i) =>
      i === 0 ? each : { ...each, box8949: 'H' as const, box2: false, box1g },
    );
    expect(shown(formWith([{ ...FORM, rows }]))[1]).toEqual([
      'H',
      '1800.00',
      '1200.00',
      code,
      '0.00',
      '600.00',
    ]);
  });

  it('keeps a sale that the broker does not report, and one that only the broker has', () => {
    const [first] = FORM.rows as [BrokerRow];
    const unknown = row({ box1c: '9', box1e: '2026-07-01', box1f: '90.00', box1g: '80.00', symbol: 'SOL' });
    const form = formWith([{ ...FORM, rows: [first, unknown] }]);
    expect(shown(form)).toEqual([
      ['G', '1200.00', '800.00', '', '0.00', '400.00'],
      ['G', '90.00', '80.00', '', '0.00', '10.00'],
      ['I', '1800.00', '1200.00', '', '0.00', '600.00'],
      ['L', '3000.00', '1900.40', '', '0.00', '1099.60'],
    ]);
    expect(rowsOf(form)[1]).toMatchObject({ flags: ['form_1099_da', 'missing_in_books'], lotId: null });
  });

  it.each([
    ['Ethereum', null],
    ['Ether', '999999999'],
    ['ETH', null],
  ])('finds the sale of a row that names its asset %s', (box1b, box1a) => {
    const rows = FORM.rows.map((each) => ({ ...each, symbol: null, box1b, box1a }));
    expect(shown(formWith([{ ...FORM, rows }]))).toEqual(shown(formWith([FORM])));
  });

  it('counts each disposition once in the digital asset question', () => {
    const scope = { wallets: [WALLET, OTHER], year: 2026, timezone: 'UTC' };
    const all = row({ box1c: '1', box1e: '2026-12-31', box1f: '3000.00', box11a: 'stablecoin' });
    const unknown = row({ box1c: '9', box1e: '2026-07-01', box1f: '90.00', symbol: 'SOL' });
    const counted = (rows: readonly BrokerRow[]) =>
      digitalAssetQuestion(LEDGER, scope, formWith([{ ...FORM, rows }])).dispositions;
    expect([counted([]), counted([all]), counted([all, unknown])]).toEqual([3, 3, 4]);
    // More units than the own sales: the row joins them, and states others.
    expect(counted([{ ...all, box1c: '5' }])).toBe(4);
  });

  it('rounds to dollars after the columns are worked out', () => {
    const rows = shown(formWith([FORM], { rounding: 'dollars' }));
    expect(rows[1]).toEqual(['G', '1800.00', '1100.00', 'B', '-100.00', '600.00']);
  });

  it('counts the rows that a plan does not show, and shows those without a transaction', () => {
    const form = formWith([FORM], { shows: () => false });
    expect([form.rowCount, form.rowsOmitted]).toEqual([0, 3]);
    expect(centsText(form.shortTerm.costBasis)).toBe('1900.49');
  });

  it('is in every file: TXF carries no code but W, and says so', () => {
    const form = formWith([FORM]);
    expect(form8949Csv(form)).toContain('1800.00,1100.49,B,-99.51,600.00,G,short');
    const txf = form8949Txf(form, { program: 'P', writtenAt: 0 });
    const notice = 'Enter codes and adjustments by hand: 1 row has some that this format cannot hold.';
    expect(txf).toContain(`AP (${notice})`);
    expect(txf).toContain(
      'N321\r\nC1\r\nL1\r\nP0.6 ETH\r\nD01/10/2026\r\nD06/01/2026\r\n$1100.49\r\n$1800.00\r\n$\r\n^',
    );
    expect(formNotes(form)).toContain(notice);
    expect(formNotes(formWith([]))).not.toContain('by hand');
  });

  it('reaches the line of its box on Schedule D', () => {
    const line = scheduleD(formWith([FORM]), FACTS).rows.find((each) => each.line === '1b');
    expect([line?.totals?.costBasis, line?.totals?.adjustment, line?.gain]).toEqual([
      190_049n,
      -9_951n,
      100_000n,
    ]);
  });

  it('keeps the loss that a wash sale of the own records disallows', () => {
    const ledger = ledgerOf(
      [
        buy('1', '2000', '2026-01-10T12:00Z'),
        sell('1', '1500', '2026-05-01T12:00Z'),
        buy('1', '1500', '2026-05-02T12:00Z'),
      ],
      { washSales: true },
    );
    const { rows } = finished(formRowsInSlices(ledger, REQUEST));
    const form = {
      ...FORM,
      rows: [row({ box1c: '1', box1e: '2026-05-01', box1f: '1500.00', box1g: '2000.00' })],
    };
    expect(acceptedRows(new Map([[2026, rows]]), [form], 2026)).toMatchObject([
      { adjustmentCode: 'W', adjustment: 50_000n, gain: 0n },
    ]);
  });

  it('takes the sales that its owner stated for an account outside of the ledger', () => {
    const stated = {
      id: 'x',
      asset: 'ETH',
      units: '0.4',
      acquiredOn: '2026-01-10',
      soldOn: '2026-05-01',
      proceeds: 120_000n,
      fees: 0n,
      basis: 90_000n,
      term: 'short',
      isTransferredIn: false,
    } as const;
    const [first] = FORM.rows as [BrokerRow];
    const form = formWith([{ ...FORM, rows: [first], ownSales: [stated] }]);
    expect(shown(form)[0]).toEqual(['G', '1200.00', '800.00', 'B', '-100.00', '300.00']);
    // They are dispositions also where the ledger has none of them.
    const scope = { wallets: [WALLET], year: 2026, timezone: 'UTC' };
    const alone = formWith([{ ...FORM, rows: [first], ownSales: [stated] }], {
      accounts: [{ wallet: WALLET, kind: 'us_exchange' }],
    });
    expect(digitalAssetQuestion(ledgerOf([]), scope, alone)).toMatchObject({
      answer: 'yes',
      dispositions: 1,
    });
  });

  it('has the rows of a broker whose account is not in the service, once', () => {
    const form = { ...FORM, wallet: 'Some Broker' };
    const alone = formWith([form], { accounts: [{ wallet: 'none', kind: 'self_custody' }] });
    expect(shown(alone)).toEqual([
      ['G', '1200.00', '800.00', '', '0.00', '400.00'],
      ['G', '1800.00', '1100.49', '', '0.00', '699.51'],
    ]);
    expect(shown(formWith([form]))).toEqual(expect.arrayContaining(shown(alone)));
    expect(rowsOf(formWith([form]))).toHaveLength(5);
  });
});

/** A sale in the account that no price source values: 0.6 of the purchase for 2,000. */
describe('a sale without a value in the own records', () => {
  const unvalued = { ...sell('0.6', '0', '2026-06-01T12:00Z'), proceeds: null } as LedgerEvent;
  const ledger = ledgerOf([
    buy('1', '2000', '2026-01-10T12:00Z'),
    sell('0.4', '1200', '2026-05-01T12:00Z'),
    unvalued,
  ]);
  const account: Partial<Form8949Request> = { accounts: [{ wallet: WALLET, kind: 'us_exchange' }] };
  const formOfRows = (rows: readonly BrokerRow[], of = ledger): Form8949 => {
    const request = { ...REQUEST, ...account };
    const own = finished(formRowsInSlices(of, { ...request, rounding: 'cents' }));
    const years = new Map([[2026, [...own.rows, ...own.omitted, ...own.excluded]]]);
    return formOf(withRows(own, acceptedRows(years, [{ ...FORM, rows }], 2026), request), request);
  };
  const [first] = FORM.rows as [BrokerRow];
  const noBasis = { box2: false, box1g: null, box8949: 'H' } as const;
  const second = row({ ...noBasis, box1c: '0.6', box1e: '2026-06-01', box1f: '1800.00' });

  it('has the value that the broker reports, and its own basis', () => {
    const form = formOfRows([first, second]);
    expect(shown(form)).toEqual([
      ['G', '1200.00', '800.00', '', '0.00', '400.00'],
      ['H', '1800.00', '1200.00', '', '0.00', '600.00'],
    ]);
    expect(rowsOf(form).map(({ flags }) => flags)).toEqual([['form_1099_da'], ['form_1099_da']]);
    expect([form.excludedCount, isIncomplete(form)]).toEqual([0, false]);
  });

  it('is corrected where the broker has another basis', () => {
    const wrong = row({ box1c: '0.6', box1e: '2026-06-01', box1f: '1800.00', box1g: '1100.00' });
    expect(shown(formOfRows([first, wrong]))[1]).toEqual([
      'G',
      '1800.00',
      '1100.00',
      'B',
      '-100.00',
      '600.00',
    ]);
  });

  it('has the rest of a row for both sales of a day', () => {
    const day = ledgerOf([
      buy('1', '2000', '2026-01-10T12:00Z'),
      sell('0.4', '1200', '2026-06-01T11:00Z'),
      unvalued,
    ]);
    const all = row({ ...noBasis, box1c: '1', box1e: '2026-06-01', box1f: '3100.00' });
    const form = formOfRows([all], day);
    expect(shown(form)).toEqual([
      ['H', '1200.00', '800.00', '', '0.00', '400.00'],
      ['H', '1900.00', '1200.00', '', '0.00', '700.00'],
    ]);
    expect(form.excludedCount).toBe(0);
  });

  it('is applied with that value', async () => {
    const own = finished(formRowsInSlices(ledger, { ...REQUEST, ...account, rounding: 'cents' }));
    const sales = [...own.rows, ...own.excluded].map((each) => ownSaleOfRow(each));
    const rows = [first, second];
    const applied = applyForms(rows, sales, reconcileForms(rows, sales, 2026));
    expect(applied.map(({ codes, costBasis, gain }) => [codes, ...[costBasis, gain].map(centsText)])).toEqual(
      [
        ['', '800.00', '400.00'],
        ['', '1200.00', '600.00'],
      ],
    );
    const packed = (some: readonly object[]) => [...packRows(some)];
    const { rows: listed } = await task.run({
      ...{ rows: packed([first]), sales: packed(sales) },
      ...{ year: 2026, rowsOfForm: 1 },
    });
    expect(unpackRows(listed)).toHaveLength(1);
  });

  it('is a difference of its own in the comparison: its proceeds are no zero', () => {
    const own = finished(formRowsInSlices(ledger, { ...REQUEST, ...account, rounding: 'cents' }));
    const sales = [...own.rows, ...own.excluded].map((each) => ownSaleOfRow(each));
    const compared = (rows: readonly BrokerRow[]) => {
      const result = reconcileForms(rows, sales, 2026);
      const lines = result.lines.reduce((sum, line) => sum + line.own.proceeds, 0n);
      expect([lines, result.differences.flatMap((each) => each.sales)]).toEqual([result.own.proceeds, [1]]);
      return [
        result.own.count,
        ...[result.own.proceeds, result.own.basis].map(centsText),
        result.agreed,
        ...result.differences.map(({ reason, proceeds, basis }) =>
          [reason, centsText(proceeds), centsText(basis)].join(' '),
        ),
      ];
    };
    const reported = { ...second, box1g: '1200.00' };
    expect(compared([first, reported])).toEqual([2, '3000.00', '2000.00', 1, 'missing_price 0.00 0.00']);
    expect(compared([first])).toEqual([1, '1200.00', '800.00', 1, 'missing_price 0.00 0.00']);
  });

  it('waits for a value while no row reports it', () => {
    const form = formOfRows([first]);
    expect(shown(form)).toHaveLength(1);
    expect(form.needsValue.map(({ quantity, valueStatus }) => [quantity, valueStatus])).toEqual([
      ['0.6', 'missing'],
    ]);
  });

  it('waits for a value while its basis is not known either', () => {
    const gift = buy('1', '2000', '2026-01-10T12:00Z', { cost: null });
    const books = ledgerOf([gift, unvalued]);
    const form = formOfRows([second], books);
    expect([form.excludedCount, isIncomplete(form)]).toEqual([1, true]);
    expect(shown(form)).toEqual([['H', '1800.00', '0.00', '', '0.00', '1800.00']]);
    expect(rowsOf(form)[0]?.flags).toEqual(['form_1099_da', 'missing_price']);
    expect(formOfRows([], books).excludedCount).toBe(1);
  });

  it.each([
    ['a gain', '1800.00', '1200.00', '600.00', '2025-12-01'],
    ['neither gain nor loss between the two', '1000.00', '1000.00', '0.00', '2025-12-01'],
    ['a loss from its value at the gift', '800.00', '900.00', '-100.00', '2026-01-10'],
  ])('of a gift with two bases has %s', (_, box1f, basis, gain, acquired) => {
    const more = { lossBasis: money('1500'), acquiredAt: Date.parse('2025-12-01T12:00Z') };
    const books = ledgerOf([buy('1', '2000', '2026-01-10T12:00Z', more), unvalued]);
    const form = formOfRows([{ ...second, box1f }], books);
    expect([form.excludedCount, isIncomplete(form)]).toEqual([0, false]);
    expect(
      rowsOf(form).map((each) => [centsText(each.costBasis), centsText(each.gain), each.dateAcquired]),
    ).toEqual([[basis, gain, acquired]]);
    expect(formOfRows([], books).excludedCount).toBe(1);
  });

  it('is compared without a known basis: the own records have it', () => {
    const books = ledgerOf([buy('1', '2000', '2026-01-10T12:00Z', { cost: null }), unvalued]);
    const own = finished(formRowsInSlices(books, { ...REQUEST, ...account, rounding: 'cents' }));
    const sales = [...own.rows, ...own.excluded].map((each) => ownSaleOfRow(each));
    const compared = (rows: readonly BrokerRow[]) => {
      const { differences, own: totals } = reconcileForms(rows, sales, 2026);
      return [
        ...differences.map(({ reason }) => reason),
        centsText(totals.proceeds),
        centsText(totals.basis),
      ];
    };
    const reported = { ...second, box1g: '1100.00', box2: true };
    expect(compared([reported])).toEqual(['missing_price', '1800.00', '1100.00']);
    expect(compared([second])).toEqual(['missing_price', '1800.00', '0.00']);
    expect(compared([])).toEqual(['missing_price', '0.00', '0.00']);
  });
});

describe('a row of units of both terms', () => {
  const sale = (
    more: Partial<OwnSale> & Pick<OwnSale, 'units' | 'proceeds' | 'basis' | 'term'>,
  ): OwnSale => ({
    id: 'x',
    asset: 'ETH',
    acquiredOn: more.term === 'long' ? '2024-01-01' : '2026-02-01',
    soldOn: '2026-06-01',
    fees: 0n,
    isTransferredIn: false,
    ...more,
  });
  const formOfSales = (rows: readonly BrokerRow[], ownSales: readonly OwnSale[]) =>
    formWith([{ ...FORM, rows, ownSales }], { accounts: [{ wallet: WALLET, kind: 'us_exchange' }] });
  const SALES = [
    sale({ units: '1', proceeds: 250_000n, basis: 50_000n, term: 'long' }),
    sale({ units: '1', proceeds: 250_000n, basis: 300_000n, term: 'short' }),
  ];
  const sold = { box1e: '2026-06-01', box1d: null };

  it('is one row in each part, and the lines of Schedule D have the gain of each term', () => {
    const form = formOfSales([row({ ...sold, box1c: '2', box1f: '5000.00', box1g: '4000.00' })], SALES);
    expect(shown(form)).toEqual([
      ['G', '2500.00', '2000.00', 'B', '-1000.00', '-500.00'],
      ['J', '2500.00', '2000.00', 'BT', '1500.00', '2000.00'],
    ]);
    expect(rowsOf(form).map(({ description, quantity }) => [description, quantity])).toEqual([
      ['1 ETH', '1'],
      ['1 ETH', '1'],
    ]);
    expect([form.shortTerm.gain, form.longTerm.gain]).toEqual([-50_000n, 200_000n]);
    const { rows } = scheduleD(form, FACTS);
    const gainOf = (line: string) => rows.find((each) => each.line === line)?.gain;
    expect(['7', '15'].map(gainOf)).toEqual([-50_000n, 200_000n]);
  });

  it('is moved to the short-term part when the broker takes all for long-term', () => {
    const long = { ...sold, box8949: 'J', box6: 'long' } as const;
    const form = formOfSales([row({ ...long, box1c: '2', box1f: '5000.00', box1g: '4000.00' })], SALES);
    expect(shown(form)).toEqual([
      ['G', '2500.00', '2000.00', 'BT', '-1000.00', '-500.00'],
      ['J', '2500.00', '2000.00', 'B', '1500.00', '2000.00'],
    ]);
  });

  it.each([
    ['a gain', '400.00', [['G', '2500.00', '4000.00', 'B', '2100.00', '600.00']], 190_000n],
    ['a smaller loss', '400.00', [['G', '2500.00', '4000.00', 'BW', '1500.00', '0.00']], 260_000n],
  ])('has no disallowed loss beyond the own one: %s', (_, box1i, expected, basis) => {
    const form = formOfSales(
      [row({ ...sold, box1c: '1', box1f: '2500.00', box1g: '4000.00', box1i })],
      [sale({ units: '1', proceeds: 250_000n, basis, term: 'short' })],
    );
    expect(shown(form)).toEqual(expected);
  });

  it('has parts that add up to the last cent', () => {
    const form = formOfSales(
      [row({ ...sold, box1c: '3', box1f: '100.00', box1g: '50.01', box1i: '0.10' })],
      [
        sale({ units: '1', proceeds: 3_333n, basis: 1_000n, term: 'long' }),
        sale({ units: '2', proceeds: 6_667n, basis: 5_000n, term: 'short' }),
      ],
    );
    expect(shown(form)).toEqual([
      ['G', '66.67', '33.34', 'BW', '-16.66', '16.67'],
      ['J', '33.33', '16.67', 'BTW', '6.67', '23.33'],
    ]);
  });

  it('is the first acquired of several, and the only one that is split', () => {
    const form = formOfSales(
      [
        row({ ...sold, box1c: '0.5', box1f: '1250.00', box1g: '1000.00', box1d: '2026-01-03' }),
        row({ ...sold, box1c: '1.5', box1f: '3750.00', box1g: '3000.00', box1d: '2026-01-02' }),
      ],
      SALES,
    );
    expect(shown(form)).toEqual([
      ['G', '1250.00', '1000.00', 'B', '-1000.00', '-750.00'],
      ['G', '1250.00', '1000.00', '', '0.00', '250.00'],
      ['J', '2500.00', '2000.00', 'BT', '1500.00', '2000.00'],
    ]);
  });

  const aggregate = {
    symbol: 'USDC',
    box1e: '2026-12-31',
    box1d: null,
    box11a: 'stablecoin',
    box11b: '2',
    box8949: null,
    box2: false,
    box6: null,
  } as const;
  const COINS = [
    sale({ asset: 'USDC', units: '10000', proceeds: 1_000_000n, basis: 950_000n, term: 'long' }),
    sale({ asset: 'USDC', units: '10000', proceeds: 1_000_000n, basis: 1_010_000n, term: 'short' }),
  ];

  it.each(['20000', '0'])('aggregates the sales of each term apart, of %s units', (box1c) => {
    const form = formOfSales([row({ ...aggregate, box1c, box1f: '20000.00', box1g: null })], COINS);
    expect(shown(form)).toEqual([
      ['H', '10000.00', '10100.00', 'M', '0.00', '-100.00'],
      ['K', '10000.00', '9500.00', 'M', '0.00', '500.00'],
    ]);
  });

  it.each([
    ['without a term', null, null],
    ['of one term', 'short', 'short'],
  ] as const)('shares the sales of a coin among two aggregates: %s', (_, first, second) => {
    const rows = [
      row({ ...aggregate, box1c: '15000', box1f: '15000.00', box1g: null, box6: first }),
      row({ ...aggregate, box1c: '5000', box1f: '5000.00', box1g: null, box6: second }),
    ];
    const code = first === null ? 'M' : 'MT';
    const form = formOfSales(rows, COINS);
    expect(shown(form)).toEqual([
      ['H', '7500.00', '7575.00', 'M', '0.00', '-75.00'],
      ['H', '2500.00', '2525.00', 'M', '0.00', '-25.00'],
      ['K', '7500.00', '7125.00', code, '0.00', '375.00'],
      ['K', '2500.00', '2375.00', code, '0.00', '125.00'],
    ]);
    expect(rowsOf(form).flatMap(({ flags }) => flags)).not.toContain('missing_in_books');
  });

  it('has an aggregate for each term that is stated', () => {
    const rows = (['short', 'long'] as const).map((box6) =>
      row({ ...aggregate, box1c: '10000', box1f: '10000.00', box1g: null, box6 }),
    );
    expect(shown(formOfSales(rows, COINS))).toEqual([
      ['H', '10000.00', '10100.00', 'M', '0.00', '-100.00'],
      ['K', '10000.00', '9500.00', 'M', '0.00', '500.00'],
    ]);
  });

  it('counts an aggregate that is reported twice once', () => {
    const one = row({ ...aggregate, box1c: '20000', box1f: '20000.00', box1g: null });
    expect(shown(formOfSales([one, one], COINS))).toEqual([
      ['H', '10000.00', '10100.00', 'M', '0.00', '-100.00'],
      ['H', '20000.00', '0.00', 'O', '-20000.00', '0.00'],
      ['K', '10000.00', '9500.00', 'M', '0.00', '500.00'],
    ]);
  });

  it('has the disallowed loss of the own records in its term alone', () => {
    const [long, short] = COINS as [OwnSale, OwnSale];
    const form = formOfSales(
      [row({ ...aggregate, box1c: '20000', box1f: '20000.00', box1g: null, box1i: '60.00' })],
      [long, { ...short, washed: 4_000n }],
    );
    expect(shown(form)).toEqual([
      ['H', '10000.00', '10100.00', 'MW', '40.00', '-60.00'],
      ['K', '10000.00', '9500.00', 'M', '0.00', '500.00'],
    ]);
  });
});

/** The broker is in New York: five hours earlier. */
describe('a sale at the edge of a year', () => {
  const ledger = ledgerOf([
    buy('3', '3000', '2025-03-01T12:00Z'),
    sell('1', '1500', '2026-01-01T03:00Z'),
    sell('1', '1700', '2026-12-31T12:00Z'),
    sell('1', '1600', '2027-01-01T03:00Z'),
  ]);
  const edge = { box1c: '1', box1d: '2025-03-01', box1g: '1000.00' };
  const forms: AcceptedForm[] = [
    { ...FORM, year: 2025, rows: [row({ ...edge, box1e: '2025-12-31', box1f: '1500.00' })] },
    {
      ...FORM,
      rows: ['1700.00', '1600.00'].map((box1f) => row({ ...edge, box1e: '2026-12-31', box1f, box6: 'long' })),
    },
  ];
  const rowsOfYear = (year: number) =>
    finished(formRowsInSlices(ledger, { ...REQUEST, year, rounding: 'cents' })).rows;
  const YEARS = [2024, 2025, 2026, 2027, 2028];
  const OWN = new Map(YEARS.map((year) => [year, rowsOfYear(year)]));
  const salesIn = (accepted: readonly AcceptedForm[]) =>
    YEARS.map((year) =>
      acceptedRows(OWN, accepted, year).map(({ gain, flags }) => [gain, ...flags].join(' ')),
    );

  it('is on the form of the broker and of no other year', () => {
    expect(salesIn([])).toEqual([[], [], ['50000', '70000'], ['60000'], []]);
    expect(salesIn(forms)).toEqual([
      [],
      ['50000 form_1099_da'],
      ['70000 form_1099_da', '60000 form_1099_da'],
      [],
      [],
    ]);
  });

  it.each([
    ['1', '1', '2', '2025-12-31'],
    ['1.5', '0.5', '2', '2025-12-31'],
    ['0.5', '1.5', '2', '2026-01-01'],
  ])(
    'is one order, filled with %s before and %s after: on the form of its row alone',
    (a, b, box1c, box1e) => {
      const order = ledgerOf([
        buy('3', '3000', '2025-03-01T12:00Z'),
        sell(a, String(1500 * Number(a)), '2025-12-31T23:58Z'),
        sell(b, String(1500 * Number(b)), '2026-01-01T00:02Z'),
        sell('1', '1700', '2026-06-30T12:00Z'),
      ]);
      const own = new Map(
        YEARS.map((year) => [
          year,
          finished(formRowsInSlices(order, { ...REQUEST, year, rounding: 'cents' })).rows,
        ]),
      );
      const given = row({ box1c, box1d: '2025-03-01', box1e, box1f: '3000.00', box1g: '2000.00' });
      const year = Number(box1e.slice(0, 4));
      const both = [2025, 2026].map((each) =>
        acceptedRows(own, [{ ...FORM, year, rows: [given] }], each).map(({ gain, flags }) =>
          [gain, ...flags].join(' '),
        ),
      );
      expect(both).toEqual(
        year === 2025 ? [['100000 form_1099_da'], ['70000']] : [[], ['100000 form_1099_da', '70000']],
      );
    },
  );

  it('is a disposition of the year of the broker in the digital asset question', () => {
    const answered = ([2025, 2026, 2027] as const).map((year) => {
      const request = { ...REQUEST, year };
      const own = finished(formRowsInSlices(ledger, { ...request, rounding: 'cents' }));
      const form = formOf(withRows(own, acceptedRows(OWN, forms, year), request), request);
      return digitalAssetQuestion(ledger, { wallets: [WALLET], year, timezone: 'UTC' }, form);
    });
    expect(answered.map(({ answer, dispositions }) => `${answer} ${dispositions}`)).toEqual([
      'yes 1',
      'yes 2',
      'no 0',
    ]);
  });

  it('counts once in the digital asset question where its row joins several sales, as others do', () => {
    const order = ledgerOf([
      buy('5', '5000', '2025-03-01T12:00Z'),
      sell('0.5', '1500', '2026-01-01T03:00Z'),
      sell('1', '1500', '2026-01-01T03:01Z'),
      sell('1', '1700', '2026-06-30T12:00Z'),
      sell('1', '1700', '2026-06-30T12:01Z'),
    ]);
    const own = new Map(
      YEARS.map((year) => [
        year,
        finished(formRowsInSlices(order, { ...REQUEST, year, rounding: 'cents' })).rows,
      ]),
    );
    const accepted = [
      {
        ...FORM,
        year: 2025,
        rows: [row({ ...edge, box1c: '1.5', box1e: '2025-12-31', box1f: '3000.00', box1g: '1500.00' })],
      },
      {
        ...FORM,
        rows: [row({ ...edge, box1c: '2', box1e: '2026-06-30', box1f: '3400.00', box1g: '2000.00' })],
      },
    ];
    const counted = [2025, 2026].map((year) => {
      const request = { ...REQUEST, year };
      const rows = finished(formRowsInSlices(order, { ...request, rounding: 'cents' }));
      const form = formOf(withRows(rows, acceptedRows(own, accepted, year), request), request);
      return digitalAssetQuestion(order, { wallets: [WALLET], year, timezone: 'UTC' }, form).dispositions;
    });
    expect(counted).toEqual([2, 2]);
  });

  it('stays in the own year where only that form was accepted and it has another sale', () => {
    const [, second] = forms as [AcceptedForm, AcceptedForm];
    const other = {
      ...second,
      rows: [row({ ...edge, box1c: '0.5', box1e: '2026-12-31', box1f: '1600.00' })],
    };
    expect(salesIn([other])[3]).toEqual(['60000 possibly_counted_twice']);
  });

  it.each(['1.01', '0.3'])('leaves both forms incomplete where its units do not fit: %s', (box1c) => {
    const [first] = forms as [AcceptedForm];
    const rows = [row({ ...edge, box1c, box1e: '2025-12-31', box1f: '1510.00' })];
    const [, reported, own] = salesIn([{ ...first, rows }]);
    expect(reported).toEqual(['51000 form_1099_da missing_in_books possibly_counted_twice']);
    expect(own).toEqual(['50000 possibly_counted_twice', '70000']);
  });

  it('leaves no form incomplete for a row of another day', () => {
    const [first] = forms as [AcceptedForm];
    const rows = [row({ ...edge, box1c: '1.01', box1e: '2025-12-30', box1f: '1510.00' })];
    expect(salesIn([{ ...first, rows }]).slice(1, 3)).toEqual([
      ['51000 form_1099_da missing_in_books'],
      ['50000', '70000'],
    ]);
  });
});

/** The broker is in New York: five hours earlier. */
describe('a sale out of two lots', () => {
  const account = { accounts: [{ wallet: WALLET, kind: 'us_exchange' }] } as const;
  const lots = [buy('0.6', '1000', '2024-01-10T12:00Z'), buy('0.4', '1000', '2024-02-10T12:00Z')];
  const yearsOf = (events: Parameters<typeof ledgerOf>[0], rows: readonly BrokerRow[], year = 2025) => {
    const ledger = ledgerOf(events);
    const own = new Map(
      [2024, 2025, 2026, 2027].map((each) => [
        each,
        finished(formRowsInSlices(ledger, { ...REQUEST, ...account, year: each, rounding: 'cents' })).rows,
      ]),
    );
    const accepted = [{ ...FORM, year, rows }];
    return (each: number) =>
      acceptedRows(own, accepted, each)
        .map((one) =>
          [
            one.box,
            one.quantity,
            one.dateSold.slice(5),
            ...[one.proceeds, one.costBasis].map(centsText),
            one.adjustmentCode,
            ...[one.adjustment, one.gain].map(centsText),
          ].join(' '),
        )
        .sort();
  };
  const noBasis = { box1d: null, box2: false, box8949: 'K', box6: 'long', box1g: null } as const;
  const whole = row({ ...noBasis, box1c: '1', box1e: '2025-03-01', box1f: '3000.00' });
  const K_ROWS = ['K 0.4 03-01 1200.00 1000.00  0.00 200.00', 'K 0.6 03-01 1800.00 1000.00  0.00 800.00'];
  const fee = (at: string) => sell('0.001', '3', at);

  it('is one sale when the broker dates it a day earlier', () => {
    const rowsIn = yearsOf([...lots, sell('1', '3000', '2025-03-02T02:00Z')], [whole]);
    expect(rowsIn(2025)).toEqual(K_ROWS);
  });

  it.each([
    ['of the day before', '2025-03-01T10:00Z', '2025-03-02T02:00Z'],
    ['of the same day', '2025-03-01T10:00Z', '2025-03-01T12:00Z'],
    ['before it', '2025-03-02T01:00Z', '2025-03-02T02:00Z'],
    ['after it', '2025-03-02T03:00Z', '2025-03-02T02:00Z'],
  ])('is one sale beside a payment %s', (_, paidAt, soldAt) => {
    const first = buy('0.001', '1', '2024-01-01T12:00Z');
    const rowsIn = yearsOf([first, ...lots, fee(paidAt), sell('1', '3000', soldAt)], [whole]);
    expect(rowsIn(2025).filter((line) => line.startsWith('L'))).toHaveLength(1);
    const gains = rowsIn(2025).map((line) => Number(line.split(' ').at(-1)));
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBe(1_002);
  });

  it('is on the form of the year of the broker alone', () => {
    const row1231 = row({ ...noBasis, box1c: '1', box1e: '2025-12-31', box1f: '3000.00' });
    const rowsIn = yearsOf([...lots, sell('1', '3000', '2026-01-01T02:00Z')], [row1231]);
    expect(rowsIn(2025)).toEqual(K_ROWS.map((line) => line.replace('03-01', '12-31')));
    expect(rowsIn(2026)).toEqual([]);
  });

  it('is one of several of the same units: the nearest in proceeds', () => {
    const more = [buy('0.6', '1000', '2024-01-20T12:00Z'), buy('0.4', '1000', '2024-02-20T12:00Z')];
    const sales = [sell('1', '3000', '2025-03-02T02:00Z'), sell('1', '2000', '2025-03-02T03:00Z')];
    const events = [...lots, ...more, ...sales];
    const rowsIn = yearsOf(events, [row({ ...whole, box1f: '2000.00' })]);
    const ofBox = (box: string) =>
      rowsIn(2025)
        .filter((line) => line.startsWith(box))
        .reduce((sum, line) => sum + Number(line.split(' ')[3]), 0);
    expect([ofBox('K'), ofBox('L')]).toEqual([2_000, 3_000]);
  });

  it('is one sale where the broker lists its own lots of it, a day earlier and beside a payment', () => {
    const reported = { box2: true, box8949: 'J', box6: 'long', box1e: '2025-03-01' } as const;
    const rows = [
      row({ ...reported, box1c: '0.5', box1f: '1500.00', box1g: '900.00' }),
      row({ ...reported, box1c: '0.3', box1f: '900.00', box1g: '500.00' }),
      row({ ...reported, box1c: '0.2', box1f: '600.00', box1g: '400.00' }),
    ];
    const late = [buy('0.1', '100', '2024-03-01T12:00Z'), ...lots.toReversed()];
    const rowsIn = yearsOf([...late, sell('1', '3000', '2025-03-02T02:00Z'), fee('2025-03-02T03:00Z')], rows);
    const form = rowsIn(2025).filter((line) => line.startsWith('J'));
    expect(form).toHaveLength(3);
    expect(form.reduce((sum, line) => sum + Number(line.split(' ')[3]), 0)).toBe(3_000);
    expect(rowsIn(2025).filter((line) => line.startsWith('L'))).toHaveLength(1);
  });
});

describe('rows of one day, with and without a reported basis', () => {
  const sale = (units: string, proceeds: bigint, basis: bigint, acquiredOn: string): OwnSale => ({
    id: acquiredOn,
    asset: 'ETH',
    units,
    acquiredOn,
    soldOn: '2026-06-01',
    proceeds,
    fees: 0n,
    basis,
    term: 'short',
    isTransferredIn: false,
  });
  const day = { box1c: '1', box1e: '2026-06-01', box1f: '3000.00' };

  it('have the own basis in (e) where none was reported, and the correction where one was', () => {
    const rows = [
      row({ ...day, box1d: '2026-03-01', box1g: '2500.00' }),
      row({ ...day, box1d: null, box1g: null, box2: false, box8949: 'H' }),
    ];
    const ownSales = [
      sale('0.5', 150_000n, 100_000n, '2026-01-10'),
      sale('1.5', 450_000n, 325_001n, '2026-02-10'),
    ];
    const form = formWith([{ ...FORM, rows, ownSales }], {
      accounts: [{ wallet: WALLET, kind: 'us_exchange' }],
    });
    // 0.5 of the 1.5 have a third of 3,250.01: 1,083.33. The other two thirds are 2,166.68, and 2,500 - 2,166.68 = 333.32.
    expect(shown(form)).toEqual([
      ['G', '3000.00', '2500.00', 'B', '333.32', '833.32'],
      ['H', '1500.00', '1000.00', '', '0.00', '500.00'],
      ['H', '1500.00', '1083.33', '', '0.00', '416.67'],
    ]);
  });
});

describe('a row that names its asset otherwise than the own records', () => {
  const account = { accounts: [{ wallet: WALLET, kind: 'us_exchange' }] } as const;
  const formOfLedger = (events: Parameters<typeof ledgerOf>[0], rows: readonly BrokerRow[]) => {
    const request = { ...REQUEST, ...account, rounding: 'cents' } as const;
    const own = finished(formRowsInSlices(ledgerOf(events), request));
    return formOf(
      withRows(own, acceptedRows(new Map([[2026, own.rows]]), [{ ...FORM, rows }], 2026), request),
      request,
    );
  };

  it.each([
    ['Pax Gold', null, 'PAXG'],
    ['Paxos  Gold (PAXG)', null, 'PAXG'],
    ['Some Other Coin (SOC)', null, 'SOC'],
    ['Polygon Ecosystem Token', null, 'POL'],
    ['Polygon', 'MATIC', 'POL'],
    [null, 'MATIC', 'POL'],
    [null, 'POL', 'MATIC'],
    [null, 'Tether Gold', 'XAUt'],
  ])('is one sale: %s, %s, own %s', (box1b, symbol, own) => {
    const asset = { ...ETH, id: `ethereum:${own}`, symbol: own };
    const events = [
      buy('1', '2000', '2026-01-10T12:00Z', { asset }),
      sell('1', '3000', '2026-05-01T12:00Z', { asset }),
    ];
    const sold = { box1c: '1', box1e: '2026-05-01', box1f: '3000.00', box1g: '2000.00', box1b, symbol };
    expect(shown(formOfLedger(events, [row(sold)]))).toEqual([
      ['G', '3000.00', '2000.00', '', '0.00', '1000.00'],
    ]);
  });

  const piece = (number: string) => ({
    ...ETH,
    id: `ethereum:0xpunk#${number}`,
    symbol: `PUNK #${number}`,
    decimals: 0,
  });
  const pieces = ['7', '8'].flatMap((number) => [
    buy('1', '500', '2026-01-10T12:00Z', { asset: piece(number) }),
    sell('1', '1500', '2026-05-01T12:00Z', { asset: piece(number) }),
  ]);
  const aggregate = {
    symbol: null,
    box1b: 'NFT',
    box1e: '2026-12-31',
    box1d: null,
    box1g: null,
    box2: false,
    box8949: 'H',
    box11a: 'nft',
  } as const;

  it('aggregates the pieces of the year that are not fungible, and no coin', () => {
    const coins = [buy('1', '20', '2026-01-10T12:00Z'), sell('1', '30', '2026-05-01T12:00Z')];
    const form = formOfLedger([...coins, ...pieces], [row({ ...aggregate, box1c: '2', box1f: '3000.00' })]);
    expect(shown(form)).toEqual([
      ['H', '3000.00', '1000.00', 'M', '0.00', '2000.00'],
      ['I', '30.00', '20.00', '', '0.00', '10.00'],
    ]);
  });

  it('keeps the proceeds of a piece that the own records do not have, for review', () => {
    const form = formOfLedger(pieces, [row({ ...aggregate, box1c: '3', box1f: '5000.00' })]);
    expect(shown(form)).toEqual([['H', '5000.00', '1000.00', 'M', '0.00', '4000.00']]);
    expect(rowsOf(form).map(({ flags }) => flags)).toEqual([['form_1099_da', 'missing_in_books']]);
  });
});

describe('the totals of a comparison', () => {
  it('have a sale in the line of its row, also where the row states no term', () => {
    const own = finished(formRowsInSlices(LEDGER, { ...REQUEST, rounding: 'cents' })).rows;
    const sales = own.filter(({ wallet }) => wallet === WALLET).map((each) => ownSaleOfRow(each));
    const rows = FORM.rows.map((each) => ({ ...each, box6: null, box8949: null }));
    const lines = reconcileForms(rows, sales, 2026).lines.map(({ term, broker, own: ours }) => [
      term,
      ...[broker.proceeds, ours.proceeds].map(centsText),
    ]);
    expect(lines).toEqual([['', '3000.00', '3000.00']]);
  });
});

describe('a row and an own sale of one coin and day that do not fit', () => {
  const formOfRow = (more: Partial<BrokerRow>) =>
    formWith([
      {
        ...FORM,
        rows: [row({ box1c: '3', box1e: '2026-05-02', box1f: '9000.00', box1g: '6000.00', ...more })],
      },
    ]);

  it('leave the form incomplete: the sale may be there twice', () => {
    const form = formOfRow({});
    const flags = rowsOf(form).map((each) => [each.dateSold, ...each.flags].join(' '));
    expect(flags.sort()).toEqual([
      '2026-05-01 possibly_counted_twice',
      '2026-05-02 form_1099_da missing_in_books possibly_counted_twice',
      '2026-05-15',
      '2026-06-01',
    ]);
    expect([isIncomplete(form), form.doubtfulCount]).toEqual([true, 2]);
    const notice = '2 rows may be sales that are counted twice';
    expect(form8949Csv(form).match(/,.?possibly_counted_twice/g)).toHaveLength(2);
    expect(form8949Txf(form, { program: 'P', writtenAt: 0 })).toContain(notice);
    expect(formNotes(form)).toContain(notice);
  });

  it.each([
    ['of equal units, with a name that is not known', { symbol: null, box1b: 'Coin X', box1c: '0.4' }, true],
    ['of other units, with a name that is not known', { symbol: null, box1b: 'Coin X' }, false],
    ['two days later', { box1e: '2026-05-04' }, false],
  ])('are in doubt, or not: %s', (_, more, isDoubtful) => {
    expect(isIncomplete(formOfRow(more))).toBe(isDoubtful);
  });
});

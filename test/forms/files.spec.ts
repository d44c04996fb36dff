import fc from 'fast-check';
import { form8949, form8949Txf, schedule1, type Account } from '../../src/domain/forms';
import { form8949Csv, formNotes, turboTaxCsv } from '../../src/domain/forms/form-8949/csv';
import { schedule1Csv } from '../../src/domain/forms/schedule-1/csv';
import { csvText, type CsvColumn } from '../../src/domain/kernel/csv';
import { buy, ETH, ledgerOf, sell, WALLET } from './ledgers';
import { hasPython, readCsv, readCsvInPython, readTable, readTxf } from './read-back';

const ACCOUNTS: Account[] = [{ wallet: WALLET, kind: 'self_custody' }];
const ORIGIN = { program: 'Cost Basis', writtenAt: Date.parse('2026-02-03T23:30:00Z') };
const make = (ledger: Parameters<typeof form8949>[0], year = 2025, timezone = 'UTC') =>
  form8949(ledger, { accounts: ACCOUNTS, year, timezone });

/** Of rows with boxes G to L. */
const NOT_CONFIRMED = [
  '- Drake: the check boxes 4 to 6 (boxes G to L) are those of its screen 99DA: it is not confirmed that the import takes them. Compare the boxes after it.',
  '- TaxAct: the categories G to L are the letters of the form: it is not confirmed that the import takes them. Compare the boxes after it.',
];

const NASTY = [
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '@cmd',
  '\tA',
  '\rA',
  'a"b',
  'a,b',
  'a\r\nb',
  '漢字💰',
  '\0=A',
];
const nasty = ledgerOf(
  NASTY.flatMap((symbol, i) => {
    const asset = { ...ETH, id: `ethereum:0x${i}`, symbol };
    return [
      buy('1', '10.5', '2025-01-02T00:00Z', { asset, source: 'income', incomeType: 'airdrop' }),
      sell('1', '3.25', '2025-02-03T00:00Z', { asset }),
    ];
  }),
);

describe('CSV', () => {
  it('of Form 8949, byte for byte', () => {
    const ledger = ledgerOf(
      [
        buy('1', '1000', '2024-01-10T00:00Z'),
        sell('0.5', '450', '2025-02-01T00:00Z'),
        sell('1', '700', '2025-02-02T00:00Z'),
        buy('0.25', '90', '2025-02-05T00:00Z'),
      ],
      { washSales: true },
    );
    const [first, second] = ledger.disposals.map(({ txHash }) => txHash);
    expect(form8949Csv(make(ledger))).toBe(
      [
        'Description of property,Date acquired,Date sold,Proceeds,Cost basis,Adjustment code,Adjustment amount,Gain or loss,Box,Term,Asset,Chain,Transaction hash,Review',
        `0.5 ETH,UNKNOWN,02/02/2025,350.00,0.00,,0.00,350.00,I,short,ETH,ethereum,${second},unknown_basis`,
        `0.5 ETH,01/10/2024,02/01/2025,450.00,500.00,W,25.00,-25.00,L,long,ETH,ethereum,${first},`,
        `0.5 ETH,01/10/2024,02/02/2025,350.00,500.00,,0.00,-150.00,L,long,ETH,ethereum,${second},`,
        '',
      ].join('\r\n'),
    );
  });

  it('for TurboTax', () => {
    const ledger = ledgerOf([buy('1', '1000', '2025-01-10T00:00Z'), sell('2', '500', '2025-02-01T00:00Z')]);
    expect(turboTaxCsv(make(ledger))).toBe(
      [
        'Asset name,Received date,Cost basis (USD),Date sold,Proceeds',
        'ETH,01/10/2025,1000.00,02/01/2025,250.00',
        'ETH,VARIOUS,0.00,02/01/2025,250.00',
        '',
      ].join('\r\n'),
    );
  });

  it('and its notes name each marked row, and why', () => {
    const form = make(
      ledgerOf([sell('2', '500', '2025-02-01T00:00Z', { type: 'spend', flags: ['unmatched'] })]),
    );
    expect(formNotes(form)).toBe(
      [
        'Form 8949 (2025): INCOMPLETE',
        '- 1 row has units of unknown basis, which counts as 0 (proceeds: 500.00 USD).',
        '- 1 outflow without a known other end counts as sold (500.00 USD).',
        ...NOT_CONFIRMED,
        '',
        'Marked rows: description, sold, proceeds, why',
        '2 ETH, 02/01/2025, 500.00, unknown_basis no_other_end',
        '',
      ].join('\r\n'),
    );
  });

  it('for TurboTax has rows only, and the notes state the disallowed loss that it cannot hold', () => {
    const ledger = ledgerOf(
      [
        buy('1', '3000', '2025-01-10T00:00Z'),
        sell('1', '1000', '2025-02-01T00:00Z'),
        buy('1', '1100', '2025-02-05T00:00Z'),
      ],
      { washSales: true },
    );
    const form = make(ledger);
    expect(turboTaxCsv(form)).toBe(
      [
        'Asset name,Received date,Cost basis (USD),Date sold,Proceeds',
        'ETH,01/10/2025,3000.00,02/01/2025,1000.00',
        '',
      ].join('\r\n'),
    );
    expect(formNotes(form)).toBe(
      [
        'Form 8949 (2025): COMPLETE',
        '- TurboTax: Enter codes and adjustments by hand: 1 row has some that this format cannot hold.',
        ...NOT_CONFIRMED,
        '',
      ].join('\r\n'),
    );
    const { records } = readTxf(form8949Txf(form, ORIGIN));
    expect(records.map(({ amounts }) => amounts)).toEqual([['3000.00', '1000.00', '2000.00']]);
    expect(form8949Txf(form, ORIGIN)).not.toContain('by hand');
  });

  it('of Schedule 1', () => {
    const ledger = ledgerOf([
      buy('0.5', '1000.005', '2025-01-10T00:00Z', {
        source: 'income',
        incomeType: 'staking_reward',
        txHash: '0xr',
      }),
      buy('7', '2', '2025-01-11T00:00Z', { source: 'income', incomeType: 'interest', txHash: null }),
    ]);
    const schedule = schedule1(ledger, { wallets: [WALLET], year: 2025, timezone: 'UTC' });
    expect(schedule1Csv({ ...schedule, historyGaps: ['A part could not be read.'] })).toBe(
      [
        'Date received,Income type,Asset,Quantity,Fair market value,Tax return line,Chain,Transaction hash,Review',
        '01/10/2025,staking_reward,ETH,0.5,1000.01,Schedule 1 line 8v,ethereum,0xr,',
        '01/11/2025,interest,ETH,7,2.00,Schedule B,ethereum,,',
        'INCOMPLETE: A part could not be read.,,,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['a;=cmd', "a;'=cmd"],
    ['a;  +1', "a;  '+1"],
    ['a\t-1', "a\t'-1"],
    ['＝cmd', "'＝cmd"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠cmd', "'＠cmd"],
    ['a\n@cmd', "a\n'@cmd"],
    ['1-2=x; y', '1-2=x; y'],
  ])(
    'keeps %j from becoming a formula in a program that divides cells by semicolons or tabs',
    (text, written) => {
      const column: CsvColumn<string> = { header: 'Asset', kind: 'text', of: (row) => row };
      const file = csvText([column], [text]);
      expect(readCsv(file)).toEqual([['Asset'], [written]]);
    },
  );

  it('keeps symbols from becoming formulas, and numbers numbers', () => {
    const assets = readTable(form8949Csv(make(nasty))).map((row) => row['Asset']);
    expect(new Set(assets)).toEqual(
      new Set([
        `'=HYPERLINK("http://x")`,
        "'+1",
        "'-1",
        "'@cmd",
        "'\tA",
        "'\rA",
        'a"b',
        'a,b',
        'a\r\nb',
        '漢字💰',
        "'=A",
      ]),
    );
    for (const row of readTable(form8949Csv(make(nasty)))) expect(row['Gain or loss']).toBe('-7.25');
    for (const file of [
      turboTaxCsv(make(nasty)),
      schedule1Csv(schedule1(nasty, { wallets: [WALLET], year: 2025, timezone: 'UTC' })),
    ])
      for (const cell of readCsv(file).flat()) expect(cell).toMatch(/^(?![=+\-@\t\r])/);
  });

  const columns: CsvColumn<[string, string]>[] = [
    { header: 'A', kind: 'text', of: ([a]) => a },
    { header: 'B, "b"', kind: 'text', of: ([, b]) => b },
  ];
  const asWritten = (text: string) => {
    const clean = text.replaceAll('\0', '');
    let [written, isStart] = ['', true];
    for (const char of clean) {
      if (isStart && '=+-@'.includes(char)) written += "'";
      written += char;
      isStart = ';\t\r\n'.includes(char) || (isStart && char === ' ');
    }
    return /^[\t\r]/.test(clean) ? `'${written}` : written;
  };
  const cells = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', '=', '-', ' ', '\0', "'", 'é'),
  });

  it('reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cells, cells)), (rows) => {
        expect(readCsv(csvText(columns, rows))).toEqual([
          ['A', 'B, "b"'],
          ...rows.map((row) => row.map(asWritten)),
        ]);
      }),
    );
  });

  (hasPython ? it : it.skip)('reads the same in Python', () => {
    const rows = fc.sample(fc.tuple(cells, cells), { numRuns: 200, seed: 7 });
    const text = csvText(columns, rows) + form8949Csv(make(nasty));
    expect(readCsvInPython(text)).toEqual(readCsv(text));
  });
});

describe('TXF', () => {
  it('byte for byte', () => {
    const ledger = ledgerOf(
      [
        buy('1', '1000', '2024-01-10T00:00Z', { asset: { ...ETH, symbol: '漢\r\n^E💰' } }),
        sell('1', '450', '2025-02-01T00:00Z', { asset: { ...ETH, symbol: '漢\r\n^E💰' } }),
      ],
      { washSales: false },
    );
    expect(form8949Txf(make(ledger, 2025, 'Asia/Tokyo'), ORIGIN)).toBe(
      [
        'V042',
        'ACost Basis',
        'D02/04/2026',
        '^',
        'TD',
        'N714',
        'C1',
        'L1',
        'P1 ???^E?',
        'D01/10/2024',
        'D02/01/2025',
        '$1000.00',
        '$450.00',
        '$',
        '^',
        '',
      ].join('\r\n'),
    );
  });

  it('has a wash sale as a positive amount, and VARIOUS under the short-term reference', () => {
    const ledger = ledgerOf(
      [
        buy('1', '1500', '2025-01-02T00:00Z'),
        sell('1', '1300', '2025-01-15T00:00Z'),
        buy('1', '1300', '2025-01-16T00:00Z'),
        sell('5', '10', '2025-06-15T00:00Z'),
      ],
      { washSales: true },
    );
    expect(readTxf(form8949Txf(make(ledger), ORIGIN)).records).toEqual([
      {
        ref: 712,
        description: '1 ETH',
        acquired: '01/02/2025',
        sold: '01/15/2025',
        amounts: ['1500.00', '1300.00', '200.00'],
      },
      {
        ref: 712,
        description: '1 ETH',
        acquired: '01/16/2025',
        sold: '06/15/2025',
        amounts: ['1500.00', '2.00', ''],
      },
      {
        ref: 712,
        description: '4 ETH',
        acquired: 'VARIOUS',
        sold: '06/15/2025',
        amounts: ['0.00', '8.00', ''],
      },
    ]);
  });

  it('is US-ASCII', () => {
    expect(form8949Txf(make(nasty), ORIGIN)).toMatch(/^[ -~\r\n]*$/);
    expect(readTxf(form8949Txf(make(nasty), ORIGIN)).records).toHaveLength(NASTY.length);
  });
});

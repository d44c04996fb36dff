import { form8949, rowsOf, type Account } from '../../../src/domain/forms';
import { buy, DEMO_OWNERS, demoLedger, ETH, ledgerOf, sell } from '../../forms/ledgers';
import { blankForms, EXCHANGE, of2025, OWN, partsOf, print, printD, sales, twoTerms } from './printed';
import { addUp, centsOf, pageTexts, readForm } from './read-form';

const OTHER = '0x00000000000000000000000000000000000000b2';

const printedDate = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

describe('Form 8949 on the official form', () => {
  let printed: Uint8Array;
  beforeAll(async () => {
    printed = await print(twoTerms());
  });

  it('has as many copies as its rows need, each with its box and its own line 2', async () => {
    const cells = await readForm(printed);
    const parts = partsOf(cells, 3);
    expect(parts.map((pair) => pair.map(({ rows }) => rows.length))).toEqual([
      [11, 2],
      [11, 0],
      [1, 0],
    ]);
    expect(parts.map((pair) => pair.map(({ ticked }) => ticked))).toEqual([
      [['4'], ['4']],
      [['4'], []],
      [['4'], []],
    ]);
    expect(parts.map(([short]) => short?.line2[0])).toEqual(['1,100.00', '1,100.00', '100.00']);
    expect(cells.get('topmostSubform[3].Page1[0].f1_91[0]')).toBeUndefined();
    const schedule = await readForm(await printD(twoTerms()));
    expect(schedule.get('topmostSubform[0].Page1[0].Table_PartI[0].Row1b[0].f1_7[0]')).toBe('2,300.00');
  });

  it('has every cell of every row, and totals that add up', async () => {
    const form = twoTerms();
    const seen = partsOf(await readForm(printed), 3);
    const shown = [...seen.map(([short]) => short), ...seen.map(([, long]) => long)];
    expect(shown.flatMap((part) => part?.rows ?? [])).toEqual(
      rowsOf(form).map(({ dateAcquired, dateSold }) => [
        '1 ETH',
        printedDate(dateAcquired),
        printedDate(dateSold),
        '100.00',
        '10.00',
        '',
        '',
        '90.00',
      ]),
    );
    for (const part of seen.flat())
      if (part.rows.length > 0) expect(part.line2.map(centsOf)).toEqual(addUp(part));
      else expect(part.line2).toEqual(['', '', '', '']);
  });

  it('never has rows of two boxes in one part of a copy', async () => {
    const events = [
      buy('12', '12', '2025-01-01T00:00Z'),
      buy('1', '1', '2025-01-01T00:00Z', { wallet: OTHER }),
      ...sales(12, '100'),
      ...sales(1, '777', { wallet: OTHER }),
    ];
    const form = of2025(events, [EXCHANGE, { wallet: OTHER, kind: 'self_custody' }]);
    const parts = partsOf(await readForm(await print(form)), 3).map(([short]) => short);
    expect(parts.map((part) => [part?.ticked, part?.rows.map((row) => row[3])])).toEqual([
      [['4'], Array.from({ length: 11 }, () => '100.00')],
      [['4'], ['100.00']],
      [['6'], ['777.00']],
    ]);
  });

  it('rounds each amount to dollars, and computes the gain from them', async () => {
    const events = [buy('3', '151.50', '2025-01-01T00:00Z'), ...sales(3, '100.49')];
    const [[short] = []] = partsOf(await readForm(await print(of2025(events, [OWN], 'dollars'))), 1);
    expect(short?.rows.map((row) => [row[3], row[4], row[7]])).toEqual(
      Array.from({ length: 3 }, () => ['100', '51', '49']),
    );
    expect(short?.line2).toEqual(['300', '153', '', '147']);
  });

  it('has a loss in parentheses, and a disallowed one in columns (f) and (g)', async () => {
    const form = form8949(
      ledgerOf(
        [
          buy('2', '2000', '2025-01-01T00:00Z'),
          sell('1', '500', '2025-03-01T00:00Z'),
          buy('1', '400', '2025-03-02T00:00Z'),
        ],
        { washSales: true },
      ),
      { accounts: [OWN], year: 2025, timezone: 'UTC' },
    );
    const [[short] = []] = partsOf(await readForm(await print(form)), 1);
    expect(short?.rows.map((row) => row.slice(3))).toEqual([['500.00', '1,000.00', 'W', '500.00', '0.00']]);
    const [[loss] = []] = partsOf(
      await readForm(await print(of2025([buy('1', '1000', '2025-01-01T00:00Z'), ...sales(1, '500')], [OWN]))),
      1,
    );
    expect(loss?.rows.map((row) => row[7])).toEqual(['(500.00)']);
    expect(loss?.line2).toEqual(['500.00', '1,000.00', '', '(500.00)']);
  });

  it('has 0 in column (g) of a row with a code and without an adjustment', async () => {
    const form = of2025([buy('1', '1200', '2025-01-01T00:00Z'), ...sales(1, '3000')], [OWN]);
    const coded = {
      ...form,
      sections: form.sections.map((section) => ({
        ...section,
        rows: section.rows.map((row) => ({ ...row, adjustmentCode: 'B' })),
      })),
    };
    const [[short] = []] = partsOf(await readForm(await print(coded)), 1);
    expect(short?.rows.map((row) => row.slice(5))).toEqual([['B', '0.00', '1,800.00']]);
  });

  it('cuts a long description in its middle, with its lot, and states the whole', async () => {
    const symbol = 'CLAIM-YOUR-REWARD-AT-A-WEB-SITE-THAT-DOES-NOT-EXIST-AND-NEVER-DID';
    const asset = { ...ETH, id: 'ethereum:0x1', symbol };
    const form = of2025([buy('1', '1', '2025-01-01T00:00Z', { asset }), ...sales(1, '5', { asset })], [OWN]);
    const bytes = await print(form);
    const [[short] = []] = partsOf(await readForm(bytes), 1);
    const lot = `lot ${rowsOf(form)[0]?.lotId?.slice(0, 8) ?? ''}`;
    expect(short?.rows[0]?.[0]).toMatch(/^1 CLAIM.*\.\.\..*DID lot [0-9a-z-]{1,8}$/);
    expect(short?.rows[0]?.[0]).toContain(lot);
    const statement = (await pageTexts(bytes)).at(-1)?.join(' ');
    expect(statement).toContain(`Copy 1, Part I, row 1 (${lot}), whole description: 1 ${symbol}`);
  });

  it.each([
    [
      'of every letter that it can print',
      Array.from({ length: 16 }, (_, i) =>
        String.fromCharCode(...[0, 1, 2, 3, 4, 5].map((n) => 160 + 6 * i + n)),
      ),
    ],
    [
      'with letters that it cannot print, and spaces',
      ['漢', '💰', '\r\n', 'a  b', ' c ', '\u00ad', '(', ')', '\\\\'],
    ],
  ])('takes a symbol %s, in fields and on blank pages', async (_, symbols) => {
    const events = symbols.flatMap((symbol, i) => {
      const asset = { ...ETH, id: `ethereum:0x${i}`, symbol };
      return [buy('1', '1', '2025-01-01T00:00Z', { asset }), ...sales(1, '5', { asset })];
    });
    const form = of2025(events, [OWN]);
    expect(
      partsOf(await readForm(await print(form)), 2).flatMap(([short]) => short?.rows ?? []),
    ).toHaveLength(symbols.length);
    const many = [...events, buy('220', '220', '2025-01-01T00:00Z'), ...sales(220, '5')];
    expect(await readForm(await print(of2025(many, [OWN])))).toEqual(new Map());
  });

  it('makes no file where an amount is too long for its cell', async () => {
    const form = of2025([buy('1', '1', '2025-01-01T00:00Z'), ...sales(1, `1${'0'.repeat(40)}`)], [OWN]);
    await expect(print(form)).rejects.toMatchObject({
      code: 'CONFIGURATION_ERROR',
      details: { problems: [expect.stringContaining('does not fit into its cell')] },
    });
  });

  it('is the same bytes for the same form and date, without the XFA form and scripts', async () => {
    expect(Buffer.compare(printed, await print(twoTerms()))).toBe(0);
    const raw = Buffer.from(printed).toString('latin1');
    expect([/\/XFA/, /\/OpenAction/].map((entry) => entry.test(raw))).toEqual([false, false]);
    expect(Buffer.from((await blankForms())[0]).toString('latin1')).toMatch(
      /\/XFA[^]*\/OpenAction|\/OpenAction[^]*\/XFA/,
    );
  });
});

describe('more than 20 copies', () => {
  it('are text on the blank pages, with the same cells and line 2', async () => {
    const events = [
      buy('227', '2270', '2025-01-01T00:00Z'),
      buy('3', '30', '2025-01-01T00:00Z', { wallet: OTHER }),
      ...sales(227, '1234.56'),
      ...sales(3, '777', { wallet: OTHER }),
    ];
    const form = of2025(events, [EXCHANGE, { wallet: OTHER, kind: 'self_custody' }]);
    const bytes = await print(form);
    expect(await readForm(bytes)).toEqual(new Map());
    const pages = await pageTexts(bytes);
    expect(pages).toHaveLength(22 * 2 + 1);
    const fronts = pages.slice(0, 44).filter((_, i) => i % 2 === 0);
    expect(fronts.map((page) => page.filter((text) => text === 'X').length)).toEqual(Array(22).fill(1));
    const soldOn = (page: string[]) =>
      ['1,234.56', '777.00'].map((amount) => page.filter((text) => text === amount).length);
    expect(fronts.map(soldOn)).toEqual([...Array.from({ length: 20 }, () => [11, 0]), [7, 0], [0, 3]]);
    expect(
      fronts.map((page) => page.find((text) => /^(13,580\.16|8,641\.92|2,331\.00)$/.test(text))),
    ).toEqual([...Array.from({ length: 20 }, () => '13,580.16'), '8,641.92', '2,331.00']);
    expect(Buffer.compare(bytes, await print(form))).toBe(0);
  });
});

describe('the year of the demo owner', () => {
  it('has the totals of its Form 8949, copy by copy', async () => {
    const wallets = DEMO_OWNERS.alice;
    const accounts = wallets.map((wallet): Account => ({ wallet, kind: 'self_custody' }));
    const form = form8949(demoLedger(wallets), { accounts, year: 2025, timezone: 'UTC' });
    expect(rowsOf(form).length).toBeGreaterThan(0);
    const cells = await readForm(await print(form));
    const parts = partsOf(cells, 20).flat();
    expect(parts.flatMap(({ rows }) => rows)).toHaveLength(rowsOf(form).length);
    const sum = parts.reduce((total, part) => total + centsOf(part.line2[3]), 0);
    expect(BigInt(sum)).toBe(form.shortTerm.gain + form.longTerm.gain);
  });
});

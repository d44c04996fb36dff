import { boxesOfPart, type Box, type Part } from '../boxes';

export const OFFICIAL_FORMS = ['f8949', 'f1040sd'] as const;
export type OfficialForm = (typeof OFFICIAL_FORMS)[number];

export const FORM_TITLES = { f8949: 'Form 8949', f1040sd: 'Schedule D (Form 1040)' } as const;

interface YearFacts {
  /** Table lines of one part. */
  rows: number;
  digits: { f8949: 1 | 2; f1040sd: 1 | 2 };
  /** Endings of field names of Schedule D that the form of the year writes in another way. */
  renamed?: Readonly<Record<string, string>>;
  table: (page: number) => string;
}

const FROM_2025: YearFacts = {
  rows: 11,
  digits: { f8949: 2, f1040sd: 1 },
  table: (page) => `Table_Line1_Part${page}`,
};

/**
 * OFFICIAL_YEARS: how the fields of the forms of a year are named. A form is only installed when every one of these
 * fields is in its place.
 * @source the files f8949--2024.pdf, f8949--2025.pdf, f1040sd--2024.pdf and f1040sd--2025.pdf (MD5
 * e4083478c72e0261ef04b6184d0a65b9, 7a32df8f9880449d25aabc100cad8993, d0e5a5530d408dd05d39018f16905ca5,
 * 8a97b160b55866cb547932adf7795590) from a public repository; of 2026 the draft of 2026-04-01, read second hand,
 * whose names are those of 2025
 */
const OFFICIAL_YEARS: Readonly<Partial<Record<number, YearFacts>>> = {
  2024: {
    rows: 14,
    digits: { f8949: 1, f1040sd: 2 },
    table: () => 'Table_Line1',
    renamed: {
      'f1_05[0]': 'f1_05_RO[0]',
      'f1_25[0]': 'f1_25_RO[0]',
      'f2_04[0]': 'TagCorrectingSubform[0].f2_04[0]',
    },
  },
  2025: FROM_2025,
  2026: FROM_2025,
};

export const KNOWN_YEARS = Object.keys(OFFICIAL_YEARS).map(Number);

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export type FormColumn = (typeof COLUMNS)[number];
/** Columns of line 2. Column (f) is shaded. */
export type TotalColumn = 'd' | 'e' | 'f' | 'g' | 'h';
const TOTAL_COLUMNS = ['d', 'e', 'f', 'g', 'h'] as const;

export interface CheckField {
  field: string;
  /** The state that ticks it. Null: the only one that the file has. */
  on: string | null;
}

export interface PartLayout {
  /** From 0. */
  page: number;
  name: string;
  taxId: string;
  boxes: readonly (CheckField & { box: Box })[];
  rows: readonly Readonly<Record<FormColumn, string>>[];
  totals: Readonly<Record<TotalColumn, string>>;
}

export type Layout8949 = Readonly<Record<Part, PartLayout>>;

export function layout8949(year: number): Layout8949 | null {
  const facts = OFFICIAL_YEARS[year];
  return facts ? { I: partOf('I', year, facts), II: partOf('II', year, facts) } : null;
}

function partOf(part: Part, year: number, { rows, digits, table }: YearFacts): PartLayout {
  const page = part.length;
  const root = `topmostSubform[0].Page${page}[0]`;
  const field = (number: number) => `f${page}_${numbered(number, digits.f8949)}[0]`;
  const line2 = 3 + rows * COLUMNS.length;
  return {
    page: page - 1,
    name: `${root}.${field(1)}`,
    taxId: `${root}.${field(2)}`,
    boxes: boxesOfPart(part, year).map((box, i) => ({
      box,
      field: `${root}.c${page}_1[${i}]`,
      on: String(i + 1),
    })),
    rows: Array.from({ length: rows }, (_, row) =>
      named(
        COLUMNS,
        (column) => `${root}.${table(page)}[0].Row${row + 1}[0].${field(3 + row * COLUMNS.length + column)}`,
      ),
    ),
    totals: named(TOTAL_COLUMNS, (column) => `${root}.${field(line2 + column)}`),
  };
}

/** Lines with columns (d), (e), (g) and (h), and the number of the first field of their table. */
const TABLES = [
  { page: 1, name: 'Table_PartI', first: 3, lines: ['1a', '1b', '2', '3'] },
  { page: 1, name: 'Table_PartII', first: 23, lines: ['8a', '8b', '9', '10'] },
] as const;
export type TableLine = (typeof TABLES)[number]['lines'][number];
const LINE_COLUMNS = ['d', 'e', 'g', 'h'] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];

/** Lines with one amount, with the page and the number of their field. */
const AMOUNT_LINES = {
  '4': [1, 19],
  '5': [1, 20],
  '6': [1, 21],
  '7': [1, 22],
  '11': [1, 39],
  '12': [1, 40],
  '13': [1, 41],
  '14': [1, 42],
  '15': [1, 43],
  '16': [2, 1],
  '18': [2, 2],
  '19': [2, 3],
  '21': [2, 4],
} as const;
export type AmountLine = keyof typeof AMOUNT_LINES;

export interface LayoutScheduleD {
  name: string;
  taxId: string;
  table: Readonly<Record<TableLine, Readonly<Record<LineColumn, string>>>>;
  amounts: Readonly<Record<AmountLine, string>>;
  /** Whether both lines 15 and 16 are gains. */
  line17: { yes: CheckField; no: CheckField };
  /** Left blank: opportunity funds, and lines 20 and 22. */
  otherChecks: readonly string[];
}

export function layoutScheduleD(year: number): LayoutScheduleD | null {
  const facts = OFFICIAL_YEARS[year];
  if (!facts) return null;
  const root = (page: number) => `topmostSubform[0].Page${page}[0]`;
  const field = (page: number, number: number) => {
    const name = `f${page}_${numbered(number, facts.digits.f1040sd)}[0]`;
    return facts.renamed?.[name] ?? name;
  };
  const table = TABLES.flatMap(({ page, name, first, lines }) =>
    lines.map((line, row) => {
      const place = `${root(page)}.${name}[0].Row${line}[0]`;
      const number = first + row * LINE_COLUMNS.length;
      return [line, named(LINE_COLUMNS, (column) => `${place}.${field(page, number + column)}`)] as const;
    }),
  );
  const amounts = Object.entries(AMOUNT_LINES) as [AmountLine, readonly [number, number]][];
  return {
    name: `${root(1)}.${field(1, 1)}`,
    taxId: `${root(1)}.${field(1, 2)}`,
    table: Object.fromEntries(table) as LayoutScheduleD['table'],
    amounts: Object.fromEntries(
      amounts.map(([line, [page, number]]) => [line, `${root(page)}.${field(page, number)}`]),
    ) as LayoutScheduleD['amounts'],
    line17: {
      yes: { field: `${root(2)}.c2_1[0]`, on: null },
      no: { field: `${root(2)}.c2_1[1]`, on: null },
    },
    otherChecks: [
      `${root(1)}.c1_1[0]`,
      `${root(1)}.c1_1[1]`,
      ...[2, 3].flatMap((check) => [`${root(2)}.c2_${check}[0]`, `${root(2)}.c2_${check}[1]`]),
    ],
  };
}

export interface ExpectedField {
  name: string;
  kind: 'text' | 'check';
  /** From 0. */
  page: number;
}

export function expectedFields(form: OfficialForm, year: number): ExpectedField[] | null {
  const names = form === 'f8949' ? names8949(layout8949(year)) : namesScheduleD(layoutScheduleD(year));
  return (
    names &&
    names.map((name) => ({
      name,
      kind: /\.c\d_/.test(name) ? 'check' : 'text',
      page: Number(/\.Page(\d)/.exec(name)?.[1]) - 1,
    }))
  );
}

const names8949 = (layout: Layout8949 | null): string[] | null =>
  layout &&
  [layout.I, layout.II].flatMap(({ name, taxId, boxes, rows, totals }) => [
    name,
    taxId,
    ...boxes.map(({ field }) => field),
    ...rows.flatMap((row) => Object.values(row)),
    ...Object.values(totals),
  ]);

const namesScheduleD = (layout: LayoutScheduleD | null): string[] | null =>
  layout && [
    layout.name,
    layout.taxId,
    ...Object.values(layout.table).flatMap((row) => Object.values(row)),
    ...Object.values(layout.amounts),
    layout.line17.yes.field,
    layout.line17.no.field,
    ...layout.otherChecks,
  ];

const numbered = (number: number, digits: number): string => String(number).padStart(digits, '0');

const named = <K extends string>(keys: readonly K[], of: (index: number) => string) =>
  Object.fromEntries(keys.map((key, i) => [key, of(i)])) as Record<K, string>;

import {
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from '@cantoo/pdf-lib';

/**
 * Forms for tests: the field names of the official forms, on pages with the words that the product looks for. The names are
 * written once more here, so that the tests do not ask the code under test.
 */
export interface TestForm {
  year?: number;
  /** The year that is printed. Default: `year`. */
  printed?: number;
  /** Left out of the form. */
  without?: string;
  /** Printed across the first page. */
  mark?: string;
  /** The letters beside the boxes of Form 8949, both parts together. Default: those of the form. */
  letters?: string;
  /** Moves the totals by so many points to the right. */
  shift?: number;
}

const SHEET = { width: 612, height: 792, margin: 30 };
const ROW = { top: 500, height: 24 };
const WIDTHS = { a: 130, b: 58, c: 58, d: 70, e: 70, f: 36, g: 62, h: 68 };
type Column = keyof typeof WIDTHS;
const COLUMNS = Object.keys(WIDTHS) as Column[];

const two = (n: number): string => String(n).padStart(2, '0');

class Builder {
  private readonly form;

  private constructor(
    readonly document: PDFDocument,
    readonly font: PDFFont,
    readonly pages: readonly PDFPage[],
    private readonly without: string | undefined,
  ) {
    this.form = document.getForm();
  }

  static async start(without?: string): Promise<Builder> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const font = await document.embedFont(StandardFonts.Helvetica);
    const pages = [0, 1].map(() => document.addPage([SHEET.width, SHEET.height]));
    return new Builder(document, font, pages, without);
  }

  print(page: number, text: string, x: number, y: number, size = 8): void {
    this.pages[page]?.drawText(text, { x, y, size, font: this.font });
  }

  text(page: number, name: string, x: number, y: number, width: number): void {
    if (name === this.without) return;
    const target = this.pages[page];
    if (!target) return;
    this.form.createTextField(name).addToPage(target, { x, y, width, height: 14, borderWidth: 0 });
  }

  /** A box that is ticked by `on`, as the official forms have them. */
  box(page: number, name: string, on: string, x: number, y: number): void {
    const target = this.pages[page];
    if (!target || name === this.without) return;
    const box = this.form.createCheckBox(name);
    box.addToPage(target, { x, y, width: 8, height: 8 });
    const states = box.acroField.getWidgets()[0]?.dict.lookup(PDFName.of('AP'), PDFDict);
    for (const kind of ['N', 'D']) {
      const drawn = states?.lookupMaybe(PDFName.of(kind), PDFDict);
      const yes = drawn?.get(PDFName.of('Yes'));
      if (!drawn || !yes) continue;
      drawn.delete(PDFName.of('Yes'));
      drawn.set(PDFName.of(on), yes);
    }
  }

  /** With the parts that a program must drop: the XFA form and a script. */
  async bytes(): Promise<Uint8Array> {
    const plain = await this.document.save({ useObjectStreams: false });
    const document = await PDFDocument.load(plain, { updateMetadata: false, preserveXFA: true });
    const { context, catalog } = document;
    const xfa = context.obj([PDFString.of('template'), context.register(context.flateStream('<template/>'))]);
    catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('XFA'), xfa);
    const script = context.obj({ S: 'JavaScript', JS: PDFHexString.fromText('app.alert(1)') });
    catalog.set(PDFName.of('OpenAction'), script);
    return document.save({ useObjectStreams: false, updateFieldAppearances: false });
  }
}

const letters8949 = (year: number): string => (year < 2025 ? 'ABCDEF' : 'ABCGHIDEFJKL');

export async function testForm8949(options: TestForm = {}): Promise<Uint8Array> {
  const { year = 2025, printed = year, without, mark, letters = letters8949(year), shift = 0 } = options;
  const builder = await Builder.start(without);
  const rows = year < 2025 ? 14 : 11;
  const number = (n: number) => (year < 2025 ? String(n) : two(n));
  const boxes = letters.length / 2;
  for (const part of [1, 2]) {
    const page = part - 1;
    const root = `topmostSubform[0].Page${part}[0]`;
    const table = year < 2025 ? 'Table_Line1[0]' : `Table_Line1_Part${part}[0]`;
    builder.print(page, 'Form', SHEET.margin, 30);
    builder.print(page, `8949 (${printed})`, 60, 30);
    builder.text(page, `${root}.f${part}_${number(1)}[0]`, SHEET.margin, 720, 300);
    builder.text(page, `${root}.f${part}_${number(2)}[0]`, 400, 720, 150);
    for (let i = 0; i < boxes; i++) {
      const y = 640 - i * 14;
      builder.box(page, `${root}.c${part}_1[${i}]`, String(i + 1), SHEET.margin, y);
      builder.print(page, `(${letters[page * boxes + i]})`, SHEET.margin + 12, y + 1);
      builder.print(page, 'transactions of a kind', SHEET.margin + 26, y + 1);
    }
    for (let row = 0; row < rows; row++) {
      let x = SHEET.margin;
      for (const [i, column] of COLUMNS.entries()) {
        const name = `${root}.${table}.Row${row + 1}[0].f${part}_${number(3 + row * 8 + i)}[0]`;
        builder.text(page, name, x, ROW.top - row * ROW.height, WIDTHS[column]);
        x += WIDTHS[column];
      }
    }
    const line2 = ROW.top - rows * ROW.height;
    let x = SHEET.margin + WIDTHS.a + WIDTHS.b + WIDTHS.c + shift;
    for (const [i, column] of (['d', 'e', 'f', 'g', 'h'] as const).entries()) {
      builder.text(page, `${root}.f${part}_${number(3 + rows * 8 + i)}[0]`, x, line2, WIDTHS[column]);
      x += WIDTHS[column];
    }
  }
  if (mark !== undefined) builder.print(0, mark, 100, 400, 40);
  return builder.bytes();
}

/** Lines of Schedule D with four amounts, then those with one. */
const TABLE_ROWS = ['1a', '1b', '2', '3', '8a', '8b', '9', '10'];

export async function testScheduleD(options: TestForm = {}): Promise<Uint8Array> {
  const { year = 2025, printed = year, without, mark } = options;
  const builder = await Builder.start(without);
  const number = (n: number) => (year < 2025 ? two(n) : String(n));
  const [front, back] = ['topmostSubform[0].Page1[0]', 'topmostSubform[0].Page2[0]'];
  for (const page of [0, 1]) builder.print(page, `Schedule D (Form 1040) ${printed}`, 400, 30);
  builder.text(0, `${front}.f1_${number(1)}[0]`, SHEET.margin, 740, 300);
  builder.text(0, `${front}.f1_${number(2)}[0]`, 400, 740, 150);
  for (const i of [0, 1]) builder.box(0, `${front}.c1_1[${i}]`, String(i + 1), 400 + 40 * i, 715);
  // The form of 2024 has three names of its own.
  const own = (name: string) =>
    year < 2025
      ? name.replace(/(f1_[02]5)\[0\]$/, '$1_RO[0]').replace('f2_04', 'TagCorrectingSubform[0].f2_04')
      : name;
  for (const [i, line] of TABLE_ROWS.entries())
    for (const column of [0, 1, 2, 3]) {
      const first = i < 4 ? 3 + i * 4 : 23 + (i - 4) * 4;
      const table = i < 4 ? 'Table_PartI[0]' : 'Table_PartII[0]';
      const name = `${front}.${table}.Row${line}[0].f1_${number(first + column)}[0]`;
      builder.text(0, own(name), 250 + column * 80, 680 - i * 30, 76);
    }
  for (const [i, n] of [19, 20, 21, 22, 39, 40, 41, 42, 43].entries())
    builder.text(0, `${front}.f1_${number(n)}[0]`, 490, 400 - i * 20, 76);
  for (const n of [1, 2, 3, 4]) builder.text(1, own(`${back}.f2_${number(n)}[0]`), 490, 700 - n * 40, 76);
  for (const check of [1, 2, 3])
    for (const i of [0, 1])
      builder.box(1, `${back}.c2_${check}[${i}]`, String(i + 1), 100 + 40 * i, 400 - check * 40);
  if (mark !== undefined) builder.print(0, mark, 100, 400, 40);
  return builder.bytes();
}

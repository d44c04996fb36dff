import { PDFCheckBox, PDFDocument, PDFName, PDFTextField } from '@cantoo/pdf-lib';

/** Full name -> text of a field, or the state of a box whose value and appearance agree. */
export async function readForm(bytes: Uint8Array): Promise<Map<string, string>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true });
  const cells = new Map<string, string>();
  for (const field of document.getForm().getFields()) {
    if (field instanceof PDFTextField) cells.set(field.getName(), field.getText() ?? '');
    if (!(field instanceof PDFCheckBox)) continue;
    const value = field.acroField.getValue();
    const [widget] = field.acroField.getWidgets();
    if (widget?.getAppearanceState() !== value) throw new Error(`${field.getName()} shows another state`);
    cells.set(field.getName(), value === PDFName.of('Off') ? '' : value.decodeText());
  }
  return cells;
}

/** Cents of `1,234.50`, `(1.00)` or nothing. */
export function centsOf(text = ''): number {
  const cents = Math.round(Number(text.replace(/[(),]/g, '') || 0) * 100);
  return text.startsWith('(') ? -cents : cents;
}

/** One part of one copy of Form 8949 of 2025, as its reader sees it. */
export interface SeenPart {
  /** States of the boxes that are ticked. */
  ticked: string[];
  /** Columns (a) to (h) of the rows with text. */
  rows: string[][];
  /** Columns (d), (e), (g) and (h) of line 2. */
  line2: string[];
}

const two = (n: number): string => String(n).padStart(2, '0');

export function seenPart(cells: ReadonlyMap<string, string>, copy: number, part: 1 | 2): SeenPart {
  const root = `topmostSubform[${copy}].Page${part}[0]`;
  const cell = (n: number, place = '') => cells.get(`${root}.${place}f${part}_${two(n)}[0]`) ?? '';
  const rows = Array.from({ length: 11 }, (_, row) =>
    Array.from({ length: 8 }, (__, i) =>
      cell(3 + row * 8 + i, `Table_Line1_Part${part}[0].Row${row + 1}[0].`),
    ),
  );
  return {
    ticked: Array.from({ length: 6 }, (_, i) => cells.get(`${root}.c${part}_1[${i}]`) ?? '').filter(
      (state) => state !== '',
    ),
    rows: rows.filter((row) => row.some((text) => text !== '')),
    line2: [91, 92, 94, 95].map((n) => cell(n)),
  };
}

/** Adds up the rows of a part once more. */
export const addUp = ({ rows }: SeenPart): number[] =>
  [3, 4, 6, 7].map((column) => rows.reduce((sum, row) => sum + centsOf(row[column]), 0));

export async function pageTexts(bytes: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document
    .getPages()
    .map((page) =>
      page.extractContents().flatMap((asset) => (asset.kind === 'text' ? [asset.getText().trim()] : [])),
    );
}

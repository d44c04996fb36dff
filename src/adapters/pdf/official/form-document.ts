import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  PDFTextField,
  type PDFField,
  type PDFPage,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';

/** In points, from the lower left corner of the page. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A field of a form with its one widget. */
export interface FieldAt {
  name: string;
  kind: 'text' | 'check';
  /** From 0; -1 for a widget on no page. */
  page: number;
  rect: Rect;
  field: PDFField;
  widget: PDFWidgetAnnotation;
  /** States that tick a box. */
  onStates: readonly string[];
  /** The words that a screen reader says. */
  tooltip: string;
}

const OFF = PDFName.of('Off');

/**
 * Opens a form for filling. What a program without XFA must not see, and scripts, are dropped: a reader with XFA would show
 * the XFA form, which stays blank.
 * @throws Error for bytes that are no PDF
 */
export async function openForm(bytes: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true });
  const { catalog } = document;
  for (const entry of ['OpenAction', 'AA', 'Perms', 'NeedsRendering']) catalog.delete(PDFName.of(entry));
  catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.delete(PDFName.of('JavaScript'));
  const acroForm = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  for (const entry of ['XFA', 'NeedAppearances', 'SigFlags']) acroForm?.delete(PDFName.of(entry));
  return document;
}

/** The fields of a form by their full names. A field with another number of widgets than one is left out. */
export function fieldsOf(document: PDFDocument): Map<string, FieldAt> {
  const pages = pageOfWidgets(document);
  const fields = new Map<string, FieldAt>();
  for (const field of document.getForm().getFields()) {
    const widgets = field.acroField.getWidgets();
    const [widget] = widgets;
    if (!widget || widgets.length > 1) continue;
    fields.set(field.getName(), {
      name: field.getName(),
      kind: field instanceof PDFTextField ? 'text' : 'check',
      page: pages.get(widget.dict) ?? -1,
      rect: widget.getRectangle(),
      field,
      widget,
      onStates: onStatesOf(widget),
      tooltip: textIn(field.acroField.dict, 'TU'),
    });
  }
  return fields;
}

function pageOfWidgets(document: PDFDocument): Map<PDFDict, number> {
  const pages = new Map<PDFDict, number>();
  for (const [page, { node }] of document.getPages().entries()) {
    const annotations = node.Annots();
    for (let i = 0; i < (annotations?.size() ?? 0); i++) {
      const dict = annotations?.lookupMaybe(i, PDFDict);
      if (dict) pages.set(dict, page);
    }
  }
  return pages;
}

function onStatesOf({ dict }: PDFWidgetAnnotation): string[] {
  const normal = dict.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'));
  if (!(normal instanceof PDFDict)) return [];
  return normal
    .keys()
    .filter((state) => state !== OFF)
    .map((state) => state.decodeText());
}

const textIn = (dict: PDFDict, entry: string): string => {
  const value = dict.lookup(PDFName.of(entry));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
};

/** Ticks a box: its value and its appearance have the same name. */
export function tick({ field, widget }: FieldAt, on: string): void {
  field.acroField.dict.set(PDFName.of('V'), PDFName.of(on));
  widget.dict.set(PDFName.of('AS'), PDFName.of(on));
}

/** What a field holds: its text, or the state of a box. Empty for an empty one. */
export function valueOf({ field, widget, kind }: FieldAt): { value: string; shown: string } {
  if (kind === 'text') {
    const value = textIn(field.acroField.dict, 'V');
    return { value, shown: value };
  }
  const state = (dict: PDFDict, entry: string): string => {
    const name = dict.lookup(PDFName.of(entry));
    return name instanceof PDFName && name !== OFF ? name.decodeText() : '';
  };
  return { value: state(field.acroField.dict, 'V'), shown: state(widget.dict, 'AS') };
}

/** One piece of printed text. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Pieces of one line can stand so far apart in height: digits and words have fonts of their own. */
const LINE_SLACK = 2;

/** The printed text of a page, line by line. Fields are not part of it. */
export function piecesOf(page: PDFPage): Piece[] {
  const pieces = page
    .extractContents()
    .flatMap((asset) =>
      asset.kind === 'text'
        ? // The library ends a line of text with its line break.
          [{ text: asset.getText().replace(/\n$/, ''), x: asset.x, y: asset.y, size: asset.fontSize }]
        : [],
    )
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => b.y - a.y);
  const lines: Piece[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    if (line?.[0] && line[0].y - piece.y <= LINE_SLACK) line.push(piece);
    else lines.push([piece]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x));
}

/** As one text without spaces: pieces of a word are printed apart. */
export const squeezed = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '');

/** A cell on which text is found. */
export const contains = (rect: Rect, { x, y }: { x: number; y: number }): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;

/** The fields at the top of the tree, with their references. */
export function rootsOf(document: PDFDocument): PDFArray {
  const acroForm = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  return acroForm.lookup(PDFName.of('Fields'), PDFArray);
}

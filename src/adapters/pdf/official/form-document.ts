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

export interface FieldAt {
  name: string;
  kind: 'text' | 'check';
  /** From 0; -1 for a widget on no page. */
  page: number;
  rect: Rect;
  field: PDFField;
  widget: PDFWidgetAnnotation;
  onStates: readonly string[];
  tooltip: string;
}

const OFF = PDFName.of('Off');

/** Drops scripts and the XFA form, which a reader would show blank. @throws Error for bytes that are no PDF */
export async function openForm(bytes: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true });
  const { catalog } = document;
  for (const entry of ['OpenAction', 'AA', 'Perms', 'NeedsRendering']) catalog.delete(PDFName.of(entry));
  catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.delete(PDFName.of('JavaScript'));
  const acroForm = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  for (const entry of ['XFA', 'NeedAppearances', 'SigFlags']) acroForm?.delete(PDFName.of(entry));
  return document;
}

/** By full name. Fields without exactly one widget are omitted. */
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

/** Value and appearance of a ticked box have the same name. */
export function tick({ field, widget }: FieldAt, on: string): void {
  field.acroField.dict.set(PDFName.of('V'), PDFName.of(on));
  widget.dict.set(PDFName.of('AS'), PDFName.of(on));
}

/** The text of a field, or the state of a box. Empty for an empty field. */
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

export interface Piece {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Height difference of pieces in one line: digits and words have different fonts. */
const LINE_SLACK = 2;

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

/** Without spaces: a word can be printed in pieces. */
export const squeezed = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '');

export const contains = (rect: Rect, { x, y }: { x: number; y: number }): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;

export function rootsOf(document: PDFDocument): PDFArray {
  const acroForm = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  return acroForm.lookup(PDFName.of('Fields'), PDFArray);
}

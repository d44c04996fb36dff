import type { PDFFont } from '@cantoo/pdf-lib';
import type { Rect } from './form-document';

/** Points between the border of a cell and its text. */
const PADDING = 2;
const LARGEST = 8;
/** Smallest font size of a description. An amount is never cut, and can be smaller. */
const SMALLEST_WORDS = 6;
const SMALLEST = 4;
const STEP = 0.5;

const fitsAt = ({ width, height }: Rect, text: string, font: PDFFont, size: number): boolean =>
  font.widthOfTextAtSize(text, size) <= width - 2 * PADDING && size <= height - 1;

export const fitsAsWords = (rect: Rect, text: string, font: PDFFont): boolean =>
  fitsAt(rect, text, font, SMALLEST_WORDS);

/** @throws RangeError when no size fits: a cell never shows a part of an amount */
export function sizeIn(rect: Rect, text: string, font: PDFFont): number {
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) if (fitsAt(rect, text, font, size)) return size;
  throw new RangeError(`"${text}" does not fit into its cell`);
}

export const placeIn = (
  { x, y, width, height }: Rect,
  text: string,
  font: PDFFont,
  size: number,
  align: 'left' | 'right' | 'center',
): { x: number; y: number } => {
  const free = width - 2 * PADDING - font.widthOfTextAtSize(text, size);
  const shift = align === 'left' ? 0 : align === 'right' ? free : free / 2;
  return { x: x + PADDING + shift, y: y + (height - size * 0.72) / 2 };
};

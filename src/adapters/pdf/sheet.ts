import { PAGE, type Sheet, type TextBox, type TextStyle } from '../../domain/forms';

const RIGHT = PAGE.width - PAGE.margin;

const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier' } as const;

const LINE_HEIGHT = 1.2;
/** Minimum readable font size. Longer text uses more lines. */
const SMALLEST = 6.5;
/** For a text that must fit above a form. Its sentences are also on a separate page. */
const SMALLEST_PARAGRAPH = 5;
/** More than any cell holds: a token name can be very long. */
const MOST_LETTERS = 300;

export class PdfSheet implements Sheet {
  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  turn(): void {
    this.pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  }

  text(
    words: string,
    { x, y, width }: TextBox,
    { size = 8, font = 'plain', align = 'left' }: TextStyle = {},
  ): void {
    const clean = printable(words);
    this.pdf.font(FONTS[font]).fontSize(size).fillColor('black');
    const free = width - this.pdf.widthOfString(clean);
    const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0;
    this.pdf.text(clean, x + shift, y, { lineBreak: false });
  }

  paragraph(words: string, { x, y, width }: TextBox, style: TextStyle = {}): number {
    const { size = 8 } = style;
    const lines = this.linesOf(words, width, style);
    for (const [i, line] of lines.entries())
      this.text(line, { x, y: y + i * size * LINE_HEIGHT, width }, style);
    return y + lines.length * size * LINE_HEIGHT;
  }

  bounded(words: string, box: TextBox, most: number, style: TextStyle & { size: number }): void {
    let { size } = style;
    while (size > SMALLEST_PARAGRAPH && this.linesOf(words, box.width, { ...style, size }).length > most)
      size -= 0.5;
    this.paragraph(words, box, { ...style, size });
  }

  private linesOf(words: string, width: number, { size = 8, font = 'plain' }: TextStyle): string[] {
    this.pdf.font(FONTS[font]).fontSize(size);
    const lines: string[] = [];
    for (const word of printable(words).split(' ')) {
      const last = lines[lines.length - 1];
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && this.pdf.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  fitted(words: string, { x, y, width, height }: TextBox & { height: number }, style: TextStyle = {}): void {
    const clean = printable(words.slice(0, MOST_LETTERS));
    let size = style.size ?? 8;
    this.pdf.font(FONTS[style.font ?? 'plain']);
    const widthAt = (text: string) => this.pdf.fontSize(size).widthOfString(text);
    while (size > SMALLEST && widthAt(clean) > width) size -= 0.5;
    const most = Math.max(1, Math.floor(height / (size * LINE_HEIGHT)));
    const lines = broken(clean, most, (text) => widthAt(text) <= width);
    const top = y + (height - lines.length * size * LINE_HEIGHT) / 2 + 1;
    for (const [i, line] of lines.entries())
      this.text(line, { x, y: top + i * size * LINE_HEIGHT, width }, { ...style, size });
  }

  rule(y: number, from: number = PAGE.margin, to: number = RIGHT, weight = 0.5): void {
    this.pdf.lineWidth(weight).moveTo(from, y).lineTo(to, y).stroke('black');
  }

  upright(x: number, from: number, to: number): void {
    this.pdf.lineWidth(0.5).moveTo(x, from).lineTo(x, to).stroke('black');
  }

  tickBox(x: number, y: number, isTicked: boolean): void {
    this.pdf.lineWidth(0.7).rect(x, y, 8, 8).stroke('black');
    if (isTicked) this.text('X', { x, y: y + 0.7, width: 8 }, { size: 8, font: 'bold', align: 'center' });
  }

  stamp(word: string): void {
    const middle: [number, number] = [PAGE.width / 2, PAGE.height / 2];
    this.pdf.save().rotate(-52, { origin: middle }).font(FONTS.bold).fontSize(96).fillColor('#c00000', 0.16);
    const width = this.pdf.widthOfString(word);
    this.pdf.text(word, middle[0] - width / 2, middle[1] - 40, { lineBreak: false }).restore();
  }
}

/** The rest of a text beyond `most` lines is cut, with three dots. */
function broken(text: string, most: number, fits: (text: string) => boolean): string[] {
  if (fits(text)) return [text];
  if (most === 1)
    return [
      `${text.slice(
        0,
        longest(text, (part) => fits(`${part}...`)),
      )}...`,
    ];
  const length = longest(text, fits);
  return [text.slice(0, length), ...broken(text.slice(length).trimStart(), most - 1, fits)];
}

function longest(text: string, fits: (text: string) => boolean): number {
  let length = text.length;
  while (length > 1 && !fits(text.slice(0, length))) length--;
  return length;
}

/** The built-in fonts have Latin letters only. Other characters, including line breaks, become a placeholder. */
export const printable = (text: string): string => text.replace(/[^ -~\u00a0-\u00ff]/gu, '?');

/** US Letter, portrait, in points. */
export const PAGE = { width: 612, height: 792, margin: 36 } as const;

export interface TextStyle {
  size?: number;
  font?: 'plain' | 'bold' | 'mono';
  align?: 'left' | 'right' | 'center';
}

export interface TextBox {
  x: number;
  y: number;
  width: number;
}

/** A page to draw on. Text never wraps automatically. */
export interface Sheet {
  text(words: string, box: TextBox, style?: TextStyle): void;
  /** Wraps at word boundaries. @returns y below the last line */
  paragraph(words: string, box: TextBox, style?: TextStyle): number;
  /** Shrinks the text to at most `most` lines. */
  bounded(words: string, box: TextBox, most: number, style: TextStyle & { size: number }): void;
  /** Shrinks the text to fit, then uses as many lines as the cell holds, then truncates. */
  fitted(words: string, box: TextBox & { height: number }, style?: TextStyle): void;
  rule(y: number, from?: number, to?: number, weight?: number): void;
  upright(x: number, from: number, to: number): void;
  tickBox(x: number, y: number, isTicked: boolean): void;
  stamp(word: string): void;
}

import { PAGE, type Sheet, type TextStyle } from './sheet';

export interface Column<T> {
  heading: string;
  /** Points. The widths add up to the page width between the margins. */
  width: number;
  align: NonNullable<TextStyle['align']>;
  of: (row: T) => string;
}

/** In points. */
export interface TableStyle {
  rowHeight: number;
  padding: number;
  fontSize: number;
}

export class Table<C extends { width: number; align: NonNullable<TextStyle['align']> }> {
  constructor(
    private readonly columns: readonly C[],
    private readonly style: TableStyle,
  ) {}

  row(sheet: Sheet, y: number, of: (column: C) => string, font: TextStyle['font'] = 'plain'): void {
    const { rowHeight: height, padding, fontSize: size } = this.style;
    let x: number = PAGE.margin;
    for (const column of this.columns) {
      const { width, align } = column;
      sheet.fitted(
        of(column),
        { x: x + padding, y, width: width - 2 * padding, height },
        { size, align, font },
      );
      x += width;
    }
  }
}

/** @returns y of the first row */
export function drawList<T>(
  sheet: Sheet,
  top: number,
  columns: readonly Column<T>[],
  rows: readonly T[],
  style: TableStyle,
): number {
  const table = new Table(columns, style);
  table.row(sheet, top, ({ heading }) => heading, 'bold');
  sheet.rule(top + style.rowHeight, undefined, undefined, 1);
  for (const [i, row] of rows.entries()) {
    const y = top + (i + 1) * style.rowHeight;
    table.row(sheet, y, (column) => column.of(row));
    sheet.rule(y + style.rowHeight);
  }
  return top + style.rowHeight;
}

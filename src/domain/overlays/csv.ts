/** One row of a text table, and its first line in the file (from 1). */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Reads comma-separated text as spreadsheets and explorers write it. Quoted cells may contain commas, doubled
 * quotes and line breaks. Accepts any line end, and skips a byte order mark and empty lines. Cells are
 * trimmed.
 * @source RFC 4180
 */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begin = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ line: begin, cells });
    cells = [];
  };
  while (at < text.length) {
    if (cells.length === 0) begin = line;
    const { cell, end, breaks } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    cells.push(cell.trim());
    line += breaks;
    at = end;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    endRow();
  }
  endRow();
  return rows;
}

interface Cell {
  cell: string;
  /** Index of the separator that ended the cell. */
  end: number;
  /** Line breaks inside. */
  breaks: number;
}

const CELL_END = /[,\r\n]/g;

function plainCell(text: string, start: number): Cell {
  const end = cellEnd(text, start);
  return { cell: text.slice(start, end), end, breaks: 0 };
}

/** Text between the closing quote and the end of the cell is part of the cell, as in spreadsheets. */
function quotedCell(text: string, start: number): Cell {
  let end = start + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote === -1) return inner(text, start + 1, text.length, text.length);
    if (text[quote + 1] !== '"') return inner(text, start + 1, quote, cellEnd(text, quote + 1));
    end = quote + 2;
  }
}

function inner(text: string, start: number, close: number, end: number): Cell {
  const quoted = text.slice(start, close);
  const breaks = quoted.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { cell: quoted.replaceAll('""', '"') + text.slice(close + 1, end), end, breaks };
}

function cellEnd(text: string, from: number): number {
  CELL_END.lastIndex = from;
  return CELL_END.exec(text)?.index ?? text.length;
}

import { strToU8, zipSync } from 'fflate';

/** A cell: text, or a number, a date, a formula or an error as spreadsheets write them. `r`: its place. */
export type Cell = string | { number?: string; formula?: string; date?: string; error?: string; r?: string };
export type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>;

const DAY_MS = 86_400_000;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);

function cellXml(cell: Cell, place: string): string {
  if (cell === '') return '';
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  const at = cell.r ?? place;
  if (cell.error !== undefined) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  const formula = cell.formula === undefined ? '' : `<f>${cell.formula}</f>`;
  if (cell.date !== undefined) {
    const serial = (Date.parse(cell.date) - Date.UTC(1899, 11, 30)) / DAY_MS;
    return `<c r="${at}" s="1">${formula}<v>${serial}</v></c>`;
  }
  return `<c r="${at}">${formula}${cell.number === undefined ? '' : `<v>${cell.number}</v>`}</c>`;
}

const sheetXml = (rows: Sheets[string]): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, row) => {
      const xml = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('');
      const far = cells
        .map((cell) => (typeof cell === 'string' ? undefined : cell.r))
        .find((r) => r !== undefined);
      return `<row r="${far?.replace(/\D/g, '') ?? row + 1}">${xml}</row>`;
    })
    .join('')}</sheetData></worksheet>`;

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** An .xlsx file. Style 1 is a date with its time. */
export function workbook(sheets: Sheets): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
      .map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${names
      .map(
        (_, n) =>
          `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [n, name] of names.entries())
    files[`xl/worksheets/sheet${n + 1}.xml`] = sheetXml(sheets[name] ?? []);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(XML + xml)])));
}

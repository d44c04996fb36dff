/** An RFC 4180 reader that shares no line with the writer under test. @returns rows of cells, the header first */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') endCell();
    else if (sign === '\r' && text[i + 1] === '\n') {
      endCell();
      rows.push(row);
      row = [];
      i++;
    } else cell += sign;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('the file does not end with its last row');
  return rows;
}

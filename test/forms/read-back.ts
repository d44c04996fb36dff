import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';

/** Readers of what the product writes, made for the tests alone: they share no code with the writers. */

/** RFC 4180, character by character. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isQuoted) {
      if (c === '"' && text[i + 1] === '"') cell += text[++i];
      else if (c === '"') isQuoted = false;
      else cell += c;
    } else if (c === '"' && cell === '') isQuoted = true;
    else if (c === ',') {
      row.push(cell);
      cell = '';
    } else if (c === '\r' && text[i + 1] === '\n') {
      i++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += c;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('The last line does not end');
  return rows;
}

/** Rows by the names in the header. */
export function readTable(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${row.length} cells under ${header.length} headings`);
    return Object.fromEntries(header.map((name, i) => [name, row[i] ?? '']));
  });
}

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The same file through Python's csv module. */
export function readCsvInPython(text: string): string[][] {
  const script =
    'import csv,io,json,sys;print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(),newline="")))))';
  const code = `import sys;sys.stdin.reconfigure(encoding="utf-8",newline="")\n${script}`;
  return JSON.parse(
    spawnSync('python3', ['-c', code], { input: text, encoding: 'utf8' }).stdout,
  ) as string[][];
}

export interface TxfRecord {
  ref: number;
  description: string;
  acquired: string;
  sold: string;
  amounts: string[];
}

export function readTxf(text: string): { header: string[]; records: TxfRecord[] } {
  if (!text.endsWith('^\r\n')) throw new Error('The last record does not end');
  const [header = [], ...records] = text
    .slice(0, -3)
    .split('^\r\n')
    .map((record) => record.split('\r\n').filter((line) => line !== ''));
  return { header, records: records.map(readTxfRecord) };
}

function readTxfRecord(lines: string[]): TxfRecord {
  const all = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  const [ref = ''] = all('N');
  const [description = ''] = all('P');
  const [acquired = '', sold = ''] = all('D');
  return { ref: Number(ref), description, acquired, sold, amounts: all('$') };
}

/** Text shown on each page of a PDF, in the order it was drawn: one entry per piece of text. */
export function readPdf(bytes: Uint8Array): string[][] {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/\/Filter \/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(
    ({ index, 0: head }) => {
      const from = index + head.length;
      const end = raw.indexOf('endstream', from);
      return inflateSync(Buffer.from(raw.slice(from, end), 'latin1')).toString('latin1');
    },
  );
  return streams
    .filter((content) => content.includes(' TJ'))
    .map((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) => shown(parts)));
}

/** `<48> 20 <656c>`: letters in hexadecimal, shifts between them. */
const shown = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-fA-F]*)>/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

/** Files of an archive by name, from its local headers. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const size = archive.readUInt32LE(at + 18);
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const name = archive.toString('ascii', at + 30, nameEnd);
    files.set(name, inflateRawSync(archive.subarray(nameEnd, nameEnd + size)));
    at = nameEnd + size;
  }
  return files;
}

export const hasPdfToText = spawnSync('pdftotext', ['-v']).error === undefined;

/** The same document through Poppler, the layout kept, page by page. */
export function readPdfInPoppler(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  try {
    writeFileSync(join(folder, 'form.pdf'), bytes);
    const { stdout } = spawnSync('pdftotext', ['-layout', join(folder, 'form.pdf'), '-'], {
      encoding: 'utf8',
    });
    return stdout.split('\f').slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

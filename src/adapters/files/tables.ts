import { UnreadableFile } from '../../ports/upstream/history-files';
import { fileText } from './file-text';
import { ARCHIVE_LIMITS, isArchive, unpacked } from './archive';
import { refuseOtherArchives, refuseOtherBytes, refuseOtherTexts } from './file-kinds';
import type { TableLimits, TableRow } from './text-table';
import { isWorkbook, readSheets } from './workbook';

export type FileTable = { name: string } & ({ text: string } | { rows: TableRow[] });

const OF_PROGRAMS = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/**
 * The file itself, the sheets of a workbook, or the files of a zip archive. A table name is the file name, then the
 * sheet or the path in the archive.
 * @throws UnreadableFile
 */
export async function tablesOf(bytes: Uint8Array, name: string, limits: TableLimits): Promise<FileTable[]> {
  refuseOtherBytes(bytes);
  if (!isArchive(bytes)) return [textTable(bytes, name)];
  const entries = unpacked(bytes);
  if (isWorkbook(entries)) return sheetsOf(entries, name, limits);
  refuseOtherArchives(entries.keys());
  const tables: FileTable[] = [];
  let left = ARCHIVE_LIMITS.bytes - sizeOf(entries);
  for (const [path, content] of entries) {
    if (OF_PROGRAMS.test(path)) continue;
    const read = async (): Promise<FileTable[]> => {
      refuseOtherBytes(content);
      if (!isArchive(content)) return [textTable(content, `${name}/${path}`)];
      const inner = unpacked(content, { ...ARCHIVE_LIMITS, bytes: left });
      left -= sizeOf(inner);
      if (!isWorkbook(inner))
        throw new UnreadableFile('An archive in an archive is not read. Send it by itself');
      return sheetsOf(inner, `${name}/${path}`, limits);
    };
    tables.push(...(await named(path, read)));
  }
  if (tables.length === 0) throw new UnreadableFile('The archive has no table');
  return tables;
}

const sizeOf = (entries: ReadonlyMap<string, Uint8Array>): number =>
  [...entries.values()].reduce((sum, { length }) => sum + length, 0);

function textTable(bytes: Uint8Array, name: string): FileTable {
  const text = fileText(bytes);
  refuseOtherTexts(text);
  return { name, text };
}

async function sheetsOf(
  entries: ReadonlyMap<string, Uint8Array>,
  name: string,
  limits: TableLimits,
): Promise<FileTable[]> {
  const sheets = await readSheets(entries, limits);
  const full = sheets.filter(({ rows }) => rows.length > 0);
  if (full.length === 0) throw new UnreadableFile('The workbook has no rows');
  return full.map(({ name: sheet, rows }) => ({
    name: full.length === 1 ? name : `${name}/${sheet}`,
    rows,
  }));
}

/** An error in an archive names the file in it. */
async function named<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableFile
      ? new UnreadableFile(`${path.slice(0, 100)}: ${error.message}`)
      : error;
  }
}

import { UnreadableFile } from '../../ports/upstream/history-files';

const text = (start: string): number[] => [...start].map((letter) => letter.charCodeAt(0));

const TABLES = 'Send the CSV or Excel (.xlsx) file that the exchange offers';

/** OTHER_KINDS: the first bytes of files that are no tables, and what to send instead. */
const OTHER_KINDS: readonly (readonly [start: readonly number[], words: string])[] = [
  [text('%PDF'), `The file is a PDF. ${TABLES}`],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'The file is an Excel file of the old format (.xls), or one with a password. Save it as .xlsx without a password, or as CSV in UTF-8',
  ],
  [[0x1f, 0x8b], 'The file is packed with gzip. Unpack it, and send the CSV file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'The file is a 7z archive. Unpack it, and send its files'],
  [text('Rar!'), 'The file is a RAR archive. Unpack it, and send its files'],
];

/** Text files that are no tables. Some exchanges name a page of HTML `.xls`. */
const OTHER_TEXTS: readonly (readonly [start: RegExp, words: string])[] = [
  [/^\s*<(!doctype html|html|table|head|body|div)\b/i, `The file is a web page. ${TABLES}`],
  [/^\s*<\?xml/i, `The file is XML. ${TABLES}`],
  [/^\s*[[{]/, `The file is JSON. ${TABLES}`],
];

/** @throws UnreadableFile for a known kind that is no table */
export function refuseOtherBytes(bytes: Uint8Array): void {
  const found = OTHER_KINDS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (found) throw new UnreadableFile(found[1]);
}

/** @throws UnreadableFile for a known kind that is no table */
export function refuseOtherTexts(content: string): void {
  const found = OTHER_TEXTS.find(([start]) => start.test(content.slice(0, 1_000)));
  if (found) throw new UnreadableFile(found[1]);
}

const OTHER_ARCHIVES: readonly (readonly [entry: RegExp, words: string])[] = [
  [/^mimetype$/, 'The file is an OpenDocument file. Save it as .xlsx, or as CSV in UTF-8'],
  [/^word\//, `The file is a text document. ${TABLES}`],
  [/^Index\/.*\.iwa$/, 'The file is of Numbers. Export it as CSV in UTF-8'],
  [/^xl\/workbook\.bin$/, 'The file is a binary workbook (.xlsb). Save it as .xlsx, or as CSV in UTF-8'],
];

/** @throws UnreadableFile */
export function refuseOtherArchives(names: Iterable<string>): void {
  for (const name of names) {
    const found = OTHER_ARCHIVES.find(([entry]) => entry.test(name));
    if (found) throw new UnreadableFile(found[1]);
  }
}

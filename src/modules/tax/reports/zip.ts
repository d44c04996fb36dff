import { deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII. */
  name: string;
  content: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;

/**
 * A ZIP archive: each entry deflated, then the directory. Same entries and date, same bytes.
 * @param at ms UTC, written as the time of every entry in steps of two seconds
 * @source PKWARE APPNOTE 6.3, without ZIP64
 */
export function zip(entries: readonly ZipEntry[], at: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = deflateRawSync(content);
    const facts = entryFacts(content, data, at);
    const title = Buffer.from(name, 'ascii');
    const local = Buffer.concat([words(LOCAL_HEADER), facts, halves(title.length, 0), title, data]);
    directory.push(
      words(CENTRAL_HEADER),
      halves(VERSION),
      facts,
      halves(title.length, 0, 0, 0, 0),
      words(0, offset),
      title,
    );
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = [words(END_OF_DIRECTORY), halves(0, 0, entries.length, entries.length)];
  return Buffer.concat([...parts, listed, ...end, words(listed.length, offset), halves(0)]);
}

/** What the header before an entry and its line in the directory have in common. */
function entryFacts(content: Uint8Array, data: Buffer, at: number): Buffer {
  const date = new Date(at);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return Buffer.concat([
    halves(VERSION, 0, DEFLATED, time, day),
    words(crc32(content), data.length, content.length),
  ]);
}

function halves(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return bytes;
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
}

/** Polynomial of IEEE 802.3, bits reversed. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

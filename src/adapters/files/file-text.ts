import { UnreadableFile } from '../../ports/upstream/history-files';

/** Bytes that decide about UTF-16 without a byte order mark. */
const HEAD = 1_024;
/** No table has these characters. Files of other programs have them. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

/** UTF-8, UTF-16 with or without its mark, else Windows-1252. @throws UnreadableFile for data that is no text */
export function fileText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text === null || NO_TEXT.test(text))
    throw new UnreadableFile('The file is no text. Send a CSV file in UTF-8');
  return text;
}

function decoded(bytes: Uint8Array): string | null {
  const wide = wideEncoding(bytes);
  try {
    return textIn(wide ?? 'utf-8', bytes);
  } catch {
    if (wide !== null) return null;
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (one) => letterOf(one));
  }
}

/** Windows-1252 in place of control characters of Latin-1, which the decoder of Node.js 20 does not know. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const letterOf = (control: string): string => WINDOWS[control.charCodeAt(0) - 0x80] ?? control;

const textIn = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Latin letters have a zero byte beside them in UTF-16. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, Math.min(HEAD, bytes.length - (bytes.length % 2)));
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : null;
}

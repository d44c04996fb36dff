import { UnreadableFile } from '../ports/upstream/history-files';

/** The text of a file in UTF-8. @throws UnreadableFile for other bytes */
export function fileText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('The file is not UTF-8 text');
  }
}

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { LaunchError } from '../../bootstrap/launch-error';
import { NoPack, verifyPack, type PackVerdict } from '../../modules/broker-forms/evidence/verify-pack';

const MAX_BYTES = 256 * 1024 * 1024;
/** Of all files, unpacked. */
const MAX_UNPACKED = 1024 * 1024 * 1024;

/** Reads the file alone: no database, no network. @throws LaunchError for a file that is no evidence archive */
export async function verifyArchive(file: string, digest: string | null): Promise<PackVerdict> {
  const path = resolve(file);
  const size = await stat(path).then(
    ({ size: bytes }) => bytes,
    () => null,
  );
  if (size === null) throw new LaunchError(`There is no file ${path}.`);
  if (size > MAX_BYTES) throw new LaunchError(`${path} is larger than ${MAX_BYTES} bytes.`);
  const bytes = await readFile(path);
  try {
    return verifyPack(unpacked(bytes), digest);
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(
      `${path} is no evidence archive: ${error instanceof NoPack ? error.message : 'it is no ZIP that can be read'}.`,
    );
  }
}

function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      if (total > MAX_UNPACKED) throw new LaunchError(`The archive holds more than ${MAX_UNPACKED} bytes.`);
      return true;
    },
  });
  return new Map(Object.entries(files));
}

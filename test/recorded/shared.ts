import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of recorded answers and expected numbers, when this checkout has one beside it. */
export const SHARED_DIR = resolve(process.env.SHARED_DIR ?? join(__dirname, '../../../shared'));

const present = existsSync(join(SHARED_DIR, 'README.md'));

/** Its tests are counted as skipped; a body that reads the folder while it is collected stops at the first read. */
function skipWithoutFolder(name: string, fn: () => void): void {
  describe.skip(`${name} [no shared folder]`, () => {
    try {
      fn();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      it('reads recorded data', () => expect(present).toBe(true));
    }
  });
}

/** A suite that reads the shared folder; skipped, and counted as skipped, where there is none. */
export const describeWithShared: jest.Describe = present
  ? describe
  : Object.assign(skipWithoutFolder, describe);

export const readShared = (path: string): string => readFileSync(join(SHARED_DIR, path), 'utf8');
export const readSharedJson = <T>(path: string): T => JSON.parse(readShared(path)) as T;

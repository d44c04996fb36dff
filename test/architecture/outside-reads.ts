import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The one module that may look beside this checkout, for what is an extra. */
export const BESIDE = 'test/support/shared.ts';

const LITERAL = /(['"`])((?:\.\.?|\/)(?:\/?[^'"`\n$]*))\1/g;
const JOINED = /\b(?:__dirname|cwd\(\)|root|PROJECT_ROOT)\s*((?:,\s*'[^'\n]*'\s*)+)/gi;
/** Folders of people and of workplaces; a system's own (/tmp, /proc, /etc) are files of no project. */
const ABSOLUTE = /^\/(?:home|root|Users|work|workspace|mnt|srv|opt)(?:\/|$)/;
/** What hostile input climbs to. */
const SYSTEM = /\/(?:dev|etc|proc)\//;
const ENDINGS = ['', '.ts', '.js', '.cjs', '/index.ts'];

/**
 * Paths in a source file that lead out of the repository, or to nothing in it.
 * @param file path from the root of the repository
 * @param text its source
 */
export function outsideReads(root: string, file: string, text: string): string[] {
  const folder = dirname(join(root, file));
  const found = new Set(/\bSHARED_DIR\b/.test(text) ? ['SHARED_DIR'] : []);
  for (const [, , literal = ''] of text.matchAll(LITERAL))
    if (
      ABSOLUTE.test(literal) ||
      (literal.startsWith('../') && !SYSTEM.test(literal) && !isInside(root, resolve(folder, literal)))
    )
      found.add(literal);
  for (const [whole, rest = ''] of text.matchAll(JOINED)) {
    const parts = [...rest.matchAll(/'([^'\n]*)'/g)].map(([, part = '']) => part);
    const from = whole.startsWith('__dirname') ? folder : root;
    if (!isUnder(root, join(from, ...parts))) found.add(parts.join(', '));
  }
  return [...found];
}

const isUnder = (root: string, path: string): boolean => !relative(root, path).startsWith('..');

/** Folders that commands create: in a new clone their files do not exist. */
const MADE = ['dist', 'node_modules/.cache'];

/** A path given to a function that starts from the working directory leads to nothing from the file's own folder. */
const isInside = (root: string, path: string): boolean =>
  isUnder(root, path) &&
  (MADE.some((folder) => isUnder(join(root, folder), path)) ||
    ENDINGS.some((ending) => existsSync(path + ending) || existsSync(path.replace(/\.js$/, ending))));

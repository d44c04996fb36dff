import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage']);

/** Text of every file with that ending under a folder, by path relative to `root`; hidden folders do not count. */
export function textsOf(root: string, ending: string, folder = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
      for (const [name, text] of textsOf(root, ending, path)) texts.set(name, text);
    else if (entry.isFile() && entry.name.endsWith(ending))
      texts.set(path, readFileSync(join(root, path), 'utf8'));
  }
  return texts;
}

/** Anchors of the headings of a page, as Markdown renderers build them. */
export const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Targets of the relative links of a page: path ('' is the page itself) and anchor. */
export const linksOf = (page: string): { path: string; anchor: string | undefined }[] =>
  [...page.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { path, anchor };
    });

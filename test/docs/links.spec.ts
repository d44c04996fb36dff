import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { anchorsOf, linksOf, textsOf } from './files';

const ROOT = resolve(__dirname, '../..');

/** Relative links of pages that lead to no file, or to no heading of it. */
function brokenLinks(pages: ReadonlyMap<string, string>): string[] {
  return [...pages].flatMap(([page, text]) =>
    linksOf(text)
      .filter(({ path, anchor }) => {
        const target = path === '' ? page : normalize(join(dirname(page), path));
        if (path !== '' && !existsSync(join(ROOT, target))) return true;
        if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return false;
        return !anchorsOf(pages.get(target) ?? '').has(anchor);
      })
      .map(({ path, anchor }) => `${page}: ${path}${anchor === undefined ? '' : `#${anchor}`}`),
  );
}

describe('the links of the documentation', () => {
  const pages = textsOf(ROOT, '.md');

  it('lead to files and headings that exist', () => {
    expect(brokenLinks(pages)).toEqual([]);
  });

  it('are found when they lead nowhere', () => {
    const planted = '[a](docs/billing.md#no-such-heading) [b](docs/missing.md) [c](docs/billing.md#setup)';
    expect(brokenLinks(new Map([...pages, ['planted.md', planted]]))).toEqual([
      'planted.md: docs/billing.md#no-such-heading',
      'planted.md: docs/missing.md',
    ]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../support/project-root';

/** SECURITY.md: each promise names tests that exist, and the part of a file that it names is there. */

const text = readFileSync(join(PROJECT_ROOT, 'SECURITY.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** A test file, or a script of npm, and the title or titles that a promise names of it. */
interface Named {
  name: string;
  titles: string[];
}

const promises = text
  .slice(text.indexOf('## Promises'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|---)/.test(line))
  .map((line) => {
    const [promise = '', tests = ''] = line.slice(2, -2).split(' | ');
    return { promise, named: namedIn(tests) };
  });

/** A cell: `file`: `title`; `title`, `other file` */
function namedIn(cell: string): Named[] {
  return cell
    .split(/, (?=`)/)
    .map((part) => /^`([^`]+)`(.*)$/s.exec(part.trim()))
    .filter((match) => match !== null)
    .map(([, name = '', rest = '']) => ({
      name,
      titles: [...rest.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ''),
    }));
}

/** The files with the cases of a suite that only starts them. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'test/abuse/resources.e2e-spec.ts': ['bodies', 'work', 'accounts', 'users'].map(
    (part) => `test/abuse/${part}.cases.ts`,
  ),
};

/** Titles in the source: of `it` and `describe`, also in tables. */
const sourceOf = (file: string): string =>
  [file, ...(SUITES[file] ?? [])].map((each) => readFileSync(join(PROJECT_ROOT, each), 'utf8')).join('\n');

it('there is a table of promises', () => {
  expect(promises.length).toBeGreaterThan(30);
  expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length);
});

it.each(promises.map(({ promise, named }) => [promise, named] as const))('%s', (_promise, named) => {
  const tests = named.filter(({ name }) => /\.(spec|e2e-spec)\.ts$/.test(name));
  expect(tests.length).toBeGreaterThan(0);
  for (const { name, titles } of named) {
    const script = /^npm run (?:-s )?([\w:-]+)$/.exec(name)?.[1];
    if (script !== undefined) {
      expect(Object.keys(scripts)).toContain(script);
      continue;
    }
    expect({ name, exists: existsSync(join(PROJECT_ROOT, name)) }).toEqual({ name, exists: true });
    // A file alone shows nothing: the promise names the test in it.
    expect({ name, titles: titles.length }).not.toEqual({ name, titles: 0 });
    const source = sourceOf(name).replaceAll("\\'", "'");
    for (const title of titles)
      expect({ name, title, found: source.includes(title) }).toEqual({ name, title, found: true });
  }
});

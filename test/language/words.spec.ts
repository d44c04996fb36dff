import { resolve } from 'node:path';
import { commentsOf } from './comments';
import { textsOf } from './files';
import { hasOffence, offencesIn, type Offence } from './words';

const ROOT = resolve(__dirname, '../..');

const shown = (path: string, offences: readonly Offence[]): string[] =>
  offences.map(({ line, word, instead }) => `${path}:${line} "${word}"; use: ${instead}`);

describe('the words of the documentation', () => {
  const pages = textsOf(ROOT, '.md');

  it('are plain technical English on every page', () => {
    expect(pages.has('README.md') && pages.has('src/domain/engine/README.md')).toBe(true);
    expect([...pages].flatMap(([path, text]) => shown(path, offencesIn(text)))).toEqual([]);
  });

  it('are found with their line', () => {
    const planted = '# Title\n\nThe ground floor is pure.\nWhoever asks is told.\n';
    expect(offencesIn(planted).map(({ line, word }) => `${line} ${word}`)).toEqual([
      '3 floor',
      '4 Whoever',
      '4 told',
    ]);
    expect(offencesIn(`${pages.get('README.md')}\nNobody says so.\n`)).toHaveLength(2);
  });

  it('are not looked for in code, links and longer words', () => {
    const text =
      'Use `Math.floor(x)`, [it](docs/rooms.md), wall clock time and a warehouse.\n\n```\nnobody\n```\n';
    expect(offencesIn(text)).toEqual([]);
    expect(offencesIn(`${text}A door.`)).toEqual([{ line: 6, word: 'door', instead: 'entry point' }]);
  });
});

describe('the words of the comments', () => {
  const sources = new Map([
    ...textsOf(ROOT, '.ts', 'src'),
    ...textsOf(ROOT, '.ts', 'console/src'),
    ...textsOf(ROOT, '.tsx', 'console/src'),
    ...textsOf(ROOT, '.ts', 'bench'),
    ...textsOf(ROOT, '.ts', 'test'),
    ...textsOf(ROOT, '.cjs', 'scripts'),
  ]);

  it('are plain technical English in every file', () => {
    expect(sources.has('src/modules/auth/accounts/auth.controller.ts')).toBe(true);
    expect(sources.has('console/src/app.tsx') && sources.has('scripts/run.cjs')).toBe(true);
    // Parsing a file to find its comments takes longest.
    const wrong = [...sources].flatMap(([path, text]) =>
      hasOffence(text) ? shown(path, offencesIn(commentsOf(text, path))) : [],
    );
    expect(wrong).toEqual([]);
  });

  it('are found in every kind of comment, and not in code', () => {
    const source = [
      "const told = 'nobody'; // told",
      '/** Whoever calls. */',
      'function door(/* a wall */ x: number) {',
      '  return `${x} // house`; /* seldom */',
      '  // nobody',
      '}',
    ].join('\n');
    expect(offencesIn(commentsOf(source)).map(({ line, word }) => `${line} ${word}`)).toEqual([
      '1 told',
      '2 Whoever',
      '3 wall',
      '4 seldom',
      '5 nobody',
    ]);
  });
});

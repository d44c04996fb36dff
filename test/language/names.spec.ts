import { resolve } from 'node:path';
import { textsOf } from './files';
import { FORBIDDEN_WORDS, forbiddenIn, namesOf } from './names';

const ROOT = resolve(__dirname, '../..');

const shown = (place: string, words: readonly string[]): string[] =>
  words.map((word) => `${place}: "${word}"; use: ${FORBIDDEN_WORDS[word] ?? ''}`);

describe('the names of the code', () => {
  const sources = [
    ...textsOf(ROOT, '.ts', 'src'),
    ...textsOf(ROOT, '.ts', 'console/src'),
    ...textsOf(ROOT, '.tsx', 'console/src'),
  ].filter(([path]) => !path.endsWith('.spec.ts'));

  it('are words of the glossary', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.some(([path]) => path.endsWith('inbox.tsx'))).toBe(true);
    const found = sources.flatMap(([path, text]) => [
      ...shown(path, forbiddenIn(path)),
      ...[...namesOf(text, path)].flatMap((name) => shown(`${path} ${name}`, forbiddenIn(name))),
    ]);
    expect(found).toEqual([]);
  });

  it('are found whatever their form', () => {
    const planted = 'class BooksStore { #memo = 1; toldOf(a: DeliveryBell) { return `${a.b} books`; } }';
    expect([...namesOf(planted)].flatMap(forbiddenIn)).toEqual(['books', 'memo', 'told', 'bell']);
    expect(forbiddenIn('src/pipeline/history/memo.ts')).toEqual(['memo']);
    expect(forbiddenIn('src/modules/wallets/address-book.ts')).toEqual([]);
  });
});

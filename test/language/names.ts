import ts from 'typescript';

/** FORBIDDEN_WORDS: parts of names that the glossary replaces, and the word that stands instead. */
export const FORBIDDEN_WORDS: Readonly<Record<string, string>> = {
  bell: 'notifier',
  books: 'ledger',
  census: 'table',
  dress: 'configure',
  freshness: 'sync status',
  furnish: 'start',
  judge: 'rule, check',
  memo: 'cache',
  nobody: 'none',
  remembered: 'cached',
  said: 'stated',
  saying: 'message',
  stranger: 'external',
  tell: 'report',
  teller: 'source',
  told: 'reported',
};

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Names of libraries. */
const FOREIGN: ReadonlySet<string> = new Set(['useMemo']);

/** The forbidden words in a name, in any case: `toldOf`, `BooksStore`, `fresh-memo.ts`. */
export const forbiddenIn = (name: string): string[] =>
  (FOREIGN.has(name) ? [] : wordsOf(name)).filter((word) => Object.hasOwn(FORBIDDEN_WORDS, word));

/** Names that a source declares or uses, each once. */
export function namesOf(source: string, path = 'x.ts'): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return names;
}

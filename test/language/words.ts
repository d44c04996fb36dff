/** One entry of the word list: what is not written, and the standard word instead. */
interface Rule {
  pattern: RegExp;
  instead: string;
}

export interface Offence {
  /** Counted from 1. */
  line: number;
  /** As it is written. */
  word: string;
  instead: string;
}

const rule = (pattern: string, instead: string): Rule => ({
  pattern: new RegExp(`(?<![\\w/.-])(?:${pattern})(?![\\w-])(?!\\.\\w)`, 'giu'),
  instead,
});

/** RULES: words that are metaphors, inversions or old-fashioned. */
export const RULES: readonly Rule[] = [
  rule('floors?', 'layer, minimum'),
  rule('(?:import )?walls?(?! clock)', 'import rule'),
  rule('houses?', 'project'),
  rule('rooms?', 'module, folder, space'),
  rule('doors?', 'entry point'),
  rule('bells?', 'notifier'),
  rule('dress(?:es|ed|ing)?', 'configure'),
  rule('furnish(?:es|ed|ing)?', 'start'),
  rule('tells?|telling|told', 'report, return, state'),
  rule('says?|said|saying', 'state, return, define'),
  rule('whoever|whomever', 'a user, a process that'),
  rule('nobody', 'no user, unknown'),
  rule('somebody', 'a person, another user'),
  rule('everybody', 'all users'),
  rule('anybody', 'any user'),
  rule('strangers?', 'unknown address, anonymous caller'),
  rule('come by', 'acquired'),
  rule('comes? about', 'is computed'),
  rule('hears? of', 'receives'),
  rule('believe[sd]?|believing', 'verify, trust'),
  rule('mends?|mended|mending', 'fix'),
  rule('seldom', 'rarely'),
  rule('goes by itself|by itself alone', 'is deleted automatically'),
  rule('whatever becomes of', 'independent of'),
  rule('in the midst', 'during'),
  rule('judges?|judged|judging', 'check, decide'),
  rule('on paper', 'in theory, pure'),
  rule('amiss', 'missing, wrong'),
  rule('fared?', 'the result'),
];

/** Code is quoted as it is: blocks, spans, link targets and addresses keep their place, so that lines still count. */
const CODE = /```[\s\S]*?```|~~~[\s\S]*?~~~|`[^`\n]*`|(?<=\])\([^)\n]*\)|https?:\/\/\S+/g;
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Whether a text has a word of the list anywhere, quoted as code or not. */
export const hasOffence = (text: string): boolean => RULES.some(({ pattern }) => text.search(pattern) !== -1);

/** Words of the list in a text, in order. What is quoted as code (Markdown) does not count. */
export function offencesIn(text: string): Offence[] {
  const prose = text.replace(CODE, blank);
  return prose
    .split('\n')
    .flatMap((content, index) => (content.trim() === '' ? [] : offencesOfLine(content, index + 1)));
}

const offencesOfLine = (content: string, line: number): Offence[] => {
  const found = RULES.flatMap(({ pattern, instead }) =>
    [...content.matchAll(pattern)].map((match) => ({ at: match.index, line, word: match[0], instead })),
  );
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...offence }) => offence);
};

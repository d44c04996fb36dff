/** Words that differ by more than this share of the longer word are unrelated. */
const MOST_CHANGED = 0.5;
const SHARE_OF_PART = 0.4;

export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, share: shareChanged(word, candidate) }))
    .sort((a, b) => a.share - b.share);
  const best = ranked[0];
  return best && best.share < MOST_CHANGED ? best.candidate : null;
}

/** A word of a longer name, such as `year` of `tax_year`, is similar to it. */
function shareChanged(word: string, candidate: string): number {
  const share = changes(word, candidate) / longer(word, candidate);
  const isPart = candidate.toLowerCase().split('_').includes(word.toLowerCase());
  return isPart ? Math.min(share, SHARE_OF_PART) : share;
}

const longer = (a: string, b: string): number => Math.max(a.length, b.length, 1);

function changes(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** Seed of every random choice of a run. It is printed when the run starts; TEST_SEED repeats it. */
export const testSeed = (): number => Number(process.env['TEST_SEED'] ?? 1);

/** Random numbers in [0, 1) that a seed repeats (mulberry32). @param name of what they decide: each has its own row */
export function seeded(name: string): () => number {
  let state = testSeed();
  for (const char of name) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

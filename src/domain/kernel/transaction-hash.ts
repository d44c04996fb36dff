const GENESIS = 'GENESIS_';

/** Explorers list a balance of the first block as a transaction of the name `GENESIS_<address>`. */
export const isGenesis = (hash: string): boolean => hash.startsWith(GENESIS);

/** As explorers write it. Older rows were stored in lower case. */
export const shownHash = (hash: string): string =>
  hash.startsWith('genesis_') ? GENESIS + hash.slice(GENESIS.length) : hash;

/**
 * What stands for a transaction in ids and keys. Ids of the first block were made of the name in lower case, and stay
 * what they are; every other hash stands for itself.
 */
export const hashKey = (hash: string): string => (isGenesis(hash) ? hash.toLowerCase() : hash);

export const isSameHash = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && hashKey(a) === hashKey(b));

const GENESIS = 'GENESIS_';

/** Explorers list a balance of the first block as a transaction with the name `GENESIS_<address>`. */
export const isGenesis = (hash: string): boolean => hash.startsWith(GENESIS);

/** As explorers write it. Older rows are stored in lower case. */
export const shownHash = (hash: string): string =>
  hash.startsWith('genesis_') ? GENESIS + hash.slice(GENESIS.length) : hash;

/** Ids of the first block use the name in lower case and must not change. Other hashes are used unchanged. */
export const hashKey = (hash: string): string => (isGenesis(hash) ? hash.toLowerCase() : hash);

const HEX = /^(0x)?[0-9a-f]{64}$/i;

/** Exchanges drop the `0x` of a hash, or write it in capitals. Signatures stay as they are. */
export const comparedHash = (hash: string): string =>
  HEX.test(hash) ? hash.toLowerCase().replace(/^0x/, '') : hashKey(hash);

export const isSameHash = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && comparedHash(a) === comparedHash(b));

/** The memo by which a cross-chain network swaps: `=:BTC.BTC:bc1q…:0/1/0`. @source THORChain and Maya Protocol, transaction memos */
const SWAP = /^(=|s|swap):[^:]+:([A-Za-z0-9]+)/i;

/** True for the memo of a swap. Other memos add or withdraw liquidity, bond or lend. */
export const isSwapMemo = (memo: string): boolean => SWAP.test(memo);

/** The address that a swap pays on the other chain. Null: the memo is none of a swap, or is cut. */
export const destinationOf = (memo: string): string | null => SWAP.exec(memo)?.[2] ?? null;

import type { ExplorerLog } from './explorer';

/** Call data and logs of a position manager (Uniswap V3 and managers of the same shape). */
export const word = (value: bigint | string): string =>
  typeof value === 'bigint'
    ? value.toString(16).padStart(64, '0')
    : value.replace('0x', '').padStart(64, '0');

const CALLS = {
  mint: '88316456',
  increase: '219f5d17',
  decrease: '0c49ccbe',
  collect: 'fc6f7865',
  burn: '42966c68',
} as const;

/** @param words that follow the token id; the rest is not read */
export const positionCall = (name: keyof typeof CALLS, tokenId: bigint, ...words: bigint[]): string =>
  `0x${CALLS[name]}${[tokenId, ...words, 0n, 0n, 0n].map(word).join('')}`;

/** multicall(bytes[]) */
export function multicall(...calls: string[]): string {
  const bodies = calls.map((call) => {
    const data = call.slice(2);
    return word(BigInt(data.length / 2)) + data.padEnd(64 * Math.ceil(data.length / 64), '0');
  });
  let offset = 32n * BigInt(calls.length);
  const offsets = bodies.map((body) => {
    const at = word(offset);
    offset += BigInt(body.length / 2);
    return at;
  });
  return `0xac9650d8${word(32n)}${word(BigInt(calls.length))}${offsets.join('')}${bodies.join('')}`;
}

const TOPICS = {
  increased: '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f',
  increasedAlgebra: '0x8a82de7fe9b33e0e6bca0e26f5bd14a74f1164ffe236d50e0a36c3ea70f2b814',
  decreased: '0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4',
  collected: '0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01',
} as const;

export const positionLog = (
  name: keyof typeof TOPICS,
  place: { address: string; tokenId: bigint; block: number; hash: string; index?: number },
  ...words: bigint[]
): ExplorerLog => ({
  address: place.address,
  topics: [TOPICS[name], `0x${word(place.tokenId)}`, null, null],
  data: `0x${words.map(word).join('')}`,
  blockNumber: `0x${place.block.toString(16)}`,
  logIndex: place.index ? `0x${place.index.toString(16)}` : '0x',
  transactionHash: place.hash,
});

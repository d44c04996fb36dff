/**
 * Tokens that log every transfer through two contracts: the first contract repeats the second. Monerium kept
 * the contracts of version 1 as a front of version 2.
 * @source https://monerium.com, contracts of version 1 and 2
 */
const TWINS = {
  gnosis: [
    ['0xcb444e90d8198415266c6a2724b7900fb12fc56e', '0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430'],
    ['0x5cb9073902f2035222b9749f8fb0c9bfe5527108', '0x8e34bfec4f6eb781f9743d9b4af99cd23f9b7053'],
    ['0x20e694659536c6b46e4b8be8f6303ffcd8d1df69', '0x50d1a74f4b6dcacddd97fd442c0e22a4c97f2b7f'],
    ['0xd8f84bf2e036a3c8e4c0e25ed2aae0370f3ccca8', '0x614bd419d3735c9eb51542c06e5acc09a9953f61'],
  ],
  polygon: [
    ['0x18ec0a6e18e5bc3784fdd3a3634b31245ab704f6', '0xe0aea583266584dafbb3f9c3211d5588c73fea8d'],
    ['0x75792cbdb361d80ba89271a079efee62c29fa324', '0x646beea7a02fdada34c8e118949fe32350ab2206'],
    ['0x64e97c1a6535afd4a313ef46f88a64a34250b719', '0x91e2b584908c2807efc9f846e0c2a1fe875c5141'],
    ['0xf1bbf27a9d659d326efbfa5d284ebaefb803983d', '0xd053fc09e8f05a43da4ecc40a750559c938c8131'],
  ],
  ethereum: [
    ['0x3231cb76718cdef2155fc47b5286d82e6eda273f', '0x39b8b6385416f4ca36a20319f70d28621895279d'],
    ['0x7ba92741bf2a568abc6f1d3413c58c6e0244f8fd', '0x78a20b7af85156b4389a349aa4c96efc2e509768'],
    ['0xbc5142e0cc5eb16b47c63b0f033d4c2480853a52', '0x05968f40939fdc016ad58f82cd08da884825ad55'],
    ['0xc642549743a93674cf38d6431f75d6443f88e3e2', '0x38d22bd604c4549e2cc15e94b8e22e6fe4ae82b4'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

const BY_REPEATER: ReadonlyMap<string, string> = new Map(
  Object.entries(TWINS).flatMap(([chain, pairs]) =>
    pairs.map(([repeater, token]): [string, string] => [`${chain}:${repeater}`, `${chain}:${token}`]),
  ),
);

/** @returns the asset whose transfers this asset repeats, or null */
export const repeatedAsset = (assetId: string): string | null => BY_REPEATER.get(assetId) ?? null;

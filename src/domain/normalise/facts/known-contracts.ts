import type { IncomeType } from '../../engine';

/** Addresses without a known private key: units sent there are lost. */
const BURNS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0x0000000000000000000000000000000000000001',
  '1nc1nerator11111111111111111111111111111111',
]);
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';
export const isBurn = (address: string | null): boolean => address !== null && BURNS.has(address);

/** Bridges: the same assets arrive on another chain. */
const BRIDGES: Readonly<Record<string, string>> = {
  '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1': 'Optimism Gateway',
  '0xbeb5fc579115071764c7423a4f12edde41f106ed': 'Optimism Portal',
  '0x3154cf16ccdb4c6d922629664174b904d80f2c35': 'Base Bridge',
  '0x49048044d57e1c92a77f79988d21fa8faf74e97e': 'Base Portal',
  '0x4200000000000000000000000000000000000010': 'Standard Bridge',
  '0x4200000000000000000000000000000000000016': 'Standard Bridge',
  '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f': 'Arbitrum Inbox',
  '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a': 'Arbitrum Bridge',
  '0xa3a7b6f88361f48403514059f1f16c8e78d60eec': 'Arbitrum Gateway',
  '0xd3b5b60020504bc3489d6949d545893982ba3011': 'Arbitrum Gateway',
  '0xcee284f754e854890e311e3280b767f80797180d': 'Arbitrum Gateway',
  '0x72ce9c846789fdb6fc1f34ac4ad25dd9ef7031ef': 'Arbitrum Gateway',
  '0x0000000000000000000000000000000000000064': 'Arbitrum ArbSys',
  '0xa0c68c638235ee32657e8f720a23cec1bfc77c77': 'Polygon PoS Bridge',
  '0x40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf': 'Polygon PoS Bridge',
  '0x8484ef722627bf18ca5ae6bcf031c23e6e922b30': 'Polygon PoS Bridge',
  '0x401f6c983ea34274ec46f84d70b31c151321188b': 'Polygon Plasma Bridge',
  '0x88ad09518695c6c3712ac10a214be5109a655671': 'Gnosis Omnibridge',
  '0xf6a78083ca3e2a662d6dd1703c939c8ace2e268d': 'Gnosis Omnibridge',
  '0x4aa42145aa6ebf72e164c9bbc74fbd3788045016': 'Gnosis xDai Bridge',
  '0x7301cfa0e1756b71869e93d4e4dca5c7d0eb0aa6': 'Gnosis xDai Bridge',
  '0xb8901acb165ed027e32754e0ffe830802919727f': 'Hop',
  '0x3666f603cc164936c1b87e207f36beba4ac5f18a': 'Hop',
  '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5': 'Across',
  '0x6f26bf09b1c792e3228e5467807a900a503c0281': 'Across',
  '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64': 'Across',
  '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a': 'Across',
  '0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096': 'Across',
  '0x8731d54e9d02c286767d56ac03e8037c07e01e98': 'Stargate',
  '0x150f94b44927f078737562f0fcf3c95c01cc2376': 'Stargate',
  '0xabea9132b05a70803a4e85094fd0e1800777fbef': 'zkSync Lite',
};
export const bridgeName = (address: string | null): string | null =>
  address === null ? null : (BRIDGES[address] ?? null);

/** Contracts that pay out income, and the type of that income. */
const DISTRIBUTORS: Readonly<Record<string, { protocol: string; income: IncomeType }>> = {
  '0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b': { protocol: 'Compound', income: 'interest' },
  '0x1b0e765f6224c21223aea2af16c1c46e38885a40': { protocol: 'Compound', income: 'interest' },
  '0xd784927ff2f95ba542bfc824c8a8a98f3495f6b5': { protocol: 'Aave', income: 'interest' },
  '0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb': { protocol: 'Aave', income: 'interest' },
  '0x929ec64c34a17401f460460d4b9390518e5b473e': { protocol: 'Aave', income: 'interest' },
  '0xc2edad668740f1aa35e4d8f227fb8e17dca888cd': { protocol: 'SushiSwap', income: 'staking_reward' },
  '0xef0881ec094552b2e128cf945ef17a6752b4ec5d': { protocol: 'SushiSwap', income: 'staking_reward' },
  '0x73feaa1ee314f8c655e354234017be2193c9e24e': { protocol: 'PancakeSwap', income: 'staking_reward' },
  '0xd061d61a4d941c39e5453435b6345dc261c2fce0': { protocol: 'Curve', income: 'staking_reward' },
  '0xa464e6dcda8ac41e03616f95f4bc98a13b8922dc': { protocol: 'Curve', income: 'staking_reward' },
  '0xf403c135812408bfbe8713b5a23a04b3d48aae31': { protocol: 'Convex', income: 'staking_reward' },
};
export const distributorOf = (address: string | null) =>
  address === null ? null : (DISTRIBUTORS[address] ?? null);

/** Deposits that give no receipt token and still belong to the user. */
const ESCROWS: Readonly<Record<string, string>> = {
  '0x00000000219ab540356cbb839cbe05303d7705fa': 'Beacon Deposit',
  '0xc2edad668740f1aa35e4d8f227fb8e17dca888cd': 'SushiSwap',
  '0xef0881ec094552b2e128cf945ef17a6752b4ec5d': 'SushiSwap',
  '0x73feaa1ee314f8c655e354234017be2193c9e24e': 'PancakeSwap',
  '0x8d12a197cb00d4747a1fe03395095ce2a5cc6819': 'EtherDelta',
  '0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e': 'dYdX',
  '0x3fda67f7583380e67ef93072294a7fac882fd7e7': 'Compound v1',
  '0xf403c135812408bfbe8713b5a23a04b3d48aae31': 'Convex',
  Stake11111111111111111111111111111111111111: 'Solana Staking',
};
export const SOLANA_STAKE = 'Solana Staking';
export const BEACON = 'Beacon Deposit';
export const escrowName = (address: string | null): string | null =>
  address === null ? null : (ESCROWS[address] ?? null);

/** Redenominations by the issuer, 1:1. `silent` ones destroy the old token without a Transfer event. */
export const MIGRATIONS = [
  {
    from: 'ethereum:0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359',
    to: 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
    name: 'SAI to DAI',
  },
  {
    from: 'ethereum:0xa74476443119a942de498590fe1f2454d7d4ac0d',
    to: 'ethereum:0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429',
    name: 'GNT to GLM',
    silent: true,
  },
  {
    from: 'ethereum:0x960b236a07cf122663c4303350609a66a7b288c0',
    to: 'ethereum:0xa117000000f279d81a1d3cc75430faa017fa5a2e',
    name: 'ANT v1 to v2',
  },
  {
    from: 'ethereum:0xe94327d07fc17907b4db788e5adf2ed424addff6',
    to: 'ethereum:0x1985365e9f78359a9b6ad760e32412f4a445e862',
    name: 'REP v1 to v2',
  },
  {
    from: 'ethereum:0xdd974d5c2e2928dea5f71b9825b8b646686bd200',
    to: 'ethereum:0xdefa4e8a7bcba345f687a2f1456f5edd9ce97202',
    name: 'KNCL to KNC',
  },
  {
    from: 'ethereum:0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0',
    to: 'ethereum:0x455e53cbb86018ac2b8092fdcd39d8444affc3f6',
    name: 'MATIC to POL',
  },
] as const satisfies readonly { from: string; to: string; name: string; silent?: boolean }[];

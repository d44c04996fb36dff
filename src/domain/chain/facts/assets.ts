import type { Asset } from '../../kernel/asset';
import { isDollar } from '../../kernel/exchanges/fiat';
import { RWA_LIST } from '../../rwa';
import { listed, TOKENS, type Token } from './tokens';

const FUNDS = RWA_LIST.flatMap(({ symbol, contracts, shareClasses = {}, isOneAsset = false }) =>
  Object.entries(contracts).flatMap(([chain, list]) =>
    list.map((contract): [string, Token] => [
      `${chain}:${contract}`,
      listed(shareClasses[contract] ?? symbol, isOneAsset ? symbol : null),
    ]),
  ),
);
const FUND_IDS: ReadonlySet<string> = new Set(FUNDS.map(([id]) => id));
const BY_ID: ReadonlyMap<string, Token> = new Map([
  ...Object.entries(TOKENS).flatMap(([chain, tokens]) =>
    Object.entries(tokens).map(([contract, token]): [string, Token] => [`${chain}:${contract}`, token]),
  ),
  ...FUNDS,
]);
/** `chain:SYMBOL` of every listed token. */
const SYMBOLS: ReadonlySet<string> = new Set(
  [...BY_ID].map(([id, { symbol }]) => `${id.slice(0, id.indexOf(':'))}:${symbol.toUpperCase()}`),
);

export const isListedAsset = (asset: Asset): boolean => BY_ID.has(asset.id);

/** Symbol of a listed token, for upstreams that identify tokens by contract only. Null: not listed. */
export const listedSymbol = (assetId: string): string | null => BY_ID.get(assetId)?.symbol ?? null;

/** Decimals of a listed token whose contract states none. */
export const listedDecimals = (assetId: string): number | null => BY_ID.get(assetId)?.decimals ?? null;

/** Canonical asset of an id. Null: the asset is in no group. @source tax-rules 2.3 */
export const assetGroup = (assetId: string): string | null => BY_ID.get(assetId)?.group ?? null;

/** GROUPS: `chain:SYMBOL` of listed tokens -> their group. The first of two tokens with one symbol counts. */
const GROUPS: ReadonlyMap<string, string | null> = new Map(
  [...BY_ID].toReversed().map(([id, { symbol, group }]): [string, string | null] => {
    const chain = id.slice(0, id.indexOf(':'));
    return [`${chain}:${symbol.toUpperCase()}`, group];
  }),
);
/** Groups of listed symbols without a chain. Null: tokens with the symbol are in several groups. */
const SYMBOL_GROUPS: ReadonlyMap<string, string | null> = [...GROUPS].reduce((all, [key, group]) => {
  const symbol = key.slice(key.indexOf(':') + 1);
  if (group === null) return all;
  return all.set(symbol, (all.has(symbol) ? all.get(symbol) : group) === group ? group : null);
}, new Map<string, string | null>());

/**
 * Canonical asset of a coin that is known by its symbol only: that of the listed token.
 * @param chain null: not stated
 * @source tax-rules 2.2, 2.3
 */
export const groupOfSymbol = (chain: string | null, symbol: string): string | null =>
  (chain === null
    ? SYMBOL_GROUPS.get(symbol.toUpperCase())
    : GROUPS.get(`${chain}:${symbol.toUpperCase()}`)) ?? null;

/** The first listed form of each group: the one on Ethereum where there is one. */
const FIRST_FORMS: ReadonlyMap<string, string> = new Map(
  [...BY_ID].toReversed().flatMap(([id, { group }]) => (group === null ? [] : [[group, id] as const])),
);
/** A fund has one value on all chains. */
const FIRST_UNITS: ReadonlyMap<string, string> = new Map(
  RWA_LIST.flatMap(({ contracts }) => {
    const ids = Object.entries(contracts).flatMap(([chain, list]) => list.map((one) => `${chain}:${one}`));
    const [first = ''] = ids;
    return ids.map((id): [string, string] => [id, first]);
  }),
);
/** The form of the same asset with the oldest market. Null: no other form is listed. */
export function firstForm(assetId: string): string | null {
  const group = assetGroup(assetId);
  const form = (group === null ? null : FIRST_FORMS.get(group)) ?? FIRST_UNITS.get(assetId) ?? null;
  return form === assetId ? null : form;
}

/** Reliability of a price of this asset: 4 dollars, 3 dollar coin, 2 native or wrapped, 1 listed, 0 other. */
export const liquidityRank = (asset: Asset): number =>
  isDollar(asset) ? 4 : (BY_ID.get(asset.id)?.rank ?? 0);

export const isDollarCoin = (asset: Asset): boolean => liquidityRank(asset) === 3;
/** True for units that their issuer mints for money: a dollar coin, or a share of a fund. */
export const isIssuedForMoney = (asset: Asset): boolean => isDollarCoin(asset) || isFund(asset);

export const isFund = (asset: Asset): boolean => FUND_IDS.has(asset.id);
const RECEIPT_SYMBOLS: ReadonlySet<string> = new Set(
  RWA_LIST.filter(({ isReceipt = false }) => isReceipt).map(({ symbol }) => symbol),
);
/** True for a fund whose issuer pays money for the units that it takes back. */
export const isPaidInMoney = (asset: Asset): boolean =>
  isFund(asset) && !RECEIPT_SYMBOLS.has(listedSymbol(asset.id) ?? '');

/** Funds are recognised by symbol on chains without a listed contract, so their symbols count on every chain. */
const FUND_SYMBOLS: ReadonlySet<string> = new Set(RWA_LIST.map(({ symbol }) => symbol.toUpperCase()));

/** True when a listed token of that chain, or a fund, has the symbol. */
export const isListedSymbol = (chain: string, symbol: string): boolean =>
  SYMBOLS.has(`${chain}:${symbol.toUpperCase()}`) || FUND_SYMBOLS.has(symbol.toUpperCase());

export const isNative = (asset: Asset): boolean => asset.contract === null;
export const isNft = (asset: Asset): boolean => asset.id.includes('#');

/** True for two forms of one asset. */
export const isSameGroup = (a: Asset, b: Asset): boolean =>
  a.id !== b.id && assetGroup(a.id) !== null && assetGroup(a.id) === assetGroup(b.id);

/** True for 1:1 exchangeable forms of one asset: same group, same decimals, different ids. */
export const isSameThing = (a: Asset, b: Asset): boolean => a.decimals === b.decimals && isSameGroup(a, b);

/** What the lender of a loan against an NFT gets. @source NFTfi, Arcade, contracts of their notes */
export const isLoanNote = (asset: Asset): boolean =>
  isNft(asset) && /\bpromissory note\b|\blender ?note\b/i.test(asset.name);

/** Debt tokens of Aave and its forks, of Euler and of Silo, and notes of loans. A debt is not a holding. */
export const isDebt = (asset: Asset): boolean =>
  /^(variable|stable)Debt|-DEBT$/.test(asset.symbol) ||
  /\b(variable|stable) debt bearing\b|\bdebt token of\b|^euler debt\b|^silo finance .*\bdebt\b/i.test(
    asset.name,
  ) ||
  isLoanNote(asset);

/** Dollar coins that are minted only against collateral. A newly minted one is borrowed. */
const DEBT_MINTED: ReadonlySet<string> = new Set([
  'ethereum:0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359',
  'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
  'ethereum:0x5f98805a4e8be255a32880fdec7f6728c6568ba0',
  'ethereum:0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f',
  'ethereum:0xf939e0a03fb07f59a73314e73794be0e57ac1b4e',
  'ethereum:0x6440f144b7e50d6a8439336510312d2f54beb01d',
  'ethereum:0xb01dd87b29d187f3e3a4bf6cdaebfb97f3d9ab98',
]);
export const isDebtMinted = (assetId: string): boolean => DEBT_MINTED.has(assetId);

/** Tokens whose balance grows without a transfer, and the income type of the growth. @source tax-rules 8.2 */
const REBASING: Readonly<Record<string, 'staking_reward' | 'interest'>> = {
  'ethereum:0xae7ab96520de3a18e5e111b5eaab095312d7fe84': 'staking_reward', // stETH
  'ethereum:0x35fa164735182de50811e8e2e824cfb9b6118ac2': 'staking_reward', // eETH
  'ethereum:0x59d9356e565ab3a36dd77763fc0d87feaf85508c': 'interest', // USDM
  'polygon:0x59d9356e565ab3a36dd77763fc0d87feaf85508c': 'interest',
  'arbitrum:0x59d9356e565ab3a36dd77763fc0d87feaf85508c': 'interest',
  'optimism:0x59d9356e565ab3a36dd77763fc0d87feaf85508c': 'interest',
  'base:0x59d9356e565ab3a36dd77763fc0d87feaf85508c': 'interest',
  'ethereum:0x54043c656f0fad0652d9ae2603cdf347c5578d00': 'interest', // rOUSG
  'ethereum:0xaf37c1167910ebc994e266949387d2c7c326b879': 'interest', // rUSDY
  'ethereum:0x530824da86689c9c17cdc2871ff29b058345b44a': 'interest', // STBT
  'ethereum:0xbdc7c08592ee4aa51d06c27ee23d5087d65adbcd': 'interest', // USDL
  'arbitrum:0x7f850b0ab1988dd17b69ac564c1e2857949e4dee': 'interest',
  'ethereum:0x798d1be841a82a273720ce31c822c61a67a601c3': 'interest', // DIGG
  'ethereum:0xd46ba6d942050d489dbd938a2c909a5d5039a161': 'interest', // AMPL
};
/** Funds whose issuer pays the yield by a transfer of further units. @source tax-rules 12.1 */
const PAID_IN_UNITS: ReadonlySet<string> = new Set(
  RWA_LIST.filter(({ paysIn }) => paysIn === 'units').flatMap(({ contracts }) =>
    Object.entries(contracts)
      .flatMap(([chain, list]) => list.map((contract) => `${chain}:${contract}`))
      .filter((id) => REBASING[id] === undefined),
  ),
);
export const paysInUnits = (asset: Asset): boolean => PAID_IN_UNITS.has(asset.id);

/** Interest-bearing deposits of the Aave family, detected by name: there is one token per market and chain. */
const INTEREST_BEARING = /^(aave .*|.*interest bearing .*|spark (?!savings|vault|stake|airdrop)\w+( v\d)?)$/i;
const INTEREST_SYMBOL = /^(a[A-Z]|am[A-Z]|sp[A-Z])/;
/** Forks name their deposits as Aave does, with letters of their own: rUSDC, agWXDAI. */
const FORK_NAME = /^\w+ interest bearing \w+$/i;
const FORK_SYMBOL = /^[a-z]{1,4}\d?[A-Z]/;

/** Receipts of Olympus and its forks: their growth of months is a multiple of the stake. @source contracts of each */
const STAKED_RESERVES: ReadonlySet<string> = new Set([
  'ethereum:0x04f2694c8fcee23e8fd0dfea1d4f5bb8c352111f', // sOHM of version 1
  'ethereum:0x04906695d6d12cf5459975d7c3c03356e4ccd460', // sOHM
  'ethereum:0xcc94faf235cc5d3bf4bed3a30db5984306c86abc', // xBTRFLY
  'polygon:0xb0c22d8d350c67420f06f48936654f567c73e8c8', // sKLIMA
  'avalanche:0x136acd46c134e8269052c62a67042d6bdedde3c9', // MEMO of Wonderland
]);
export const compounds = (asset: Asset): boolean => STAKED_RESERVES.has(asset.id);

/** @returns the income type of the growth, or null for a token that does not grow */
export const growthOf = (asset: Asset): 'staking_reward' | 'interest' | null =>
  compounds(asset) ? 'staking_reward' : (REBASING[asset.id] ?? (logsGrowth(asset) ? 'interest' : null));

/** True when a growing token logs its growth in separate rows or combined with other movements. */
export const logsGrowth = (asset: Asset): boolean =>
  ((INTEREST_SYMBOL.test(asset.symbol) && INTEREST_BEARING.test(asset.name)) ||
    (FORK_SYMBOL.test(asset.symbol) && FORK_NAME.test(asset.name))) &&
  REBASING[asset.id] === undefined &&
  !isListedAsset(asset);

/** Receipts of lending markets, which serve as collateral: Aave and its forks, Compound II. */
export const isLendingReceipt = (asset: Asset): boolean =>
  logsGrowth(asset) ||
  (isListedAsset(asset) && /^c[A-Z]/.test(asset.symbol) && /^Compound /.test(asset.name));

const RECEIPT_SYMBOL =
  /^(UNI-V\d|SLP|BPT|Cake-LP|.*[- ]LP|LP[- ].*|crv[A-Z].*|3Crv|.*[a-z0-9]CRV(-f)?|[acy]v?[A-Z][A-Za-z0-9.+-]*|am[A-Z].*|b(UNI|SLP|crv).*|moo[A-Z].*|p(UNI|SLP|crv|s[A-Z]).*|s[A-Z]\w+|x[A-Z]+|ve[A-Z]+|f[A-Z]\w+)$/;
const RECEIPT_NAME =
  /\b(LPs?|liquidity|pool|vault|yearn|compound|aave|curve\.fi|interest bearing|staked|staking|deposit|share|balancer|sushiswap|uniswap|pancake|gauge|savings)\b/i;

/** True when a fungible token looks like a share of a pool, vault or lending market (a label, not a tax decision). */
export const looksLikeReceipt = (asset: Asset): boolean =>
  !isNative(asset) &&
  !isNft(asset) &&
  (RECEIPT_NAME.test(asset.name) || (isSymbol(asset) && RECEIPT_SYMBOL.test(asset.symbol)));
/** The start of a contract stands for the symbol of a token that is not listed, where transactions state none. */
const isSymbol = ({ contract, symbol }: Asset): boolean => contract?.startsWith(symbol) !== true;

/** Liquid-staking tokens. Receiving one is staking, returning it is unstaking. */
const STAKED: ReadonlySet<string> = new Set([
  'ethereum:0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  'ethereum:0x35fa164735182de50811e8e2e824cfb9b6118ac2',
  'ethereum:0xae78736cd615f374d3085123a210448e74fc6393',
  'ethereum:0xbe9895146f7af43049ca1c1ae358b0541ea49704',
  'ethereum:0xac3e018457b222d93114458476f3e3416abbe38f',
  'ethereum:0x5e8422345238f34275888049021821e8e08caa1f',
  'ethereum:0xa2e3356610840701bdf5611a53974510ae27e2e1',
  'ethereum:0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee',
  'solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  'solana:mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
  'solana:bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
  'solana:jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v',
  'solana:he1iusmfkpAdwvxLNGV8Y1iSbj4rUy6yMhEA3fotn9A',
  'solana:BonK1YhkXEGLZzwtcvRTip3gAL9nCeQD7ppZBLXhtTs',
  'solana:BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85',
  'solana:Bybit2vBJGhPF52GBdNaQfUJ6ZpThSgHBobjWZpLPb4B',
  'solana:Dso1bDeDjCQxTrWHqUUi63oBvV7Mdm6WaobLbQ7gnPQ',
  'solana:vSoLxydx6akxyMD9XEcPvGYNGq6Nn66oqVb3UkGkei7',
  'solana:7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj',
  'solana:LSTxxxnJzKDFSLr4dUkPcmCf5VyryEqzPLz5j4bpxFp',
  'solana:LAinEtNLgpmCP9Rvsf5Hn8W6EhNiKLZQti1xfWMLy6X',
  'solana:Comp4ssDzXcLeu2MnLuGNNFC4cmLPMng8qWHPvzAMU1h',
  'solana:HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX',
  'solana:7Q2afV64in6N6SeZsAAB81TJzwDoD6zpqmHkzi9Dcavn',
  'solana:edge86g9cVz87xcpKpy3J77vbp4wYd9idEV562CCntt',
  'solana:strng7mqqc1MBJJV6vMzYbEqnwVGvKKGKedeCvtktWA',
  'solana:pSo1f9nQXWgXibFtKf7NWYxb5enAM4qfP6UJSiXRQfL',
  'solana:sctmB7GPi5L2Q5G9tUSzXvhZ4YiDMEGcRov9KfArQpx',
]);
export const isStakedForm = (asset: Asset): boolean => STAKED.has(asset.id);

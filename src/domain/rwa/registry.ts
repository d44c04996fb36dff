import type { ChainName } from '../kernel/chain';

/** The price rises, the balance grows, or dividends are paid in new tokens. */
export type YieldType = 'accrual' | 'rebase' | 'nav_distribution';

/** Null: there is no source, and no figures are invented. */
type LiveSource =
  | {
      kind: 'market';
      /** The issuer's name in DefiLlama's list of yields. */
      project: string;
      /** Name in DefiLlama's list of protocols. Null when the issuer has several funds under one name. */
      protocol: string | null;
    }
  /** One dollar per share by the rules of the fund. The operator configures the yield. */
  | { kind: 'configured' };

/** One fund or coin. @source spec 2.11; providers.md 3 */
export interface RwaToken {
  symbol: string;
  name: string;
  type: 'treasury' | 'yield_stablecoin' | 'experimental';
  issuer: string;
  underlying: string;
  /** As published. The price of several `rebase` tokens rises instead, so this field alone never decides a value. */
  yieldType: YieldType;
  /** What in fact holds the yield: a price that rises, or further units at the same price. @source tax-rules 12.1 */
  paysIn: 'price' | 'units';
  /** USD per unit by the rules of the fund, where no market has a price. */
  unitPrice?: '1';
  tier: 1 | 2;
  taxTreatment: 'interest_income';
  restricted: boolean;
  restrictionNote: string;
  investorRequirement: string;
  /** Networks that the issuer names, supported or not. */
  networks: readonly string[];
  /** By supported chain; EVM in lower case. Market prices refer to the first contract on Ethereum. */
  contracts: Partial<Record<ChainName, readonly string[]>>;
  /** Contract -> symbol, for share classes listed under their own. */
  shareClasses?: Readonly<Record<string, string>>;
  /** The units of all chains are one asset: the issuer moves them between chains. */
  isOneAsset?: boolean;
  /** The contract gives another token back for the units. Issuers of the others pay money. */
  isReceipt?: boolean;
  live: LiveSource | null;
}

const PLACEHOLDER = {
  type: 'experimental',
  yieldType: 'accrual',
  paysIn: 'price',
  tier: 2,
  taxTreatment: 'interest_income',
  restricted: true,
  restrictionNote: 'experimental placeholder, not detected',
  networks: ['ethereum'],
  live: null,
} as const;

export const RWA_TOKENS = {
  BUIDL: {
    symbol: 'BUIDL',
    name: 'BlackRock USD Institutional Digital Liquidity Fund',
    type: 'treasury',
    issuer: 'BlackRock / Securitize',
    underlying: 'US Treasury bills, repurchase agreements and cash',
    yieldType: 'accrual',
    paysIn: 'units',
    unitPrice: '1',
    tier: 1,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'transfers only between allow-listed wallets',
    investorRequirement: 'US qualified purchasers; 5,000,000 USD minimum',
    networks: ['ethereum', 'polygon', 'avalanche', 'arbitrum', 'optimism', 'aptos'],
    contracts: {
      ethereum: ['0x7712c34205737192402172409a8f7ccef8aa2aec', '0x6a9da2d710bb9b700acde7cb81f10f1ff8c89041'],
      polygon: ['0x2893ef551b6dd69f661ac00f11d93e5dc5dc0e99'],
      avalanche: ['0x53fc82f14f009009b440a706e31c9021e1196a2f'],
      optimism: ['0xa1cdab15bba75a80df4089cafba013e376957cf5'],
      arbitrum: ['0xa6525ae43edcd03dc08e775774dcabd3bb925872'],
      bsc: ['0x2d5bdc96d9c8aabbdb38c9a27398513e7e5ef84f'],
      solana: ['GyWgeqpy5GueU2YbkE8xqUeVEokCMMCEeUrfbtMw6phr'],
    },
    shareClasses: { '0x6a9da2d710bb9b700acde7cb81f10f1ff8c89041': 'BUIDL-I' },
    live: { kind: 'market', project: 'blackrock-buidl', protocol: 'blackrock-buidl' },
  },
  USDY: {
    symbol: 'USDY',
    name: 'Ondo US Dollar Yield',
    type: 'treasury',
    issuer: 'Ondo Finance',
    underlying: 'short-term US Treasuries and bank deposits',
    yieldType: 'rebase',
    paysIn: 'price',
    tier: 1,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'not offered to US persons; block list',
    investorRequirement: 'non-US persons; transferable after a seasoning period',
    networks: ['ethereum', 'solana', 'mantle', 'sui', 'aptos'],
    contracts: {
      ethereum: ['0x96f6ef951840721adbf46ac996b59e0235cb985c'],
      arbitrum: ['0x35e050d3c0ec2d29d269a8ecea763a183bdf9a9d'],
      solana: ['A1KLoBrKBde8Ty9qtNQUtq3C2ortoC3u7twggz7sEto6'],
    },
    isOneAsset: true,
    live: { kind: 'market', project: 'ondo-yield-assets', protocol: null },
  },
  OUSG: {
    symbol: 'OUSG',
    name: 'Ondo Short-Term US Government Treasuries',
    type: 'treasury',
    issuer: 'Ondo Finance',
    underlying: 'tokenized US government money market funds',
    yieldType: 'rebase',
    paysIn: 'price',
    tier: 1,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'transfers only between allow-listed wallets',
    investorRequirement: 'accredited investors and qualified purchasers, identified',
    networks: ['ethereum', 'polygon'],
    contracts: {
      ethereum: ['0x1b19c19393e2d034d8ff31ff34c81252fcbbee92'],
      polygon: ['0xba11c5effa33c4d6f8f593cfa394241cfe925811'],
      solana: ['i7u4r16TcsJTgq1kAG8opmVZyVnAKBwLKu6ZPMwzxNc'],
    },
    live: { kind: 'market', project: 'ondo-yield-assets', protocol: null },
  },
  BENJI: {
    symbol: 'BENJI',
    name: 'Franklin OnChain US Government Money Fund',
    type: 'treasury',
    issuer: 'Franklin Templeton',
    underlying: 'US government securities, cash and repurchase agreements (FOBXX)',
    yieldType: 'nav_distribution',
    paysIn: 'units',
    unitPrice: '1',
    tier: 1,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'transfers only between wallets known to the transfer agent',
    investorRequirement: 'US investors through the Benji app; institutions by agreement',
    networks: ['stellar', 'polygon', 'ethereum', 'arbitrum', 'base'],
    contracts: {
      ethereum: ['0x3ddc84940ab509c11b20b76b466933f40b750dc9'],
      polygon: ['0x408a634b8a8f0de729b48574a3a7ec3fe820b00a'],
      arbitrum: ['0xb9e4765bce2609bc1949592059b17ea72fee6c6a'],
      base: ['0x60cfc2b186a4cf647486e42c42b11cc6d571d1e4'],
      avalanche: ['0xe08b4c1005603427420e64252a8b120cace4d122'],
    },
    live: { kind: 'configured' },
  },
  USYC: {
    symbol: 'USYC',
    name: 'Circle International Short Duration Yield Fund',
    type: 'yield_stablecoin',
    issuer: 'Circle (Hashnote)',
    underlying: 'US Treasury bills and reverse repurchase agreements',
    yieldType: 'rebase',
    paysIn: 'price',
    tier: 2,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'transfers only between entitled wallets',
    investorRequirement: 'non-US institutions; 100,000 USD minimum',
    networks: ['ethereum'],
    contracts: {
      ethereum: ['0x136471a34f6ef19fe571effc1ca711fdb8e49f2b'],
      bsc: ['0x8d0fa28f221eb5735bc71d3a0da67ee5bc821311'],
    },
    live: { kind: 'market', project: 'circle-usyc', protocol: 'circle-usyc' },
  },
  USDM: {
    symbol: 'USDM',
    name: 'Mountain Protocol USD',
    type: 'yield_stablecoin',
    issuer: 'Mountain Protocol',
    underlying: 'US Treasury bills',
    yieldType: 'rebase',
    paysIn: 'units',
    tier: 2,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'wound down 2025',
    investorRequirement: 'non-US persons',
    networks: ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base'],
    contracts: {
      ethereum: ['0x59d9356e565ab3a36dd77763fc0d87feaf85508c'],
      polygon: ['0x59d9356e565ab3a36dd77763fc0d87feaf85508c'],
      arbitrum: ['0x59d9356e565ab3a36dd77763fc0d87feaf85508c'],
      optimism: ['0x59d9356e565ab3a36dd77763fc0d87feaf85508c'],
      base: ['0x59d9356e565ab3a36dd77763fc0d87feaf85508c'],
    },
    isOneAsset: true,
    live: null,
  },
  sUSDe: {
    symbol: 'sUSDe',
    name: 'Ethena Staked USDe',
    type: 'yield_stablecoin',
    issuer: 'Ethena',
    underlying: 'USDe, backed by hedged crypto assets and stablecoins',
    yieldType: 'rebase',
    paysIn: 'price',
    tier: 2,
    taxTreatment: 'interest_income',
    restricted: true,
    restrictionNote: 'not offered in restricted jurisdictions; seven days to unstake',
    investorRequirement: 'none beyond jurisdiction',
    networks: ['ethereum'],
    contracts: {
      ethereum: ['0x9d39a5de30e57443bff2a8307a4256c8797a3497'],
      arbitrum: ['0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2'],
      base: ['0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2'],
    },
    isOneAsset: true,
    isReceipt: true,
    live: null,
  },
  USTB: {
    ...PLACEHOLDER,
    symbol: 'USTB',
    name: 'Superstate Short Duration US Government Securities Fund',
    issuer: 'Superstate',
    underlying: 'US Treasury bills',
    investorRequirement: 'qualified purchasers',
    contracts: { ethereum: ['0x43415eb6ff9db7e26a15b704e7a3edce97d31c4e'] },
  },
  TBILL: {
    ...PLACEHOLDER,
    symbol: 'TBILL',
    name: 'OpenEden T-Bill Vault',
    issuer: 'OpenEden',
    underlying: 'US Treasury bills',
    investorRequirement: 'accredited investors',
    contracts: { ethereum: ['0xdd50c053c096cb04a3e3362e2b622529ec5f2e8a'] },
  },
  STBT: {
    ...PLACEHOLDER,
    symbol: 'STBT',
    name: 'Matrixdock Short-Term Treasury Bill Token',
    issuer: 'Matrixdock',
    underlying: 'US Treasury bills and reverse repurchase agreements',
    investorRequirement: 'accredited investors',
    contracts: { ethereum: ['0x530824da86689c9c17cdc2871ff29b058345b44a'] },
  },
  WTGXX: {
    ...PLACEHOLDER,
    symbol: 'WTGXX',
    name: 'WisdomTree Government Money Market Digital Fund',
    issuer: 'WisdomTree',
    underlying: 'US government securities and repurchase agreements',
    investorRequirement: 'US investors through the WisdomTree app',
    contracts: { ethereum: ['0x1fecf3d9d4fee7f2c02917a66028a48c6706c179'] },
  },
} as const satisfies Record<string, RwaToken>;

export type RwaSymbol = keyof typeof RWA_TOKENS;

export const RWA_LIST: readonly RwaToken[] = Object.values(RWA_TOKENS);

const BY_SYMBOL: ReadonlyMap<string, RwaToken> = new Map(
  RWA_LIST.map((token) => [token.symbol.toLowerCase(), token]),
);

export const rwaToken = (symbol: string): RwaToken | null => BY_SYMBOL.get(symbol.toLowerCase()) ?? null;

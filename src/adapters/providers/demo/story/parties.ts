/** Well-known contracts. */
export const UNI_DISTRIBUTOR = '0x090d4613473dee047c3f2706764f49e0821d256e';
export const UNISWAP_V2 = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d';
export const UNISWAP_V3 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45';
export const USDC_WETH_PAIR = '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc';
export const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
export const UNI = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984';
export const AAVE = '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9';
export const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
export const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
export const BASE_BRIDGE = '0x3154cf16ccdb4c6d922629664174b904d80f2c35';
export const BASE_MESSENGER = '0x4200000000000000000000000000000000000007';
export const BASE_BRIDGE_L2 = '0x4200000000000000000000000000000000000010';
export const BASE_UNISWAP = '0x2626664c2603336e57b271c5c0b26f421741e481';
export const RAYDIUM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
export const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
/** Null addresses of minted and burnt coins. */
export const ZERO = '0x0000000000000000000000000000000000000000';

/** Invented, like the demo wallets. */
export const POOL = '0xde3000000000000000000000000000000000b001';
export const FUND = '0xde3000000000000000000000000000000000f04d';
export const OTHER = '0xde30000000000000000000000000000000057a49';
export const LANDLORD = '0xde30000000000000000000000000000000001a4d';
export const SPAMMER = '0xde3000000000000000000000000000000005ba00';
/** Resembles the vault address: same first and last characters. */
export const VAULT_LOOKALIKE = '0xde3000000000bad0000000000000000000005afe';
export const BITCOIN_OTHER = 'bc1qyms0f8hf2dw95l7r9dm83zyw7pt5xjhz2sl72k';
export const BITCOIN_SHOP = 'bc1q8wu2uznxchtku6uksvwaxc5wtggya854uamkhh';
export const SOLANA_AIRDROP = 'Fq5sVv4Z9r6K6iaV42y9RpeE9KQeL8J9eRLTsaFi9VwR';
export const STAKE_ACCOUNT = '2QiMgV2UYmvyVxWwu5fP5NjLEFWf8XzcXtskGpD6VNrx';
export const SOLANA_SPAMMER = 'HJJ9MaZr6xfeGwtnqopjvRM5umTC7rDuK7knM5arP8n7';

import { protocolBook } from './address-book';

/**
 * Position managers of pools with concentrated liquidity. Each position is an NFT of its manager.
 * @source contracts as published by each protocol; coverage.md 2.1
 */
export const POSITION_MANAGERS = protocolBook(`
Uniswap V3
  ethereum 0xc36442b4a4522e871399cd717abdd847ab11fe88
  optimism 0xc36442b4a4522e871399cd717abdd847ab11fe88
  polygon 0xc36442b4a4522e871399cd717abdd847ab11fe88
  arbitrum 0xc36442b4a4522e871399cd717abdd847ab11fe88
  base 0x03a520b32c04bf3beef7beb72e919cf822ed34f1
  bsc 0x7b8a01b39d58278b5de7e48c8449c9f4f5170613
  avalanche 0x655c406ebfa14ee2006250925e54ec43ad184f8b
  gnosis 0xae8fbe656a77519a7490054274910129c9244fa3
Uniswap V4
  ethereum 0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e
  optimism 0x3c3ea4b57a46241e54610e5f022e5c45859a1017
  base 0x7c5f5a4bbd8fd63184577525326123b519429bdc
  arbitrum 0xd88f38f930b7952f2db2432cb002e7abbf3dd869
  polygon 0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9
  bsc 0x7a4a5c919ae2541aed11041a1aeee68f1287f95b
  avalanche 0xb74b1f14d2754acfcbbe1a221023a5cf50ab8acd
PancakeSwap V3
  * 0x46a15b0b27311cedf172ab29e4f4766fbe7f4364
PancakeSwap Infinity
  bsc 0x55f4c8aba71a1e923edc303eb4feff14608cc226
  base 0x55f4c8aba71a1e923edc303eb4feff14608cc226
SushiSwap V3
  ethereum 0x2214a42d8e2a1d20635c2cb0664422c528b6a432
  arbitrum 0xf0cbce1942a68beb3d1b73f0dd86c8dcc363ef49
  polygon 0xb7402ee99f0a008e461098ac3a27f4957df89a40
  base 0x80c7dd17b01855a6d2347444a0fcc36136a314de
  bsc 0xf70c086618dcf2b1a461311275e00d6b722ef914
  avalanche 0x18350b048ab366ed601ffdbc669110ecb36016f3
  optimism 0x1af415a1eba07a4986a52b6f2e7de7003d82231e
Aerodrome
  base 0x827922686190790b37229fd06084350e74485b72 0xa990c6a764b73bf43cee5bb40339c3322fb9d55f
Velodrome
  optimism 0x416b433906b1b72fa758e166e239c43d68dc6f29 0xbb5dfe1380333cee4c2eebd7202c80de2256adf4
QuickSwap
  polygon 0x8ef88e4c7cfbbac1c163f7eddd4b578792201de6
  base 0x84715977598247125c3d6e2e85370d1f6fda1eaf
Camelot
  arbitrum 0x00c7f3082833e796a5b3e4bd59f6642ff44dcd15
Ramses
  arbitrum 0xaa277cb7914b7e5514946da92cb9de332ce610ef
Thena
  bsc 0x643b68bf3f855b8475c0a700b6d1020bfc21d02e 0xa51adb08cbe6ae398046a23bec013979816b77ab
Alien Base
  base 0xb7996d1ecd07fb227e8dca8cd5214bdfb04534e5
BaseSwap
  base 0xde151d5c92bfaa288db4b67c21cd55d5826bcc93
Pharaoh
  avalanche 0xaaa78e8c4241990b4ce159e105da08129345946a
Retro
  polygon 0x8aac493fd8c78536ef193882aeffeaa3e0b8b5c5
Swapr
  gnosis 0x91fd594c46d8b01e62dbdebed2401dde01817834
Kyber Elastic
  * 0x2b1c7b41f6a8f2b2bc45c3233a5d5fb3cd6dc9a8 0xe222fbe074a436145b255442d919e4e3a6c6a480
Orca
  solana whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc
Raydium CLMM
  solana CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK
`);

/** Managers of which every change of a position pays its fees too. Their logs state no units. */
export const PAY_FEES_INSIDE: ReadonlySet<string> = new Set(['Uniswap V4', 'PancakeSwap Infinity']);

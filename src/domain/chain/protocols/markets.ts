import { protocolBook } from './address-book';

/**
 * Markets where others fill the orders of the wallet. The units of a placed order belong to the owner until
 * it is filled. A refund is no income.
 * @source contracts as published by each market; coverage.md 2.7
 */
export const MARKETS = protocolBook(`
CoW Protocol
  * 0x9008d19f58aabd9ed0d60971565aa8510560ab41
CoW EthFlow
  * 0x40a50cf069e992aa4536211b23f286ef88752187 0xba3cb449bd2b4adddbc894d8697f5170800eadec
UniswapX
  * 0x6000da47483062a0d734ba3dc7576ce6a0b645c4 0xe80bf394d190851e215d5f67b67f8f5a52783f1e
    0x00000011f84b9aa48e5f8aa8b9897600006289be 0x000000001ec5656dcdb24d90dfa42742738de729
1inch
  * 0x1111111254eeb25477b68fb85ed929f73a960582 0x111111125421ca6dc452d289314280a0f8842a65
    0x1111111254fb6c44bac0bed2854e76f90643097d 0x119c71d3bbac22029622cbaec24854d3d32d2828
0x
  * 0xdef1c0ded9bec7f1a1670819833240f027b25eff 0xdef1abe32c034e558cdd535791643c58a13acc10
    0x61935cbdd02287b511119ddb11aeb42f1593b7ef 0x22f9dcf4647084d6c31b2765f6910cd85c178c18
EtherDelta
  * 0x8d12a197cb00d4747a1fe03395095ce2a5cc6819
Jupiter
  solana DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu
    j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X
Oasis
  * 0x794e6e91555438afc3ccf1c5076a74f42133d08d 0x39755357759ce0d7f32dc8dc45414cca409ae24e
    0x14fbca95be7e99c15cc2996c6c9d841e54b79425
`);

/**
 * Contracts of shares of an outcome (ERC-1155, Conditional Tokens), and those that pay for them.
 * @source contracts as published by Gnosis (Conditional Tokens) and Polymarket
 */
export const OUTCOME_MARKETS = protocolBook(`
Conditional Tokens
  ethereum 0xc59b0e4de5f1248c1140964e0ff287b192407e0c
  gnosis 0xceafdd6bc0bef976fdcd1112955828e00543c0ce
Polymarket
  polygon 0x4d97dcd97ec945f40cf65f87097ace5ea0476045 0xd91e80cf2e7be2e162c6513ced06f1dd0da35296
`);

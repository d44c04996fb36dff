import { protocolBook } from './address-book';

/** Protocols that lend what they hold: units beyond a deposit are interest, in any coin. @source tax-rules 10.5 */
export const LENDERS: ReadonlySet<string> = new Set([
  'Compound v1',
  'Compound v3',
  'Extra Finance',
  'Morpho',
]);

/** Coins that Abracadabra lends by its one call for everything, `cook`. @source https://docs.abracadabra.money */
const LENT_BY_COOK: ReadonlySet<string> = new Set([
  'ethereum:0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3',
  'arbitrum:0xfea7a6a0b346362bf88a9e4a88416b77a57d6c2a',
  'avalanche:0x130966628846bfd36ff31a822705796e8cb8c18d',
  'bsc:0xfe19f0b51438fd612f6fd59c1dbb3ea319f433ba',
]);
export const isLentByCook = (assetId: string): boolean => LENT_BY_COOK.has(assetId);

/**
 * Markets of Compound III below the contract of their base coin. A supply of the base coin that mints no
 * receipt repays a loan. A withdrawal of the base coin that burns no receipt is a loan. Every other coin is
 * collateral.
 * @source https://docs.compound.finance: base balances are the only Transfer events of a market
 */
export const BASE_COINS = protocolBook(`
0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48
  ethereum 0xc3d688b66703497daa19211eedff47f25384cdc3
0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2
  ethereum 0xa17581a9e3356d9a858b789d68b4d866e593ae94
0xdac17f958d2ee523a2206206994597c13d831ec7
  ethereum 0x3afdc9bca9213a35503b077a6072f3d0d5ab0840
0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0
  ethereum 0x3d0bb1ccab520a66e607822fc55bc921738fafe3
0xdc035d45d973e3ec169d2276ddab16f1e407384f
  ethereum 0x5d409e56d886231adaf00c8775665ad0f9897b56
0x2260fac5e5542a773aa44fbcfedf7c193bc2c599
  ethereum 0xe85dc543813b8c2cfeaac371517b925a166a9293
0x833589fcd6edb6e08f4c7c32d4f71b54bda02913
  base 0xb125e6687d4313864e53df431d5425969c15eb2f
0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca
  base 0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf
0x4200000000000000000000000000000000000006
  base 0x46e6b214b524310239732d51387075e0e70970bf
  optimism 0xe36a30d249f7761327fd973001a32010b521b6fd
0x940181a94a35a4569e4529a3cdfb74e38fd98631
  base 0x784efeb622244d2348d4f2522f8860b96fbece89
0xaf88d065e77c8cc2239327c5edb3a432268e5831
  arbitrum 0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf
0xff970a61a04b1ca14834a43f5de4533ebddb5cc8
  arbitrum 0xa5edbdd9646f8dff606d7448e414884c7d905dca
0x82af49447d8a07e3bd95bd0d56f35241523fbab1
  arbitrum 0x6f7d514bbd4aff3bcd1140b7344b32f063dee486
0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9
  arbitrum 0xd98be00b5d27fc98112bde293e487f8d4ca57d07
0x0b2c639c533813f4aa9d7837caf62653d097ff85
  optimism 0x2e44e174f7d53f0212823acc11c01a11d58c5bcb
0x94b008aa00579c1307b0ef2c499ad98a8ce58e58
  optimism 0x995e394b8b2437ac8ce61ee0bc610d617962b214
0x2791bca1f2de4661ed88a30c99a7a9449aa84174
  polygon 0xf25212e676d1f7f89cd72ffee66158f541246445
0xc2132d05d31c914a87c6611c10748aeb04b58e8f
  polygon 0xaeb318360f27748acb200ce616e389a6c9409a07
`);

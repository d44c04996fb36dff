import { MAIN } from '../demo.addresses';
import * as on from './parties';
import { gets, storyWriter } from './story-writer';

const { sees, receives, tradesOn, buysOn } = storyWriter('base', MAIN);
const trades = tradesOn(on.BASE_UNISWAP, on.POOL);
const buys = buysOn(on.BASE_UNISWAP, on.POOL);

/** The everyday wallet on Base: bridged assets and a small loss. */
export const ON_BASE = [
  sees(
    '2024-05-22 09:02',
    { by: on.BASE_MESSENGER, to: on.BASE_MESSENGER, method: 'relayMessage 0xd764ad0b' },
    gets('0.3 ETH', on.BASE_BRIDGE_L2),
  ),
  buys('2024-05-23 18:30', '0.000012', '0.1 ETH', '373.9 USDC'),
  receives('2024-08-30 07:07', on.SPAMMER, 'airdrop', '8888 CLAIM AIRDROP AT T.ME/BASEDROP'),
  trades('2025-02-03 20:20', '0.0000031', '200 USDC', '0.0692 WETH'),
  trades('2025-12-01 10:10', '0.0000024', '0.05 WETH', '139.9 USDC'),
];

import { MAIN } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, sees, receives, tradesOn } = storyWriter('base', MAIN);
const trades = tradesOn(on.BASE_UNISWAP, on.POOL);

/** The everyday wallet on Base: bridged assets and a small loss. */
export const ON_BASE = [
  sees(
    '2024-05-22 09:02',
    { by: on.BASE_MESSENGER, to: on.BASE_MESSENGER, method: 'relayMessage 0xd764ad0b' },
    gets('0.3 ETH', on.BASE_BRIDGE_L2),
  ),
  signs(
    '2024-05-23 18:30',
    { to: on.BASE_UNISWAP, method: 'exactInputSingle 0x04e45aaf', fee: '0.000012' },
    pays('0.1 ETH', on.BASE_UNISWAP),
    gets('373.9 USDC', on.POOL),
  ),
  receives('2024-08-30 07:07', on.SPAMMER, 'airdrop', '8888 CLAIM AIRDROP AT T.ME/BASEDROP'),
  trades('2025-02-03 20:20', '0.0000031', '200 USDC', '0.0692 WETH'),
  trades('2025-12-01 10:10', '0.0000024', '0.05 WETH', '139.9 USDC'),
];

import { STAKER } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, swaps, receives } = storyWriter('solana', STAKER);

/** Sells an airdrop for SOL at nineteen dollars, then holds SOL and JUP. */
export const STAKED = [
  receives('2021-03-15 12:00', on.SOLANA_AIRDROP, 'airdrop', '50 RAY'),
  swaps('2021-04-01 18:25', { to: on.RAYDIUM, method: 'swap', fee: '0.000005' }, '50 RAY', '23.44 SOL'),
  signs(
    '2022-05-01 09:15',
    { to: on.STAKE_PROGRAM, method: 'delegate', fee: '0.00001' },
    pays('15 SOL', on.STAKE_ACCOUNT),
  ),
  // The stake returns with the rewards of twenty months.
  signs(
    '2024-03-18 14:00',
    { to: on.STAKE_PROGRAM, method: 'withdraw', fee: '0.000005' },
    gets('16.62 SOL', on.STAKE_ACCOUNT),
  ),
  swaps('2024-11-22 19:45', { to: on.JUPITER, method: 'route', fee: '0.000105' }, '8 SOL', '2056.4 USDC'),
  receives('2025-03-09 06:00', on.SOLANA_SPAMMER, 'transfer', '1000 jup-vote.xyz'),
  swaps('2025-08-14 13:30', { to: on.JUPITER, method: 'route', fee: '0.000085' }, '500 USDC', '969 JUP'),
  swaps('2025-09-12 11:00', { to: on.JUPITER, method: 'route', fee: '0.000055' }, '3 SOL', '2.44 JitoSOL'),
  signs('2025-10-31 17:55', { to: on.JUPITER, method: 'route', fee: '0.000205', failed: true }),
  swaps('2025-10-31 17:58', { to: on.JUPITER, method: 'route', fee: '0.000205' }, '400 JUP', '161.4 USDC'),
  swaps(
    '2026-01-30 15:15',
    { to: on.JUPITER, method: 'route', fee: '0.000065' },
    '2.44 JitoSOL',
    '354.2 USDC',
  ),
];

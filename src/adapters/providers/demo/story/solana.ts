import { STAKER } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, sees } = storyWriter('solana', STAKER);

/** Sells an airdrop for SOL at nineteen dollars, then holds SOL and JUP. */
export const STAKED = [
  sees(
    '2021-03-15 12:00',
    { by: on.SOLANA_AIRDROP, to: on.SOLANA_AIRDROP, method: 'airdrop' },
    gets('50 RAY', on.SOLANA_AIRDROP),
  ),
  signs(
    '2021-04-01 18:25',
    { to: on.RAYDIUM, method: 'swap', fee: '0.000005' },
    pays('50 RAY', on.RAYDIUM),
    gets('23.44 SOL', on.RAYDIUM),
  ),
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
  signs(
    '2024-11-22 19:45',
    { to: on.JUPITER, method: 'route', fee: '0.000105' },
    pays('8 SOL', on.JUPITER),
    gets('2056.4 USDC', on.JUPITER),
  ),
  sees(
    '2025-03-09 06:00',
    { by: on.SOLANA_SPAMMER, to: on.SOLANA_SPAMMER, method: 'transfer' },
    gets('1000 jup-vote.xyz', on.SOLANA_SPAMMER),
  ),
  signs(
    '2025-08-14 13:30',
    { to: on.JUPITER, method: 'route', fee: '0.000085' },
    pays('500 USDC', on.JUPITER),
    gets('969 JUP', on.JUPITER),
  ),
  signs(
    '2025-09-12 11:00',
    { to: on.JUPITER, method: 'route', fee: '0.000055' },
    pays('3 SOL', on.JUPITER),
    gets('2.44 JitoSOL', on.JUPITER),
  ),
  signs('2025-10-31 17:55', { to: on.JUPITER, method: 'route', fee: '0.000205', failed: true }),
  signs(
    '2025-10-31 17:58',
    { to: on.JUPITER, method: 'route', fee: '0.000205' },
    pays('400 JUP', on.JUPITER),
    gets('161.4 USDC', on.JUPITER),
  ),
  signs(
    '2026-01-30 15:15',
    { to: on.JUPITER, method: 'route', fee: '0.000065' },
    pays('2.44 JitoSOL', on.JUPITER),
    gets('354.2 USDC', on.JUPITER),
  ),
];

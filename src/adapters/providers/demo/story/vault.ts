import { VAULT } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, sees, approves, subscribes } = storyWriter('ethereum', VAULT);

/** The vault receives half an ether with its basis from the everyday wallet (2022-01-18, in its story). */
export const SAVINGS = [
  // Rewards of a validator that another party runs.
  sees('2023-05-15 04:12', { by: null }, gets('0.0168 ETH', null, 'withdrawal')),
  signs(
    '2024-03-13 13:13',
    { to: on.UNISWAP_V2, method: 'swapExactETHForTokens 0x7ff36ab5', fee: '0.0052' },
    pays('0.4 ETH', on.UNISWAP_V2),
    gets('1590.3 USDC', on.USDC_WETH_PAIR),
  ),
  sees('2024-10-08 21:47', { by: null }, gets('0.0175 ETH', null, 'withdrawal')),
  sees('2025-12-01 11:30', { by: null }, gets('0.0171 ETH', null, 'withdrawal')),
  approves('2026-03-05 09:25', on.USDC, '0.0001'),
  subscribes('2026-03-05 09:30', '0.0005', '1200 USDC', '1071.4 USDY'),
];

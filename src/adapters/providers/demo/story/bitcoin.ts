import { MINER } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, sees } = storyWriter('bitcoin', MINER);

/** Mining rewards paid in the coinbase: income when mined, gain or loss when spent. */
export const MINED = [
  sees('2023-12-06 03:51', { by: null }, gets('0.0125 BTC', null, 'coinbase')),
  sees('2024-04-20 00:09', { by: null }, gets('0.018 BTC', null, 'coinbase')),
  sees('2024-07-15 16:40', { by: null }, gets('0.0064 BTC', null, 'coinbase')),
  // Consolidates three outputs. Only the fee leaves the wallet.
  signs('2024-08-10 07:00', { to: MINER, fee: '0.00002' }, pays('0.03688 BTC', MINER)),
  sees('2024-11-22 22:10', { by: on.BITCOIN_OTHER }, gets('0.01 BTC', on.BITCOIN_OTHER)),
  // One day changes the term: exactly one year is short-term, one year and a day is long-term.
  signs('2024-12-06 12:00', { to: on.BITCOIN_SHOP, fee: '0.00004' }, pays('0.005 BTC', on.BITCOIN_SHOP)),
  signs('2024-12-07 12:00', { to: on.BITCOIN_SHOP, fee: '0.00004' }, pays('0.005 BTC', on.BITCOIN_SHOP)),
  signs('2025-10-06 09:30', { to: on.BITCOIN_SHOP, fee: '0.00003' }, pays('0.004 BTC', on.BITCOIN_SHOP)),
];

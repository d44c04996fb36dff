import { MAIN, VAULT } from '../demo.addresses';
import * as on from './parties';
import { gets, pays, storyWriter } from './story-writer';

const { signs, sees, swaps, approves, receives, tradesOn, buysOn, subscribes } = storyWriter(
  'ethereum',
  MAIN,
);
const trades = tradesOn(on.UNISWAP_V3, on.POOL);
const SWAP_ON_V2 = 'swapExactTokensForTokens 0x38ed1739';
const buys = buysOn(on.UNISWAP_V3, on.POOL);

const swapsOnV2 = (at: string, fee: string, ...moves: readonly ReturnType<typeof pays>[]) =>
  signs(at, { to: on.UNISWAP_V2, method: SWAP_ON_V2, fee }, ...moves);

/** Alice on Ethereum: mining, an airdrop, a rising market, a falling market, and tokenized funds. */
export const EVERYDAY = [
  sees('2021-01-12 06:21', { by: null, method: 'block_reward' }, gets('2 ETH', null, 'coinbase')),
  signs(
    '2021-03-02 19:40',
    { to: on.UNI_DISTRIBUTOR, method: 'claim 0x2e7ba6ef', fee: '0.012' },
    gets('400 UNI', on.UNI_DISTRIBUTOR),
  ),
  approves('2021-04-15 10:02', on.UNI, '0.0045'),
  swapsOnV2('2021-04-15 10:09', '0.0162', pays('150 UNI', on.POOL), gets('5405.2 USDC', on.USDC_WETH_PAIR)),
  swapsOnV2('2021-05-10 14:30', '0.021', pays('2080 USDC', on.USDC_WETH_PAIR), gets('40 LINK', on.POOL)),
  // A failed swap on the day of the crash: the swap reverted and the gas was spent.
  signs('2021-05-19 13:05', {
    to: on.UNISWAP_V2,
    method: SWAP_ON_V2,
    fee: '0.038',
    failed: true,
  }),
  // An inbound transfer of unknown origin: the chain does not state its cost.
  sees(
    '2021-08-10 08:15',
    { by: on.OTHER, to: on.AAVE, method: 'transfer 0xa9059cbb' },
    gets('2.5 AAVE', on.OTHER),
  ),
  receives('2021-09-18 03:33', on.SPAMMER, 'multisend', '5000 $5000 UNI-REWARDS.CLAIMS'),
  swaps(
    '2021-11-10 09:00',
    { to: on.WETH, method: 'deposit 0xd0e30db0', fee: '0.0062' },
    '0.6 ETH',
    '0.6 WETH',
  ),
  approves('2021-11-10 09:04', on.USDC, '0.0071'),
  signs(
    '2021-11-10 09:11',
    { to: on.UNISWAP_V2, method: 'addLiquidity 0xe8e33700', fee: '0.031' },
    pays('0.6 WETH', on.USDC_WETH_PAIR),
    pays('2845.25 USDC', on.USDC_WETH_PAIR),
    gets('0.000041318 UNI-V2', on.ZERO),
  ),

  signs('2022-01-18 17:20', { to: VAULT, fee: '0.0021' }, pays('0.5 ETH', VAULT)),
  trades('2022-01-18 17:45', '0.0138', '50 UNI', '832.4 DAI'),
  signs(
    '2022-04-05 12:00',
    { to: on.DAI, method: 'transfer 0xa9059cbb', fee: '0.0031' },
    pays('120 DAI', on.LANDLORD),
  ),
  trades('2022-06-13 15:10', '0.006', '40 LINK', '252.2 USDC'),
  // Nineteen days after the loss: a wash sale when the rule is enabled.
  trades('2022-07-02 11:11', '0.0041', '61.3 USDC', '10 LINK'),
  signs(
    '2022-11-21 10:00',
    { to: on.UNISWAP_V2, method: 'removeLiquidity 0xbaa2abde', fee: '0.0043' },
    pays('0.000041318 UNI-V2', on.USDC_WETH_PAIR),
    gets('1.2459 WETH', on.USDC_WETH_PAIR),
    gets('1425.6 USDC', on.USDC_WETH_PAIR),
  ),
  swaps(
    '2022-11-21 10:06',
    { to: on.WETH, method: 'withdraw 0x2e1a7d4d', fee: '0.0012' },
    '1.2459 WETH',
    '1.2459 ETH',
  ),

  buys('2023-01-10 08:08', '0.0029', '1.2 ETH', '1.0835 wstETH'),
  receives('2023-03-14 04:44', on.SPAMMER, 'airdrop', '2080 USDС'),
  sees(
    '2023-07-22 05:55',
    { by: on.SPAMMER, to: on.SPAMMER, method: 'mintBatch' },
    gets('1 VOUCHER', on.ZERO, 'nft'),
  ),
  receives('2023-09-02 01:10', on.SPAMMER, 'drop', '777 OOPS'),
  // Address poisoning: a false token logs a transfer to an address similar to the vault's.
  sees(
    '2024-02-11 02:22',
    { by: on.SPAMMER, to: on.SPAMMER, method: 'fire' },
    pays('832.4 USDT', on.VAULT_LOOKALIKE),
  ),
  signs(
    '2024-05-22 09:00',
    { to: on.BASE_BRIDGE, method: 'depositETH 0xb1a1a882', fee: '0.0021' },
    pays('0.3 ETH', on.BASE_BRIDGE),
  ),
  trades('2025-09-12 16:00', '0.0009', '1.0835 wstETH', '5930.1 USDC'),
  approves('2026-02-19 14:55', on.USDC, '0.0001'),
  subscribes('2026-02-19 15:00', '0.0004', '5000 USDC', '43.73 OUSG'),
];

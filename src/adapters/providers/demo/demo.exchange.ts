import type { ExchangeName } from '../../../domain/exchanges';
import { accountWallet } from '../../../domain/kernel/address';
import { MAIN } from './demo.addresses';

export const DEMO_EXCHANGE = 'coinbase' satisfies ExchangeName;
/** An id with this start has the bundled prices of the demo wallets. */
const ID_START = 'de300000-a11c-';
export const demoExchangeId = (id: string): string => ID_START + id.slice(ID_START.length);
export const isDemoExchange = (wallet: string): boolean => wallet.startsWith(accountWallet(ID_START));

/**
 * The invented account of Alice, in the generic layout. Its withdrawal of 2.5 AAVE is the transfer of unknown origin
 * in her everyday wallet. Prices are near the market of the day.
 */
const ROWS = [
  'timestamp,kind,asset,amount,sent_asset,sent_amount,fee_asset,fee_amount,id,address',
  '2021-03-12T15:00:00Z,deposit,USD,1500,,,,,demo-1,',
  '2021-03-15T16:20:00Z,trade,AAVE,2.51,USD,928.7,USD,4.6,demo-2,',
  `2021-08-10T08:02:00Z,withdrawal,AAVE,2.5,,,AAVE,0.01,demo-3,${MAIN}`,
  '2024-02-01T10:00:00Z,trade,BTC,0.01,USD,425,USD,2.1,demo-4,',
  '2025-06-02T10:00:00Z,trade,USD,630,BTC,0.006,USD,3.1,demo-5,',
  '2025-12-31T23:59:00Z,interest,USDC,1.25,,,,,demo-6,',
];

export const demoExchangeFile = (): Uint8Array => new TextEncoder().encode(`${ROWS.join('\n')}\n`);

/** ms UTC of the rows. */
export const DEMO_EXCHANGE_TIMES: readonly number[] = ROWS.slice(1).map((row) =>
  Date.parse(row.slice(0, row.indexOf(','))),
);

import type { Asset } from '../../src/domain/kernel/asset';
import { money } from '../../src/domain/kernel/units';

/** First in, first out, in UTC, without wash sales. */
export const FIFO = { method: 'fifo', timezone: 'UTC', washSales: false } as const;

/** Events of invented coins, for the specs of the engine. */
export const coinOf = (symbol: string, decimals: number): Asset => ({
  id: `x:${symbol}`,
  chain: 'x',
  contract: null,
  symbol,
  name: symbol,
  decimals,
});

/** @param at ms UTC */
export const eventBase = (id: string, at: number, quantity: bigint, asset: Asset, wallet = 'w') => ({
  transactionId: id,
  txHash: null,
  stem: id,
  leg: 0,
  wallet,
  asset,
  quantity,
  at,
  block: 0,
  txIndex: 0,
  logIndex: 0,
  priceSource: null,
});

/** What a purchase states beside its base. */
export const bought = (cost: string) =>
  ({
    kind: 'acquire',
    cost: money(cost),
    source: 'purchase',
    basisSource: 'trade',
    incomeType: null,
  }) as const;

/** What a sale states beside its base. */
export const sold = (proceeds: string) =>
  ({ kind: 'dispose', type: 'sale', proceeds: money(proceeds), fees: 0n }) as const;

/** A purchase of an asset, as `eventBase`. */
export const purchaseOf = (cost: string, ...base: Parameters<typeof eventBase>) => ({
  ...eventBase(...base),
  ...bought(cost),
});

/** A sale of an asset, as `eventBase`. */
export const saleOf = (proceeds: string, ...base: Parameters<typeof eventBase>) => ({
  ...eventBase(...base),
  ...sold(proceeds),
});

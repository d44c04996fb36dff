import type { PricePoint } from './upstream/price-source';
import type { RwaYield } from './upstream/rwa-market-source';

/** Bundled figures of a tokenized fund. */
export interface BundledFund extends Omit<RwaYield, 'history'> {
  /** USD per whole unit. */
  nav: string;
}

/** Wallets with bundled data. The service sends no upstream request for them. */
export abstract class BundledWallets {
  /** The source name of the figures below. */
  abstract readonly source: string;
  /** @param address in normal form */
  abstract has(address: string): boolean;
  /** The newest bundled price, with its own date. Null: there is none. */
  abstract price(assetId: string): PricePoint | null;
  /** The bundled price of a time, with its own date. Null: there is none at or before it. @param at ms UTC */
  abstract priceAt(assetId: string, at: number): PricePoint | null;
  /** @returns null for a fund that these wallets do not hold */
  abstract fund(symbol: string): BundledFund | null;
}

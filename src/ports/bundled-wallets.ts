import type { PricePoint } from './upstream/price-source';
import type { RwaYield } from './upstream/rwa-market-source';

/** Figures of a tokenized fund that come with the service. */
export interface BundledFund extends RwaYield {
  /** USD per whole unit. */
  nav: string;
}

/** Wallets whose data come with the service: no upstream is asked for anything about them. */
export abstract class BundledWallets {
  /** The name the figures below are given as their source. */
  abstract readonly source: string;
  /** @param address as it is compared and stored */
  abstract has(address: string): boolean;
  /** The newest bundled price, dated to its own day; null: there is none. */
  abstract price(assetId: string): PricePoint | null;
  /** @returns null for a fund these wallets do not hold */
  abstract fund(symbol: string): BundledFund | null;
}

import { type BundledFund, BundledWallets } from '../../src/ports/bundled-wallets';
import type { PricePoint } from '../../src/ports/upstream/price-source';

/** None, until a test adds some. */
export class FakeBundledWallets extends BundledWallets {
  override readonly source = 'bundle';
  readonly addresses = new Set<string>();
  /** Asset id -> USD. */
  readonly usd = new Map<string, string>();
  readonly funds = new Map<string, BundledFund>();

  override has(address: string): boolean {
    return this.addresses.has(address);
  }

  override price(assetId: string): PricePoint | null {
    const usd = this.usd.get(assetId);
    return usd === undefined ? null : { usd, at: 1_600_000_000_000, source: this.source };
  }

  override priceAt(assetId: string, at: number): PricePoint | null {
    const price = this.price(assetId);
    return price && price.at <= at ? price : null;
  }

  override fund(symbol: string): BundledFund | null {
    return this.funds.get(symbol) ?? null;
  }
}

import type { Config } from '../../../config/env';
import { type BundledFund, BundledWallets } from '../../../ports/bundled-wallets';
import { DAY_MS } from '../../../domain/kernel/durations';
import type { PricePoint } from '../../../ports/upstream/price-source';
import { isDemoAddress } from './demo.addresses';
import { isDemoExchange } from './demo.exchange';
import { demoAsset } from './demo.assets';
import { DEMO_AS_OF, latestOf, priceUntil, SOURCE } from './demo.prices';

/** Annual yield in percent on the last bundled day, by symbol. */
const YIELDS = new Map([
  ['OUSG', '3.71'],
  ['USDY', '3.55'],
]);

/** A later day without a close uses a bundled one of at most so many days before. */
const MOST_DAYS_BACK = 7;

export class DemoWallets extends BundledWallets {
  override readonly source = SOURCE;

  constructor(
    private readonly config: Config,
    private readonly closeOf: (query: { assetId: string; at: number }) => PricePoint | null = () => null,
  ) {
    super();
  }

  override has(address: string): boolean {
    return this.config.DEMO_WALLETS && (isDemoAddress(address) || isDemoExchange(address));
  }

  override price(assetId: string): PricePoint | null {
    return latestOf(assetId);
  }

  /** Coins have daily closes, tokens recorded prices of most days. The story ends with its last day. */
  override priceAt(assetId: string, at: number): PricePoint | null {
    const known = priceUntil(assetId, at);
    if (known === null || at >= DEMO_AS_OF) return known;
    for (let back = 0; back <= MOST_DAYS_BACK; back++) {
      const close = this.closeOf({ assetId, at: at - back * DAY_MS });
      if (close) return close.at > known.at ? close : known;
    }
    return known;
  }

  override fund(symbol: string): BundledFund | null {
    const apy = YIELDS.get(symbol);
    const nav = apy === undefined ? null : latestOf(demoAsset(`ethereum:${symbol}`).id);
    return apy === undefined || nav === null ? null : { nav: nav.usd, apy, aum: null };
  }
}

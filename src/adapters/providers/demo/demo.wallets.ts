import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { type BundledFund, BundledWallets } from '../../../ports/bundled-wallets';
import type { PricePoint } from '../../../ports/upstream/price-source';
import { isDemoAddress } from './demo.addresses';
import { demoAsset } from './demo.assets';
import { latestOf, SOURCE } from './demo.prices';

/** Annual yield in percent on the last bundled day, by symbol. */
const YIELDS = new Map([
  ['OUSG', '3.71'],
  ['USDY', '3.55'],
]);

/** The demo wallets, while DEMO_WALLETS is on. */
@Injectable()
export class DemoWallets extends BundledWallets {
  override readonly source = SOURCE;

  constructor(private readonly config: Config) {
    super();
  }

  override has(address: string): boolean {
    return this.config.DEMO_WALLETS && isDemoAddress(address);
  }

  override price(assetId: string): PricePoint | null {
    return latestOf(assetId);
  }

  override fund(symbol: string): BundledFund | null {
    const apy = YIELDS.get(symbol);
    const nav = apy === undefined ? null : latestOf(demoAsset(`ethereum:${symbol}`).id);
    return apy === undefined || nav === null ? null : { nav: nav.usd, apy, aum: null };
  }
}

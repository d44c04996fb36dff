import type { Asset } from '../kernel/asset';
import type { LotRecord } from './lot-record';
import type { Method, Pool } from './methods/method';

/** One pool per wallet and asset; methods never look across. @source tax-rules 3.1 */
export class Pools {
  private readonly byWallet = new Map<string, Map<string, Pool>>();

  constructor(private readonly method: Method) {}

  find(wallet: string, assetId: string): Pool | undefined {
    return this.byWallet.get(wallet)?.get(assetId);
  }

  of(wallet: string, asset: Asset): Pool {
    let ofWallet = this.byWallet.get(wallet);
    if (ofWallet === undefined) this.byWallet.set(wallet, (ofWallet = new Map<string, Pool>()));
    let pool = ofWallet.get(asset.id);
    if (pool === undefined) ofWallet.set(asset.id, (pool = this.method.createPool()));
    return pool;
  }

  /** Puts every open lot back where it belongs. */
  rebuild(lots: readonly LotRecord[]): void {
    this.byWallet.clear();
    for (const lot of lots) if (lot.remaining > 0n) this.of(lot.wallet, lot.asset).add(lot);
  }
}

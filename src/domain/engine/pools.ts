import type { Asset } from '../kernel/asset';
import type { LotBook } from './lot-book';
import type { Method, Pool } from './methods/method';
import type { LedgerEvent } from './transaction';

/** One pool per wallet and asset; methods never look across. @source tax-rules 3.1 */
export class Pools {
  private readonly byWallet = new Map<string, Map<string, Pool>>();

  constructor(
    private readonly method: Method,
    private readonly lots: LotBook,
  ) {}

  find(wallet: string, assetId: string): Pool | undefined {
    return this.byWallet.get(wallet)?.get(assetId);
  }

  of(wallet: string, asset: Asset): Pool {
    let ofWallet = this.byWallet.get(wallet);
    if (ofWallet === undefined) this.byWallet.set(wallet, (ofWallet = new Map<string, Pool>()));
    let pool = ofWallet.get(asset.id);
    if (pool === undefined) ofWallet.set(asset.id, (pool = this.method.createPool(this.lots)));
    return pool;
  }

  /** Puts every open lot back where it belongs. */
  rebuild(): void {
    const { lots } = this;
    this.byWallet.clear();
    for (let row = 0; row < lots.length; row++) {
      if (lots.remaining[row] === 0n) continue;
      const { wallet, asset } =
        lots.details[row] === null ? (lots.events[row] as LedgerEvent) : lots.record(row);
      this.of(wallet, asset).add(row);
    }
  }
}

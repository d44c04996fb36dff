import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { compareEvents, isSameEvent } from '../model/order';
import { sentUnits } from '../model/outflow';
import type { LedgerEvent } from '../model/transaction';

export interface BalanceChange {
  at: number;
  quantity: Quantity;
}

export interface BalanceChanges {
  asset: Asset;
  /** Oldest first, at most one of each time. */
  changes: BalanceChange[];
}

/**
 * One pass over the events. The balance at a time equals the position in the ledger of the events until then: units
 * that no lot covers leave zero.
 * @param events in any order, of wallets that share no pool (`ReplayOptions.sharedPools`)
 */
export function balanceChanges(events: readonly LedgerEvent[], wallet: string): BalanceChanges[] {
  const balances = new Balances();
  let before: LedgerEvent | null = null;
  for (const event of [...events].sort(compareEvents)) {
    if (before === null || !isSameEvent(before, event)) balances.enter(event, wallet);
    before = event;
  }
  return [...balances.byAsset.values()];
}

class Balances {
  readonly byAsset = new Map<string, BalanceChanges>();

  enter(event: LedgerEvent, wallet: string): void {
    switch (event.kind) {
      case 'acquire':
        if (event.incomeType !== null && event.isCash === true) return;
        if (event.wallet === wallet) this.add(event.asset, event.quantity, event.at);
        return;
      case 'dispose':
        if (event.wallet === wallet) this.take(event.asset, event.quantity, event.at);
        return;
      case 'allocate':
        if (event.wallets.includes(wallet)) this.set(event.asset, 0n, event.at);
        return;
      case 'move': {
        const { asset, toAsset, toWallet, at } = event;
        const sent = sentUnits(event);
        const isInPlace = event.wallet === toWallet && asset.id === toAsset.id;
        if (event.wallet === wallet) this.take(asset, isInPlace ? event.quantity - sent : event.quantity, at);
        if (toWallet === wallet && sent > 0n && !isInPlace) this.add(toAsset, event.received, at);
      }
    }
  }

  private add(asset: Asset, units: Quantity, at: number): void {
    this.set(asset, this.held(asset) + units, at);
  }

  private take(asset: Asset, units: Quantity, at: number): void {
    const held = this.held(asset);
    this.set(asset, held > units ? held - units : 0n, at);
  }

  private held({ id }: Asset): Quantity {
    return this.byAsset.get(id)?.changes.at(-1)?.quantity ?? 0n;
  }

  private set(asset: Asset, quantity: Quantity, at: number): void {
    let known = this.byAsset.get(asset.id);
    if (!known) this.byAsset.set(asset.id, (known = { asset, changes: [] }));
    const last = known.changes.at(-1);
    if (last?.at === at) last.quantity = quantity;
    else if ((last?.quantity ?? 0n) !== quantity) known.changes.push({ at, quantity });
  }
}

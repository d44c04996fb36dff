import type { ChainTransaction } from '../../facts/chain-transaction';
import { keyAt, type Facts } from '../../facts/facts';
import { isDebt, isNft } from '../../facts/assets';
import type { NetLeg } from '../../facts/net-legs';
import type { Quantity } from '../../../kernel/units';
import type { Decision } from '../rule';
import { marketsOf } from './places';

/**
 * What the wallet owes to markets, and which of them keep collateral of it. A market may take collateral at one address and
 * return it from another one, so the contract that is called stands for both.
 */
export class LoanBook {
  /** Chain, market and asset -> units owed. */
  private readonly owed = new Map<string, Quantity>();
  /** Chain and asset -> places that got it as collateral, oldest first. */
  private readonly places = new Map<string, Set<string>>();

  constructor(private readonly escrow: ReadonlyMap<string, Quantity>) {}

  /** True when the wallet owes such units to a market that it calls. */
  owes(tx: ChainTransaction, leg: NetLeg): boolean {
    return marketsOf(tx).some((market) => (this.owed.get(keyAt(tx, market, leg)) ?? 0n) > 0n);
  }

  /** The market that keeps such units as collateral: one that is called, else any. Null: none. */
  collateralAt(tx: ChainTransaction, leg: NetLeg, isAnywhere: boolean): string | null {
    const called = marketsOf(tx);
    const known = [...(this.places.get(assetKey(leg)) ?? [])].filter((place) => this.keeps(tx, place, leg));
    return known.find((place) => called.includes(place)) ?? (isAnywhere ? (known[0] ?? null) : null);
  }

  private keeps(tx: ChainTransaction, place: string, leg: NetLeg): boolean {
    return (this.escrow.get(keyAt(tx, place, leg)) ?? 0n) > 0n;
  }

  /** Call it once per transaction, in order, after the rules decided. */
  note({ tx, ins, outs }: Facts, { outcome }: Decision): void {
    const { type, place, lent = [] } = outcome;
    if (type !== 'borrow' && type !== 'repay' && place === undefined) return;
    if (place !== undefined)
      for (const leg of outs)
        this.places.set(assetKey(leg), (this.places.get(assetKey(leg)) ?? new Set()).add(place));
    if (type !== 'borrow' && type !== 'repay') return;
    const isBorrow = type === 'borrow';
    const loans = lent.length > 0 ? lent : isBorrow ? ins : outs;
    for (const leg of loans.filter(({ asset }) => !isNft(asset) && !isDebt(asset)))
      for (const market of marketsOf(tx)) {
        const key = keyAt(tx, market, leg);
        const left = (this.owed.get(key) ?? 0n) + (isBorrow ? leg.quantity : -leg.quantity);
        if (left > 0n) this.owed.set(key, left);
        else this.owed.delete(key);
      }
  }
}

const assetKey = ({ asset }: NetLeg): string => asset.id;

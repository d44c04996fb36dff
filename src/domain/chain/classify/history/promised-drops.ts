import { SLICE, type Sliced } from '../../../kernel/slices';
import { isNft } from '../../facts/assets';
import { isOwnCall, targetsOf } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import type { NettedTransaction } from '../spam/spam';

/**
 * Finds claims to a later drop by what becomes of them: a token that its own contract mints to the caller for nothing, and
 * later destroys for as many units of another token, which it pays itself.
 * @source tax-rules 8.1
 */
export class PromisedDrops {
  /** Asset -> transactions that minted it, as `chain|hash`. */
  private readonly minted = new Map<string, string[]>();
  private readonly found = new Set<string>();

  /** True for the mint of such a token, and for its payment. @param key `chain|hash` */
  has(key: string): boolean {
    return this.found.has(key);
  }

  /**
   * Continues with the next transactions of the history, in slices.
   * @returns the mints that they prove, as `chain|hash`
   */
  *adding(history: readonly NettedTransaction[]): Sliced<string[]> {
    const proved: string[] = [];
    for (const [index, { tx, legs }] of history.entries()) {
      if (index % SLICE === 0) yield;
      if (!tx.succeeded || !isOwnCall(tx)) continue;
      const key = `${tx.chain}|${tx.hash}`;
      const [one, other, ...more] = legs;
      if (one && other === undefined && isIssued(one) && targetsOf(tx).includes(one.asset.contract ?? ''))
        this.minted.set(one.asset.id, [...(this.minted.get(one.asset.id) ?? []), key]);
      const [given, got] = one?.direction === 'out' ? [one, other] : [other, one];
      const known =
        given && got && more.length === 0 && isPaid(given, got) && this.minted.get(given.asset.id);
      if (!known) continue;
      for (const mint of known) this.found.add(mint);
      this.found.add(key);
      proved.push(...known);
    }
    return proved;
  }
}

const isIssued = ({ direction, isMint, isInternal, asset }: NetLeg): boolean =>
  direction === 'in' && isMint && !isInternal && !isNft(asset);

const isPaid = (given: NetLeg, got: NetLeg): boolean =>
  given.direction === 'out' &&
  got.direction === 'in' &&
  given.isBurn &&
  given.asset.contract !== null &&
  got.counterparty === given.asset.contract &&
  given.quantity === got.quantity &&
  given.asset.decimals === got.asset.decimals;

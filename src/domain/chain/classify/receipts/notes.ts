import { isLoanNote, isNft } from '../../facts/assets';
import type { Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import type { HeldUnits } from '../requests';
import { onlyIns, onlyOuts } from '../patterns';
import { rule, type Decision } from '../rule';

const noteOf = (f: Facts, direction: NetLeg['direction']): NetLeg | null =>
  f.debts.find((leg) => leg.direction === direction && isLoanNote(leg.asset)) ?? null;

/** The money lent stays the owner's, at a place of its own for each loan. */
const placeOf = (note: NetLeg | null): string | undefined => (note ? `loan ${note.asset.symbol}` : undefined);

/**
 * Loans against NFTs that the wallet gives. The borrower calls. What comes back beyond the money lent is interest, and the
 * collateral is bought for it.
 * @source tax-rules 10.5
 */
export const NOTE_RULES = [
  rule(
    'loan-given',
    (f) => onlyOuts(f) && f.outs.length === 1 && noteOf(f, 'in') !== null,
    (f) => ({ type: 'stake', place: placeOf(noteOf(f, 'in')) }),
  ),
  rule(
    'collateral-taken',
    (f) => onlyIns(f) && f.ins.every(({ asset }) => isNft(asset)) && noteOf(f, 'out') !== null,
    {
      type: 'swap',
      flags: ['classification_uncertain'],
    },
  ),
  rule(
    'loan-returned',
    (f) => onlyIns(f) && noteOf(f, 'out') !== null,
    (f) => ({ type: 'unstake', place: placeOf(noteOf(f, 'out')) }),
  ),
];

/** Money lent by the note that stands for it. */
export class GivenLoans {
  private readonly lent = new Map<string, HeldUnits>();

  /**
   * Call it once per transaction, in order, after the rules decided.
   * @returns the money for which the collateral is taken
   */
  pass(facts: Facts, { rule: name }: Decision): readonly HeldUnits[] {
    const [given, taken] = [noteOf(facts, 'in'), noteOf(facts, 'out')];
    const [leg] = facts.outs;
    if (name === 'loan-given' && given && leg)
      this.lent.set(given.asset.id, {
        asset: leg.asset,
        quantity: leg.quantity,
        place: placeOf(given) ?? '',
      });
    if (!taken) return [];
    const held = this.lent.get(taken.asset.id);
    this.lent.delete(taken.asset.id);
    return name === 'collateral-taken' && held ? [held] : [];
  }
}

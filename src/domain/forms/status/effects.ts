import type { Disposal } from '../../engine';
import { money, type Money } from '../../kernel/units';
import type { Unsettled } from './unsettled';

/** An uncertain type whose other readings change the result by this or less is not marked. */
export const LEAST_EFFECT: Money = money('1');

/** Why the type of a disposal or receipt is not certain. */
export type Uncertainty = 'uncertain_type' | 'settled_loan';

type Uncertain = Pick<Disposal, 'flags' | 'type' | 'transactionId' | 'valueStatus'> &
  Pick<Disposal, 'proceeds' | 'costBasis' | 'washSaleDisallowed'> & { lotId: string | null };

/** No gain may follow from another reading: at most the whole one goes. */
const effectOf = ({ proceeds, costBasis, washSaleDisallowed }: Uncertain): Money => {
  const gain = proceeds - costBasis + washSaleDisallowed;
  return gain < 0n ? -gain : gain;
};

/** Repayments and liquidations follow the closest rule, that of short sales. @source tax-rules 10.6 */
const uncertaintyOf = ({ type }: Pick<Uncertain, 'type'>): Uncertainty =>
  type === 'repayment' || type === 'liquidation' ? 'settled_loan' : 'uncertain_type';

/**
 * What other readings of the transactions behind some disposals change. The slices of one disposal are judged together, and
 * so are the units of one doubtful acquisition: their basis rests on its type.
 */
export class Effects {
  private readonly gains = new Map<string, Money>();
  private readonly bases = new Map<string, Money>();
  private readonly doubts: ReadonlyMap<string, Money>;
  /** Lot of a doubtful transaction -> that transaction. */
  private readonly acquiredIn = new Map<string, string>();

  constructor(unsettled: readonly Unsettled[]) {
    const uncertain = unsettled.filter(({ cause }) => cause === 'uncertain_type');
    this.doubts = new Map(uncertain.map(({ transactionId, value }) => [transactionId, value ?? 0n]));
    for (const { transactionId, lotIds = [] } of uncertain)
      for (const id of lotIds) this.acquiredIn.set(id, transactionId);
  }

  /** @returns false for a slice that no other reading changes */
  add(slice: Uncertain): boolean {
    if (slice.valueStatus === 'missing') return false;
    const acquired = this.acquiredIn.get(slice.lotId ?? '');
    if (acquired !== undefined) this.bases.set(acquired, (this.bases.get(acquired) ?? 0n) + slice.costBasis);
    const { transactionId } = slice;
    const isUncertain = slice.flags.includes('classification_uncertain');
    if (isUncertain) this.gains.set(transactionId, (this.gains.get(transactionId) ?? 0n) + effectOf(slice));
    return isUncertain || acquired !== undefined;
  }

  /** When all slices are added. */
  uncertaintyOf(slice: Pick<Uncertain, 'flags' | 'type' | 'transactionId' | 'valueStatus' | 'lotId'>) {
    if (slice.valueStatus === 'missing') return undefined;
    const { transactionId } = slice;
    const isMarked =
      slice.flags.includes('classification_uncertain') &&
      isNotable(this.gains.get(transactionId), this.doubts.get(transactionId));
    if (isMarked) return uncertaintyOf(slice);
    const acquired = this.acquiredIn.get(slice.lotId ?? '');
    return acquired !== undefined && isNotable(this.bases.get(acquired)) ? 'uncertain_type' : undefined;
  }
}

const isNotable = (...effects: (Money | undefined)[]): boolean =>
  effects.some((effect) => effect !== undefined && effect > LEAST_EFFECT);

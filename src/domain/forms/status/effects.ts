import type { Disposal } from '../../engine';
import { money, type Money } from '../../kernel/units';
import type { Unsettled } from './unsettled';

export const LEAST_EFFECT: Money = money('1');

export type Uncertainty = 'uncertain_type' | 'settled_loan';

type Uncertain = Pick<Disposal, 'flags' | 'type' | 'transactionId' | 'valueStatus'> &
  Pick<Disposal, 'proceeds' | 'costBasis' | 'washSaleDisallowed'> & { lotId: string | null };

/** Another reading may leave no gain: at most the whole gain goes. */
const effectOf = ({ proceeds, costBasis, washSaleDisallowed }: Uncertain): Money => {
  const gain = proceeds - costBasis + washSaleDisallowed;
  return gain < 0n ? -gain : gain;
};

/** Repayments and liquidations follow the closest rule, the one for short sales. @source tax-rules 10.6 */
const uncertaintyOf = ({ type }: Pick<Uncertain, 'type'>): Uncertainty =>
  type === 'repayment' || type === 'liquidation' ? 'settled_loan' : 'uncertain_type';

/**
 * What other readings of some disposals change. The slices of one disposal are judged together. So are the units of
 * one doubtful acquisition: their basis rests on its type.
 */
export class Effects {
  private readonly gains = new Map<string, Money>();
  private readonly bases = new Map<string, Money>();
  private readonly doubts: ReadonlyMap<string, Money>;
  private readonly acquiredIn = new Map<string, string>();

  constructor(unsettled: readonly Unsettled[]) {
    const uncertain = unsettled.filter(({ cause }) => cause === 'uncertain_type');
    this.doubts = new Map(uncertain.map(({ transactionId, value }) => [transactionId, value ?? 0n]));
    for (const { transactionId, lotIds = [] } of uncertain)
      for (const id of lotIds) this.acquiredIn.set(id, transactionId);
  }

  add(slice: Uncertain): boolean {
    if (slice.valueStatus === 'missing') return false;
    const acquired = this.acquiredIn.get(slice.lotId ?? '');
    if (acquired !== undefined) this.bases.set(acquired, (this.bases.get(acquired) ?? 0n) + slice.costBasis);
    const { transactionId } = slice;
    const isUncertain = slice.flags.includes('classification_uncertain');
    if (isUncertain) this.gains.set(transactionId, (this.gains.get(transactionId) ?? 0n) + effectOf(slice));
    return isUncertain || acquired !== undefined;
  }

  /** Call it after all slices are added. */
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

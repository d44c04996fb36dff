import type { Money } from '../../kernel/units';
import { toCents } from '../cents';
import type { Mark, ReasonTally } from './status';

/**
 * What waits for its owner: units whose other end or meaning is not known, and transactions of an uncertain type. The
 * ledger holds such units: they are in no row. A transaction of an uncertain type can have rows, with their own
 * marks.
 * @source tax-rules 7.0, 10.3
 */
export interface Unsettled {
  cause: 'no_other_end' | 'unknown_operation' | 'uncertain_type';
  wallet: string;
  transactionId: string;
  /** ms UTC */
  at: number;
  /** Of the units; for an uncertain type, what another reading can change. Null when it is not known. */
  value: Money | null;
  /** True for units that came in: they may be income, or are income that may be none. */
  isReceipt: boolean;
  lotIds?: readonly string[];
}

const MARK_OF = {
  no_other_end: 'held_without_other_end',
  unknown_operation: 'held_operation',
  uncertain_type: 'uncertain_in_no_row',
} as const satisfies Record<Unsettled['cause'], Mark>;

interface Scope {
  isOf: (wallet: string) => boolean;
  /** ms UTC */
  from: number;
  until: number;
  marked: ReadonlySet<string>;
}

export function tallyUnsettled(
  tally: ReasonTally,
  unsettled: readonly Unsettled[],
  { isOf, from, until, marked }: Scope,
): void {
  for (const { cause, wallet, transactionId, at, value } of unsettled)
    if (
      isOf(wallet) &&
      at >= from &&
      at < until &&
      !(cause === 'uncertain_type' && marked.has(transactionId))
    )
      tally.add(MARK_OF[cause], value === null ? null : toCents(value, 'cents'));
}

/** Income of an uncertain type has its own receipt on Schedule 1, with its mark. */
export const isOfForm8949 = ({ cause, isReceipt }: Unsettled): boolean =>
  cause !== 'uncertain_type' || !isReceipt;

/** An operation that nobody classified may be income. */
export const isOfSchedule1 = ({ cause, isReceipt }: Unsettled): boolean =>
  cause === 'unknown_operation' && isReceipt;

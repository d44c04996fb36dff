import type { Money } from '../../kernel/units';
import type { DisposalColumns } from '../model/disposal-record';
import { shareOf } from '../model/share';
import type { Acquire, CarriedShare } from '../model/transaction';

/**
 * Provisional basis of units received in a trade of unknown value: their share of the basis of the units given.
 * Without it, the received units would have basis 0 and a later sale a false gain. The disposals of the trade are the
 * latest ones.
 * @source tax-rules 7.3
 */
export function carriedBasis(event: Acquire, share: CarriedShare, log: DisposalColumns): Money {
  let basis = 0n;
  for (let row = log.length - 1; row >= 0; row--) {
    const given = log.events[row];
    if (given === undefined || given.at !== event.at) break;
    if (given.kind !== 'dispose' || given.stem !== event.stem) continue;
    if (given.type !== 'swap' || given.proceeds !== null) continue;
    basis += log.table.costBetween(log.lots[row] as number, log.before[row] ?? 0n, log.after[row] ?? 0n);
  }
  if (basis <= share.less) return 0n;
  return shareOf(basis - share.less, share.from, share.upTo, share.whole);
}

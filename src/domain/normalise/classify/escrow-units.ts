import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { escrowKey, escrowPlace, methodsOf, targetsOf, type Facts, type Fill } from '../facts/facts';
import { METHOD_KINDS } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import { VENUES } from '../protocols/bridges';
import { MARGIN_VENUES } from '../protocols/deposits';
import { isRequest } from './requests';
import type { Decision, Outcome } from './rule';

/**
 * Returns the part of each arrival that is the returned deposit. The deposit behind a validator's stake
 * without a known deposit is unknown. Everything beyond the deposit is income.
 * @source tax-rules 10.5
 */
export function principalsOf(
  escrow: ReadonlyMap<string, Quantity>,
  facts: Facts,
  { rule, outcome }: Decision,
): Map<NetLeg, Quantity> {
  const principals = new Map<NetLeg, Quantity>();
  const isReturn = outcome.type === 'unstake' || venueOf(outcome) !== null;
  if (rule !== 'loan-closed' && (!isReturn || facts.outs.length > 0)) return principals;
  for (const leg of facts.ins) {
    const deposited = escrow.get(keyOf(facts.tx, leg, outcome)) ?? 0n;
    if (deposited > 0n || rule === 'deposit-returned')
      principals.set(leg, deposited < leg.quantity ? deposited : leg.quantity);
  }
  return principals;
}

/** A margin trade that closes for less than its deposit lost the rest. @source coverage.md 2.12 */
export function lossesOf(
  escrow: ReadonlyMap<string, Quantity>,
  facts: Facts,
  { outcome }: Decision,
): Map<NetLeg, Quantity> {
  const lost = new Map<NetLeg, Quantity>();
  if (facts.outs.length > 0 || !closesTrade(outcome, facts.tx)) return lost;
  for (const leg of facts.ins) {
    const rest = (escrow.get(keyOf(facts.tx, leg, outcome)) ?? 0n) - leg.quantity;
    if (rest > 0n) lost.set(leg, rest);
  }
  return lost;
}

const closesTrade = ({ type, protocol }: Outcome, tx: ChainTransaction): boolean =>
  (type === 'unstake' || type === 'bridge') &&
  MARGIN_VENUES.has(protocol ?? '') &&
  methodsOf(tx).some((method) => METHOD_KINDS.closesTrade.test(method));

/** A place that no chain here shows: what comes back from it was sent there. */
const venueOf = ({ type, protocol, place }: Outcome): string | null =>
  place ?? (type === 'bridge' && protocol && VENUES.has(protocol) ? protocol : null);

export function placeOfLeg(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const [target] = targetsOf(tx);
  if (isRequest(outcome, leg) && target !== undefined) return target;
  return venueOf(outcome) ?? escrowPlace(tx.chain, leg.kind, leg.counterparty);
}

function keyOf(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const venue = venueOf(outcome);
  return venue === null ? escrowKey(tx, leg) : `${tx.chain}|${venue}|${leg.asset.id}`;
}

/**
 * Tracks deposits without a receipt token until they come back.
 * @returns the legs into or out of such a deposit
 */
export function keepEscrow(
  escrow: Map<string, Quantity>,
  { tx, ins, outs }: Facts,
  { rule, outcome }: Decision,
): readonly NetLeg[] {
  const { type, costs = [] } = outcome;
  const venue = venueOf(outcome);
  const isDeposit = type === 'borrow' || (type === 'stake' && ins.every((leg) => !leg.isMint));
  if (
    isDeposit ||
    (type === 'unstake' && ins.length === 0) ||
    rule === 'epoch-reward' ||
    (venue && ins.length === 0)
  ) {
    const kept = outs.filter((leg) => !costs.includes(leg));
    for (const leg of kept) {
      // Another asset pays a request.
      if (isRequest(outcome, leg)) continue;
      const key = keyOf(tx, leg, outcome);
      escrow.set(key, (escrow.get(key) ?? 0n) + leg.quantity);
    }
    return kept;
  }
  if (rule !== 'loan-closed' && ((type !== 'unstake' && !venue) || outs.length > 0)) return [];
  for (const leg of ins) {
    const key = keyOf(tx, leg, outcome);
    const left = (escrow.get(key) ?? 0n) - leg.quantity;
    if (left > 0n && !closesTrade(outcome, tx)) escrow.set(key, left);
    else escrow.delete(key);
  }
  return ins;
}

export function takeFrom(
  escrow: Map<string, Quantity>,
  tx: ChainTransaction,
  { asset, quantity, place }: Fill,
): void {
  const key = `${tx.chain}|${place}|${asset.id}`;
  const left = (escrow.get(key) ?? 0n) - quantity;
  if (left > 0n) escrow.set(key, left);
  else escrow.delete(key);
}

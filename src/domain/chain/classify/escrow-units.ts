import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { escrowKey, escrowPlace, keyAt, methodsOf, type Facts } from '../facts/facts';
import { METHOD_KINDS } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import { VENUES } from '../protocols/bridges';
import { DEPOSITS, MARGIN_VENUES } from '../protocols/deposits';
import type { MarginDeposits } from './margin-deposits';
import { isRequest, placeOfRequest, type HeldUnits } from './requests';
import type { Decision, Outcome } from './rule';

/**
 * Returns the part of each arrival that is the returned deposit. The deposit behind a validator's stake
 * without a known deposit is unknown. Everything beyond the deposit is income, except what another contract pays
 * without a call of the wallet: its origin is unknown.
 * @source tax-rules 10.5
 */
export function principalsOf(
  escrow: ReadonlyMap<string, Quantity>,
  facts: Facts,
  { rule, outcome }: Decision,
): Map<NetLeg, Quantity> {
  const principals = new Map<NetLeg, Quantity>();
  const isReturn = outcome.type === 'unstake' || venueOf(outcome) !== null;
  if (!CLOSES_LOAN.has(rule) && (!isReturn || facts.outs.length > 0)) return principals;
  const isFound = (leg: NetLeg): boolean => (escrow.get(keyOf(facts.tx, leg, outcome)) ?? 0n) > 0n;
  const payers = new Set(facts.ins.filter(isFound).map((leg) => placeOfLeg(facts.tx, leg, outcome)));
  const isOfReturn = (leg: NetLeg): boolean =>
    rule === MARGIN_CLOSED ||
    (rule === 'deposit-returned' && (facts.isCaller || payers.has(placeOfLeg(facts.tx, leg, outcome))));
  for (const leg of facts.ins) {
    const deposited = escrow.get(keyOf(facts.tx, leg, outcome)) ?? 0n;
    if (deposited > 0n || isOfReturn(leg))
      principals.set(leg, deposited < leg.quantity ? deposited : leg.quantity);
  }
  return principals;
}

/** A margin trade that closes for less than its deposit lost the rest. @source coverage.md 2.12 */
export function lossesOf(margin: MarginDeposits, facts: Facts, decision: Decision): Map<NetLeg, Quantity> {
  const lost = new Map<NetLeg, Quantity>();
  if (facts.outs.length > 0) return lost;
  const { outcome } = decision;
  for (const leg of facts.ins) {
    if (!closesTrade(decision, facts.tx, leg)) continue;
    const rest = margin.closedBy(facts.tx, placeAt(facts.tx, leg, outcome), leg) - leg.quantity;
    if (rest > 0n) lost.set(leg, rest);
  }
  return lost;
}

/** A payment for a loan that returns its collateral. */
const CLOSES_LOAN: ReadonlySet<string> = new Set(['loan-closed', 'loan-closed-by-shape']);
/** The rule of what a keeper pays for a position. The contract that holds orders only refunds. */
const MARGIN_CLOSED = 'margin-closed';
const closesTrade = (
  { rule, outcome: { type, protocol } }: Decision,
  tx: ChainTransaction,
  leg: NetLeg,
): boolean =>
  rule === MARGIN_CLOSED
    ? DEPOSITS.of(tx.chain, leg.counterparty) === null
    : (type === 'unstake' || type === 'bridge') &&
      MARGIN_VENUES.has(protocol ?? '') &&
      methodsOf(tx).some((method) => METHOD_KINDS.closesTrade.test(method));

/** A place that no chain here shows: what comes back from it was sent there. */
const venueOf = ({ type, protocol, place }: Outcome): string | null =>
  place ?? (type === 'bridge' && protocol && VENUES.has(protocol) ? protocol : null);

export function placeOfLeg(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const target = placeOfRequest(tx);
  if (isRequest(outcome, leg) && target !== undefined) return target;
  return placeAt(tx, leg, outcome);
}

const placeAt = (tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string =>
  venueOf(outcome) ?? escrowPlace(tx.chain, leg.kind, leg.counterparty);

function keyOf(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const venue = venueOf(outcome);
  return venue === null ? escrowKey(tx, leg) : keyAt(tx, venue, leg);
}

/**
 * Tracks deposits without a receipt token until they come back.
 * @returns the legs into or out of such a deposit
 */
export function keepEscrow(
  escrow: Map<string, Quantity>,
  margin: MarginDeposits,
  { tx, ins, outs }: Facts,
  decision: Decision,
): readonly NetLeg[] {
  const { rule, outcome } = decision;
  const { type, costs = [], earned = [] } = outcome;
  const isPaid = ins.some((leg) => !earned.some((one) => one.leg === leg));
  const venue = venueOf(outcome);
  const isDeposit =
    (type === 'borrow' && outcome.lent === undefined) ||
    (type === 'stake' &&
      rule !== 'receipt-transferred' &&
      (outcome.place !== undefined || ins.every((leg) => !leg.isMint)));
  if (
    isDeposit ||
    (type === 'unstake' && !isPaid) ||
    rule === 'epoch-reward' ||
    (venue && ins.length === 0)
  ) {
    const kept = outs.filter((leg) => !costs.includes(leg));
    for (const leg of kept) {
      // Another asset pays a request.
      if (isRequest(outcome, leg)) continue;
      const key = keyOf(tx, leg, outcome);
      escrow.set(key, (escrow.get(key) ?? 0n) + leg.quantity);
      margin.note(tx, [leg]);
    }
    return kept;
  }
  if (!CLOSES_LOAN.has(rule) && ((type !== 'unstake' && !venue) || outs.length > 0)) return [];
  for (const leg of ins) {
    const key = keyOf(tx, leg, outcome);
    const isClosed = closesTrade(decision, tx, leg);
    const place = placeAt(tx, leg, outcome);
    const closed = isClosed ? margin.closedBy(tx, place, leg) : 0n;
    if (isClosed) margin.close(tx, place, leg);
    const left = (escrow.get(key) ?? 0n) - (closed > leg.quantity ? closed : leg.quantity);
    if (left > 0n) escrow.set(key, left);
    // A position may pay in parts. What follows has no deposit left.
    else if (isClosed && rule === MARGIN_CLOSED) escrow.set(key, 0n);
    else escrow.delete(key);
  }
  return ins;
}

export function takeFrom(
  escrow: Map<string, Quantity>,
  tx: ChainTransaction,
  { asset, quantity, place }: HeldUnits,
): void {
  const key = keyAt(tx, place, { asset });
  const left = (escrow.get(key) ?? 0n) - quantity;
  if (left > 0n) escrow.set(key, left);
  else escrow.delete(key);
}

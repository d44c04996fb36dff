import type { Quantity } from '../../kernel/units';
import { liquidityRank } from '../facts/assets';
import { VALIDATOR_STAKE } from '../facts/known-contracts';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { MARGIN_VENUES } from '../protocols/deposits';
import { LENDERS } from '../protocols/lenders';
import { escrowWallet } from './escrow';
import * as draft from './event-drafts';
import type { LegEvent } from './event-drafts';

/**
 * A deposit comes back. Units beyond it are income, or the result of margin trades. For an unknown deposit the
 * origin is unknown.
 * @source tax-rules 10.5; coverage.md 2.12
 */
export function returned(tx: WalletTransaction, leg: Leg): LegEvent[] {
  const { principal, escrow } = leg;
  if (principal === undefined)
    return tx.rule === 'beacon-principal'
      ? exited(tx, leg)
      : [{ event: draft.untracked(tx, leg, 'transfer_in'), leg }];
  const events = lost(tx, leg);
  if (principal > 0n && escrow !== undefined) events.push(principalOf(tx, leg, principal, escrow));
  if (principal >= leg.quantity) return events;
  const rest = draft.slice(leg, leg.quantity - principal);
  if (tx.rule === 'exchange-futures' || MARGIN_VENUES.has(escrow ?? tx.protocol ?? ''))
    return [...events, ...profit(tx, rest)];
  // A pool returns more of one asset for less of another. Only the pool knows what is a fee.
  if (tx.rule === 'liquidity-returned')
    return [...events, { event: draft.untracked(tx, rest, 'transfer_in'), leg: rest }];
  const isOfLoan = tx.type === 'repay' || tx.rule === 'collateral-returned';
  const isLent = isOfLoan || liquidityRank(leg.asset) === 3 || LENDERS.has(escrow ?? tx.protocol ?? '');
  const type = isLent ? 'interest' : 'staking_reward';
  return [...events, { event: draft.income(tx, rest, type), leg: rest }];
}

/** Units from a market or a chain that is not read here. Beyond what was sent there the origin is unknown. */
export function cameBack(tx: WalletTransaction, leg: Leg, principal: Quantity, place: string): LegEvent[] {
  const events = lost(tx, leg);
  if (principal > 0n) events.push(principalOf(tx, leg, principal, place));
  if (principal >= leg.quantity) return events;
  const rest = draft.slice(leg, leg.quantity - principal);
  if (MARGIN_VENUES.has(place)) return [...events, ...profit(tx, rest)];
  const source = tx.type === 'bridge' ? 'bridge' : 'transfer_in';
  return [...events, { event: draft.untracked(tx, rest, source), leg }];
}

/** What came back beyond what was sent there. Cash has no lots: its result is all that is known of it. */
export const beyondPrincipal = (tx: WalletTransaction): WalletTransaction => ({
  ...tx,
  legs: tx.legs.flatMap((leg) => {
    const { direction, quantity, principal = 0n } = leg;
    return direction === 'in' && quantity > principal ? [draft.slice(leg, quantity - principal)] : [];
  }),
  fee: null,
});

function principalOf(tx: WalletTransaction, leg: Leg, principal: Quantity, place: string): LegEvent {
  const part = draft.slice(leg, principal);
  return { event: draft.carried(tx, part, tx.wallet, escrowWallet(tx.wallet, place)), leg: part };
}

const profit = (tx: WalletTransaction, leg: Leg): LegEvent[] =>
  draft.marginProfit(tx, leg).map((event) => ({ event, leg }));

function lost(tx: WalletTransaction, leg: Leg): LegEvent[] {
  if (leg.lost === undefined || leg.escrow === undefined) return [];
  const index = draft.MARGIN_LEG + leg.index;
  const part: Leg = { ...draft.slice(leg, leg.lost), direction: 'out', index };
  return [
    { event: draft.carried(tx, part, tx.wallet, escrowWallet(tx.wallet, leg.escrow)), leg: part },
    { event: draft.marginLoss(tx, part), leg: part },
  ];
}

/** An exit of a validator whose deposit is not known: stakes of 32 come back, the rest is reward. */
function exited(tx: WalletTransaction, leg: Leg): LegEvent[] {
  const stakes = (leg.quantity / VALIDATOR_STAKE) * VALIDATOR_STAKE;
  const principal = draft.slice(leg, stakes === 0n ? leg.quantity : stakes);
  const stake = { event: draft.untracked(tx, principal, 'transfer_in'), leg: principal };
  if (principal.quantity === leg.quantity) return [stake];
  const rest = draft.slice(leg, leg.quantity - principal.quantity);
  const reward = { ...rest, index: draft.INTEREST_LEG + leg.index };
  return [stake, { event: draft.income(tx, reward, 'staking_reward'), leg: reward }];
}

import type { Ledger } from '../../engine';
import { LEAST_EFFECT, type Unsettled } from '../../forms';
import type { Money } from '../../kernel/units';
import type { WalletTransaction } from '../../chain/facts/wallet-transaction';
import { heldUnits } from './held-units';

/**
 * What waits for its owner beside the rows of forms: held units, and transactions of an uncertain type without a gain
 * or income, or whose values show what another reading changes.
 * @param ledger of all wallets of the owner
 * @param transactions valued
 */
export function unsettledIn(ledger: Ledger, transactions: readonly WalletTransaction[]): Unsettled[] {
  const held = heldUnits(ledger, transactions).map(({ cause, tx, leg }): Unsettled => ({
    ...ofTransaction(tx),
    cause,
    value: leg.valueUsd,
    isReceipt: leg.direction === 'in',
  }));
  const uncertain = transactions.filter(isUncertain);
  if (uncertain.length === 0) return held;
  const waiting = new Set(held.map(({ transactionId }) => transactionId));
  const lots = lotsOf(ledger, new Set(uncertain.flatMap(({ id, doubt }) => (doubt ? [id] : []))));
  const ruled = uncertain.some(({ doubt }) => doubt === undefined) ? ruledIn(ledger) : new Set<string>();
  return [
    ...held,
    ...uncertain
      .filter((tx) => !waiting.has(tx.id) && (tx.doubt !== undefined || !ruled.has(tx.id)))
      .map((tx): Unsettled => {
        const value = shownEffect(tx);
        const isReceipt = tx.doubt?.reason === 'income_like_principal';
        const lotIds = lots.get(tx.id);
        return { ...ofTransaction(tx), cause: 'uncertain_type', value, isReceipt, ...(lotIds && { lotIds }) };
      })
      .filter(({ value }) => value === null || value > LEAST_EFFECT),
  ];
}

export const isUncertain = ({ type, flags, isSpam, succeeded }: WalletTransaction): boolean =>
  !isSpam && succeeded && (type === 'unknown' || flags.includes('classification_uncertain'));

/** What another reading changes, as far as the values show it: at most the value of what moved. */
export function shownEffect({ doubt, legs, flags }: WalletTransaction): Money | null {
  if (doubt) return doubt.effect;
  const moved = legs.filter(({ isInternal }) => !isInternal);
  const isUnread = moved.length === 0 && flags.includes('history_incomplete');
  if (isUnread || (moved.length > 0 && moved.every(({ valueUsd }) => valueUsd === null))) return null;
  const [out, into] = (['out', 'in'] as const).map((side) =>
    moved.reduce((sum, { direction, valueUsd }) => (direction === side ? sum + (valueUsd ?? 0n) : sum), 0n),
  ) as [Money, Money];
  return out > into ? out : into;
}

/** Transactions whose gain or income shows what their type changes. A gain of their gas does not. */
export function ruledIn({ disposals, income }: Ledger): Set<string> {
  const found = new Set<string>();
  for (const list of [disposals, income])
    for (const { flags, transactionId } of list)
      if (flags.includes('classification_uncertain')) found.add(transactionId);
  return found;
}

function lotsOf({ lots }: Pick<Ledger, 'lots'>, transactions: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (transactions.size === 0) return found;
  for (const { id, transactionId } of lots)
    if (transactions.has(transactionId)) found.set(transactionId, [...(found.get(transactionId) ?? []), id]);
  return found;
}

/** When units that came in with these transactions were sold or used, ms UTC, by transaction. */
export function salesOf(
  { lots, disposals }: Pick<Ledger, 'lots' | 'disposals'>,
  transactions: ReadonlySet<string>,
): Map<string, number[]> {
  const sales = new Map<string, number[]>();
  const acquiredIn = new Map(
    [...lotsOf({ lots }, transactions)].flatMap(([acquired, ids]) =>
      ids.map((id) => [id, acquired] as const),
    ),
  );
  if (acquiredIn.size === 0) return sales;
  for (const { lotId, disposedAt } of disposals) {
    const acquired = acquiredIn.get(lotId);
    if (acquired !== undefined) sales.set(acquired, [...(sales.get(acquired) ?? []), disposedAt]);
  }
  return sales;
}

const ofTransaction = ({ id, wallet, at }: WalletTransaction) => ({ transactionId: id, wallet, at });

import type { Ledger } from '../../engine';
import { type Money, compareUnits } from '../../kernel/units';
import { feesToValue, feeToValue, valuedSides } from '../../chain';
import type { Leg, WalletTransaction } from '../../chain/facts/wallet-transaction';

export interface TransactionInNeed {
  transaction: WalletTransaction;
  /** Legs without a value, or the fee that alone waits for one. */
  legs: readonly Leg[];
  fees: readonly Leg[];
  /** Held-out disposals of this transaction and of the units it brought, in all wallets. */
  disposals: number;
  /** Of the disposals of this transaction. A value of 0 would make it a loss. */
  basis: Money;
  /** Known proceeds of later disposals of its units. A basis of 0 would make them a gain. */
  proceeds: Money;
  income: number;
  /** Times of these disposals, ms UTC. */
  soldAt: readonly number[];
  /** Largest change of realized gains that the missing value can cause downwards or by its later disposals. */
  effect: Money;
}

type Need = Pick<TransactionInNeed, 'disposals' | 'basis' | 'proceeds' | 'income'> & { soldAt: number[] };

/** Largest effect first. @param transactions of the wallet @source tax-rules 7.3, 8.4 */
export function transactionsInNeed(
  ledger: Ledger,
  transactions: readonly WalletTransaction[],
): TransactionInNeed[] {
  const needs = needsOf(ledger);
  return transactions
    .flatMap((transaction): TransactionInNeed[] => {
      const need = needs.get(transaction.id);
      if (!need) return [];
      return [{ transaction, ...unvalued(transaction), ...need, effect: need.basis + need.proceeds }];
    })
    .sort(
      (a, b) =>
        compareUnits(b.effect, a.effect) ||
        a.transaction.at - b.transaction.at ||
        (a.transaction.id < b.transaction.id ? -1 : 1),
    );
}

function unvalued(tx: WalletTransaction): Pick<TransactionInNeed, 'legs' | 'fees'> {
  const fee = feeToValue(tx);
  if (fee) return { legs: [fee], fees: [] };
  const fees = feesToValue(tx).filter(isOpen);
  const costs = new Set(fees.map(({ index }) => index));
  const legs = tx.legs.filter((leg) => isOpen(leg) && !leg.isInternal && !costs.has(leg.index));
  return {
    legs: legs.length > 0 ? legs : valuedSides(tx).flatMap((side) => side.filter(isOpen)),
    fees,
  };
}

const isOpen = ({ valueUsd }: Leg): boolean => valueUsd === null;

/** A disposal with known proceeds waits for the acquisition of its lot. */
function needsOf({ lots, disposals, income }: Ledger): Map<string, Need> {
  const needs = new Map<string, Need>();
  const add = (
    id: string,
    { soldAt, ...more }: Partial<Omit<Need, 'soldAt'>> & { soldAt?: number },
  ): void => {
    const need = needs.get(id) ?? { disposals: 0, basis: 0n, proceeds: 0n, income: 0, soldAt: [] };
    if (soldAt !== undefined) need.soldAt.push(soldAt);
    needs.set(id, {
      disposals: need.disposals + (more.disposals ?? 0),
      basis: need.basis + (more.basis ?? 0n),
      proceeds: need.proceeds + (more.proceeds ?? 0n),
      income: need.income + (more.income ?? 0),
      soldAt: need.soldAt,
    });
  };
  const causes = new Map<string, string>();
  for (const lot of lots) {
    if (lot.valueStatus === 'known' && !lot.lacksLossBasis) continue;
    causes.set(lot.id, lot.transactionId);
    if (lot.valueStatus === 'known') continue;
    add(lot.transactionId, {});
  }
  for (const slice of disposals) {
    if (slice.valueStatus === 'known') continue;
    const { knownProceeds, costBasis: basis, lotId, transactionId, disposedAt } = slice;
    const sale = { disposals: 1, soldAt: disposedAt };
    if (knownProceeds === null) add(transactionId, { ...sale, basis });
    else add(causes.get(lotId) ?? transactionId, { ...sale, proceeds: knownProceeds });
  }
  for (const { valueStatus, transactionId } of income)
    if (valueStatus === 'missing') add(transactionId, { income: 1 });
  return needs;
}

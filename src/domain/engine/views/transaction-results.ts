import type { Money } from '../../kernel/units';
import type { Disposal, Ledger } from '../model/lot';
import type { ValueStatus } from '../model/transaction';
import { ReplayLedger } from '../replay/replay-ledger';

/** What the disposals of one transaction amount to. */
export interface TransactionResult {
  /** Null when it made no disposal. */
  gain: Money | null;
  /** `missing` when a disposal waits for a value. Its gain is 0. */
  valueStatus: ValueStatus;
  /** Present for units of a broker that own books name otherwise: it was not told. */
  isNotIdentified?: true;
}

/** Sums disposals. Null when there are none. */
export const resultOf = (disposals: readonly Disposal[]): TransactionResult | null =>
  disposals.reduce<TransactionResult | null>(withDisposal, null);

/**
 * Results of a wallet's disposals by transaction id. Transactions without a disposal are absent.
 * @param since ms UTC: earlier disposals are left out
 */
export function transactionResults(
  ledger: Ledger,
  wallet: string,
  since = -Infinity,
): ReadonlyMap<string, TransactionResult> {
  const results = new Map<string, TransactionResult>();
  const disposals =
    since === -Infinity
      ? ledger.disposals
      : ledger instanceof ReplayLedger
        ? ledger.disposalsSince(since)
        : ledger.disposals.filter(({ disposedAt }) => disposedAt >= since);
  for (const disposal of disposals)
    if (disposal.wallet === wallet)
      results.set(
        disposal.transactionId,
        withDisposal(results.get(disposal.transactionId) ?? null, disposal),
      );
  for (const { wallet: from, transactionId, at } of ledger.movesNotIdentified)
    if (from === wallet && at >= since)
      results.set(transactionId, withMove(results.get(transactionId) ?? null));
  return results;
}

/** Adds that a move out of an account at a broker took other lots than own books name. */
export const withMove = (result: TransactionResult | null): TransactionResult => ({
  gain: null,
  valueStatus: 'known',
  ...result,
  isNotIdentified: true,
});

const withDisposal = (
  result: TransactionResult | null,
  { gain, valueStatus, flags }: Disposal,
): TransactionResult => ({
  gain: (result?.gain ?? 0n) + gain,
  valueStatus: result?.valueStatus === 'missing' ? 'missing' : valueStatus,
  ...((result?.isNotIdentified === true || flags.includes('not_identified_to_broker')) && {
    isNotIdentified: true as const,
  }),
});

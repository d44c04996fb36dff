import type { Money } from '../../kernel/units';
import type { Disposal, Ledger } from '../model/lot';
import type { ValueStatus } from '../model/transaction';
import { ReplayLedger } from '../replay/replay-ledger';

export interface TransactionResult {
  gain: Money | null;
  /** `missing` when a disposal waits for a value. Its gain is 0. */
  valueStatus: ValueStatus;
  isNotIdentified?: true;
}

export const resultOf = (disposals: readonly Disposal[]): TransactionResult | null =>
  disposals.reduce<TransactionResult | null>(withDisposal, null);

/** By transaction id, without transactions that made no disposal. @param since ms UTC */
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

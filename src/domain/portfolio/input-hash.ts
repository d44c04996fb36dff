import { ENGINE_VERSION, type ReplayOptions } from '../engine';
import { sha256Hex } from '../kernel/hash';
import { tradedLegs, type LedgerPolicies, type WalletTransaction } from '../normalise';
import type { ManualEntry } from '../overlays/manual-entry';

interface History {
  transactions: readonly WalletTransaction[];
  entries?: readonly ManualEntry[];
}

/** Converts amounts to text: JSON has no big integers. */
const textOf = (entry: ManualEntry): string =>
  JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/**
 * Hash of everything that determines the ledger of an owner: the classified and valued history, the policies,
 * and the engine version. The same hash gives the same ledger.
 * @param wallets of the owner, in any order
 * @param history of all wallets, with the user's manual entries
 */
export function inputHash(
  wallets: readonly string[],
  { transactions, entries = [] }: History,
  { method, timezone, washSales }: ReplayOptions,
  {
    gasPolicy,
    wrapPolicy,
    depositPolicy,
  }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>,
): string {
  const settings = [ENGINE_VERSION, method, timezone, washSales, gasPolicy, wrapPolicy, depositPolicy];
  const lines = transactions
    .filter(({ isSpam }) => !isSpam)
    .map(({ id, type, incomeType, at, fee, ...tx }) =>
      [
        id,
        type,
        incomeType,
        at,
        fee && [fee.asset.id, fee.quantity, fee.valueUsd],
        ...tradedLegs(tx).map((leg) => [
          leg.direction,
          leg.asset.id,
          leg.quantity,
          leg.valueUsd,
          leg.isInternal,
        ]),
      ].join(),
    );
  return sha256Hex(
    [wallets.toSorted().join(), settings.join(), ...lines.sort(), ...entries.map(textOf)].join('\n'),
  );
}

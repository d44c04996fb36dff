import { ENGINE_VERSION, type ReplayOptions } from '../engine';
import { sha256Hex } from '../kernel/hash';
import type { LedgerPolicies, WalletTransaction } from '../normalise';

/**
 * A name for everything the books of an owner follow from: the history as it was understood and valued, the policies,
 * and the engine. The same name, the same books.
 * @param wallets of the owner, in any order
 * @param transactions of all of them
 */
export function inputHash(
  wallets: readonly string[],
  transactions: readonly WalletTransaction[],
  { method, timezone, washSales }: ReplayOptions,
  { gasPolicy, wrapPolicy, lpPolicy }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'lpPolicy'>,
): string {
  const settings = [ENGINE_VERSION, method, timezone, washSales, gasPolicy, wrapPolicy, lpPolicy];
  const lines = transactions
    .filter(({ isSpam }) => !isSpam)
    .map(({ id, type, incomeType, at, legs, fee }) =>
      [
        id,
        type,
        incomeType,
        at,
        fee && [fee.asset.id, fee.quantity, fee.valueUsd],
        ...legs.map((leg) => [leg.direction, leg.asset.id, leg.quantity, leg.valueUsd, leg.isInternal]),
      ].join(),
    );
  return sha256Hex([wallets.toSorted().join(), settings.join(), ...lines.sort()].join('\n'));
}

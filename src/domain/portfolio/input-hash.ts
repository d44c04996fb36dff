import { ENGINE_VERSION, type ReplayOptions } from '../engine';
import { sha256HexOfLines } from '../kernel/hash';
import { mapSliced, type Sliced } from '../kernel/slices';
import { valuedLegs, type LedgerPolicies, type WalletTransaction } from '../chain';
import type { ManualEntry } from '../overlays/manual-entry';

interface History {
  transactions: readonly WalletTransaction[];
  entries?: readonly ManualEntry[];
}

/** JSON has no big integers. */
const textOf = (entry: ManualEntry): string =>
  JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/**
 * Covers everything that determines the ledger of an owner: the classified and valued history, the policies and the
 * engine version. The same hash gives the same ledger.
 * @param wallets in any order
 * @param history of all wallets, with the user's manual entries
 */
export function* inputHash(
  wallets: readonly string[],
  { transactions, entries = [] }: History,
  { method, timezone, washSales, brokerAccounts = [] }: ReplayOptions,
  {
    gasPolicy,
    wrapPolicy,
    depositPolicy,
  }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>,
): Sliced<string> {
  const policies = [gasPolicy, wrapPolicy, depositPolicy];
  const settings = [ENGINE_VERSION, method, timezone, washSales, ...policies, ...brokerAccounts.toSorted()];
  const counted = transactions.filter(({ isSpam }) => !isSpam);
  const lines = yield* mapSliced(counted, lineOf);
  lines.sort();
  return yield* sha256HexOfLines([
    wallets.toSorted().join(),
    settings.join(),
    ...lines,
    ...(yield* mapSliced(entries, textOf)),
  ]);
}

const lineOf = ({ id, type, incomeType, at, fee, ...tx }: WalletTransaction): string =>
  [
    id,
    type,
    incomeType,
    at,
    fee && [fee.asset.id, fee.quantity, fee.valueUsd],
    ...valuedLegs(tx).map((leg) => [leg.direction, leg.asset.id, leg.quantity, leg.valueUsd, leg.isInternal]),
  ].join();

import { accountWallet, type Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { earliest, type SyncStatus } from '../../domain/portfolio/sync-status';
import type { JobOutcome } from '../../ports/work/jobs';
import type { Coverage } from './coverage';
import {
  importedChains,
  stateOf,
  storedWallet,
  subjectOf,
  type Additions,
  type StoredWallet,
} from './history-classifier.service';
import type { ValuedHistory } from './history-reader.service';

/** Up to this number of rows, an incomplete history is processed again at every call. */
const MAX_EARLY_ROWS = 2_000;

/** One wallet of an owner, and its known state. */
export interface CoveredWallet {
  address: Address;
  isSubject: boolean;
  coverage: Coverage;
  /** Outcome of the indexing job: null while it is active, undefined when none was needed. */
  outcome: JobOutcome | null | undefined;
  /** Set when no data of the wallet can be read. */
  failure: AppError | null;
}

/** What is known of a wallet without an attempt to read it. */
export type Covered = Pick<CoveredWallet, 'address' | 'isSubject' | 'coverage'>;

/** The stored state of one owner's wallets, before their rows are read. */
export interface CoveredHistory<T extends Covered = CoveredWallet> {
  subject: Address;
  /** By address value; the subject is one of them. */
  covered: readonly T[];
  additions: Additions | null;
}

/** Equal wallets of one owner, before their rows are read. */
export interface CoveredTogether extends Omit<CoveredHistory, 'subject'> {
  /** In request order. */
  subjects: readonly Address[];
  /** Why a wallet has no readable data, by address value. */
  failures: ReadonlyMap<string, AppError>;
}

/** The stored state of one owner's wallets, seen from none of them. */
export type JointCovered = Omit<CoveredHistory<Covered>, 'subject'>;

/**
 * The same wallets, seen from one of them or from an exchange account of their owner.
 * @throws AppError WALLET_NOT_FOUND when no chain of the subject is fully read
 */
export function seenFrom(subject: Address, { covered, additions }: JointCovered): CoveredHistory<Covered> {
  const seen = covered.map((one) => ({ ...one, isSubject: one.address.value === subject.value }));
  const isRead = seen.some(({ isSubject, coverage }) => isSubject && coverage.chains.length > 0);
  if (!isRead && !hasImported(subject, additions))
    throw new AppError('WALLET_NOT_FOUND', { address: subject.given });
  return { subject, covered: seen, additions };
}

/** Sorts by address value, so that the order in the request has no effect. */
export function distinct(addresses: readonly Address[]): Address[] {
  const byValue = new Map(addresses.toReversed().map((address) => [address.value, address]));
  return [...byValue.values()].sort((a, b) => (a.value < b.value ? -1 : 1));
}

export const hasImported = (address: Address, additions: Additions | null): boolean =>
  address.family === 'exchange' || importedChains(address, additions).length > 0;

/** Values of the wallets and of every exchange account of the user. */
export const walletsOf = (addresses: readonly Address[], additions: Additions | null): string[] => [
  ...new Set([
    ...addresses.map(({ value }) => value),
    ...(additions?.accounts ?? []).map(({ id }) => accountWallet(id)),
  ]),
];

/** @throws AppError RESOURCE_NOT_FOUND for an exchange account that the caller does not have */
export function checkAccounts(
  addresses: readonly Address[],
  additions: Pick<Additions, 'accounts'> | null,
): void {
  const own = new Set((additions?.accounts ?? []).map(({ id }) => accountWallet(id)));
  for (const { family, value } of addresses)
    if (family === 'exchange' && !own.has(value))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
}

/** A retryable failure is reported before a permanent one. */
export const mendable = (failures: readonly AppError[]): AppError | undefined =>
  failures.find(({ code }) => code !== 'PROVIDER_ENTITLEMENT_ERROR') ?? failures[0];

/**
 * Limits how often a long, incomplete history is processed, because that slows its sync. It is processed
 * again when it has doubled.
 * @returns the name of the state shown until then; null for a history shown in its current state
 */
export function earlyState(covered: readonly Pick<CoveredWallet, 'coverage'>[]): string | null {
  if (!covered.some(({ coverage }) => coverage.pending.length > 0)) return null;
  const rows = covered
    .flatMap(({ coverage }) => coverage.chains)
    .reduce((sum, { rowCount }) => sum + rowCount, 0);
  return rows > MAX_EARLY_ROWS ? `early:${Math.floor(Math.log2(rows))}` : null;
}

/**
 * Leaves out wallets whose transactions another wallet of the owner contains: an address linked beside the
 * account that derives it counts once. Of the subject and such a wallet, the subject stays.
 * @param addressesIn the addresses whose transactions the history of the wallet contains
 */
export function withoutRepeats<T extends Pick<CoveredWallet, 'isSubject'>>(
  covered: readonly T[],
  addressesIn: (wallet: T) => readonly string[],
): T[] {
  if (covered.length < 2) return [...covered];
  const wallets = covered.map((wallet) => ({ wallet, addresses: new Set(addressesIn(wallet)) }));
  // The subject first, then the widest: what follows may only repeat what is kept.
  wallets.sort(
    (a, b) => Number(b.wallet.isSubject) - Number(a.wallet.isSubject) || b.addresses.size - a.addresses.size,
  );
  const kept: typeof wallets = [];
  for (const one of wallets)
    if (
      !kept.some((other) => isPart(one.addresses, other.addresses) || isPart(other.addresses, one.addresses))
    )
      kept.push(one);
  return covered.filter((wallet) => kept.some((one) => one.wallet === wallet));
}

const isPart = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size > 0 && [...part].every((address) => whole.has(address));

/** Identifies the rows to read and their state. */
export interface StoredPart {
  subject: string;
  state: string;
  stored: StoredWallet[];
  additions: Additions | null;
}

/** The rows that count. */
export function storedPart(
  covered: readonly Pick<CoveredWallet, 'address' | 'coverage'>[],
  additions: Additions | null,
): StoredPart {
  const stored = covered.map(({ address, coverage }) => storedWallet(address, coverage.chains, additions));
  return { subject: subjectOf(stored, additions), state: stateOf(stored, additions), stored, additions };
}

/** Chains that contradict their rows. Rows of the user can be those that the chain was read without. */
export const contradictedChains = (
  { address, coverage }: Pick<Covered, 'address' | 'coverage'>,
  additions: Additions | null,
): ChainName[] =>
  coverage.contradicted.filter((chain) => !importedChains(address, additions).includes(chain));

/** True for an exchange account of which lists are missing. */
export const isPartialAccount = ({ value }: Address, additions: Additions | null): boolean =>
  (additions?.accounts ?? []).some(({ id, isPartial }) => isPartial === true && accountWallet(id) === value);

/** The job that read the wallet alone has asked for every price a moment ago. */
export const isJustPriced = ({
  covered,
  additions,
}: Pick<CoveredHistory, 'covered' | 'additions'>): boolean =>
  covered.length === 1 && !additions && covered[0]?.outcome?.status === 'completed';

/** True when a transaction could not be read whole. */
export const hasUnread = ({ transactions }: Pick<ValuedHistory, 'transactions'>): boolean =>
  transactions.some(({ flags }) => flags.includes('history_incomplete'));

export function syncStatusOf(
  covered: readonly Pick<CoveredWallet, 'address' | 'isSubject' | 'coverage'>[],
  valued: ValuedHistory | null,
  additions: Additions | null = null,
): SyncStatus {
  const named = <T extends { address?: string }>(pick: (coverage: Coverage) => readonly T[]): T[] =>
    covered.flatMap(({ address, isSubject, coverage }) =>
      pick(coverage).map((entry) => (isSubject ? entry : { ...entry, address: address.given })),
    );
  const subject = covered.find(({ isSubject }) => isSubject)?.coverage;
  return {
    historyPending: valued === null || covered.some(({ coverage }) => coverage.pending.length > 0),
    pricesPending: valued === null || valued.open.length > 0,
    unavailable: named((coverage) => coverage.unavailable),
    stale: named((coverage) => coverage.stale),
    truncated: covered.some(({ coverage }) => coverage.truncated),
    // Accounts are a part of the history of every wallet of their owner.
    incomplete:
      covered.some(({ coverage }) => coverage.incomplete) ||
      (valued !== null && hasUnread(valued)) ||
      (additions?.accounts ?? []).some(({ isPartial }) => isPartial),
    ...earliest((additions?.accounts ?? []).map(({ readUntil }) => readUntil)),
    ...(covered.some((one) => contradictedChains(one, additions).length > 0) && { contradicted: true }),
    indexedAt: subject?.indexedAt ?? null,
    dataSources: (subject?.chains ?? []).flatMap(({ chain, provider, indexedAt: readAt }) =>
      provider === null ? [] : [{ chain, provider, readAt }],
    ),
  };
}

import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { accountWallet, type Address } from '../../domain/kernel/address';
import { accountOf } from '../../domain/kernel/bitcoin/descriptor';
import type { ChainName } from '../../domain/kernel/chain';
import { readingTransactions } from '../../domain/exchanges';
import { classifying, classifyingOn, withStatements, type Classification } from '../../domain/chain';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { ownerDecisions } from '../../domain/overlays/reading-decisions';
import { markingAccountMatches } from '../../domain/overlays/transfer-matches';
import { pairDecisions, withPairings } from '../../domain/overlays/transfer-pairings';
import { Config } from '../../config/env';
import { taxRules } from '../policies';
import { Clock, type Timer } from '../../ports/clock';
import { HistoryFiles } from '../../ports/upstream/history-files';
import { HistorySource, type RawRow, type WalletRows } from '../../ports/upstream/history-source';
import { RawHistoryStore, type ChainState, type SavedPage } from '../../ports/storage/raw-history-store';
import { Overlays, type UserOverlay } from '../../ports/storage/overlays';
import { inTurns } from '../../common/turns';
import { RowChanges } from '../changes/row-changes';
import { VersionedCache } from './versioned-cache';

/** A wallet and the chains whose stored rows are read. */
export interface StoredWallet {
  address: Address;
  chains: readonly ChainName[];
  /** Identifies the state of its rows. */
  revisions: readonly string[];
}

/** A user, and the chains to which the user added rows. */
export interface Additions extends UserOverlay {
  userId: string;
  /** True for entries that are not stored. */
  isSupposed?: boolean;
}

/** Maximum number of transactions in memory: of facts, and of classified ones. */
const MAX_KEPT = 30_000;

/**
 * Maximum number of transactions kept for the next job, of facts, and of classifications. With some 8 kB for each, no
 * more than a fifth of the heap. A history that is longer is read whole each time.
 */
const MAX_GOING = Math.max(MAX_KEPT, Math.floor(getHeapStatistics().heap_size_limit / 40_000));

/** A history that would take the place of most others is not kept. */
const isLong = ({ length }: readonly unknown[]): boolean => length > MAX_KEPT / 2;
const weightOf = (transactions: readonly unknown[]): number =>
  isLong(transactions) ? 1 : transactions.length;

/**
 * A long history stays this long after a job has classified it, at most: the request or the snapshot that waited for
 * the job takes it.
 */
const LINGER_MS = 5_000;

/** Wallets that are remembered as read by jobs. */
const MAX_NAMED = 10_000;

/** Stored rows -> facts -> classified transactions. */
@Injectable()
export class HistoryClassifier {
  /** The job that reads a wallet classifies it, and so do the requests that waited for the job. */
  readonly #classified = new VersionedCache<readonly WalletTransaction[]>(MAX_KEPT, weightOf);
  /** Facts of chains by the revision of their rows: other wallets and chains of the owner change at other times. */
  readonly #facts = new VersionedCache<readonly ChainTransaction[]>(MAX_GOING, ({ length }) => length);
  /** Histories as the last job left them, each with the state of its rows: the next one goes on from there. */
  readonly #going = new LRUCache<string, { state: string; classification: Classification }>({
    maxSize: MAX_GOING,
  });
  /** Chains of wallets that a job of this process has read: their facts are kept. */
  readonly #readByJobs = new LRUCache<string, true>({ max: MAX_NAMED });
  /** Histories that a job classifies or has classified a moment ago. */
  readonly #forOthers = new Set<string>();
  /** What this process has changed of the rows. */
  readonly #changes = new RowChanges();
  /** The one long history in memory. */
  #lingering: { subject: string; history: readonly unknown[]; timer: Timer } | null = null;

  constructor(
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly overlays: Overlays,
    private readonly files: HistoryFiles,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Callers for the same state of the same wallets share the work. After a sync, the pricing job and waiting requests
   * arrive together, or one after the other.
   * @param isForOthers true for a job: those who wait for it need a long history as well
   * @returns oldest first within each wallet; must not be changed
   */
  async classify(
    wallets: readonly StoredWallet[],
    additions: Additions | null,
    isForOthers = false,
  ): Promise<readonly WalletTransaction[]> {
    const subject = subjectOf(wallets, additions);
    if (isForOthers) this.#forOthers.add(subject);
    const work = this.#classified.get(subject, stateOf(wallets, additions), () =>
      this.classifyAnew(wallets, additions, isForOthers),
    );
    const all = await work.catch((error: unknown) => {
      this.#forOthers.delete(subject);
      throw error;
    });
    // The version of supposed entries names only some of them.
    if (additions?.isSupposed) this.release(subject);
    else if (isLong(all)) {
      // A request that shares the work of a job takes nothing from those who wait for the job.
      if (isForOthers) this.linger(subject, all);
      else if (!this.#forOthers.has(subject)) this.release(subject);
    } else if (isForOthers) this.#forOthers.delete(subject);
    return all;
  }

  /** As `classify`, without a user, for one answer: nothing is shared or kept but the facts of each wallet. */
  classifyOnce(wallets: readonly StoredWallet[]): Promise<readonly WalletTransaction[]> {
    return this.classifyAnew(wallets, null, false);
  }

  /** Keeps a long history for a moment, and no other one beside it. */
  private linger(subject: string, history: readonly unknown[]): void {
    if (this.#lingering?.history === history) return;
    if (this.#lingering && this.#lingering.subject !== subject) this.release(this.#lingering.subject);
    this.clock.clearTimeout(this.#lingering?.timer);
    const timer = this.clock.setTimeout(() => this.release(subject), LINGER_MS);
    timer.unref();
    this.#lingering = { subject, history, timer };
  }

  private release(subject: string): void {
    this.#classified.delete(subject);
    this.#forOthers.delete(subject);
    if (this.#lingering?.subject !== subject) return;
    this.clock.clearTimeout(this.#lingering.timer);
    this.#lingering = null;
  }

  private async classifyAnew(
    wallets: readonly StoredWallet[],
    additions: Additions | null,
    isForOthers: boolean,
  ): Promise<readonly WalletTransaction[]> {
    const entries = additions?.entries ?? [];
    const own = new Map<string, readonly RawRow[]>([
      ...(additions && additions.imported.length > 0 ? await this.merged(wallets, additions) : []),
      ...(await this.joined(wallets)),
    ]);
    const owned = new Set(wallets.map(({ address }) => address.value));
    const all: (readonly WalletTransaction[])[] = [];
    for (const wallet of wallets) {
      const { address } = wallet;
      const context = { wallet: address.value, owned };
      const known = additions === null && own.size === 0 ? this.leftBy(wallet, context) : null;
      if (known) {
        all.push(known);
        continue;
      }
      const perChain: (readonly ChainTransaction[])[] = [];
      for (const chain of wallet.chains) perChain.push(await this.happened(chain, wallet, own, isForOthers));
      const history = perChain.length === 1 ? (perChain[0] ?? []) : perChain.flat().sort(oldestFirst);
      if (additions === null && isForOthers) all.push(await this.wentOn(history, wallet, context));
      else {
        const decisions = ownerDecisions(entries, address.value);
        all.push(await inTurns(classifying(history, { ...context, decisions })));
      }
    }
    const { timezone } = taxRules(this.config, { entries });
    const accounts = additions?.accounts ?? [];
    for (const account of accounts) {
      const rows = await this.overlays.accountRows(account.id);
      const read = await inTurns(readingTransactions(account, rows, timezone));
      all.push(withStatements(read, ownerDecisions(entries, accountWallet(account.id))));
    }
    const [only] = all;
    if (only && all.length === 1 && entries.length === 0 && accounts.length === 0) return only;
    const paired = withPairings(all.flat(), entries, owned);
    return inTurns(markingAccountMatches(paired, pairDecisions(entries), owned));
  }

  /** @returns the classification that the last job of this process left, when the rows are still the same */
  private leftBy({ revisions }: StoredWallet, context: Context): WalletTransaction[] | null {
    const left = this.#going.get(nameOf(context));
    return left?.state === revisions.join() ? left.classification.transactions : null;
  }

  /** Classifies what is new since the job before, when that was in this process. */
  private async wentOn(
    history: readonly ChainTransaction[],
    { revisions }: StoredWallet,
    context: Context,
  ): Promise<WalletTransaction[]> {
    const name = nameOf(context);
    const before = this.#going.get(name)?.classification ?? null;
    // It can be continued once. When that fails, the history is classified whole.
    this.#going.delete(name);
    const classification = await inTurns(classifyingOn(history, context, before));
    this.#going.set(name, { state: revisions.join(), classification }, { size: 1 + history.length });
    return classification.transactions;
  }

  /** Facts of stored rows are kept for the next state of the wallets. A history that is too long is not. */
  private async happened(
    chain: ChainName,
    { address, revisions }: StoredWallet,
    own: ReadonlyMap<string, readonly RawRow[]>,
    isForOthers: boolean,
  ): Promise<readonly ChainTransaction[]> {
    const place = placeOf(chain, address);
    const rows = own.get(place);
    if (rows) return inTurns(this.source.interpreting(chain, address, rows));
    const revision = revisions.find((one) => one.startsWith(`${chain}:`))?.slice(chain.length + 1);
    if (revision === undefined) return this.interpreted(chain, address);
    if (isForOthers) this.#readByJobs.set(place, true);
    const known = this.#facts.known(place);
    const facts = await this.#facts.get(
      place,
      revision,
      async () =>
        (known && (await this.continued(chain, address, known, revision))) ??
        this.interpreted(chain, address),
    );
    const isKept = facts.length <= MAX_GOING && this.#readByJobs.has(place);
    if (isLong(facts) && !isKept) this.#facts.delete(place);
    return facts;
  }

  /**
   * The facts of an earlier state, with those of the rows that have changed since.
   * @returns null when all rows are needed
   */
  private async continued(
    chain: ChainName,
    address: Address,
    known: { version: string; value: Promise<readonly ChainTransaction[]> },
    revision: string,
  ): Promise<readonly ChainTransaction[] | null> {
    const fromBlock = this.#changes.since(placeOf(chain, address), Number(known.version), Number(revision));
    if (fromBlock === null) return null;
    const facts = await known.value.catch(() => null);
    if (facts === null || !this.source.canGoOn(address, facts)) return null;
    const rows = await this.store.rows(chain, address.value, fromBlock);
    return inTurns(this.source.interpretingOn(chain, address, facts, fromBlock, rows));
  }

  /** To be called when this process has stored rows of a wallet. */
  noteSaved({ chain, address, revision, change }: SavedPage): void {
    if (change) this.#changes.note(`${chain}|${address}`, change.since, revision, change.fromBlock);
  }

  /** A separate function: the rows use most of the memory, and are released before the next step. */
  private async interpreted(chain: ChainName, address: Address): Promise<ChainTransaction[]> {
    return inTurns(this.source.interpreting(chain, address, await this.store.rows(chain, address.value)));
  }

  /** The wallets of which one is an account of many addresses: their rows name each other. */
  private async joined(wallets: readonly StoredWallet[]): Promise<Map<string, readonly RawRow[]>> {
    const parts = wallets.filter(({ address }) => address.family === 'bitcoin');
    if (parts.length < 2 || !parts.some(({ address }) => accountOf(address.value) !== null)) return new Map();
    const read: WalletRows[] = [];
    for (const { address } of parts)
      read.push({ address, rows: await this.store.rows('bitcoin', address.value) });
    const rows = this.source.together('bitcoin', read);
    return new Map(read.map(({ address }, i) => [placeOf('bitcoin', address), rows[i] ?? []]));
  }

  /** Every chain of every wallet to which a user has added rows, read as one with them. */
  private async merged(
    wallets: readonly StoredWallet[],
    { userId, imported }: Additions,
  ): Promise<Map<string, RawRow[]>> {
    const touched = new Set(imported.map(({ chain }) => chain));
    const parts: { place: string; chain: ChainName; stored: RawRow[]; imported: RawRow[] }[] = [];
    for (const { address, chains } of wallets)
      for (const chain of chains) {
        if (!touched.has(chain)) continue;
        parts.push({
          place: placeOf(chain, address),
          chain,
          stored: await this.store.rows(chain, address.value),
          imported: await this.overlays.rows(userId, chain, address.value),
        });
      }
    const merged = new Map<string, RawRow[]>();
    for (const { place, chain, stored, imported: added } of parts) {
      const others = parts.filter((other) => other.chain === chain);
      const rows = this.files.merging(stored, added, {
        stored: others.flatMap((other) => other.stored),
        imported: others.flatMap((other) => other.imported),
      });
      merged.set(place, await inTurns(rows));
    }
    return merged;
  }
}

/** Whose view a classification is. */
interface Context {
  wallet: string;
  owned: ReadonlySet<string>;
}

const nameOf = ({ wallet, owned }: Context): string => JSON.stringify([wallet, ...owned]);

const placeOf = (chain: ChainName, { value }: Address): string => `${chain}|${value}`;

/** For each wallet, the chains with stored rows and the chains with rows of the user. */
export function storedWallet(
  address: Address,
  states: readonly Pick<ChainState, 'chain' | 'revision' | 'rowCount'>[],
  additions: Additions | null,
): StoredWallet {
  const filled = states.filter(({ rowCount }) => rowCount > 0);
  const imported = importedChains(address, additions);
  return {
    address,
    chains: [...new Set([...filled.map(({ chain }) => chain), ...imported])],
    revisions: filled.map(({ chain, revision }) => `${chain}:${revision}`),
  };
}

export const importedChains = ({ value }: Address, additions: Additions | null): ChainName[] =>
  (additions?.imported ?? []).filter(({ address }) => address === value).map(({ chain }) => chain);

/** @returns a key of the data read, in any state; it contains every address value as JSON */
export const subjectOf = (wallets: readonly StoredWallet[], additions: Additions | null): string =>
  JSON.stringify([
    wallets.map(({ address, chains }) => [address.value, ...chains]),
    additions?.userId ?? null,
  ]);

/** @returns a key of its state */
export const stateOf = (wallets: readonly StoredWallet[], additions: Additions | null): string =>
  JSON.stringify([wallets.map(({ revisions }) => revisions), additions?.version ?? null]);

const oldestFirst = (a: ChainTransaction, b: ChainTransaction): number =>
  a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex || (a.hash < b.hash ? -1 : 1);

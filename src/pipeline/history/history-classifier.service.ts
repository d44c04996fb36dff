import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { accountOf } from '../../domain/kernel/bitcoin/descriptor';
import type { ChainName } from '../../domain/kernel/chain';
import { classifying } from '../../domain/normalise';
import type { ChainTransaction } from '../../domain/normalise/facts/chain-transaction';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { ownerDecisions } from '../../domain/overlays/reading-decisions';
import { withAccountMatches } from '../../domain/overlays/transfer-matches';
import { pairDecisions, withPairings } from '../../domain/overlays/transfer-pairings';
import { accountTransactions } from './account-transactions';
import { HistoryFiles } from '../../ports/upstream/history-files';
import { HistorySource, type RawRow, type WalletRows } from '../../ports/upstream/history-source';
import { LedgerStore, type ChainState } from '../../ports/storage/ledger-store';
import { Overlays, type UserOverlay } from '../../ports/storage/overlays';
import { inTurns } from '../../common/turns';

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
}

/** Stored rows -> facts -> classified transactions. */
@Injectable()
export class HistoryClassifier {
  readonly #underWay = new Map<string, Promise<readonly WalletTransaction[]>>();

  constructor(
    private readonly store: LedgerStore,
    private readonly source: HistorySource,
    private readonly overlays: Overlays,
    private readonly files: HistoryFiles,
  ) {}

  /**
   * Concurrent callers for the same state of the same wallets share the work. After a long sync, the pricing
   * job and waiting requests arrive together.
   * @returns oldest first within each wallet; must not be changed
   */
  classify(
    wallets: readonly StoredWallet[],
    additions: Additions | null,
  ): Promise<readonly WalletTransaction[]> {
    const name = subjectOf(wallets, additions) + stateOf(wallets, additions);
    const others = this.#underWay.get(name);
    if (others) return others;
    const work = this.classifyAnew(wallets, additions).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, work);
    return work;
  }

  private async classifyAnew(
    wallets: readonly StoredWallet[],
    additions: Additions | null,
  ): Promise<readonly WalletTransaction[]> {
    const entries = additions?.entries ?? [];
    const own = new Map<string, readonly RawRow[]>([
      ...(additions && additions.imported.length > 0 ? await this.merged(wallets, additions) : []),
      ...(await this.joined(wallets)),
    ]);
    const owned = new Set(wallets.map(({ address }) => address.value));
    const all: WalletTransaction[][] = [];
    for (const { address, chains } of wallets) {
      const perChain: ChainTransaction[][] = [];
      for (const chain of chains) perChain.push(await this.happened(chain, address, own));
      const history = perChain.length === 1 ? (perChain[0] ?? []) : perChain.flat().sort(oldestFirst);
      const wallet = address.value;
      const decisions = ownerDecisions(entries, wallet);
      all.push(await inTurns(classifying(history, { wallet, owned, decisions })));
    }
    for (const account of additions?.accounts ?? [])
      all.push(await accountTransactions(account, await this.overlays.accountRows(account.id)));
    return withAccountMatches(withPairings(all.flat(), entries, owned), pairDecisions(entries));
  }

  /** A separate function: the rows use most of the memory, and are released before the next step. */
  private async happened(
    chain: ChainName,
    address: Address,
    own: ReadonlyMap<string, readonly RawRow[]>,
  ): Promise<ChainTransaction[]> {
    const rows = own.get(placeOf(chain, address)) ?? (await this.store.rows(chain, address.value));
    return inTurns(this.source.interpreting(chain, address, rows));
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
    return new Map(
      parts.map((part) => {
        const others = parts.filter(({ chain }) => chain === part.chain);
        const rows = this.files.merge(part.stored, part.imported, {
          stored: others.flatMap(({ stored }) => stored),
          imported: others.flatMap((other) => other.imported),
        });
        return [part.place, rows];
      }),
    );
  }
}

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

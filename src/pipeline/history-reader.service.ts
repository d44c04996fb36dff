import { Injectable } from '@nestjs/common';
import type { Address } from '../domain/kernel/address';
import type { ChainName } from '../domain/kernel/chain';
import { classifyHistory, priceQueries, valueTransactions } from '../domain/normalise';
import type { ChainTransaction } from '../domain/normalise/chain-transaction';
import type { WalletTransaction } from '../domain/normalise/wallet-transaction';
import { HistorySource } from '../ports/history-source';
import { LedgerStore } from '../ports/ledger-store';
import { priceQueryKey, type PricePoint, type PriceQuery } from '../ports/price-source';
import { breathe } from './budget';

/** A wallet and the chains whose stored rows are to be read. */
export interface StoredWallet {
  address: Address;
  chains: readonly ChainName[];
}

/** What stored rows and stored prices say, for all wallets of one owner. */
export interface ValuedHistory {
  /** Of every wallet, oldest first within each; spam included and marked. */
  readonly transactions: readonly WalletTransaction[];
  /** Prices nobody has been asked for yet, or could be; not "no price". */
  readonly open: readonly PriceQuery[];
}

const LOOKUP_BATCH = 2_000;
/** Transactions valued before others get their turn: some 20 ms. */
const VALUED_AT_ONCE = 1_000;

/** Stored rows -> what happened -> what it was -> what it was worth. Reads the store, never an upstream. */
@Injectable()
export class HistoryReader {
  constructor(
    private readonly store: LedgerStore,
    private readonly source: HistorySource,
  ) {}

  async read(wallets: readonly StoredWallet[]): Promise<ValuedHistory> {
    const classified = await this.classify(wallets);
    const queries = priceQueries(classified);
    const known = await this.prices(queries);
    const transactions: WalletTransaction[] = [];
    for (const part of parts(classified, VALUED_AT_ONCE)) {
      await breathe();
      const valued = valueTransactions(
        part,
        (assetId, at) => known.get(priceQueryKey({ assetId, at })) ?? null,
      );
      for (const transaction of valued) transactions.push(transaction);
    }
    return { transactions, open: queries.filter((query) => !known.has(priceQueryKey(query))) };
  }

  /** Prices the histories need that the store has never heard of, over every chain with stored rows. */
  async openQueries(addresses: readonly Address[]): Promise<PriceQuery[]> {
    const wallets = await Promise.all(
      addresses.map(async (address) => {
        const states = await this.store.chainStates(address.value);
        return { address, chains: states.filter((s) => s.rowCount > 0).map((s) => s.chain) };
      }),
    );
    const queries = priceQueries(await this.classify(wallets));
    const known = await this.prices(queries);
    return queries.filter((query) => !known.has(priceQueryKey(query)));
  }

  async prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>> {
    const all = new Map<string, PricePoint | null>();
    for (const part of parts(queries, LOOKUP_BATCH)) {
      const found = await this.store.prices(part);
      for (const [key, price] of found) all.set(key, price);
    }
    return all;
  }

  private async classify(wallets: readonly StoredWallet[]): Promise<WalletTransaction[]> {
    const owned = new Set(wallets.map(({ address }) => address.value));
    const all: WalletTransaction[][] = [];
    for (const { address, chains } of wallets) {
      const perChain: ChainTransaction[][] = [];
      for (const chain of chains) {
        perChain.push(this.source.interpret(chain, address, await this.store.rows(chain, address.value)));
        await breathe();
      }
      const history = perChain.length === 1 ? (perChain[0] ?? []) : perChain.flat().sort(oldestFirst);
      all.push(classifyHistory(history, { wallet: address.value, owned }));
      await breathe();
    }
    return all.flat();
  }
}

function* parts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

const oldestFirst = (a: ChainTransaction, b: ChainTransaction): number =>
  a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex || (a.hash < b.hash ? -1 : 1);

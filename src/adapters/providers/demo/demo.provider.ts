import type { Address } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainTransaction } from '../../../domain/normalise/facts/chain-transaction';
import {
  HistorySource,
  type ChainAvailability,
  type HistoryCursor,
  type HistoryPage,
  type OnChainBalance,
  type RawRow,
} from '../../../ports/upstream/history-source';
import { isDemoAddress } from './demo.addresses';
import { toChainTransaction, touches } from './demo.mapper';
import { DEMO_AS_OF } from './demo.prices';
import { demoEntry } from './demo.schema';
import { STORY, STORY_VERSION } from './story';

const LIST = 'story';
const PROVIDER = 'demo';

/** The demo wallets: their whole history is bundled, so reading it needs no network and always ends the same. */
export class DemoHistorySource extends HistorySource {
  owns(address: Address): boolean {
    return isDemoAddress(address.value);
  }

  override chainsOf(address: Address): ChainAvailability {
    const chains = STORY.filter((entry) => touches(entry, address.value)).map((entry) => entry.chain);
    return { readable: [...new Set(chains)], unavailable: [] };
  }

  /** One page with everything; nothing but an empty page once the present edition of the story was read. */
  override async *read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage> {
    signal.throwIfAborted();
    const isRead = cursor?.['edition'] === STORY_VERSION;
    yield {
      rows: isRead ? [] : rowsOf(chain, address.value),
      replacesFrom: isRead ? {} : { [LIST]: 0 },
      cursor: { edition: STORY_VERSION },
      done: true,
      truncated: false,
      incomplete: false,
      provider: PROVIDER,
    };
  }

  override interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return rows
      .map((row) => demoEntry.parse(row.body))
      .filter((entry) => entry.chain === chain)
      .sort((a, b) => a.at - b.at)
      .map((entry) => toChainTransaction(entry, address.value));
  }

  /** What the story leaves in the wallet: everything that came, minus everything that went, minus fees. */
  override async balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]> {
    signal.throwIfAborted();
    const left = new Map<string, bigint>();
    const add = (id: string, units: bigint) => left.set(id, (left.get(id) ?? 0n) + units);
    for (const tx of this.interpret(chain, address, rowsOf(chain, address.value))) {
      if (tx.fee) add(tx.fee.asset.id, -tx.fee.quantity);
      for (const move of tx.movements) {
        if (move.to === address.value) add(move.asset.id, move.quantity);
        if (move.from === address.value) add(move.asset.id, -move.quantity);
      }
    }
    return assetIds
      .filter((assetId) => left.has(assetId))
      .map((assetId) => ({
        assetId,
        // A false token can log a transfer of what was never there; no chain knows a balance below zero.
        quantity: atLeastZero(left.get(assetId) ?? 0n),
        readAt: DEMO_AS_OF,
        source: PROVIDER,
      }));
  }
}

const atLeastZero = (units: bigint): bigint => (units < 0n ? 0n : units);

function rowsOf(chain: ChainName, wallet: string): RawRow[] {
  return STORY.filter((entry) => entry.chain === chain && touches(entry, wallet)).map((entry) => ({
    list: LIST,
    key: entry.hash,
    block: entry.block,
    body: { ...entry },
  }));
}

import type { Address } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import {
  HistorySource,
  type HistoryCursor,
  type HistoryPage,
  type RawRow,
} from '../../../ports/upstream/history-source';
import { isDemoAddress } from './demo.addresses';
import { toChainTransaction, touches } from './demo.mapper';
import { DEMO_AS_OF } from './demo.prices';
import { demoEntry } from './demo.schema';
import { STORY, STORY_VERSION } from './story';

const LIST = 'story';
const PROVIDER = 'demo';

/** Reads of the bundled history need no network and always return the same result. */
export class DemoHistorySource extends HistorySource {
  owns(address: Address): boolean {
    return isDemoAddress(address.value);
  }

  override chainsOf(address: Address) {
    const chains = STORY.filter((entry) => touches(entry, address.value)).map((entry) => entry.chain);
    return { readable: [...new Set(chains)], unavailable: [] };
  }

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

  /** At the end of the story: received, minus sent, minus fees. */
  override async balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ) {
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
        // A spam token can log a transfer without a balance. On-chain balances are never negative.
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

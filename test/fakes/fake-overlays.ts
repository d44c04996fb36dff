import type { ChainName } from '../../src/domain/kernel/chain';
import { TAXPAYER } from '../../src/domain/overlays/manual-entry';
import type { RawRow } from '../../src/ports/upstream/history-source';
import {
  NO_OVERLAY,
  Overlays,
  type ImportedRows,
  type StoredEntry,
  type Storer,
  type UserOverlay,
} from '../../src/ports/storage/overlays';

/** Rows of users in memory. */
export class FakeOverlays extends Overlays {
  readonly #rows = new Map<string, { chain: ChainName; address: string; row: RawRow }>();
  readonly #entries: { userId: string; stored: StoredEntry }[] = [];
  #version = 0;

  override async of(userId: string, addresses: readonly string[]): Promise<UserOverlay> {
    const own = this.#of(userId).filter(({ address }) => addresses.includes(address));
    const places = new Map(own.map(({ chain, address }) => [`${chain}|${address}`, { chain, address }]));
    const entries = this.#entries
      .filter(
        (entry) => entry.userId === userId && [TAXPAYER, ...addresses].includes(entry.stored.entry.wallet),
      )
      .map(({ stored }) => stored.entry);
    if (places.size === 0 && entries.length === 0) return NO_OVERLAY;
    return { version: `${userId}|${this.#version}`, imported: [...places.values()], entries, accounts: [] };
  }

  override async version(userId: string, addresses: readonly string[]): Promise<string | null> {
    return (await this.of(userId, addresses)).version;
  }

  override async rows(userId: string, chain: ChainName, address: string): Promise<RawRow[]> {
    return this.#of(userId)
      .filter((entry) => entry.chain === chain && entry.address === address)
      .map(({ row }) => row);
  }

  override accountRows(): Promise<never> {
    throw new Error('there are no exchange accounts');
  }

  override async addRows(
    { userId }: Storer,
    chain: ChainName,
    address: string,
    rows: readonly RawRow[],
    isDryRun: boolean,
  ): Promise<ImportedRows> {
    const keyOf = ({ list, key }: RawRow) => [userId, chain, address, list, key].join('|');
    const fresh = new Map(rows.filter((row) => !this.#rows.has(keyOf(row))).map((row) => [keyOf(row), row]));
    if (!isDryRun) {
      for (const [key, row] of fresh) this.#rows.set(key, { chain, address, row });
      if (fresh.size > 0) this.#version += 1;
    }
    return { added: fresh.size, duplicate: rows.length - fresh.size };
  }

  override async addEntry({ userId }: Storer, stored: StoredEntry): Promise<boolean> {
    this.#entries.push({ userId, stored });
    this.#version += 1;
    return true;
  }

  override replaceEntries(): Promise<void> {
    throw new Error('entries are replaced in the real store');
  }

  override deactivate(): Promise<boolean | null> {
    throw new Error('entries are withdrawn in the real store');
  }

  override amend(): Promise<boolean | null> {
    throw new Error('entries are amended in the real store');
  }

  override void(): Promise<boolean | null> {
    throw new Error('entries are withdrawn in the real store');
  }

  override async entries(userId: string) {
    const entries = this.#entries.filter((entry) => entry.userId === userId).map(({ stored }) => stored);
    return { entries, total: entries.length };
  }

  #of(userId: string) {
    return [...this.#rows].filter(([key]) => key.startsWith(`${userId}|`)).map(([, entry]) => entry);
  }
}

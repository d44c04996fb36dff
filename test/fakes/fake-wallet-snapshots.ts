import { snapshotOf, snapshotText } from '../../src/adapters/persistence/ledgers/snapshot-text';
import type { WalletSnapshot } from '../../src/domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type SnapshotPart,
  type SnapshotScope,
} from '../../src/ports/storage/wallet-snapshots';

/** Snapshots in memory, as the text that the table holds. */
export class FakeWalletSnapshots extends WalletSnapshots {
  readonly #texts = new Map<string, { scope: SnapshotScope; state: string; text: string; at: number }>();

  override async find<P extends SnapshotPart>(
    { wallet, name }: SnapshotScope,
    state: string,
    since: number,
    parts: readonly P[],
  ): Promise<Pick<WalletSnapshot, P> | null> {
    const found = this.#texts.get(`${wallet} ${name}`);
    if (found?.state !== state || found.at < since) return null;
    const snapshot = snapshotOf(found.text);
    return Object.fromEntries(parts.map((part) => [part, snapshot[part]])) as Pick<WalletSnapshot, P>;
  }

  override async save(
    scope: SnapshotScope,
    state: string,
    snapshot: WalletSnapshot,
    now: number,
  ): Promise<void> {
    this.#texts.set(`${scope.wallet} ${scope.name}`, { scope, state, text: snapshotText(snapshot), at: now });
  }

  override async forget(address: string): Promise<void> {
    for (const [key, { scope }] of this.#texts) if (scope.wallets.includes(address)) this.#texts.delete(key);
  }

  rewrite(change: (text: string) => string): void {
    for (const one of this.#texts.values()) one.text = change(one.text);
  }

  get size(): number {
    return this.#texts.size;
  }
}

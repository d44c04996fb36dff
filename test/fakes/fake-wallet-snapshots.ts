import { snapshotOf, snapshotText } from '../../src/adapters/persistence/ledgers/snapshot-text';
import type { WalletSnapshot } from '../../src/domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type FoundSnapshot,
  type SnapshotBasis,
  type SnapshotPart,
  type SnapshotScope,
} from '../../src/ports/storage/wallet-snapshots';

interface Stored {
  scope: SnapshotScope;
  basis: SnapshotBasis;
  text: string;
  at: number;
  askedAt: number;
}

/** Snapshots in memory, as the text that the table holds. */
export class FakeWalletSnapshots extends WalletSnapshots {
  readonly #texts = new Map<string, Stored>();

  override async find<P extends SnapshotPart>(
    { wallet, name }: SnapshotScope,
    { state, rules, rulesSince }: SnapshotBasis,
    since: number,
    parts: readonly P[],
  ): Promise<FoundSnapshot<P> | null> {
    const found = this.#texts.get(`${wallet} ${name}`);
    if (found?.basis.state !== state || found.at < since) return null;
    const whole = snapshotOf(found.text);
    const snapshot = Object.fromEntries(parts.map((part) => [part, whole[part]])) as Pick<WalletSnapshot, P>;
    const isOutdated = found.basis.rules !== rules && found.basis.rulesSince < rulesSince;
    return { snapshot, isOutdated, askedAt: found.askedAt };
  }

  override async save(
    scope: SnapshotScope,
    basis: SnapshotBasis,
    snapshot: WalletSnapshot,
    now: number,
    isAsked: boolean,
  ): Promise<void> {
    const key = `${scope.wallet} ${scope.name}`;
    const askedAt = isAsked ? now : (this.#texts.get(key)?.askedAt ?? 0);
    this.#texts.set(key, { scope, basis, text: snapshotText(snapshot), at: now, askedAt });
  }

  override async noteAsked({ wallet, name }: SnapshotScope, now: number): Promise<void> {
    const stored = this.#texts.get(`${wallet} ${name}`);
    if (stored) stored.askedAt = now;
  }

  override async scopesOf(address: string, since: number, limit: number): Promise<SnapshotScope[]> {
    return [...this.#texts.values()]
      .filter(({ scope, askedAt }) => scope.wallets.includes(address) && askedAt >= since)
      .sort((a, b) => b.askedAt - a.askedAt)
      .slice(0, limit)
      .map(({ scope }) => scope);
  }

  override async forget(address: string): Promise<{ count: number; assetIds: string[] }> {
    const gone = [...this.#texts].filter(([, { scope }]) => scope.wallets.includes(address));
    for (const [key] of gone) this.#texts.delete(key);
    const positions = gone.flatMap(([, { text }]) => snapshotOf(text).positions);
    return { count: gone.length, assetIds: positions.map(({ asset }) => asset.id) };
  }

  rewrite(change: (text: string) => string): void {
    for (const one of this.#texts.values()) one.text = change(one.text);
  }

  get size(): number {
    return this.#texts.size;
  }

  /** The stored texts, by scope. */
  get texts(): ReadonlyMap<string, string> {
    return new Map([...this.#texts].map(([key, { text }]) => [key, text]));
  }
}

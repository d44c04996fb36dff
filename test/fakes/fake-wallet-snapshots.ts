import {
  eachLotOf,
  snapshotOf,
  snapshotTexts,
  type SnapshotTexts,
} from '../../src/adapters/persistence/ledgers/snapshot-text';
import { type EachLot, type WalletSnapshot } from '../../src/domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type AskedScope,
  type FoundSnapshot,
  type SnapshotBasis,
  type SnapshotPart,
  type SnapshotScope,
} from '../../src/ports/storage/wallet-snapshots';

interface Stored {
  scope: SnapshotScope;
  basis: SnapshotBasis;
  texts: SnapshotTexts;
  at: number;
  askedAt: number;
}

/** Snapshots in memory, as the texts that the table holds. */
export class FakeWalletSnapshots extends WalletSnapshots {
  readonly #texts = new Map<string, Stored>();

  override async findAll<P extends SnapshotPart>(
    { name, subjects }: Pick<AskedScope, 'name' | 'subjects'>,
    { state, rules, rulesSince }: SnapshotBasis,
    since: number,
    parts: readonly P[],
  ): Promise<Map<string, FoundSnapshot<P>>> {
    const all = new Map<string, FoundSnapshot<P>>();
    for (const wallet of subjects) {
      const found = this.#texts.get(`${wallet} ${name}`);
      if (found?.basis.state !== state || found.at < since) continue;
      const snapshot = snapshotOf(found.texts, parts);
      const isOutdated = found.basis.rules !== rules && found.basis.rulesSince < rulesSince;
      all.set(wallet, {
        ...{ snapshot, rules: found.basis.rules, isOutdated },
        ...{ askedAt: found.askedAt, computedAt: found.at },
      });
    }
    return all;
  }

  override async eachLot(
    { wallet, name }: SnapshotScope,
    { state }: SnapshotBasis,
    computedAt: number,
  ): Promise<EachLot | null> {
    const found = this.#texts.get(`${wallet} ${name}`);
    const isSame = found?.basis.state === state && found.at === computedAt;
    return isSame ? eachLotOf(found.texts.lot_units) : null;
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
    this.#texts.set(key, { scope, basis, texts: snapshotTexts(snapshot), at: now, askedAt });
  }

  override async noteAsked({ wallet, name }: SnapshotScope, now: number): Promise<void> {
    const stored = this.#texts.get(`${wallet} ${name}`);
    if (stored) stored.askedAt = now;
  }

  override async prune(before: number): Promise<number> {
    const old = [...this.#texts].filter(([, { at, askedAt }]) => at < before && askedAt < before);
    for (const [key] of old) this.#texts.delete(key);
    return old.length;
  }

  override async scopesOf(address: string, since: number, limit: number): Promise<AskedScope[]> {
    const asked = [...this.#texts.values()]
      .filter(({ scope, askedAt }) => scope.wallets.includes(address) && askedAt >= since)
      .sort((a, b) => b.askedAt - a.askedAt);
    const byName = new Map<string, AskedScope>();
    for (const { scope } of asked) {
      const { wallet, ...rest } = scope;
      const subjects = byName.get(scope.name)?.subjects ?? [];
      byName.set(scope.name, { ...rest, subjects: [...subjects, wallet].sort() });
    }
    return [...byName.values()].slice(0, limit);
  }

  override async forget(address: string): Promise<{ count: number; assetIds: string[] }> {
    const gone = [...this.#texts].filter(([, { scope }]) => scope.wallets.includes(address));
    for (const [key] of gone) this.#texts.delete(key);
    const positions = gone.flatMap(([, { texts }]) => snapshotOf(texts, ['positions']).positions);
    return { count: gone.length, assetIds: positions.map(({ asset }) => asset.id) };
  }

  rewrite(change: (text: string) => string): void {
    for (const one of this.#texts.values()) {
      const changed = Object.entries(one.texts).map(([name, text]) => [name, change(text)]);
      one.texts = Object.fromEntries(changed) as SnapshotTexts;
    }
  }

  get size(): number {
    return this.#texts.size;
  }

  /** The stored texts, by scope. */
  get texts(): ReadonlyMap<string, string> {
    return new Map([...this.#texts].map(([key, { texts }]) => [key, JSON.stringify(texts)]));
  }
}

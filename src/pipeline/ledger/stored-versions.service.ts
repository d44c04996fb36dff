import { Injectable } from '@nestjs/common';
import { asUser, type Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { sha256Hex } from '../../domain/kernel/hash';
import { Clock } from '../../ports/clock';
import { AnswerVersions, type AnswerVersion } from '../../ports/storage/answer-versions';
import { RawHistoryStore, type ChainState } from '../../ports/storage/raw-history-store';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { Overlays } from '../../ports/storage/overlays';
import { HistorySource } from '../../ports/upstream/history-source';
import { FRESH_MS, isChainFresh, stateOf } from '../history/coverage';
import { distinct } from '../history/covered-wallets';

/** Versions from the rows that every read of a history begins with. */
@Injectable()
export class StoredVersions extends AnswerVersions {
  constructor(
    private readonly linked: LinkedWallets,
    private readonly store: RawHistoryStore,
    private readonly overlays: Overlays,
    private readonly source: HistorySource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async of(subject: Address, principal: Principal): Promise<AnswerVersion> {
    const wallets = distinct([subject, ...(await this.linked.ownedBy(principal))]);
    const userId = asUser(principal)?.userId;
    const [overlay, ...states] = await Promise.all([
      userId === undefined
        ? null
        : this.overlays.version(
            userId,
            wallets.map(({ value }) => value),
          ),
      ...wallets.map(({ value }) => this.store.chainStates(value)),
    ]);
    const now = this.clock.now();
    const fresh = wallets.flatMap((wallet, i) =>
      this.source.chainsOf(wallet).readable.map((chain) => freshUntil(stateOf(states[i] ?? [], chain), now)),
    );
    const ends = fresh.filter((end) => end !== null);
    return {
      version: sha256Hex(JSON.stringify([wallets.map(({ given }) => given), overlay, states])),
      isFresh: ends.length === fresh.length,
      freshUntil: Math.min(...ends, Infinity),
      states: new Map(wallets.map(({ value }, i) => [value, states[i] ?? []])),
    };
  }
}

/** @returns null for a chain that is stale */
const freshUntil = (state: ChainState | undefined, now: number): number | null =>
  isChainFresh(state, now) ? (state?.indexedAt ?? 0) + FRESH_MS : null;

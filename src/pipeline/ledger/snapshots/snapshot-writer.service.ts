import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../ports/clock';
import { Ledgers } from '../../../ports/storage/ledgers/ledgers';
import { WalletSnapshots, type SnapshotBasis } from '../../../ports/storage/wallet-snapshots';
import type { WalletHistory } from '../../history/wallet-history';
import type { ReadyWalletLedger, WalletLedger } from '../wallet-ledger';
import { at, type View } from './found-snapshots';
import { LedgerContentsOf } from './ledger-contents.service';
import { SnapshotContent } from './snapshot-content.service';
import { ledgerState, unpricedOf } from './unpriced';
import { ledgerScopeOf, SnapshotScopes } from './snapshot-scopes.service';

/** Stores ledgers with the snapshots of their wallets. */
@Injectable()
export class SnapshotWriter {
  private readonly log = new Logger('Snapshots');
  /** By the name of what is stored. */
  readonly #saving = new Map<string, { state: string; work: Promise<boolean> }>();

  constructor(
    private readonly scopes: SnapshotScopes,
    private readonly content: SnapshotContent,
    private readonly contents: LedgerContentsOf,
    private readonly rows: Ledgers,
    private readonly store: WalletSnapshots,
    private readonly clock: Clock,
  ) {}

  /**
   * Beside the request: a caller neither waits for it nor fails with it. One state at a time: those who come for the same
   * one share the work.
   * @param seen of each subject
   * @returns true when they are stored
   */
  async save(
    view: View,
    basis: SnapshotBasis,
    seen: readonly WalletLedger[],
    isAsked: boolean,
  ): Promise<boolean> {
    const ready = seen.flatMap((one) => (one.ledger ? [{ ...one, ledger: one.ledger }] : []));
    if (ready.length < view.subjects.length) return false;
    const name = this.scopes.nameOf(view);
    const current = this.#saving.get(name);
    if (current?.state === basis.state) return current.work;
    const work = (current?.work ?? Promise.resolve())
      .then(() => this.write(view, basis, ready, isAsked))
      .catch((error: unknown) => {
        this.log.warn(`A snapshot could not be stored: ${String(error)}`);
        return false;
      })
      .finally(() => {
        if (this.#saving.get(name)?.work === work) this.#saving.delete(name);
      });
    this.#saving.set(name, { state: basis.state, work });
    return work;
  }

  /** The rows of the ledger once, and the snapshot of each wallet. @param seen of each subject */
  private async write(
    view: View,
    basis: SnapshotBasis,
    seen: readonly ReadyWalletLedger[],
    isAsked: boolean,
  ): Promise<boolean> {
    const [first] = seen;
    if (!first) return false;
    const now = this.clock.now();
    const contents = await this.contents.of(first);
    const state = ledgerState(basis.state, unpricedOf(first.history.valued));
    await this.rows.save(ledgerScopeOf(this.scopes.of(view.covered)), { ...basis, state }, contents, now);
    for (const [i, scope] of this.scopes.each(view).entries()) {
      await this.store.save(scope, basis, await this.content.of(at(seen, i)), now, isAsked);
    }
    return true;
  }
}

/** True when neither rows nor prices are missing. */
export const isFinal = ({ syncStatus, valued }: Pick<WalletHistory, 'syncStatus' | 'valued'>): boolean =>
  !syncStatus.historyPending && valued.open.length === 0;

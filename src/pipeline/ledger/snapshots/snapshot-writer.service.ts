import { Injectable, Logger } from '@nestjs/common';
import { ProcessState } from '../../../common/process-state';
import type { Ledger } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { Clock } from '../../../ports/clock';
import { Ledgers } from '../../../ports/storage/ledgers/ledgers';
import { WalletSnapshots, type SnapshotBasis } from '../../../ports/storage/wallet-snapshots';
import type { WalletHistory } from '../../history/wallet-history';
import type { ReadyWalletLedger, WalletLedger } from '../wallet-ledger';
import { WalletLedgerService } from '../wallet-ledger.service';
import { at, type View } from './found-snapshots';
import { KeptLedgers } from './kept-ledgers.service';
import { LedgerContentsOf } from './ledger-contents.service';
import { SnapshotContent } from './snapshot-content.service';
import { ledgerScopeOf, SnapshotScopes } from './snapshot-scopes.service';

/** Stores ledgers with the snapshots of their wallets. */
@Injectable()
export class SnapshotWriter {
  private readonly log = new Logger('Snapshots');
  readonly #saving = new Set<string>();

  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly kept: KeptLedgers,
    private readonly scopes: SnapshotScopes,
    private readonly content: SnapshotContent,
    private readonly contents: LedgerContentsOf,
    private readonly rows: Ledgers,
    private readonly store: WalletSnapshots,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  /**
   * Stores the snapshots of a ledger that a request computed. A process that reads wallets computes them from a ledger
   * of its own, which it keeps with its sums for the job that reads a wallet again.
   * @param seen of each subject
   */
  async saveAsked(view: View, basis: SnapshotBasis, seen: readonly WalletLedger[]): Promise<unknown> {
    const [first] = seen;
    if (!first) return false;
    const { name } = this.scopes.of(view.covered);
    const { history } = first;
    const mayKeep = this.state.runsJobs && isFinal(history) && (history.valued.entries ?? []).length === 0;
    if (!mayKeep || this.kept.has(name)) return this.save(view, basis, seen, true);
    return this.savedOnce(this.scopes.nameOf(view), () =>
      this.kept.use(name, history, ({ ledger }) =>
        this.write(view, basis, this.seenFrom(view.subjects, history, ledger), true),
      ),
    );
  }

  /** Beside the request: a caller neither waits for it nor fails with it. @returns true when they are stored */
  async save(
    view: View,
    basis: SnapshotBasis,
    seen: readonly WalletLedger[],
    isAsked: boolean,
  ): Promise<boolean> {
    const ready = seen.flatMap((one) =>
      one.ledger && isFinal(one.history) ? [{ ...one, ledger: one.ledger }] : [],
    );
    if (ready.length < view.subjects.length) return false;
    return this.savedOnce(this.scopes.nameOf(view), () => this.write(view, basis, ready, isAsked));
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
    await this.rows.save(ledgerScopeOf(this.scopes.of(view.covered)), basis, contents, now);
    for (const [i, scope] of this.scopes.each(view).entries()) {
      await this.store.save(scope, basis, await this.content.of(at(seen, i)), now, isAsked);
    }
    return true;
  }

  /** Nothing, while a snapshot of that name is saved already. */
  private async savedOnce(name: string, save: () => Promise<boolean>): Promise<boolean> {
    if (this.#saving.has(name)) return false;
    this.#saving.add(name);
    try {
      return await save();
    } catch (error) {
      this.log.warn(`A snapshot could not be stored: ${String(error)}`);
      return false;
    } finally {
      this.#saving.delete(name);
    }
  }

  seenFrom(
    subjects: readonly Address[],
    history: Omit<WalletHistory, 'subject'>,
    ledger: Ledger,
  ): ReadyWalletLedger[] {
    return subjects.map((subject) => this.ledgers.seen({ ...history, subject }, ledger));
  }
}

/** A history that waits for rows or prices has no snapshot. */
export const isFinal = ({ syncStatus, valued }: Pick<WalletHistory, 'syncStatus' | 'valued'>): boolean =>
  !syncStatus.historyPending && valued.open.length === 0;

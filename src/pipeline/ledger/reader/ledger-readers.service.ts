import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { Clock } from '../../../ports/clock';
import { Ledgers, type LedgerVersion } from '../../../ports/storage/ledgers/ledgers';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import type { Budget } from '../../budget';
import { taxRules } from '../../policies';
import { LedgerViews } from '../ledger-views.service';
import { Snapshots, type SnapshotOr } from '../snapshots.service';
import type { WalletLedger } from '../wallet-ledger';
import { ComputedReader } from './computed-reader';
import type { LedgerReader } from './ledger-reader';
import { READER_PARTS, StoredReader } from './stored-reader';

type Found = SnapshotOr<WalletLedger, (typeof READER_PARTS)[number]>;

const MOST_VERSIONS = 50;

/** Address -> its ledger to read from: the stored one of the state of now, else one that is computed. */
@Injectable()
export class LedgerReaders {
  /** Those read last, by ledger and number. */
  readonly #versions = new Map<string, LedgerVersion>();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly ledgers: Ledgers,
    private readonly views: LedgerViews,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Reads upstreams when that is due.
   * @param further parts of the snapshot that the answer needs
   * @throws AppError as WalletLedgerService.of
   */
  async of(
    subject: Address,
    owned: readonly Address[],
    budget: Budget,
    further: readonly SnapshotPart[] = [],
  ): Promise<LedgerReader> {
    const parts: readonly SnapshotPart[] = [...READER_PARTS, ...further];
    const found = await this.snapshots.of(subject, owned, budget, parts as typeof READER_PARTS);
    return this.from(subject, found);
  }

  /** Calls no upstream and starts no read. @throws AppError as WalletLedgerService.stored */
  async stored(
    subject: Address,
    owned: readonly Address[],
    budget: Omit<Budget, 'deadline' | 'wholeHistory'>,
  ): Promise<LedgerReader> {
    return this.from(subject, await this.snapshots.stored(subject, owned, budget, READER_PARTS));
  }

  /** Of a ledger that was computed for the request. */
  computed(walletLedger: WalletLedger): ComputedReader {
    const { timezone } = taxRules(this.config, walletLedger.history.valued);
    return new ComputedReader(walletLedger, this.views, timezone, this.clock.now());
  }

  /** Of what `Snapshots` has found. */
  async from(subject: Address, found: Found): Promise<LedgerReader> {
    if (found.snapshot === null) return this.computed(found.walletLedger);
    const version = this.sameAsBefore(await found.version());
    if (version === null) return this.computed(await found.compute());
    const { snapshot, syncStatus, entries, accounts } = found;
    const stated = { history: { valued: { entries, accounts } } };
    return new StoredReader(this.ledgers, version, subject, snapshot, syncStatus, stated, this.clock.now());
  }

  /** One object for each version: what is computed of a ledger is kept with it. */
  private sameAsBefore(version: LedgerVersion | null): LedgerVersion | null {
    if (version === null) return null;
    const name = `${version.ledgerId} ${version.version}`;
    const same = this.#versions.get(name) ?? version;
    this.#versions.delete(name);
    this.#versions.set(name, same);
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > MOST_VERSIONS && oldest !== undefined) this.#versions.delete(oldest);
    return same;
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { Clock } from '../../../ports/clock';
import { Ledgers, type LedgerVersion } from '../../../ports/storage/ledgers/ledgers';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import type { Budget } from '../../budget';
import { taxRules } from '../../policies';
import { LedgerViews } from '../ledger-views.service';
import type { Beside, SnapshotOr, WalletPart } from '../snapshots/found-snapshots';
import { Snapshots } from '../snapshots.service';
import type { JointLedger, WalletLedger } from '../wallet-ledger';
import { ComputedJointReader } from './computed-joint-reader';
import { ComputedReader } from './computed-reader';
import type { JointReader } from './joint-reader';
import type { LedgerReader } from './ledger-reader';
import { StoredJointReader } from './stored-joint-reader';
import { READER_PARTS } from './stored-lists';
import { StoredReader } from './stored-reader';

type ReaderPart = (typeof READER_PARTS)[number];
type Found = SnapshotOr<WalletLedger, ReaderPart>;

const MOST_VERSIONS = 50;

/** Address -> its ledger to read from: the stored one of the state of now, else one that is computed. */
@Injectable()
export class LedgerReaders {
  /** Those read last, by ledger and number. */
  readonly #versions = new LRUCache<string, LedgerVersion>({ max: MOST_VERSIONS });

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
    return this.storedReader(version, { ...found, subject });
  }

  private storedReader(
    version: LedgerVersion,
    { subject, snapshot, syncStatus, entries, accounts }: WalletPart<ReaderPart> & Beside<unknown>,
  ): StoredReader {
    const stated = { history: { valued: { entries, accounts } } };
    return new StoredReader(this.ledgers, version, subject, snapshot, syncStatus, stated, this.clock.now());
  }

  /** One object for each version: what is computed of a ledger is kept with it. */
  private sameAsBefore(version: LedgerVersion | null): LedgerVersion | null {
    if (version === null) return null;
    const name = `${version.ledgerId} ${version.version}`;
    const same = this.#versions.get(name) ?? version;
    this.#versions.set(name, same);
    return same;
  }

  /** Wallets of one owner. Reads upstreams when that is due. @throws AppError as WalletLedgerService.together */
  async together(subjects: readonly Address[], budget: Budget): Promise<JointReader> {
    const found = await this.snapshots.together(subjects, budget, READER_PARTS);
    if (found.wallets === null) return this.computedTogether(found.joint);
    const version = this.sameAsBefore(await found.version());
    const [first] = found.wallets;
    if (version === null || first === undefined) return this.computedTogether(await found.compute());
    const reader = this.storedReader(version, { ...found, ...first });
    return new StoredJointReader(this.ledgers, version, found.wallets, reader, found.failures);
  }

  /** As `computed`, of several wallets. */
  computedTogether(joint: JointLedger): JointReader {
    return new ComputedJointReader(joint, this.views, taxRules(this.config, joint.history.valued).timezone);
  }
}

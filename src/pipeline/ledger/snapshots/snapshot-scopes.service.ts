import { Injectable } from '@nestjs/common';
import { sha256Hex, uuidOf } from '../../../domain/kernel/hash';
import { SNAPSHOT_FORMAT } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { Config } from '../../../config/env';
import { Clock } from '../../../ports/clock';
import { RulesVersion } from '../../../ports/rules-version';
import { BalanceObservations } from '../../../ports/storage/balance-observations';
import type { LedgerScope } from '../../../ports/storage/ledgers/ledgers';
import type { SnapshotBasis, SnapshotScope } from '../../../ports/storage/wallet-snapshots';
import { walletsOf, type Covered, type CoveredHistory } from '../../history/covered-wallets';
import { WalletHistoryService } from '../../history/wallet-history.service';
import type { View } from './found-snapshots';

/** Names what a snapshot is of, and what it follows from. */
@Injectable()
export class SnapshotScopes {
  /** Milliseconds UTC since which this process runs. */
  readonly #since: number;

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly observations: BalanceObservations,
    private readonly rules: RulesVersion,
    clock: Clock,
    private readonly config: Config,
  ) {
    this.#since = clock.now();
  }

  /** Names the code of the rules. */
  get rulesVersion(): string {
    return this.rules.version;
  }

  of(covered: CoveredHistory<Covered>): SnapshotScope {
    const wallets = walletsOf(
      covered.covered.map(({ address }) => address),
      covered.additions,
    );
    return {
      wallet: covered.subject.value,
      name: sha256Hex(JSON.stringify([wallets, this.histories.partOf(covered).subject])),
      wallets,
      userId: covered.additions?.userId ?? null,
    };
  }

  /** Of each subject. */
  each({ covered, subjects }: View): SnapshotScope[] {
    return subjects.map((subject) => this.of({ ...covered, subject }));
  }

  /** Names what is computed at once. */
  nameOf({ covered, subjects }: View): string {
    const values = subjects.map(({ value }) => value);
    const { name } = this.of(covered);
    return `${values.length === 1 ? values[0] : sha256Hex(values.join())} ${name}`;
  }

  async basisOf(covered: CoveredHistory<Covered>): Promise<SnapshotBasis> {
    const part = this.histories.partOf(covered);
    // Observed balances raise the revision of their chain, which the state names of each chain with stored rows.
    const hasImported = (covered.additions?.imported.length ?? 0) > 0;
    const observed = await Promise.all(
      hasImported ? part.stored.map(({ address }) => this.observations.of(address.value)) : [],
    );
    const { REPORT_TIMEZONE, ENABLE_WASH_SALES, GAS_POLICY, WRAP_POLICY, DEPOSIT_POLICY } = this.config;
    const settings = [REPORT_TIMEZONE, ENABLE_WASH_SALES, GAS_POLICY, WRAP_POLICY, DEPOSIT_POLICY];
    const observations = observed
      .flat()
      .map(({ address, assetId, at, quantity }) => `${address} ${assetId} ${at} ${quantity}`);
    return {
      state: sha256Hex(JSON.stringify([SNAPSHOT_FORMAT, settings, part.state, observations.sort()])),
      rules: this.rules.version,
      rulesSince: this.#since,
    };
  }

  /** The basis of the data that is stored now. */
  async basisNow({ subject, covered, additions }: CoveredHistory<Covered>): Promise<SnapshotBasis> {
    const owned = covered.map(({ address }) => address);
    return this.basisOf(await this.histories.storedCovered(subject, owned, additions?.userId));
  }
}

/** The same for every wallet of a set. */
export const ledgerIdOf = ({ name }: Pick<SnapshotScope, 'name'>): string => uuidOf(`v1|ledger|${name}`);

export const ledgerScopeOf = ({ name, wallets, userId }: SnapshotScope): LedgerScope => ({
  ledgerId: ledgerIdOf({ name }),
  name,
  wallets,
  userId,
});

import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '../../../domain/engine';
import { inTurns } from '../../../common/turns';
import { userOfOwner, type UserJob } from '../../../domain/jobs/user-job';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { sha256Hex } from '../../../domain/kernel/hash';
import { inputHash } from '../../../domain/portfolio/input-hash';
import { toHistoryGaps, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { lineageScope } from '../../../pipeline/ledger/lineage-scope';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { Snapshots } from '../../../pipeline/ledger/snapshots.service';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { JobRecords } from '../../../ports/storage/job-records';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import { LineageStore } from '../../../ports/storage/lineage-store';
import { CallerLedgers } from '../caller-ledgers.service';
import type { PrecomputeRequest } from './wallet-jobs.dto';
import type { PrecomputeResultResponse } from './wallet-jobs.shapes.dto';

/** Computes the ledger of a wallet before it is requested, and stores its snapshot and the lineage of its lots. */
@Injectable()
export class PrecomputeService {
  constructor(
    private readonly starter: JobStarter,
    private readonly callers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly lineage: LineageStore,
    private readonly snapshots: Snapshots,
    private readonly records: JobRecords,
    private readonly clock: Clock,
  ) {}

  async start(address: Address, body: PrecomputeRequest, context: RequestContext): Promise<UserJob> {
    const owned = await this.callers.ownedForJob(address, body.owned_wallets, context);
    const { force, persist_lineage: persistLineage } = body;
    const names = owned.map(({ given }) => given);
    const key = `${address.value}|${sha256Hex([...owned.map(({ value }) => value).sort(), force, persistLineage].join())}`;
    return this.starter.start('precompute', key, address, context.principal, {
      payload: { given: address.given, owned: names, force, persistLineage },
      params: { owned_wallets: names, force, persist_lineage: persistLineage },
    });
  }

  /** The work of the job. @throws AppError DATA_PROVIDER_ERROR when the history is not whole */
  async compute(
    { given, owned, force, persistLineage }: JobPayloads['precompute'],
    context: JobContext,
  ): Promise<PrecomputeResultResponse> {
    await context.progress(5, 'fetching');
    const walletLedger = await this.ledgers.of(
      parseAddress(given),
      owned.map(parseAddress),
      unhurriedBudget(context.signal, this.clock.now(), context.owner),
    );
    context.signal.throwIfAborted();
    const { ledger } = walletLedger;
    if (!ledger) throw new AppError('DATA_PROVIDER_ERROR', { reason: 'the history is not whole' });
    await context.progress(80, 'computing');
    const bare = await this.resultOf({ ...walletLedger, ledger }, owned);
    const before = force ? null : await this.before(context);
    const unchanged = before === bare.input_hash;
    await context.progress(90, 'persisting');
    const userId = userOfOwner(context.owner);
    await this.snapshots.compute({ given, owned, userId });
    const scope = lineageScope(walletLedger.history, userId);
    const kept = persistLineage && !unchanged ? await this.keep({ ...walletLedger, ledger }, scope) : null;
    const result = { ...bare, unchanged, lineage: kept };
    const { tax_summary: tax, reconciliation } = result;
    context.summarise({
      total_realized_gl: tax.total_realized_gl,
      disposal_count: tax.disposal_count,
      severity: reconciliation.severity,
    });
    return result;
  }

  /** Input of the last time the same was asked for. */
  private async before(context: JobContext): Promise<string | null> {
    const last = await this.records.before(context.jobId);
    const hash: unknown = typeof last === 'object' && last !== null ? Reflect.get(last, 'input_hash') : null;
    return typeof hash === 'string' ? hash : null;
  }

  private keep(
    walletLedger: ReadyWalletLedger,
    scope: string[],
  ): Promise<{ added: number; superseded: number }> {
    const { truncated, incomplete, unavailable } = walletLedger.history.syncStatus;
    const isWhole = !truncated && !incomplete && unavailable.length === 0;
    return this.lineage.save(scope, this.views.links(walletLedger), isWhole, this.clock.now());
  }

  private async resultOf(
    walletLedger: ReadyWalletLedger,
    owned: string[],
  ): Promise<Omit<PrecomputeResultResponse, 'unchanged' | 'lineage'>> {
    const { ledger, history, subject } = walletLedger;
    const options = this.ledgers.recordOptions(walletLedger);
    await this.views.reconcile(walletLedger);
    const reconciliation = this.views.reconciliation(walletLedger);
    return {
      address: subject.given,
      owned_wallets: owned,
      input_hash: await inTurns(
        inputHash(history.wallets, history.valued, options, this.ledgers.rulesOf(walletLedger)),
      ),
      engine_version: ENGINE_VERSION,
      method: this.ledgers.methodOf(walletLedger),
      counts: {
        transactions: history.valued.transactions.filter(({ isSpam }) => !isSpam).length,
        lots: ledger.lots.length,
        open_lots: ledger.lots.filter(({ remaining }) => remaining > 0n).length,
        disposals: ledger.disposals.length,
        income_events: ledger.income.length,
        lineage_links: this.views.links(walletLedger).length,
      },
      tax_summary: toTaxSummary(
        subject.given,
        null,
        await this.views.taxSummary(walletLedger),
        toHistoryGaps(history.syncStatus),
      ),
      reconciliation: {
        severity: reconciliation?.severity ?? 'ok',
        total_issues: reconciliation?.totalIssues ?? 0,
      },
      history: toSyncStatus(history.syncStatus),
    };
  }
}

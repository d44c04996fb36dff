import { Injectable } from '@nestjs/common';
import { breathe } from '../../../common/turns';
import { Config } from '../../../config/env';
import { userOf } from '../../../domain/access/principal';
import { jointLimit, transactionCap, type PlanWindow } from '../../../domain/access/plan-window';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { pageInOrder } from '../../../domain/kernel/page';
import {
  coverageIssues,
  unreadWallet,
  type HistoryGaps,
} from '../../../domain/portfolio/issues/coverage-issues';
import { changedYearIssue } from '../../../domain/portfolio/issues/filed-year-issues';
import {
  ISSUE_ORDER,
  ISSUE_TYPE_NAMES,
  pickIssues,
  type IssueFilter,
  type IssueType,
  type OpenIssue,
} from '../../../domain/portfolio/issues/issue';
import { ledgerIssues } from '../../../domain/portfolio/issues/ledger-issues';
import { statusOfAll, type SyncStatus } from '../../../domain/portfolio/sync-status';
import { computeCaller } from '../../../http/compute-order';
import { pagingOf } from '../../../http/queries/cursor';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import {
  contradictedChains,
  isPartialAccount,
  seenFrom,
  type Covered,
  type CoveredHistory,
  type JointCovered,
} from '../../../pipeline/history/covered-wallets';
import { WalletHistoryService } from '../../../pipeline/history/wallet-history.service';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { taxRules } from '../../../pipeline/policies';
import { OnChainBalancesService } from '../../../pipeline/valuation/on-chain-balances.service';
import { ChangedYears } from '../../../ports/storage/changed-years';
import { LinkedWallets } from '../../../ports/storage/linked-wallets';
import { Overlays } from '../../../ports/storage/overlays';
import { toCovers, toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import type { IssuesQuery } from './issues.dto';
import { toIssue } from './issues.presenter';

/** Issues listed of one wallet. */
const MOST_ISSUES = 5_000;

type Limit = Pick<PlanWindow, 'isLimited' | 'limit' | 'total'>;

interface WalletIssues {
  subject: Address;
  address: string;
  issues: OpenIssue[];
  isCut: boolean;
  /** Null when nothing of the wallet is stored. */
  read: { limit: Limit; syncStatus: SyncStatus } | null;
}

/** Issues of the wallets and accounts of a user, as stored; nothing here reads an upstream. */
@Injectable()
export class IssuesService {
  constructor(
    private readonly histories: WalletHistoryService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly balances: OnChainBalancesService,
    private readonly years: ChangedYears,
    private readonly linked: LinkedWallets,
    private readonly overlays: Overlays,
    private readonly config: Config,
  ) {}

  /** @throws AppError WALLET_NOT_FOUND for an address that is not read; RESOURCE_NOT_FOUND for another user's account */
  async list(query: IssuesQuery, context: RequestContext) {
    const { address, type, tax_year: year } = query;
    const paging = pagingOf(query, 'issues', ISSUE_ORDER.parts);
    const filter = { type, year };
    const owned = await this.linked.ownedBy(context.principal);
    const found = address
      ? [await this.ofWallet(await this.covered(address, owned, context), filter, context)]
      : await this.ofAll(owned, filter, context);
    const changed = await this.changedYears(query, context);
    const limits = found.flatMap(({ read }) => (read === null ? [] : [read.limit]));
    const all = pickIssues([...found.flatMap(({ issues }) => issues), ...changed], filter);
    const page = pageInOrder(all, paging.request, ISSUE_ORDER);
    return reply(page.items.map(toIssue), {
      pagination: paging.paginationOf(page),
      meta: {
        ...toSyncStatus(statusOf(found, address)),
        ...toLimit(jointLimit(limits, transactionCap(context.principal))),
        ...toCovers(found.map(({ subject }) => subject)),
        counts: countsOf(all),
        truncated: found.some(({ isCut }) => isCut),
      },
    });
  }

  private async ofAll(
    owned: readonly Address[],
    filter: IssueFilter,
    context: RequestContext,
  ): Promise<WalletIssues[]> {
    const { userId } = userOf(context.principal);
    const { accounts } = await this.overlays.of(userId, []);
    const subjects = [...owned, ...accounts.map(({ id }) => parseAddress(id))];
    // Read once: the wallets and accounts share their history and its ledger.
    const joint = await this.histories.storedTogether(
      owned.length > 0 ? owned : subjects.slice(0, 1),
      userId,
    );
    const found: WalletIssues[] = [];
    for (const subject of subjects) {
      context.signal.throwIfAborted();
      found.push(await this.ofLinked(subject, joint, filter, context));
    }
    return found;
  }

  /** A linked wallet that is not read yet is an issue itself. */
  private async ofLinked(
    subject: Address,
    joint: JointCovered,
    filter: IssueFilter,
    context: RequestContext,
  ): Promise<WalletIssues> {
    try {
      return await this.ofWallet(seenFrom(subject, joint), filter, context);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'WALLET_NOT_FOUND') throw error;
      const { given: address, value } = subject;
      return { subject, address, issues: [unreadWallet(value, address)], isCut: false, read: null };
    }
  }

  private covered(
    subject: Address,
    owned: readonly Address[],
    { principal }: RequestContext,
  ): Promise<CoveredHistory<Covered>> {
    return this.histories.storedCovered(subject, owned, userOf(principal).userId);
  }

  private async ofWallet(
    history: CoveredHistory<Covered>,
    filter: IssueFilter,
    { principal }: RequestContext,
  ): Promise<WalletIssues> {
    const { subject } = history;
    const walletLedger = await this.ledgers.completeStored(history);
    const window = windowOf(walletLedger, principal);
    const own = history.covered.find(({ isSubject }) => isSubject);
    const gaps: HistoryGaps = {
      ...(own ? { ...own.coverage, contradicted: contradictedChains(own, history.additions) } : WHOLE),
      isPartial: isPartialAccount(subject, history.additions),
    };
    const { issues, isCut } = await this.issuesOf(walletLedger, gaps, window);
    const picked = pickIssues(issues, filter);
    return {
      subject,
      address: subject.given,
      issues: picked.slice(0, MOST_ISSUES),
      isCut: (isCut && listsTransfers(filter)) || picked.length > MOST_ISSUES,
      read: { limit: window, syncStatus: walletLedger.history.syncStatus },
    };
  }

  private async issuesOf(
    walletLedger: ReadyWalletLedger,
    gaps: HistoryGaps,
    window: PlanWindow,
  ): Promise<{ issues: OpenIssue[]; isCut: boolean }> {
    const { subject, ledger, transactions, tokenKeys, history } = walletLedger;
    await this.views.reconcile(walletLedger);
    await this.views.listPositions(walletLedger);
    const balances = await this.balances.known(walletLedger);
    await breathe();
    const unmatched = this.views.unmatched(walletLedger, window);
    await breathe();
    const { value: wallet, given: address } = subject;
    const found = ledgerIssues({
      ...{ wallet, address, ledger, transactions, tokenKeys, balances, window },
      results: this.views.results(walletLedger),
      duplicates: this.views.reconciliation(walletLedger).duplicateTransactions,
      unmatched: unmatched.listed,
      held: this.views.held(walletLedger),
      timezone: taxRules(this.config, history.valued).timezone,
    });
    await breathe();
    return {
      issues: [...found, ...coverageIssues(wallet, address, gaps)],
      isCut: unmatched.isCut,
    };
  }

  private async changedYears(
    { address, type, tax_year: year }: IssuesQuery,
    context: RequestContext,
  ): Promise<OpenIssue[]> {
    if (type !== undefined && type !== 'filed_year_changed') return [];
    const changed = await this.years.of(context.principal, year, computeCaller(context));
    return changed
      .filter(({ wallet }) => address === undefined || wallet === address.value)
      .map(changedYearIssue);
  }
}

const listsTransfers = ({ type }: IssueFilter): boolean =>
  type === undefined || type === 'unmatched_transfer';

const countsOf = (issues: readonly OpenIssue[]): Partial<Record<IssueType, number>> =>
  Object.fromEntries(
    ISSUE_TYPE_NAMES.flatMap((type) => {
      const count = issues.filter((one) => one.type === type).length;
      return count === 0 ? [] : [[type, count]];
    }),
  );

const WHOLE: HistoryGaps = { unavailable: [], chains: [] };

/** Of one wallet as it is; of several, each problem names its wallet. A wallet of which nothing is stored is still read. */
function statusOf(found: readonly WalletIssues[], address: Address | undefined): SyncStatus {
  const read = found.flatMap(({ address: given, read: one }) =>
    one === null ? [] : [{ address: given, syncStatus: one.syncStatus }],
  );
  const [only] = read;
  if (address !== undefined && only) return only.syncStatus;
  const status = statusOfAll(read);
  return { ...status, historyPending: status.historyPending || read.length < found.length };
}

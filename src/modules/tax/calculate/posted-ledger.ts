import {
  METHODS,
  rankLots,
  reconcile,
  replay,
  unrealized,
  within,
  type Ledger,
  type LedgerEvent,
  type MethodName,
  type ReplayOptions,
} from '../../../domain/engine';
import { Rows, type InRows } from '../../../common/json-parts';
import { tokenKeyOf, tokenKeys } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { assetGroup, groupOfSymbol, type LedgerPolicies } from '../../../domain/chain';
import type { TransferLeg } from '../../../domain/matching';
import {
  postedEvents,
  postedPrices,
  symbolIn,
  withOwnTransfers,
  type OwnTransfers,
  type PostedRow,
} from '../../../domain/posted';
import { InvalidInput } from '../../../http/errors/invalid-input';
import { toAssumptions } from '../../../presenters/assumptions.presenter';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { openFirst, toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { statedSummary } from '../../../domain/forms';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { PostedCostBasisResponse, UnrealizedResponse } from '../tax.shapes.dto';
import type { CostBasisRequest, UnrealizedRequest } from './posted.dto';
import {
  checkedIssues,
  MOST_LISTED,
  type TransferEnd,
  type WaitingUnits,
} from '../../../domain/portfolio/snapshots/wallet-checks';
import { toReconciliation } from './reconciliation.presenter';
import { toUnrealized } from './unrealized.presenter';
import { toWashSale } from '../wash-sales/wash-sales.presenter';

/** Everything beside the body that an answer about a posted ledger depends on. */
export interface PostedSettings {
  /** Milliseconds UTC. */
  now: number;
  timezone: string;
  washSales: boolean;
  /** Rows that a caller without a credential may send. Null for other callers. */
  anonymousRows: number | null;
  /** The limit of `ReplayOptions.maxSlices`. */
  maxSlices: number;
  policies: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>;
}

/** How the rows of both requests are read. */
type Posted = Pick<CostBasisRequest, 'owned_wallets'> & Partial<Pick<CostBasisRequest, 'lot_selections'>>;

/** A ledger without a label of its own. */
const UNLABELLED = '';

/** Reports how long the replay took. */
type OnReplayed = (seconds: number) => void;

/**
 * Lots, gains and income of a posted ledger. No plan cuts them: the data belongs to the caller.
 * @throws AppError INVALID_REQUEST for a lot selection that cannot be applied; PAYLOAD_TOO_LARGE above the limit of
 * slices
 */
export function postedCostBasis(
  request: CostBasisRequest,
  settings: PostedSettings,
  onReplayed: OnReplayed,
): InRows<PostedCostBasisResponse> {
  const { transactions, tax_year: year, method, address = UNLABELLED } = request;
  refuseIgnoredSelections(request);
  const options = optionsOf(settings, method);
  const { ledger, ambiguous } = replayed(request, transactions, options, onReplayed);
  const filter = { year, timezone: settings.timezone };
  const keys = tokenKeys(ledger.assets.values());
  const isWithin = within(filter);
  return {
    method,
    summary: toTaxSummary(address, year ?? null, statedSummary(ledger, filter)),
    lots: lotsOf(ledger, keys, method, settings),
    disposals: Rows.of(
      ledger.disposals.filter(({ wallet, disposedAt }) => isWithin(wallet, disposedAt)),
      (disposal) => toDisposal(disposal, keys),
    ),
    income_events: Rows.of(
      ledger.income.filter(({ wallet, receivedAt }) => isWithin(wallet, receivedAt)),
      (receipt) => toIncome(receipt, keys),
    ),
    wash_sales: Rows.of(
      ledger.washSales.filter(({ disposedAt }) => isWithin('', disposedAt)),
      (sale) => toWashSale(sale, keys),
    ),
    reconciliation: toReconciliation(
      {
        ...checkedIssues(reconcile(ledger, {}), ledger.assets, () => true),
        unmatched: toUnmatched(ambiguous),
        held: { count: 0, listed: [] },
        lostDecisions: [],
        transactions: transactions.length,
      },
      { address, tokenKeys: keys, balances: [], truncated: false, now: settings.now },
    ),
    assumptions: toAssumptions(options, settings.policies, { ledger }),
  };
}

/** Unrealized gains of a posted ledger at the given prices. */
export function postedUnrealized(
  request: UnrealizedRequest & { transactions: PostedRow[] },
  settings: PostedSettings,
  onReplayed: OnReplayed,
): UnrealizedResponse {
  const { ledger } = replayed(request, request.transactions, optionsOf(settings, 'fifo'), onReplayed);
  const keys = tokenKeys(ledger.assets.values());
  return toUnrealized(unrealized(ledger.lots, postedPrices(request.current_prices, keys)), keys);
}

/** As in wallets: a coin and its wrapped form are one. Rows without a contract name the listed token of the symbol. */
export function groupOfPosted(assetId: string): string | null {
  const named = symbolIn(assetId);
  return named ? groupOfSymbol(named.chain, named.symbol) : assetGroup(assetId);
}

const optionsOf = (
  { timezone, washSales, maxSlices }: PostedSettings,
  method: MethodName,
): ReplayOptions => ({
  method,
  timezone,
  washSales,
  maxSlices,
  groupOf: groupOfPosted,
});

function lotsOf(
  ledger: Ledger,
  keys: ReadonlyMap<string, string>,
  method: MethodName,
  { now, timezone }: PostedSettings,
): Rows<LotResponse> {
  const ranks = rankLots(ledger.lots, method);
  return Rows.of(openFirst(ledger.lots), (lot) => {
    const tokenKey = tokenKeyOf(keys, lot.asset);
    return toLot(lot, { tokenKey, rank: ranks.get(lot.id) ?? 0, isPending: false }, now, timezone);
  });
}

function replayed(
  { owned_wallets: owned, lot_selections: selections }: Posted,
  rows: readonly PostedRow[],
  options: ReplayOptions,
  onReplayed: OnReplayed,
): Replayed {
  try {
    const wallets = new Set(owned.map(({ value }) => value));
    const { rows: moved, ambiguous } = withOwnTransfers(rows, wallets);
    const events = postedEvents(moved, selections);
    refuseStraySelections(selections, events);
    const beganAt = performance.now();
    const ledger = replay(events, options);
    onReplayed((performance.now() - beganAt) / 1_000);
    return { ledger, ambiguous };
  } catch (error) {
    // A row contradicts another row: no single field is wrong.
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error;
    throw new AppError('INVALID_REQUEST', error.details, { message: `${error.field}: ${error.message}` });
  }
}

interface Replayed extends Pick<OwnTransfers, 'ambiguous'> {
  ledger: Ledger;
}

/** @throws InvalidInput for selections with a method that does not read them @source tax-rules 4.3 */
function refuseIgnoredSelections({ method, lot_selections: selections }: CostBasisRequest): void {
  if (selections.size === 0 || METHODS[method].readsSelections) return;
  const msg = `Input should be empty with the method ${method}: only specific_id reads it`;
  throw new InvalidInput('VALIDATION_ERROR', [{ loc: ['body', 'lot_selections'], type: 'value_error', msg }]);
}

/** A selection for a transaction that does not exist, or from which no units leave, would have no effect. */
function refuseStraySelections(
  selections: CostBasisRequest['lot_selections'] | undefined,
  events: readonly LedgerEvent[],
): void {
  if (selections === undefined || selections.size === 0) return;
  const applied = new Set<string>();
  for (const event of events)
    if ((event.kind === 'dispose' || event.kind === 'move') && event.selections !== undefined)
      applied.add(event.transactionId);
  for (const id of selections.keys())
    if (!applied.has(id))
      throw new AppError('INVALID_REQUEST', undefined, {
        message: `lot_selections: No units leave with a transaction that has the id ${id.slice(0, 200)}`,
      });
}

/** Ends of own transfers that may belong together in several ways, each outflow with its possible arrivals. */
function toUnmatched(ambiguous: OwnTransfers['ambiguous']): WaitingUnits['unmatched'] {
  const byOut = new Map<string, (typeof ambiguous)[number][]>();
  for (const match of ambiguous) byOut.set(match.out.id, [...(byOut.get(match.out.id) ?? []), match]);
  const listed = [...byOut.values()].flatMap((matches) => {
    const [first] = matches;
    return first
      ? [{ ...endOf(first.out), choices: [], candidates: matches.map((match) => endOf(match.in)) }]
      : [];
  });
  return { count: listed.length, listed: listed.slice(0, MOST_LISTED) };
}

const endOf = (leg: TransferLeg): TransferEnd => ({
  tx: {
    id: leg.transactionId,
    hash: leg.txHash ?? '',
    wallet: leg.source.id,
    chain: leg.asset.chain,
    protocol: null,
    at: leg.at,
  },
  leg: { ...leg, valueUsd: null },
});

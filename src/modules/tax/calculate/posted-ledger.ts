import {
  rankLots,
  reconcile,
  replay,
  taxSummary,
  unrealized,
  within,
  type Ledger,
  type Lot,
  type MethodName,
  type ReplayOptions,
} from '../../../domain/engine';
import { tokenKeyOf, tokenKeys } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { assetGroup, type LedgerPolicies } from '../../../domain/normalise';
import { postedEvents, postedPrices, withOwnTransfers, type PostedRow } from '../../../domain/posted';
import { toAssumptions } from '../../../presenters/assumptions.presenter';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { openFirst, toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { PostedCostBasisResponse, UnrealizedResponse } from '../tax.shapes.dto';
import type { CostBasisRequest, UnrealizedRequest } from './posted.dto';
import { toReconciliation } from './reconciliation.presenter';
import { toUnrealized } from './unrealized.presenter';
import { toWashSale } from './wash-sales.presenter';

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
): PostedCostBasisResponse {
  const { transactions, tax_year: year, method, address = UNLABELLED } = request;
  refuseStraySelections(request);
  const options = optionsOf(settings, method);
  const ledger = replayed(request, transactions, options, onReplayed);
  const filter = { year, timezone: settings.timezone };
  const keys = tokenKeys(ledger.assets.values());
  const isWithin = within(filter);
  return {
    method,
    summary: toTaxSummary(address, year ?? null, taxSummary(ledger, filter)),
    lots: lotsOf(ledger, keys, method, settings),
    disposals: ledger.disposals
      .filter(({ wallet, disposedAt }) => isWithin(wallet, disposedAt))
      .map((disposal) => toDisposal(disposal, keys)),
    income_events: ledger.income
      .filter(({ wallet, receivedAt }) => isWithin(wallet, receivedAt))
      .map((receipt) => toIncome(receipt, keys)),
    wash_sales: ledger.washSales
      .filter(({ disposedAt }) => isWithin('', disposedAt))
      .map((sale) => toWashSale(sale, keys)),
    reconciliation: toReconciliation(reconcile(ledger, {}), {
      address,
      assets: ledger.assets,
      tokenKeys: keys,
      balances: [],
      lostDecisions: [],
      unmatched: { count: 0, listed: [] },
      transactions: transactions.length,
      truncated: false,
      now: settings.now,
    }),
    assumptions: toAssumptions(options, settings.policies),
  };
}

/** Unrealized gains of a posted ledger at the given prices. */
export function postedUnrealized(
  request: UnrealizedRequest & { transactions: PostedRow[] },
  settings: PostedSettings,
  onReplayed: OnReplayed,
): UnrealizedResponse {
  const ledger = replayed(request, request.transactions, optionsOf(settings, 'fifo'), onReplayed);
  const keys = tokenKeys(ledger.assets.values());
  return toUnrealized(unrealized(ledger.lots, postedPrices(request.current_prices, keys)), keys);
}

const optionsOf = (
  { timezone, washSales, maxSlices }: PostedSettings,
  method: MethodName,
): ReplayOptions => ({
  method,
  timezone,
  washSales,
  maxSlices,
  groupOf: assetGroup,
});

function lotsOf(
  ledger: Ledger,
  keys: ReadonlyMap<string, string>,
  method: MethodName,
  { now, timezone }: PostedSettings,
): LotResponse[] {
  const ranks = rankLots(ledger.lots, method);
  return openFirst(ledger.lots).map((lot: Lot) => {
    const tokenKey = tokenKeyOf(keys, lot.asset);
    return toLot(lot, { tokenKey, rank: ranks.get(lot.id) ?? 0, isPending: false }, now, timezone);
  });
}

function replayed(
  { owned_wallets: owned, lot_selections: selections }: Posted,
  rows: readonly PostedRow[],
  options: ReplayOptions,
  onReplayed: OnReplayed,
): Ledger {
  try {
    const wallets = new Set(owned.map(({ value }) => value));
    const events = postedEvents(withOwnTransfers(rows, wallets), selections);
    const beganAt = performance.now();
    const ledger = replay(events, options);
    onReplayed((performance.now() - beganAt) / 1_000);
    return ledger;
  } catch (error) {
    // A row contradicts another row: no single field is wrong.
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error;
    throw new AppError('INVALID_REQUEST', error.details, { message: `${error.field}: ${error.message}` });
  }
}

/** A selection of lots for a transaction that does not exist would have no effect. */
function refuseStraySelections({ transactions, lot_selections: selections }: CostBasisRequest): void {
  if (selections.size === 0) return;
  const ids = new Set(transactions.map(({ id }) => id));
  for (const id of selections.keys())
    if (!ids.has(id))
      throw new AppError('INVALID_REQUEST', undefined, {
        message: `lot_selections: No transaction has the id ${id.slice(0, 200)}`,
      });
}

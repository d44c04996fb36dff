import type { Disposal, Income, Ledger, LedgerLot } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { money, toUnits } from '../../src/domain/kernel/units';
import type { PostedRow, PostedSelection } from '../../src/domain/posted';
import type { DisposalResponse, IncomeResponse, LotResponse } from '../../src/presenters/shapes.dto';
import type { PostedCostBasisResponse } from '../../src/modules/tax/tax.shapes.dto';

/** Rows as they are written into a request body, and what came back as a ledger again. */

export function toTxIn(row: PostedRow): Record<string, unknown> {
  return {
    id: row.id,
    tx_hash: row.txHash,
    timestamp: new Date(row.at).toISOString(),
    type: row.type,
    income_type: row.incomeType,
    symbol: row.symbol,
    chain: row.chain,
    contract_address: row.contract,
    quantity: row.quantity,
    price_usd: row.priceUsd,
    value_usd: row.valueUsd,
    fee_usd: row.feeUsd,
    fee_symbol: row.feeSymbol,
    fee_quantity: row.feeQuantity,
    from: row.from,
    to: row.to,
    to_symbol: row.toSymbol,
    to_quantity: row.toQuantity,
    wallet: row.wallet,
    donor_basis_usd: row.donorBasisUsd,
    donor_acquired_at:
      row.donorAcquiredAt === undefined ? undefined : new Date(row.donorAcquiredAt).toISOString(),
  };
}

export const toSelectionsIn = (
  selections: ReadonlyMap<string, readonly PostedSelection[]>,
): Record<string, unknown> =>
  Object.fromEntries(
    [...selections].map(([id, choices]) => [
      id,
      choices.map(({ lot, quantity, selectedAt }) => ({
        acquired_tx_id: lot,
        quantity,
        selected_at: selectedAt === undefined ? undefined : new Date(selectedAt).toISOString(),
      })),
    ]),
  );

/** More than any amount of the cases has. */
const DECIMALS = 40;

const assetOf = ({
  token_key: id,
  symbol,
  chain,
}: {
  token_key: string;
  symbol: string;
  chain: string;
}): Asset => ({
  id,
  chain,
  contract: null,
  symbol,
  name: symbol,
  decimals: DECIMALS,
});
const units = (quantity: string): bigint => toUnits(quantity, DECIMALS);
const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The answer as a ledger. */
export function ledgerOf(body: PostedCostBasisResponse): Ledger {
  return {
    lots: body.lots.map(lotOf),
    disposals: body.disposals.map(disposalOf),
    income: body.income_events.map(incomeOf),
    links: [],
    issues: [],
    washSales: [],
    movesNotIdentified: [],
    isApproximate: body.assumptions.wash_sales_approximate,
    assets: new Map(),
  };
}

const lotOf = (lot: LotResponse): LedgerLot => ({
  id: lot.lot_id,
  wallet: lot.wallet_address,
  asset: assetOf(lot),
  originalQuantity: units(lot.original_quantity),
  remaining: units(lot.remaining_quantity),
  originalCost: money(lot.original_cost_basis),
  cost: money(lot.cost_basis),
  acquiredAt: time(lot.acquisition_date),
  receivedAt: Date.parse(lot.received_date),
  holdingStartAt: time(lot.holding_start),
  source: lot.source,
  basisSource: lot.basis_source,
  incomeType: lot.income_type,
  isUntracked: lot.is_untracked,
  valueStatus: lot.value_status,
  parentId: lot.parent_lot_id,
  transactionId: lot.transaction_id,
  txHash: lot.tx_hash,
  washSaleAdjustment: money(lot.wash_sale_adjustment),
  priceSource: lot.price_source,
  // An answer does not state these.
  isInherited: false,
  isPurchase: false,
  isReplacement: false,
  orderId: null,
  holdings: [],
  lossCost: null,
  givenAt: null,
  lacksLossBasis: false,
});

const disposalOf = (disposal: DisposalResponse): Disposal => ({
  id: disposal.disposal_id,
  lotId: disposal.lot_id,
  wallet: '',
  asset: assetOf(disposal),
  quantity: units(disposal.quantity),
  proceeds: money(disposal.proceeds),
  costBasis: money(disposal.cost_basis),
  gain: money(disposal.gain_loss),
  fees: money(disposal.fees),
  acquiredAt: time(disposal.acquisition_date),
  disposedAt: Date.parse(disposal.disposal_date),
  isLongTerm: disposal.is_long_term,
  type: disposal.type,
  valueStatus: disposal.value_status,
  knownProceeds: null,
  lacksProceeds: false,
  lossSide: null,
  valueGiven: null,
  isUntracked: disposal.is_untracked,
  isInherited: false,
  identifiedGain: disposal.identified_gain_loss === null ? null : money(disposal.identified_gain_loss),
  washSaleDisallowed: money(disposal.wash_sale_disallowed),
  transactionId: disposal.transaction_id,
  txHash: disposal.tx_hash,
  priceSource: disposal.price_source,
  flags: disposal.flags.map((flag) => (flag === 'uncertain' ? 'classification_uncertain' : flag)),
});

const incomeOf = (income: IncomeResponse): Income => ({
  valueStatus: income.value_status,
  id: income.income_id,
  type: income.type,
  wallet: '',
  asset: assetOf(income),
  quantity: units(income.quantity),
  flags: [],
  fairMarketValue: money(income.fair_market_value),
  priceSource: income.price_source,
  receivedAt: Date.parse(income.received_at),
  lotId: income.lot_id,
  transactionId: income.transaction_id,
  txHash: income.tx_hash,
});

import {
  cents,
  day,
  decimal,
  flag,
  integer,
  list,
  moment,
  object,
  only,
  orNull,
  record,
  text,
  uuid,
  type Shape,
} from './shape';

/** What the tax routes answer, word for word. @source spec 2.7, 2.8; api.md 2 */

const incomeTypes = {
  airdrop: decimal,
  staking_reward: decimal,
  mining_reward: decimal,
  interest: decimal,
  other: decimal,
};
const income = object({ ...incomeTypes, total: decimal });

const reason = only(
  'unknown_basis',
  'no_other_end',
  'unknown_operation',
  'uncertain_type',
  'missing_value',
  'history_incomplete',
  'rows_not_shown',
  'possibly_counted_twice',
  'missing_in_books',
  'wash_sales_approximate',
);
const status = {
  status: only('COMPLETE', 'REVIEW', 'INCOMPLETE'),
  status_reasons: list(
    object({ reason, status: only('REVIEW', 'INCOMPLETE'), count: integer, amount_usd: orNull(cents) }),
  ),
};
const printedTerm = object({ proceeds: cents, cost_basis: cents, adjustments: cents, gain_loss: cents });

export const taxSummary = object({
  untracked_count: integer,
  untracked_proceeds: decimal,
  realized_gl_range: object({ low: decimal, high: decimal }),
  address: text,
  tax_year: orNull(integer),
  total_realized_gl: decimal,
  short_term_gains: decimal,
  short_term_losses: decimal,
  net_short_term: decimal,
  long_term_gains: decimal,
  long_term_losses: decimal,
  net_long_term: decimal,
  wash_sale_disallowed: decimal,
  wash_sale_count: integer,
  disposal_count: integer,
  excluded_count: integer,
  excluded_basis: decimal,
  income_excluded_count: integer,
  total_proceeds: decimal,
  total_cost_basis: decimal,
  income,
  printed: object({ short_term: printedTerm, long_term: printedTerm, gain_loss: cents, total_income: cents }),
  ...status,
});

export const assumptions = object({
  method: only('fifo', 'lifo', 'hifo', 'specific_id'),
  elections: list(
    object({
      wallet_address: orNull(text),
      method: text,
      effective_from: moment,
      ended_at: orNull(moment),
      stated_recorded_at: orNull(moment),
      communicated_to_broker_at: orNull(moment),
    }),
  ),
  is_comparison: flag,
  pooling: only('per_wallet'),
  basis_at_2025: only('actual_location'),
  allocations: list(object({})),
  standing_selections: list(object({})),
  timezone: only('UTC'),
  wash_sales: flag,
  wash_sales_approximate: flag,
  gas_policy: only('dispose'),
  wrap_policy: only('carry'),
  deposit_policy: only('mixed'),
  lp_policy: only('mixed'),
  income_pricing: text,
  engine_version: text,
  law_as_of: day,
});

/** A summary with what it rests on. */
export const reportSummary: Shape = (value, path) => {
  const { assumptions: stated, ...summary } = value as Record<string, unknown>;
  return [...taxSummary(summary, path), ...assumptions(stated, `${path}.assumptions`)];
};

export const lot = object({
  lot_id: uuid,
  token_key: text,
  symbol: text,
  chain: text,
  contract_address: orNull(text),
  wallet_address: text,
  original_quantity: decimal,
  remaining_quantity: decimal,
  quantity: decimal,
  cost_per_unit: decimal,
  cost_basis: decimal,
  original_cost_basis: decimal,
  acquisition_date: orNull(moment),
  received_date: moment,
  source: only('purchase', 'swap', 'income', 'transfer_in', 'bridge', 'wrap', 'manual', 'unknown'),
  income_type: orNull(only(...Object.keys(incomeTypes))),
  is_long_term: flag,
  long_term_on: orNull(day),
  is_untracked: flag,
  value_status: only('known', 'missing'),
  basis_source: only('trade', 'market_price', 'carried', 'manual', 'none'),
  parent_lot_id: orNull(uuid),
  transaction_id: text,
  tx_hash: orNull(text),
  holding_start: orNull(moment),
  status: only('open', 'partial', 'closed'),
  wash_sale_adjustment: decimal,
  fifo_order: integer,
  price_source: orNull(text),
});

/** @source api.md 2, Disposal; the last two are not listed there */
const disposalFlag = only(
  'missing_price',
  'unmatched',
  'late_identification',
  'not_identified_to_broker',
  'selection_filled',
  'uncertain',
  'provider_price_disagrees',
  'costs_capped',
);

export const disposal = object({
  disposal_id: uuid,
  lot_id: uuid,
  token_key: text,
  symbol: text,
  chain: text,
  quantity: decimal,
  proceeds: decimal,
  cost_basis: decimal,
  gain_loss: decimal,
  fees: decimal,
  acquisition_date: orNull(moment),
  disposal_date: moment,
  is_long_term: flag,
  term: only('short', 'long'),
  type: only(
    'sale',
    'swap',
    'spend',
    'fee',
    'gift',
    'donation',
    'lost',
    'stolen',
    'liquidation',
    'repayment',
    'margin_result',
  ),
  value_status: only('known', 'missing'),
  is_untracked: flag,
  wash_sale_disallowed: decimal,
  identified_gain_loss: orNull(decimal),
  tx_hash: orNull(text),
  transaction_id: text,
  price_source: orNull(text),
  flags: list(disposalFlag),
});

export const incomeRow = object({
  income_id: uuid,
  type: only(...Object.keys(incomeTypes)),
  token_key: text,
  symbol: text,
  chain: text,
  quantity: decimal,
  fair_market_value: decimal,
  price: orNull(decimal),
  value_status: only('known', 'missing'),
  price_source: orNull(text),
  received_at: moment,
  lot_id: orNull(uuid),
  transaction_id: text,
  tx_hash: orNull(text),
  review: list(reason),
});

const washSale = object({
  wash_sale_id: uuid,
  token_key: text,
  symbol: text,
  disposal_id: uuid,
  disposal_date: moment,
  loss: decimal,
  disallowed_loss: decimal,
  matched_quantity: decimal,
  replacement_lot_id: uuid,
  replacement_date: moment,
  days_apart: integer,
  basis_adjustment: decimal,
});

const transferEnd = {
  transaction_id: text,
  tx_hash: text,
  wallet_address: text,
  chain: text,
  protocol: orNull(text),
  direction: only('in', 'out'),
  token_key: text,
  symbol: text,
  quantity: decimal,
  value_usd: orNull(decimal),
  timestamp: moment,
  counterparty: orNull(text),
};

const reconciliationFields: Record<string, Shape> = {
  address: text,
  severity: only('ok', 'warning', 'critical'),
  total_issues: integer,
  lineage_completeness_percent: decimal,
  untracked_lots: list(
    object({
      lot_id: uuid,
      token_key: text,
      quantity: decimal,
      disposal_date: moment,
      proceeds: decimal,
      tx_hash: orNull(text),
    }),
  ),
  duplicate_transactions: list(object({ tx_hash: orNull(text), chain: text, count: integer })),
  missing_prices: list(object({ token_key: text, date: moment, tx_hash: orNull(text), quantity: decimal })),
  lineage_breaks: list(object({ lot_id: uuid, reason: text, tx_hash: orNull(text) })),
  counts: object({
    untracked_lots: integer,
    duplicate_transactions: integer,
    missing_prices: integer,
    lineage_breaks: integer,
  }),
  balance_check: list(
    object({
      ...{ token_key: text, computed: decimal, on_chain: decimal, difference: decimal },
      ...{ source: text, read_at: moment },
    }),
  ),
  unmatched_transfers: list(
    object({ ...transferEnd, choices: list(text), candidates: list(object(transferEnd)) }),
  ),
  unmatched_count: integer,
  held_outflows: list(
    object({ ...transferEnd, cause: only('no_other_end', 'unknown_operation'), choices: list(text) }),
  ),
  held_outflow_count: integer,
  lost_decisions: list(
    object({
      kind: text,
      transaction_id: orNull(text),
      tx_hash: orNull(text),
      chain: text,
      decision: object({}),
    }),
  ),
  transactions_processed: integer,
  lots_total: integer,
  truncated: flag,
  generated_at: moment,
};
const reconciled = object(reconciliationFields);
export const reconciliation = (more: Record<string, Shape>): Shape =>
  object({ ...reconciliationFields, ...more });

export const limits = { is_limited: flag, tx_limit: orNull(integer) };
/** What an answer about a whole history states of itself. */
export const completeness = {
  partial: only(false),
  still_indexing: only(false),
  balances_pending: only(false),
  unavailable_chains: list(text),
  is_limited: flag,
};
/** Of an answer without an envelope. */
export const complete =
  (shape: Shape): Shape =>
  (value, path) => {
    const all = value as Record<string, unknown>;
    const isOwn = 'tx_limit' in all;
    const names = Object.keys(completeness).filter((name) => !isOwn || name !== 'is_limited');
    const own = Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
    const stated = Object.fromEntries(Object.keys(completeness).map((name) => [name, all[name]]));
    return [...object(completeness)(stated, path), ...shape(own, path)];
  };
/** Of an answer over several sources. */
export const covers = object({ wallets: integer, accounts: integer });

const unrealizedFields = {
  by_asset: record(
    object({
      symbol: text,
      chain: text,
      quantity: decimal,
      current_price: decimal,
      cost_basis: decimal,
      current_value: decimal,
      unrealized_gl: decimal,
      unrealized_gl_percent: decimal,
      lots: list(
        object({
          lot_id: uuid,
          remaining_quantity: decimal,
          cost_per_unit: decimal,
          current_price: decimal,
          cost_basis: decimal,
          current_value: decimal,
          unrealized_gl: decimal,
          acquisition_date: orNull(moment),
          is_untracked: flag,
        }),
      ),
    }),
  ),
  portfolio_total: decimal,
  portfolio_unrealized_gain: decimal,
  portfolio_unrealized_loss: decimal,
  total_cost_basis: decimal,
  total_current_value: decimal,
  portfolio_unrealized_gl_percent: decimal,
  missing_prices: list(text),
};
export const unrealized = (more: Record<string, Shape> = {}): Shape =>
  object({ ...unrealizedFields, ...more });

export const postedCostBasis = object({
  method: text,
  summary: taxSummary,
  lots: list(lot),
  disposals: list(disposal),
  income_events: list(incomeRow),
  wash_sales: list(washSale),
  reconciliation: reconciled,
  assumptions,
});

export const taxReport = (more: Record<string, Shape>): Shape =>
  object({
    address: text,
    tax_year: integer,
    tax_summary: taxSummary,
    disposals: list(disposal),
    income_events: list(incomeRow),
    lots: list(lot),
    wash_sales: list(washSale),
    reconciliation: reconciled,
    assumptions,
    ...more,
  });

export const lots = (more: Record<string, Shape>): Shape =>
  object({ address: text, lots: list(lot), page: integer, limit: integer, total: integer, ...more });

export const washSales = (more: Record<string, Shape>): Shape =>
  object({
    address: text,
    enabled: flag,
    wash_sale_count: integer,
    wash_sale_disallowed: decimal,
    is_approximate: flag,
    events: list(washSale),
    ...more,
  });

export const harvest = (more: Record<string, Shape>): Shape =>
  object({
    address: text,
    as_of: moment,
    total_harvestable_loss: decimal,
    short_term_loss: decimal,
    long_term_loss: decimal,
    opportunities: list(
      object({
        token_key: text,
        symbol: text,
        chain: text,
        lot_id: uuid,
        quantity: decimal,
        cost_basis: decimal,
        current_price: decimal,
        current_value: decimal,
        unrealized_loss: decimal,
        is_long_term: flag,
        days_to_long_term: orNull(integer),
        wash_sale_risk: flag,
        last_acquired_at: orNull(moment),
        safe_rebuy_after: day,
      }),
    ),
    ytd: object({ realized_short: decimal, realized_long: decimal }),
    wash_sales_enabled: flag,
    note: text,
    ...more,
  });

const totals = { proceeds: cents, cost_basis: cents, adjustments: cents, gain_loss: cents };

const formRow = object({
  description: text,
  date_acquired: orNull(day),
  date_sold: day,
  proceeds: cents,
  cost_basis: cents,
  adjustment_code: only('', 'W'),
  adjustment_amount: cents,
  gain_loss: cents,
  box: only(...'ABCDEFGHIJKL'),
  symbol: text,
  chain: text,
  quantity: decimal,
  lot_id: uuid,
  disposal_id: uuid,
  tx_hash: orNull(text),
  is_untracked: flag,
  value_status: only('known', 'missing'),
  flags: list(disposalFlag),
  review: list(reason),
});

export const form8949 = (more: Record<string, Shape>): Shape =>
  object({
    address: text,
    tax_year: integer,
    form: only('Form 8949'),
    method: only('fifo'),
    timezone: only('UTC'),
    parts: list(
      object({
        part: only('I', 'II'),
        box: only(...'ABCDEFGHIJKL'),
        rows: list(formRow),
        totals: object(totals),
      }),
    ),
    totals: object({ short_term: object(totals), long_term: object(totals) }),
    ...status,
    is_preliminary: flag,
    needs_value: list(formRow),
    excluded_count: integer,
    excluded_basis: cents,
    row_count: integer,
    untracked_count: integer,
    wash_sales_applied: flag,
    ...more,
    rows_omitted: integer,
    official_form: only('not_installed'),
    assumptions,
    disclaimer: text,
  });

const scheduleFields = {
  address: text,
  tax_year: integer,
  form: only('Schedule 1 (Form 1040)'),
  by_type: object({
    airdrop: cents,
    staking_reward: cents,
    mining_reward: cents,
    interest: cents,
    other: cents,
  }),
  line: text,
  line_8v_total: cents,
  schedule_c_total: cents,
  schedule_b_interest_total: cents,
  total: cents,
  count: integer,
  excluded_count: integer,
  ...status,
  assumptions,
};
export const schedule1Summary = object(scheduleFields);
export const schedule1 = (more: Record<string, Shape>): Shape =>
  object({
    ...scheduleFields,
    rows: list(incomeRow),
    ...more,
    rows_omitted: integer,
  });

const exportTerm = object({ count: integer, ...totals });
export const exportSummary = object({
  address: text,
  tax_year: integer,
  short_term: exportTerm,
  long_term: exportTerm,
  income,
  row_count: integer,
  untracked_count: integer,
  excluded_count: integer,
  excluded_basis: cents,
  available_years: list(integer),
  formats: list(text),
  ...status,
  assumptions,
});

/** @param facts more of `meta` */
export const envelope = (data: Shape, isPaged = false, facts: Record<string, Shape> = {}): Shape =>
  object({
    success: only(true),
    data,
    ...(isPaged && {
      pagination: object({
        page: integer,
        per_page: integer,
        total: integer,
        total_pages: integer,
        has_more: flag,
      }),
    }),
    meta: object({ request_id: uuid, timestamp: moment, version: text, ...facts }),
  });

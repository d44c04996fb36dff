/** The parts of the answers of the service that the console shows. Decimals are strings. */

export interface Settings {
  public_read: boolean;
  demo_account: boolean;
  has_session: boolean;
  demo_wallets: { address: string; label: string }[];
  mail_folder: string | null;
  timezone: string;
}

export interface User {
  id: string;
  email: string;
  full_name: string;
  plan_name: string;
  role: string;
}

export interface Holding {
  token_key: string;
  symbol: string;
  name: string | null;
  chain: string;
  quantity: string;
  cost_basis: string | null;
  current_value: string | null;
  current_price: string | null;
  unrealized_gl: string | null;
  unrealized_gl_percent: string | null;
  lot_count: number;
  has_untracked: boolean;
  price_source: string | null;
}

export interface TaxSummary {
  tax_year: number | null;
  total_realized_gl: string;
  net_short_term: string;
  net_long_term: string;
  disposal_count: number;
  excluded_count: number;
  total_proceeds: string;
  total_cost_basis: string;
  income: Record<string, string>;
}

export interface Leg {
  direction: 'in' | 'out';
  symbol: string;
  token_key: string;
  quantity: string;
  value_usd: string | null;
  price_source: string | null;
  counterparty: string | null;
  is_internal: boolean;
}

export interface Transaction {
  transaction_id: string;
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  type: string;
  income_type: string | null;
  status: string;
  protocol: string | null;
  legs: Leg[];
  fee: { symbol: string; quantity: string; value_usd: string | null } | null;
  gain_loss: string | null;
  value_status: string;
  is_spam: boolean;
  flags: string[];
}

export interface TransactionDetail extends Transaction {
  prices: {
    role: string;
    symbol: string;
    price: string | null;
    price_source: string | null;
    value_usd: string | null;
  }[];
  tax_rule: { rule: string; treatment: string; authority: string; method: string } | null;
  source: { chain: string; provider: string; read_at: string | null } | null;
}

export interface Dashboard {
  address: string;
  summary: {
    total_value: string;
    total_cost_basis: string;
    total_unrealized_gl: string;
    holding_count: number;
    unpriced: { count: number; cost_basis: string };
  };
  tax_summary: TaxSummary;
  last_indexed_at: string | null;
  partial: boolean;
  still_indexing: boolean;
  is_limited: boolean;
  tx_limit: number | null;
  tx_total?: number;
}

export interface UnmatchedTransfer {
  transaction_id: string;
  tx_hash: string | null;
  chain?: string;
  direction: 'in' | 'out';
  symbol: string;
  token_key: string;
  quantity: string;
  value_usd: string | null;
  timestamp: string;
  counterparty: string | null;
}

export interface Reconciliation {
  severity: string | null;
  total_issues: number;
  lineage_completeness_percent: string | null;
  lineage_breaks: { lot_id: string; reason: string; tx_hash: string | null }[];
  counts: Record<string, number>;
  balance_check: {
    token_key: string;
    computed: string;
    on_chain: string;
    difference: string;
    source: string;
  }[];
  unmatched_transfers: UnmatchedTransfer[];
  truncated: boolean;
}

export interface NeedsBasis {
  lot_id: string;
  symbol: string;
  chain: string;
  quantity: string;
  untracked_quantity: string;
  received_date: string;
  tx_hash: string | null;
  from: string | null;
  reason: string;
  fair_market_value_at_receipt: string | null;
  max_gain_effect: string;
}

export interface NeedsPrice {
  transaction_id: string;
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  type: string;
  legs: { symbol: string; quantity: string; direction: string }[];
  max_gain_effect: string;
}

export interface Impact {
  realized_gl_before: string;
  realized_gl_after: string;
  years_affected: number[];
}

export interface Lot {
  lot_id: string;
  token_key: string;
  symbol: string;
  chain: string;
  original_quantity: string;
  remaining_quantity: string;
  cost_basis: string | null;
  original_cost_basis: string | null;
  cost_per_unit: string | null;
  acquisition_date: string | null;
  received_date: string;
  source: string;
  income_type: string | null;
  is_long_term: boolean | null;
  is_untracked: boolean;
  basis_source: string;
  status: string;
  price_source: string | null;
  tx_hash: string | null;
  wallet_address: string;
}

export interface Lineage {
  lot_id: string;
  root_lot_ids: string[];
  complete: boolean;
  nodes: {
    lot_id: string;
    wallet_address: string;
    place: string | null;
    token_key: string;
    quantity: string;
    cost_basis: string | null;
    acquisition_date: string | null;
    source: string;
    tx_hash: string | null;
  }[];
  edges: {
    link_id: string;
    from_lot_id: string | null;
    to_lot_id: string | null;
    disposal_id: string | null;
    relation: string;
    quantity: string;
    cost_basis: string | null;
    tx_hash: string | null;
    timestamp: string;
  }[];
  breaks: { lot_id: string; reason: string }[];
}

export interface FormTotals {
  proceeds: string;
  cost_basis: string;
  adjustments: string;
  gain_loss: string;
}

export interface Form8949 {
  tax_year: number;
  method: string;
  parts: {
    part: string;
    box: string;
    rows: {
      description: string;
      date_acquired: string;
      date_sold: string;
      proceeds: string;
      cost_basis: string;
      adjustment_code: string;
      adjustment_amount: string;
      gain_loss: string;
      disposal_id: string;
      is_untracked: boolean;
    }[];
    totals: FormTotals;
  }[];
  totals: { short_term: FormTotals; long_term: FormTotals };
  status: string;
  excluded_count: number;
  row_count: number;
  untracked_count: number;
  assumptions: Record<string, unknown>;
}

export interface Schedule1 {
  by_type: Record<string, string>;
  line_8v_total: string;
  total: string;
  rows: {
    income_id: string;
    type: string;
    symbol: string;
    quantity: string;
    fair_market_value: string | null;
    received_at: string;
    price_source: string | null;
  }[];
}

interface MatchEnd {
  transaction_id: string;
  source: { type: string; id: string; label: string };
  symbol: string;
  quantity: string;
  timestamp: string;
}

export interface TransferMatch {
  match_id: string;
  status: 'suggested' | 'confirmed' | 'rejected';
  score: string;
  out: MatchEnd;
  in: MatchEnd;
  reasons: string[];
  decided_by: string | null;
}

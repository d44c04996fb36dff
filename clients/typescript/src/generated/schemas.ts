/* Written by `npm run client` from the OpenAPI document of the service. Do not edit. */

export interface AcceptInvitationRequest {
  /** the token of the mailed link */
  token: string;
}

export interface AcceptedInvitationResponse {
  role: 'owner' | 'preparer' | 'reviewer' | 'reader';
  space_id: string;
}

export interface AccessCountsResponse {
  /** Not revoked. */
  keys: number;
  active_keys: number;
  never_used: number;
  inactive: number;
  admin: number;
  all_permissions: number;
  webhooks: number;
  active_webhooks: number;
  failing_webhooks: number;
  exchange_accounts: number;
}

export interface AccessReviewResponse {
  generated_at: string;
  /** Keys not revoked, those with flags first; at most 500. */
  keys: ReviewedKeyResponse[];
  /** At most 500. */
  webhooks: ReviewedWebhookResponse[];
  /** At most 500. */
  exchange_accounts: ReviewedExchangeAccountResponse[];
  summary: AccessCountsResponse;
}

export interface AccountBalanceResponse {
  symbol: string;
  stated: Decimal;
  computed: Decimal;
  /** `stated` - `computed`. */
  difference: Decimal;
  /**
   * `open_movement`, `unknown_operation`, `short_history` (the exchange gives the last months only), `missing_rows` or
   * `extra_rows`. Null without a difference.
   */
  likely_cause: 'unknown_operation' | 'open_movement' | 'short_history' | 'missing_rows' | 'extra_rows' | null;
}

export interface AccountDeletedResponse {
  deleted: boolean;
  user_id: string;
}

export interface AccountMatchResponse {
  match_id: string;
  /** `suggested`, `confirmed` or `rejected`. */
  status: 'confirmed' | 'rejected' | 'suggested';
  /** 0 to 1. */
  score: Decimal;
  /** True when no decision was needed. */
  auto: boolean;
  out: AccountTransferEndResponse;
  in: AccountTransferEndResponse;
  /** Units that left and did not arrive. */
  quantity_difference: Decimal;
  time_difference_seconds: number;
  reasons: ('bridge' | 'same_transaction' | 'amount_exact' | 'amount_less_fee' | 'amount_close' | 'within_an_hour' | 'address_known' | 'same_address' | 'native_bridge_exit')[];
  decided_at: string | null;
  /** `system` or `user`; null without a decision. */
  decided_by: 'user' | 'system' | null;
}

export interface AccountReconciliationResponse {
  account_id: string;
  /** When the exchange stated its balances. Null: it did not. */
  stated_at: string | null;
  /** Every coin with a balance on either side. Empty without stated balances. */
  balances: AccountBalanceResponse[];
  /** Coins whose balances differ. */
  differences: number;
  /** Operations without a known meaning. */
  unknown_operations: UnknownOperationCountResponse[];
  /** Rows that no layout reads: they have no effect. */
  unreadable_rows: number;
  /**
   * Records of files without an effect, because the API lists the same change of a coin in the same second under
   * another id.
   */
  repeated_records: number;
}

export interface AccountTransferEndResponse {
  transaction_id: string;
  source: SourceResponse;
  symbol: string;
  quantity: Decimal;
  timestamp: string;
}

export interface AccountUsageResponse {
  plan_name: 'free' | 'basic' | 'professional' | 'defi';
  plan_expired: boolean;
  /** True when the service limits no account (`PLANS=off`). */
  plan_unlimited: boolean;
  plan_expires_at: string | null;
  requests_today: number;
  limit_per_day: number;
  limit_per_minute: number;
  resets_at: string;
  wallets_linked: number;
  /** Null: none. */
  wallet_limit: number | null;
  /** Null: none. */
  tx_limit: number | null;
  api_keys_active: number;
  webhooks_active: number;
  by_day: UsageByDay[];
  by_endpoint: UsageByEndpoint[];
}

export interface AllocatedLotInput {
  quantity: Decimal;
  /** USD for all of these units */
  cost_basis: Decimal;
  /** before 2025; of a gift: that of the donor */
  acquisition_date: DateOrTime;
  /** how the units were acquired; default: neither */
  basis_type?: 'gift' | 'inheritance';
  /** of a gift: USD, fair value of these units when you received them (IRC 1015) */
  value_at_gift_usd?: Decimal;
  /** of a gift with its value: when you received it */
  gift_date?: DateOrTime;
  /** where a wash sale added the holding period of the units sold: when that period began, not after acquisition_date (IRC 1223(3)) */
  held_since?: DateOrTime;
  /** bought or exchanged: the units can replace a loss; default false */
  is_purchase?: boolean;
  /** the purchase already replaced a loss, which is in its basis, and replaces no other; default false */
  replaced_loss?: boolean;
  /** the wallet, or the id of an exchange account, that holds the units */
  address: string;
}

export interface AllocatedLotResponse {
  /** Wallet, or `exchange:` and the id of an account. */
  address: string;
  quantity: Decimal;
  /** USD for all of these units. */
  cost_basis: Decimal;
  acquisition_date: string;
  /** `gift` (below the basis of its donor) or `inheritance`; null for all others. */
  basis_type: 'gift' | 'inheritance' | null;
  /** Of a gift: fair value when it was received. Null when not stated. */
  value_at_gift_usd: Decimal | null;
  /** When such a gift was received. */
  gift_date: string | null;
  /** Start of the holding period that a wash sale moved before `acquisition_date`. Null for all others. */
  held_since: string | null;
  /** True for units that were bought or exchanged: they can replace a loss. */
  is_purchase: boolean;
  /** True for a purchase that already replaced a loss. */
  replaced_loss: boolean;
}

export interface AllocationAssumption {
  allocation_id: string;
  symbol: string;
  chain: string;
  method: string;
  /** How sales of the token before 2025 consume lots. */
  pre_2025_pool: string;
  /** When the taxpayer's own records held the allocation, as the taxpayer states it. */
  stated_recorded_at: string;
}

export interface AllocationInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** `chain:symbol` of the units */
  token_key: string;
  /** Rev. Proc. 2024-28, section 5.02 */
  method: 'specific_unit' | 'global';
  /** how sales before 2025 consume lots: of each wallet (default), or of all wallets together */
  pre_2025_pool?: 'per_wallet' | 'universal';
  /** when your own books and records held the allocation, or the rule of a global one; reports print it as stated by you */
  stated_recorded_at: DateOrTime;
  /** of `specific_unit`: the basis of the units of each wallet at the start of 2025 */
  lots?: AllocatedLotInput[];
  /** of `global`: the order in which unused basis is allocated */
  basis_order?: 'earliest_first' | 'latest_first' | 'highest_cost_first' | 'lowest_cost_first';
  /** of `global`: wallets and exchange accounts in the order in which they get units */
  wallet_order?: string[];
  /** of `global`: all unused basis at the start of 2025; default: that of the ledger */
  unused_basis?: UnusedBasisInput[];
}

export interface AllocationResponse {
  /** `basis_allocation` */
  kind: string;
  token_key: string;
  method: 'specific_unit' | 'global';
  pre_2025_pool: 'universal' | 'per_wallet';
  /** Of a global allocation. */
  basis_order: 'earliest_first' | 'latest_first' | 'highest_cost_first' | 'lowest_cost_first' | null;
  /** The start of 2025 in the zone of reports. */
  effective_from: string;
  /** As the taxpayer states it. */
  stated_recorded_at: string;
  /** Sum of the lots. */
  quantity: Decimal;
  /** Sum of the lots, USD. */
  cost_basis: Decimal;
  lots: AllocatedLotResponse[];
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface ApiKeyResponse {
  permissions: Permission[];
  id: string;
  key_prefix: string;
  name: string;
  /** False for a key that is disabled, revoked or expired. */
  is_active: boolean;
  total_requests: number;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  revoke_reason: string | null;
  /** Null: the key does not expire. */
  expires_at: string | null;
  /** Until when the text before the last rotation is valid. */
  previous_valid_until: string | null;
}

export interface ApiKeyUsageResponse {
  key_id: string;
  total_requests: number;
  period_requests: number;
  last_used_at: string | null;
  by_day: UsageByDay[];
  by_endpoint: UsageByEndpoint[];
  /** Status -> requests. */
  by_status: Record<string, number>;
}

export interface AppliedFormResponse {
  form_id: string;
  /** Null for a preview. */
  applied_at: string | null;
  rows: AppliedRowResponse[];
  proceeds: Decimal;
  cost_basis: Decimal;
  adjustments: Decimal;
  gain_loss: Decimal;
}

export interface AppliedRowResponse {
  /** True when the own records lack the sale, or when it may be another row as well: a broker's and an own one. */
  needs_review: boolean;
  description: string;
  /** Null when unknown. */
  date_acquired: string | null;
  date_sold: string;
  /** Column (d). */
  proceeds: Decimal;
  /** Column (e). */
  cost_basis: Decimal;
  /** Letters of column (f). Beyond `W` only where a Form 1099-DA was accepted. */
  adjustment_code: string;
  /** Column (g). */
  adjustment_amount: Decimal;
  /** Column (h). */
  gain_loss: Decimal;
  box: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L';
}

export interface AssumptionsResponse {
  method: CostBasisMethod;
  /** Standing orders of the wallets. */
  elections: ElectionResponse[];
  /** Standing orders that name lots. */
  standing_selections: StandingSelectionAssumption[];
  /** True: another method than that of record; not for filing. */
  is_comparison: boolean;
  pooling: 'per_wallet';
  /**
   * Basis of the units held at the start of 2025: `actual_location` (lots stay where they are) or `allocated` (tokens in
   * `allocations` have the basis that the taxpayer allocated).
   */
  basis_at_2025: 'actual_location' | 'allocated';
  /** Allocations under Rev. Proc. 2024-28. */
  allocations: AllocationAssumption[];
  /** IANA zone of tax days and years. */
  timezone: string;
  wash_sales: boolean;
  /**
   * True for a history with so many wash sales that losses share a part of the purchase that replaces them: the
   * totals over closed positions are exact, the sale that recognises a loss may differ.
   */
  wash_sales_approximate: boolean;
  gas_policy: 'dispose' | 'capitalize';
  wrap_policy: 'carry' | 'taxable';
  /**
   * Deposits that give a receipt: `mixed` (a receipt for one asset carries basis and date, a share of a pool is
   * an exchange), `carry` (both carry) or `taxable` (both are exchanges).
   */
  deposit_policy: 'mixed' | 'carry' | 'taxable';
  /**
   * Repeats `deposit_policy`.
   * @deprecated
   */
  lp_policy: 'mixed' | 'carry' | 'taxable';
  income_pricing: 'market_price_at_receipt';
  engine_version: string;
  law_as_of: string;
}

export interface AuditLogResponse {
  auth_type: 'bearer' | 'api_key' | 'partner' | 'anonymous';
  id: string;
  /** When the request arrived. */
  timestamp: string;
  /** The `X-Request-Id` of the answer. */
  request_id: string;
  method: string;
  /** Without the query. */
  path: string;
  /** The template of the route; `(no route)` for a path none has. */
  route: string;
  /** 499: the client left before its answer. */
  status_code: number;
  error_code: string | null;
  duration_ms: number;
  user_id: string | null;
  api_key_id: string | null;
  key_prefix: string | null;
  partner_id: string | null;
  ip_address: string;
  user_agent: string;
}

export interface AuditSummaryResponse {
  /** Null without requests. */
  p50_ms: number | null;
  /** Null without requests. */
  p95_ms: number | null;
  /** Status -> requests. */
  by_status: Record<string, number>;
  /** Kind of credential -> requests. */
  by_auth_type: Record<string, number>;
  period: PeriodResponse;
  total_requests: number;
  /** Below 400. */
  successful: number;
  /** 400 to 499. */
  client_errors: number;
  /** 500 and above. */
  server_errors: number;
  /** Errors of both kinds as a part of all requests. */
  error_rate: Decimal;
  unique_ips: number;
  unique_keys: number;
  /** Most used first. */
  by_endpoint: EndpointSummaryResponse[];
}

export interface AvailableEventResponse {
  event: EventType;
  description: string;
}

export interface AvailableEventsResponse {
  events: AvailableEventResponse[];
  total: number;
}

export interface BalanceCheckResponse {
  token_key: string;
  /** In the ledger. */
  computed: Decimal;
  /** By the movements on chain. */
  on_chain: Decimal;
  difference: Decimal;
  /** Source of the balance on chain. */
  source: string;
  /** When it was asked. */
  read_at: string;
}

export interface BasisAssignmentInput {
  /** units of the lot; the whole lot where the only part has none */
  quantity?: Decimal;
  /** USD for all of these units; this or cost_per_unit */
  cost_basis?: Decimal;
  /** USD for one unit */
  cost_per_unit?: Decimal;
  /** not after the receipt */
  acquisition_date?: DateOrTime;
  /** of a gift: USD, fair value of these units when you received them (IRC 1015) */
  value_at_gift_usd?: Decimal;
  parts?: BasisPartInput[];
  /** how the units were acquired; default purchase */
  basis_type?: 'purchase' | 'gift' | 'inheritance' | 'income' | 'other';
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  address: string;
  /** the lot; or tx_hash and token_key */
  lot_id?: string;
  tx_hash?: string;
  /** `chain:symbol`, of what came in with tx_hash */
  token_key?: string;
}

export interface BasisAssignmentShape {
  /** `basis_assignment` */
  kind: 'basis_assignment';
  address: string;
  lot_id: string;
  tx_hash: string | null;
  token_key: string;
  parts: StoredBasisPartResponse[];
  basis_type: 'purchase' | 'income' | 'other' | 'gift' | 'inheritance';
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface BasisPartInput {
  /** units of the lot; the whole lot where the only part has none */
  quantity?: Decimal;
  /** USD for all of these units; this or cost_per_unit */
  cost_basis?: Decimal;
  /** USD for one unit */
  cost_per_unit?: Decimal;
  /** not after the receipt */
  acquisition_date?: DateOrTime;
  /** of a gift: USD, fair value of these units when you received them (IRC 1015) */
  value_at_gift_usd?: Decimal;
}

export interface BatchErrorResponse {
  details?: Record<string, unknown>;
  /** Stable; branch on this. */
  code: ErrorCode;
  /** For people; may change. */
  message: string;
  /** The offending field. */
  field?: string;
}

export interface BatchHoldingsInput {
  /** 1 to 25 distinct addresses; each counts as a request */
  addresses: string[];
  /** only holdings on this chain */
  chain?: ChainName;
  /** least current value in USD */
  min_value?: Decimal;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface BatchHoldingsResponse {
  /** In the order of the request. */
  results: BatchHoldingsRowResponse[];
  succeeded: number;
  failed: number;
}

export interface BatchHoldingsRowResponse {
  /** Null when the row succeeded. */
  error: BatchErrorResponse | null;
  /** What the route of this wallet states in `meta`: `partial`, unread chains, pending prices; absent for a failed row. */
  meta?: Record<string, unknown>;
  /** All that were asked for, highest value first; empty when the row failed. */
  holdings: HoldingResponse[];
  /** USD, of the holdings listed; null when the row failed. */
  total_value: Decimal | null;
  /** True when something was not there within the time all rows have together; ask again. */
  partial: boolean;
  /** The same. */
  still_indexing: boolean;
  /** As sent. */
  address: string;
  success: boolean;
}

export interface BatchTaxSummaryInput {
  /** 1 to 25 distinct addresses; each counts as a request */
  addresses: string[];
  /** all years when none is named */
  tax_year?: number;
  /** all addresses belong to one taxpayer; default true */
  combine?: boolean;
}

export interface BatchTaxSummaryResponse {
  /** The sum of the rows that succeeded, its `address` "combined"; null without `combine`, or when none did. */
  combined: TaxSummaryResponse | null;
  /** In the order of the request. */
  results: BatchTaxSummaryRowResponse[];
  succeeded: number;
  failed: number;
}

export interface BatchTaxSummaryRowResponse {
  /** Null when the row succeeded. */
  error: BatchErrorResponse | null;
  /** What the route of this wallet states in `meta`: `partial`, unread chains, pending prices; absent for a failed row. */
  meta?: Record<string, unknown>;
  /** Null when the row failed. */
  tax_summary: TaxSummaryResponse | null;
  /** As sent. */
  address: string;
  success: boolean;
}

export interface BeginTotpRequest {
  password: string;
}

export interface BoundNotes {
  /** True when a wallet has more entries than are listed. */
  truncated: boolean;
}

export interface BrokenLineageResponse {
  lot_id: string | null;
  reason: string;
  tx_hash: string | null;
}

export interface BrokerDifferenceResponse {
  reason: 'missing_price' | 'duplicate' | 'missing_in_books' | 'unexplained' | 'transferred_in_no_basis' | 'basis_not_reported' | 'method_differs' | 'fee_gross_net' | 'aggregate_reporting' | 'year_edge' | 'missing_at_broker' | 'price_differs' | 'term_differs';
  proceeds_difference: Decimal;
  cost_basis_difference: Decimal;
  /** The first 20 rows of the broker. */
  rows: BrokerRowResponse[];
  /** Ids of own sales, the first 20. */
  own_sale_ids: string[];
}

export interface BrokerFormDeletedResponse {
  deleted: boolean;
  form_id: string;
}

export interface BrokerFormDetailResponse {
  id: string;
  tax_year: number;
  broker: string;
  account_id: string | null;
  /** The portfolio on whose forms its rows are. Null: all portfolios, or those with the account. */
  portfolio_id: string | null;
  /** `rows`, `fdx`, `taxbit` or `coinbase`. */
  format: string;
  row_count: number;
  own_sale_count: number;
  /** Codes of assets (box 1a) that no own sale has. */
  unknown_asset_codes: string[];
  /** The form that this one replaces. */
  corrects: string | null;
  created_at: string;
  superseded_at: string | null;
  /** When its rows were accepted for Form 8949. */
  applied_at: string | null;
  rows: BrokerRowResponse[];
}

export interface BrokerFormRequest {
  /** tax year, from 2025 on */
  tax_year: number;
  /** name of the broker */
  broker?: string;
  /** the account; forms of one account are compared together */
  account_id?: string;
  /** the portfolio of an account that is not in the service; default: all your portfolios */
  portfolio_id?: string;
  /** the form that this one corrects */
  corrects?: string;
  /** FDX `Tax1099Da` JSON, the Taxbit 1099-DA template, or a Coinbase gain/loss CSV */
  file?: Blob[];
  rows?: BrokerRowInput[];
  /** your own record of the account */
  own_sales?: OwnSaleInput[];
}

export interface BrokerFormResponse {
  id: string;
  tax_year: number;
  broker: string;
  account_id: string | null;
  /** The portfolio on whose forms its rows are. Null: all portfolios, or those with the account. */
  portfolio_id: string | null;
  /** `rows`, `fdx`, `taxbit` or `coinbase`. */
  format: string;
  row_count: number;
  own_sale_count: number;
  /** Codes of assets (box 1a) that no own sale has. */
  unknown_asset_codes: string[];
  /** The form that this one replaces. */
  corrects: string | null;
  created_at: string;
  superseded_at: string | null;
  /** When its rows were accepted for Form 8949. */
  applied_at: string | null;
}

export interface BrokerInstructionsResponse {
  /** Of the election or selection. */
  id: string;
  account_id: string;
  account_label: string;
  broker: BrokerOfferResponse;
  /** `method_election`, `standing_selection` or `lot_selection` */
  kind: string;
  /** Null: the order names lots. */
  method: 'fifo' | 'lifo' | 'hifo' | null;
  /** Null: all coins of the account. */
  symbol: string | null;
  effective_from: string;
  /** The order in words. */
  words: string;
  /** True where it is not known that the broker takes such an order: send it in writing, and keep the answer. */
  ask_in_writing: boolean;
  /** In the order in which they leave, as the account is now, as far as the plan shows them. */
  lots: InstructionLotResponse[];
  /** Lots of the order; more than are listed where the list is cut. */
  lots_total: number;
  /** What the broker is asked to confirm. */
  confirm: string[];
  /** Null while the broker has not been told: from 2027 on the order does not decide. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  signature_line: string;
}

export interface BrokerNoticeInput {
  /** when the broker was told; a time before now needs evidence */
  communicated_to_broker_at: DateOrTime;
  /** what shows that the broker was told then */
  evidence?: EvidenceInput;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface BrokerOfferResponse {
  name: string;
  /** Null: not known. */
  methods: ('fifo' | 'lifo' | 'hifo')[] | null;
  /** Whether an order can name lots. Null: not known. */
  names_lots: boolean | null;
  /** The way through the menus. Null: not known. */
  menu: string | null;
  notes: string[];
  source: string | null;
  read_on: string | null;
}

export interface BrokerOrderResponse {
  /** By boxes 1d and 1g: `followed`, `not_followed`, or `cannot_tell` where the basis is blank or the row joins sales. */
  verdict: 'followed' | 'not_followed' | 'cannot_tell';
  row: BrokerRowResponse;
  own_sale_ids: string[];
}

export interface BrokerOrdersResponse {
  followed: number;
  not_followed: number;
  cannot_tell: number;
  /** The first 500. */
  rows: BrokerOrderResponse[];
}

export interface BrokerReconciliationResponse {
  tax_year: number;
  form_ids: string[];
  broker: BrokerTotalsResponse;
  own: BrokerTotalsResponse;
  /** Rows that agree to the cent. */
  agreed: number;
  /** They add up to the difference of the totals. */
  by_reason: ReasonTotalResponse[];
  totals: BrokerTotalsLineResponse[];
  /** The first 500. */
  differences: BrokerDifferenceResponse[];
  /** Length of the whole list. */
  difference_count: number;
  orders: BrokerOrdersResponse;
}

export interface BrokerRowInput {
  /** applicable checkbox on Form 8949 */
  box_8949?: 'G' | 'H' | 'J' | 'K' | 'Y';
  cusip?: string;
  /** code of the digital asset */
  box_1a?: string;
  /** name of the digital asset */
  box_1b?: string;
  /** units */
  box_1c: Decimal;
  /** date acquired; absent for several dates */
  box_1d?: string;
  /** date sold */
  box_1e: string;
  /** proceeds in USD */
  box_1f: Decimal;
  /** basis in USD */
  box_1g?: Decimal;
  /** accrued market discount */
  box_1h?: Decimal;
  /** wash sale loss disallowed */
  box_1i?: Decimal;
  /** basis reported; default false */
  box_2?: boolean;
  box_3a?: 'gross' | 'net';
  /** QOF; default false */
  box_3b?: boolean;
  /** federal income tax withheld */
  box_4?: Decimal;
  /** loss not allowed; default false */
  box_5?: boolean;
  box_6?: 'short' | 'long' | 'ordinary';
  /** only cash; default false */
  box_7?: boolean;
  /** customer-provided information; default false */
  box_8?: boolean;
  /** noncovered; default false */
  box_9?: boolean;
  /** what the row aggregates */
  box_11a?: 'stablecoin' | 'nft';
  box_11b?: string;
  box_11c?: string;
  /** units transferred in */
  box_12a?: string;
  /** date transferred in */
  box_12b?: string;
  /** state */
  box_14?: string;
  /** state identification number */
  box_15?: string;
  /** state tax withheld */
  box_16?: string;
  /** symbol of the asset; compared with that of own sales */
  symbol?: string;
  account_number?: string;
  transaction_id?: string;
}

export interface BrokerRowResponse {
  /** Fields of the file without a box here, unchanged. */
  other: Record<string, unknown> | null;
  box_8949: string | null;
  cusip: string | null;
  box_1a: string | null;
  box_1b: string | null;
  box_1c: string;
  box_1d: string | null;
  box_1e: string;
  box_1f: string;
  box_1g: string | null;
  box_1h: string | null;
  box_1i: string | null;
  box_2: boolean;
  box_3a: 'gross' | 'net' | null;
  box_3b: boolean;
  box_4: string | null;
  box_5: boolean;
  box_6: 'long' | 'short' | 'ordinary' | null;
  box_7: boolean;
  box_8: boolean;
  box_9: boolean;
  box_11a: 'nft' | 'stablecoin' | null;
  box_11b: string | null;
  box_11c: string | null;
  box_12a: string | null;
  box_12b: string | null;
  box_14: string | null;
  box_15: string | null;
  box_16: string | null;
  symbol: string | null;
  account_number: string | null;
  transaction_id: string | null;
}

export interface BrokerTotalsLineResponse {
  asset: string;
  box: string;
  term: string;
  broker: BrokerTotalsResponse;
  own: BrokerTotalsResponse;
}

export interface BrokerTotalsResponse {
  count: number;
  proceeds: Decimal;
  /** A basis that was not reported counts as 0. */
  cost_basis: Decimal;
}

export interface CacheClearedResponse {
  cleared: ClearedResponse;
  /** As sent. */
  address: string;
  scope: 'all' | 'derived';
}

export interface CalculationCompleteData {
  summary: CalculationSummaryShape | null;
  error: CalculationErrorShape | null;
  /** As sent. Null for the sync of an exchange account. */
  address: string | null;
  job_id: string;
  job_type: 'precompute' | 'exchange_sync' | 'tax_report';
  status: 'failed' | 'completed';
  tax_year: number | null;
  started_at: string;
  finished_at: string;
  duration_ms: number;
  /** Null unless it completed. */
  result_url: string | null;
}

export interface CalculationCompleteEvent {
  event: 'calculation.complete';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: CalculationCompleteData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface CalculationErrorShape {
  code: ErrorCode;
}

export interface CalculationSummaryShape {
  /** USD. */
  total_realized_gl: Decimal;
  disposal_count: number;
  severity: 'ok' | 'warning' | 'critical';
}

export interface CarryoverResponse {
  from_year: number;
  to_year: number;
  /** Lines 1 to 13. */
  worksheet: string[];
  /** Line 8. */
  short_term: Decimal;
  /** Line 13. */
  long_term: Decimal;
  /** False: line 1 is assumed to be 0, because `taxable_income` is not given. */
  is_income_stated: boolean;
}

export type ChainName = 'ethereum' | 'base' | 'arbitrum' | 'optimism' | 'polygon' | 'gnosis' | 'bsc' | 'avalanche' | 'linea' | 'scroll' | 'zksync' | 'sonic' | 'unichain' | 'ink' | 'berachain' | 'hyperevm' | 'mantle' | 'bitcoin' | 'solana';

export interface ChainReportResponse {
  /** Public code of the last failure. */
  error_code: ErrorCode | null;
  chain: string;
  status: 'pending' | 'error' | 'ready';
  indexed_at: string | null;
  /** True when the upstream did not give the whole history. */
  truncated: boolean;
}

export interface ChainShareResponse {
  chain: string;
  /** USD. */
  value: Decimal;
  /** Percent of the total value. */
  percent: Decimal;
  holding_count: number;
}

export interface ChainSourceResponse {
  chain: string;
  /** Who gave the newest part of it. */
  provider: string;
  /** Null while it is being read for the first time. */
  read_at: string | null;
}

export interface ChangeMemberRequest {
  /** owner: everything; preparer: decisions and notes; reviewer: sign-offs and notes; reader: nothing */
  role: 'owner' | 'preparer' | 'reviewer' | 'reader';
}

export interface ChangeNotes {
  /** The `updated_since` of the next poll; null when another page follows. */
  updated_until?: string | null;
  /** Entries that are no longer in the list. */
  deleted_ids?: string[];
  /** True when the pages are the whole list, as for a first poll. Entries that they do not name are gone. */
  is_whole_list?: boolean;
}

export interface ChangePasswordRequest {
  current_password: string;
  /** not one of the common ones */
  new_password: string;
}

export interface CheckoutResponse {
  /** `complete`: the customer is through with the form; the money may still be under way. */
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  plan: 'basic' | 'professional' | 'defi';
  session_id: string;
  amount: Decimal;
  currency: string;
  /** What was bought here is in force now: paid, not given back, not run out. */
  plan_active: boolean;
}

export interface ClassificationInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** required without a pairing */
  type?: 'swap' | 'wrap' | 'lp_add' | 'lp_remove' | 'buy' | 'income' | 'transfer_in' | 'withdrawal' | 'borrow' | 'spam' | 'sell' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'deposit' | 'repay' | 'liquidation' | 'internal_transfer' | 'bridge';
  /** required for the type income, and only there */
  income_type?: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other';
  /** the other end of a transfer */
  pairing?: PairingInput;
}

export interface ClassificationResponse {
  /** Null for a preview. */
  entry_id: string | null;
  transaction_id: string;
  tx_hash: string;
  /** As stated. Null for a decision about a pair alone. */
  type: string | null;
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  pairing: PairingResponse | null;
  note: string;
  /** True when nothing was stored. */
  preview: boolean;
  /** The type of the transaction before. */
  transaction_type_before: TransactionType;
  /** The type of the transaction with the decision. */
  transaction_type_after: TransactionType;
  impact: ImpactResponse;
}

export interface ClearedResponse {
  /** Portfolios valued at current prices. */
  holdings: number;
  /** Computed ledgers. */
  engine: number;
  /** Current prices. */
  prices: number;
  /** Fetched rows; 0 unless the scope is `all`. */
  transactions: number;
}

export interface CollectibleNftInput {
  /** chain name */
  chain: ChainName;
  /** of the collection */
  contract_address: string;
  /** of one piece; default: all pieces of the collection */
  token_id?: string;
}

export interface CollectibleNftResponse {
  chain: string;
  contract_address: string;
  /** Null: all pieces of the collection. */
  token_id: string | null;
}

export interface CollectiblesResponse {
  /** Lines 1 to 7. Lines 2 to 4 are of gains that are not on Form 8949: 0. */
  worksheet: string[];
  /** Line 7. Null where lines 15 and 16 are not both gains. */
  line_18: Decimal | null;
}

export interface ConfirmTotpRequest {
  /** a code of the app */
  otp: string;
}

export interface ConnectExchangeRequest {
  /** name of the exchange, for example `kraken` */
  exchange: string;
  label?: string;
  /** `api`: read with an API key (default); `csv`: from files that the exchange exports */
  source?: 'api' | 'csv';
  /** API key that can only read; required for `api` */
  api_key?: string;
  /** secret of the key; required for `api` */
  api_secret?: string;
  /** passphrase of the key, at exchanges that have one */
  passphrase?: string;
  /** account with files of this exchange that the key continues */
  account_id?: string;
}

export type CostBasisMethod = 'fifo' | 'lifo' | 'hifo' | 'specific_id';

export interface CostBasisRequest {
  /** the whole ledger, at most 50,000 transactions and 32 MiB, and 10,000 transactions without a credential (413 and 401) */
  transactions: TxInResponse[];
  /** the method that is applied; default fifo */
  method?: CostBasisMethod;
  /** with `specific_id`: id of the disposing transaction -> list of `lot_id` or `acquired_tx_id`, `quantity`, `selected_at` */
  lot_selections?: Record<string, unknown>;
  /** of the disposals, income and summary; all years without it */
  tax_year?: number;
  /** a label for the ledger */
  address?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface CostBasisResponse {
  method: CostBasisMethod;
  /** USD, of all open lots whichever the page shows. */
  total_cost_basis: Decimal;
  lots: LotResponse[];
}

export interface CountNotes {
  /** How many of each type all pages have; absent types have none. */
  counts: Record<string, number>;
}

export interface CoverNotes {
  /** The sources that the answer covers: with none of them, an empty list states nothing. */
  covers: Covered;
}

export interface Covered {
  wallets: number;
  /** Exchange accounts. */
  accounts: number;
}

export interface CreateApiKeyRequest {
  name: string;
  permissions: Permission[];
  /** the key is not valid any more from this moment on; a date is the end of the day; default: no end */
  expires_at?: DateOrTime;
}

export interface CreatePortfolioRequest {
  name: string;
  description?: string;
  /** keys of your own; 16 KiB as JSON */
  metadata?: Record<string, unknown>;
  /** a taxpayer with own wallets, exchange accounts, settings and decisions */
  is_space?: boolean;
  /** all of one taxpayer; repeats count once */
  addresses?: (string | PortfolioAddressInput)[];
}

export interface CreateWebhookRequest {
  /** starts with http:// or https:// */
  url: string;
  /** event types to receive */
  events: EventType[];
  /** wallet addresses; empty: all that are watched */
  addresses_filter?: string[];
  description?: string;
  /** sent with each delivery */
  headers?: Record<string, string>;
}

export interface CreatedAllocationResponse {
  /** `basis_allocation` */
  kind: string;
  token_key: string;
  method: 'specific_unit' | 'global';
  pre_2025_pool: 'universal' | 'per_wallet';
  /** Of a global allocation. */
  basis_order: 'earliest_first' | 'latest_first' | 'highest_cost_first' | 'lowest_cost_first' | null;
  /** The start of 2025 in the zone of reports. */
  effective_from: string;
  /** As the taxpayer states it. */
  stated_recorded_at: string;
  /** Sum of the lots. */
  quantity: Decimal;
  /** Sum of the lots, USD. */
  cost_basis: Decimal;
  lots: AllocatedLotResponse[];
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
  /** False for a preview: nothing was stored. */
  stored: boolean;
  /** Basis of these units in the ledger without the allocation, USD. */
  ledger_cost_basis: Decimal;
  /** The allocated basis less that of the opening, USD. */
  cost_basis_difference: Decimal;
  impact: ImpactResponse;
}

export interface CreatedApiKeyResponse {
  permissions: Permission[];
  /** The whole key, this once. */
  key: string;
  id: string;
  key_prefix: string;
  name: string;
  /** False for a key that is disabled, revoked or expired. */
  is_active: boolean;
  total_requests: number;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  revoke_reason: string | null;
  /** Null: the key does not expire. */
  expires_at: string | null;
  /** Until when the text before the last rotation is valid. */
  previous_valid_until: string | null;
}

export interface CreatedBasisAssignmentResponse {
  impact: ImpactResponse;
  /** `basis_assignment` */
  kind: 'basis_assignment';
  address: string;
  lot_id: string;
  tx_hash: string | null;
  token_key: string;
  parts: StoredBasisPartResponse[];
  basis_type: 'purchase' | 'income' | 'other' | 'gift' | 'inheritance';
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedDisposalEntryResponse {
  impact: ImpactResponse;
  /** `disposal_entry` */
  kind: 'disposal_entry';
  address: string;
  token_key: string;
  quantity: Decimal;
  disposed_at: string;
  disposal_type: 'sale' | 'spend' | 'gift' | 'donation' | 'lost' | 'stolen';
  /** Before `fee_usd`. */
  proceeds_usd: Decimal;
  fee_usd: Decimal;
  /** Fair value at the gift, donation, loss or theft. Null when not stated. */
  value_usd: Decimal | null;
  /** Who received the units. */
  recipient: string | null;
  /** Empty: first in, first out. */
  lot_selections: LotChoiceResponse[];
  tx_hash: string | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedElectionResponse {
  impact: ImpactResponse;
  /** `method_election` */
  kind: 'method_election';
  /** Null: all wallets and accounts. */
  address: string | null;
  method: 'fifo' | 'lifo' | 'hifo';
  effective_from: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedLotSelectionResponse {
  /** False for a preview. */
  stored: boolean;
  impact: ImpactResponse;
  /** `lot_selection` */
  kind: 'lot_selection';
  address: string;
  tx_hash: string;
  token_key: string;
  lot_selections: LotChoiceResponse[];
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedStandingSelectionResponse {
  /** False for a preview: nothing was stored. */
  stored: boolean;
  impact: ImpactResponse;
  /** `standing_selection` */
  kind: 'standing_selection';
  address: string;
  token_key: string;
  lots: NamedLotResponse[];
  applies_to: ('disposals' | 'transfers' | 'fees')[];
  effective_from: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedTradeCompletionResponse {
  impact: ImpactResponse;
  /** `trade_completion` */
  kind: 'trade_completion';
  address: string;
  tx_hash: string;
  token_key: string;
  /** `in` or `out`. */
  side: 'in' | 'out';
  counter_asset: string;
  counter_quantity: Decimal;
  counter_value_usd: Decimal;
  fee_usd: Decimal;
  /** Null: at the time of the chain. */
  executed_at: string | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface CreatedWebhookResponse {
  events: EventType[];
  /** Lower-case; empty: all watched addresses. */
  addresses_filter: string[];
  headers: Record<string, string>;
  /** End of the last attempt. */
  last_delivery_at: string | null;
  /** Shown here and after a rotation, and nowhere else. */
  secret: string;
  /** The same secret for the libraries of Standard Webhooks. */
  standard_secret: string;
  id: string;
  url: string;
  is_active: boolean;
  description: string;
  /** Deliveries that ended, tests included. */
  total_deliveries: number;
  successful_deliveries: number;
  failed_deliveries: number;
  created_at: string;
  updated_at: string;
}

export interface CursorPagination {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
  has_more: boolean;
  /** `cursor` of the next page; null when no entry follows. */
  next_cursor: string | null;
}

export interface DashboardResponse {
  /** As sent. */
  address: string;
  summary: HoldingsSummaryResponse;
  /** The fifty of highest value. */
  positions: PositionResponse[];
  tax_summary: TaxSummaryResponse;
  /** The ten latest, newest first. */
  recent_transactions: TransactionResponse[];
  chains: ChainShareResponse[];
  reconciliation: ReconciliationShortResponse;
  last_indexed_at: string | null;
  partial: boolean;
  still_indexing: boolean;
  /** True when the plan shows only part of the transactions. */
  is_limited: boolean;
  /** Null for unlimited. */
  tx_limit: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
}

/** A day (`YYYY-MM-DD`) or a time (ISO 8601) */
export type DateOrTime = string;

export interface DeactivatedResponse {
  deactivated: boolean;
  entry_id: string;
}

export interface DecidedMatchResponse {
  match_id: string;
  /** `suggested`, `confirmed` or `rejected`. */
  status: 'confirmed' | 'rejected' | 'suggested';
  /** 0 to 1. */
  score: Decimal;
  /** True when no decision was needed. */
  auto: boolean;
  out: AccountTransferEndResponse;
  in: AccountTransferEndResponse;
  /** Units that left and did not arrive. */
  quantity_difference: Decimal;
  time_difference_seconds: number;
  reasons: ('bridge' | 'same_transaction' | 'amount_exact' | 'amount_less_fee' | 'amount_close' | 'within_an_hour' | 'address_known' | 'same_address' | 'native_bridge_exit')[];
  decided_at: string | null;
  /** `system` or `user`; null without a decision. */
  decided_by: 'user' | 'system' | null;
  impact: ImpactResponse;
}

/** An exact decimal number as text, without an exponent */
export type Decimal = string;

export interface DeleteAccountRequest {
  password: string;
  /** a code of the app, or a recovery code; needed where the account has a second factor */
  otp?: string;
}

export interface DeletedPortfolioResponse {
  deleted: boolean;
  portfolio_id: string;
}

export interface DeletedWebhookResponse {
  deleted: boolean;
  webhook_id: string;
}

export interface DeliveryLogResponse {
  /** An event type, or `test`. */
  event_type: 'transaction.new' | 'lot.created' | 'lot.consumed' | 'wash_sale.detected' | 'price.alert' | 'calculation.complete' | 'test';
  status: 'pending' | 'success' | 'failed' | 'retrying';
  status_code: number | null;
  error_message: string | null;
  /** When the receiver accepted it. */
  delivered_at: string | null;
  id: string;
  event_id: string;
  /** From 1. */
  attempt: number;
  response_time_ms: number;
  created_at: string;
}

export interface DependencyStates {
  /** `degraded`: the database of some wallets is down, or a disk is full: reads are served, and nothing is stored. */
  database: 'up' | 'down' | 'degraded';
  /** `degraded`: jobs wait longer than they should. */
  queue: 'up' | 'down' | 'degraded';
  cache: 'up' | 'down';
}

export interface DepositNotes {
  /** Given to a contract without a receipt, and still owned; absent when nothing is. */
  deposited?: DepositedToken[];
}

export interface DepositedToken {
  token_key: string;
  quantity: Decimal;
  cost_basis: Decimal;
}

export interface DigitalAssetQuestionResponse {
  /** Null for years without the question. */
  question: string | null;
  answer: 'yes' | 'no';
  /** Receipts as income in the year; in 2019 and 2020 also units received for free. */
  receipts: number;
  /** Sales, exchanges, payments, fees and gifts in the year. */
  dispositions: number;
}

export interface DisconnectedResponse {
  deleted: boolean;
  account_id: string;
  /** True when the imported history stays a part of the ledger. */
  data_kept: boolean;
}

export interface DisposalEntryInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  address: string;
  /** `chain:symbol` of a token of the wallet */
  token_key: string;
  quantity: Decimal;
  /** required without tx_hash; with it, the chain gives the time */
  disposed_at?: DateOrTime;
  disposal_type: 'sale' | 'spend' | 'gift' | 'donation' | 'lost' | 'stolen';
  /** USD for all units; required for sale and spend, others have none */
  proceeds_usd?: Decimal;
  /** selling costs in USD, of a sale or a spend; default 0 */
  fee_usd?: Decimal;
  /** fair value in USD of all units at that time; for gift, donation, lost, stolen */
  value_usd?: Decimal;
  /** who received the units; gifts are added up by it */
  recipient?: string;
  /** the transaction that gave the units away: its entry replaces it */
  tx_hash?: string;
  /** the disposed lots; units beyond them are taken first in, first out */
  lot_selections?: LotChoiceInput[];
}

export interface DisposalEntryShape {
  /** `disposal_entry` */
  kind: 'disposal_entry';
  address: string;
  token_key: string;
  quantity: Decimal;
  disposed_at: string;
  disposal_type: 'sale' | 'spend' | 'gift' | 'donation' | 'lost' | 'stolen';
  /** Before `fee_usd`. */
  proceeds_usd: Decimal;
  fee_usd: Decimal;
  /** Fair value at the gift, donation, loss or theft. Null when not stated. */
  value_usd: Decimal | null;
  /** Who received the units. */
  recipient: string | null;
  /** Empty: first in, first out. */
  lot_selections: LotChoiceResponse[];
  tx_hash: string | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface DisposalResponse {
  disposal_id: string;
  lot_id: string;
  token_key: string;
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD, after selling costs. */
  proceeds: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** Proceeds less cost basis, before any wash-sale disallowance. */
  gain_loss: Decimal;
  /** USD, taken off the proceeds already. */
  fees: Decimal;
  /** Null when unknown. */
  acquisition_date: string | null;
  disposal_date: string;
  is_long_term: boolean;
  term: 'long' | 'short';
  type: 'swap' | 'sale' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'repayment' | 'margin_result';
  /**
   * `missing`: the amount realized or the basis is not known. Proceeds then equal the basis, the gain is 0, and no
   * total includes the row.
   */
  value_status: 'known' | 'missing';
  /** True when the basis is not known. */
  is_untracked: boolean;
  /** USD. */
  wash_sale_disallowed: Decimal;
  /**
   * USD. With the flag `late_identification` or `not_identified_to_broker`: the gain with the lots of own books, if they
   * had been identified in time, or to the broker. They do not apply. Else null.
   */
  identified_gain_loss: Decimal | null;
  tx_hash: string | null;
  transaction_id: string;
  /** Where the value is from. `stated_by_exchange`: the file or the API of the exchange. */
  price_source: string | null;
  flags: ('missing_price' | 'unmatched' | 'late_identification' | 'selection_filled' | 'not_identified_to_broker' | 'uncertain' | 'provider_price_disagrees' | 'costs_capped')[];
}

export interface DuplicateResponse {
  tx_hash: string | null;
  chain: string | null;
  count: number;
}

export interface ElectionEntryShape {
  /** `method_election` */
  kind: 'method_election';
  /** Null: all wallets and accounts. */
  address: string | null;
  method: 'fifo' | 'lifo' | 'hifo';
  effective_from: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface ElectionInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** of an account at a broker: when the broker was told. From 2027 on an order holds there from then on; a time before now needs evidence */
  communicated_to_broker_at?: DateOrTime;
  /** what shows that the broker was told then */
  evidence?: EvidenceInput;
  /** default: now, or communicated_to_broker_at. A time before now needs stated_recorded_at or a broker that was told by then: a late order is not applied */
  effective_from?: DateOrTime;
  /** when your own books and records held the order, not after effective_from; reports print it as stated by you */
  stated_recorded_at?: DateOrTime;
  /** of the wallet; without it and account_id: all wallets and accounts, also later ones */
  address?: string;
  /** of the exchange account, in place of address */
  account_id?: string;
  /** how lots are consumed from then on */
  method: 'fifo' | 'lifo' | 'hifo';
}

export interface ElectionResponse {
  /** Null: all wallets and accounts. */
  wallet_address: string | null;
  method: CostBasisMethod;
  /** Disposals from this time on follow it. */
  effective_from: string;
  /** Null while the order holds. */
  ended_at: string | null;
  /** When the taxpayer's own records held the order, as the taxpayer states it. Null: from its entry on. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told of it. Null: it was not, or no broker holds the units. */
  communicated_to_broker_at: string | null;
}

export interface EmailResponse {
  email: string;
}

export interface EndedSessionResponse {
  deleted: boolean;
  session_id: string;
}

export interface EndpointErrorsResponse {
  method: string;
  /** The template of the route. */
  path: string;
  requests: number;
  /** Answers of 400 and above. */
  errors: number;
  error_rate: Decimal;
}

export interface EndpointSummaryResponse {
  method: string;
  /** The template of the route. */
  path: string;
  requests: number;
  /** Answers of 400 and above. */
  errors: number;
}

export interface ErrorAnalysisResponse {
  period: PeriodResponse;
  total_errors: number;
  error_rate: Decimal;
  /** Most frequent first. */
  by_code: ErrorCodeResponse[];
  /** Routes with errors, most first. */
  by_endpoint: EndpointErrorsResponse[];
  /** Hours with errors, oldest first. */
  by_hour: ErrorHourResponse[];
  /** Newest first. */
  recent: AuditLogResponse[];
}

export type ErrorCode = 'INVALID_ADDRESS' | 'VALIDATION_ERROR' | 'INVALID_REQUEST' | 'INVALID_EVENT_TYPE' | 'INVALID_WEBHOOK_URL' | 'INVALID_TOKEN' | 'INVALID_SIGNATURE' | 'EXCHANGE_NOT_SUPPORTED' | 'EXCHANGE_AUTH_FAILED' | 'UNAUTHORIZED' | 'OTP_REQUIRED' | 'FORBIDDEN' | 'EMAIL_NOT_VERIFIED' | 'WALLET_LIMIT_EXCEEDED' | 'WALLET_NOT_FOUND' | 'RESOURCE_NOT_FOUND' | 'LOT_NOT_FOUND' | 'WEBHOOK_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'JOB_NOT_READY' | 'JOB_FAILED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMIT_EXCEEDED' | 'INTERNAL_ERROR' | 'CONFIGURATION_ERROR' | 'DATA_PROVIDER_ERROR' | 'PROVIDER_ENTITLEMENT_ERROR' | 'SERVICE_UNAVAILABLE';

export interface ErrorCodeResponse {
  /** Null: the client left before its answer. */
  code: string | null;
  status: number;
  count: number;
  last_seen_at: string;
}

export interface ErrorDetail {
  detail: string;
  error_code?: ErrorCode;
}

export interface ErrorEnvelope {
  success: false;
  error: {
    /** stable; branch on this */
    code: ErrorCode;
    /** for people; may change */
    message: string;
    details?: Record<string, unknown>;
    /** the offending field of a validation error */
    field?: string;
  };
  meta: Meta;
}

export interface ErrorHourResponse {
  /** Its first instant. */
  hour: string;
  errors: number;
}

export interface EventFeeShape {
  symbol: string;
  token_key: string;
  quantity: Decimal;
  /** USD. Null when no price is known. */
  value_usd: Decimal | null;
}

export type EventType = 'transaction.new' | 'lot.created' | 'lot.consumed' | 'wash_sale.detected' | 'price.alert' | 'calculation.complete';

export interface EvidenceInput {
  kind: 'setting_screenshot' | 'order_id' | 'ticket' | 'letter';
  /** SHA-256 of the file as 64 hexadecimal digits; this or reference */
  file_sha256?: string;
  /** number of the order, ticket or letter */
  reference?: string;
}

export interface EvidenceResponse {
  kind: 'letter' | 'order_id' | 'setting_screenshot' | 'ticket';
  /** SHA-256 of the file that the taxpayer keeps. */
  file_sha256: string | null;
  reference: string | null;
}

export interface ExchangeAccountResponse {
  id: string;
  /** `coinbase`, `kraken`, `binanceus`, `binance`, `gemini`, `cryptocom`, `kucoin`, `okx`, `bitstamp`, … or `other`. */
  exchange: 'coinbase' | 'other' | 'kraken' | 'binanceus' | 'binance' | 'gemini' | 'cryptocom' | 'kucoin' | 'okx' | 'bitstamp' | 'bitfinex' | 'bybit' | 'cashapp' | 'paypal' | 'river' | 'robinhood' | 'strike' | 'swan';
  label: string;
  /** `api`: the service reads it. `csv`: its history comes from files. */
  source: 'csv' | 'api';
  /** `us_exchange` reports sales on Form 1099-DA; `foreign_exchange` does not. */
  kind: 'us_exchange' | 'foreign_exchange';
  /** `connected`, `syncing` or `error`. */
  status: 'error' | 'connected' | 'syncing';
  /** The last four characters of the API key. Null without one. */
  api_key_hint: string | null;
  /** True when the exchange states that the key can only read. Null when it cannot be known, and without a key. */
  read_only: boolean | null;
  last_sync_at: string | null;
  last_error: string | null;
  /** Rows of the history. */
  transaction_count: number;
  created_at: string;
}

export interface ExchangeImportRequest {
  /** 1 to 5 files as the exchange exports them (CSV, Excel .xlsx, zip of these), or in the generic format; at most 32 MiB together (413), and no more rows than the plan stores: 50,000 to 1,000,000 (403, `details.limit`) */
  file: Blob[];
  /** the account of the files; without it one is made */
  account_id?: string;
  /** of the account that is made, for example `kraken`; without it the one that the layout of the files names */
  exchange?: string;
  /** of the account that is made */
  label?: string;
  /** order of dates such as 05/06/2024, for files in which every such date can be read both ways */
  date_order?: 'mdy' | 'dmy';
  /** only report, store nothing; default false */
  dry_run?: boolean;
}

export interface ExchangeImportResultResponse {
  import_id: string;
  dry_run: boolean;
  /**
   * Of each table, in the order sent: `etherscan_normal`, `etherscan_internal`, `etherscan_erc20`, `generic`, or the
   * layout of an exchange. `unknown`: a table beside others that are known.
   */
  format: string[];
  rows_read: number;
  /** New to the user's history of the wallet. */
  rows_accepted: number;
  /** Imported before, or in another of the files. */
  rows_duplicate: number;
  /** The first 100 of them. */
  rows_rejected: RejectedRowResponse[];
  rows_rejected_total: number;
  /** Transactions of which the readable rows are parts. */
  transactions: number;
  first_at: string | null;
  last_at: string | null;
  /** Null for a dry run without an account. */
  account_id: string | null;
  /** Operations of the exchange without a known meaning. */
  unknown_operations: UnknownOperationResponse[];
}

export interface ExportSummaryResponse {
  address: string;
  tax_year: number;
  short_term: ExportTermResponse;
  long_term: ExportTermResponse;
  income: IncomeTotalsResponse | null;
  /** Rows of the year, those a plan leaves out included. */
  row_count: number;
  untracked_count: number;
  /** Disposals without a known value. They are in no row and in no total. */
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Years with something to put on a form. */
  available_years: number[];
  formats: string[];
  /** That of Form 8949. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  assumptions: AssumptionsResponse;
}

export interface ExportTermResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  adjustments: Decimal;
  gain_loss: Decimal;
  count: number;
}

export interface ExternalTransferRequest {
  /** what the transfer was */
  disposal_type: 'sale' | 'spend' | 'gift' | 'donation' | 'lost' | 'stolen';
  /** USD; required for a sale or a spend */
  proceeds_usd?: Decimal;
}

export interface ExternalTransferResponse {
  transaction_id: string;
  /** `sale`, `spend`, `gift`, `donation`, `lost` or `stolen`. */
  disposal_type: 'sale' | 'spend' | 'gift' | 'donation' | 'lost' | 'stolen';
  /** USD; null when nothing was received. */
  proceeds_usd: Decimal | null;
  impact: ImpactResponse;
}

export interface FileYearRequest {
  /** tax year */
  tax_year: number;
  /** `report_id` of a completed `tax_report` job */
  report_id: string;
}

export interface FiledLineChangeResponse {
  line: 'interest_income' | 'short_term_proceeds' | 'short_term_cost_basis' | 'short_term_adjustments' | 'short_term_gain_loss' | 'long_term_proceeds' | 'long_term_cost_basis' | 'long_term_adjustments' | 'long_term_gain_loss' | 'digital_asset_income' | 'schedule_c_total';
  filed: Decimal;
  computed: Decimal;
  /** computed - filed. */
  difference: Decimal;
}

export interface FiledRowChangeResponse {
  change: 'removed' | 'added' | 'changed';
  filed: FiledRowResponse | null;
  computed: FiledRowResponse | null;
}

export interface FiledRowResponse {
  disposal_id: string;
  description: string;
  /** Null when unknown. */
  date_acquired: string | null;
  date_sold: string;
  term: 'long' | 'short';
  proceeds: Decimal;
  cost_basis: Decimal;
  adjustment_amount: Decimal;
  gain_loss: Decimal;
}

export interface FiledYearIssueResponse {
  type: 'filed_year_changed';
  /** What an amended return would report. */
  message: string;
  lines: FiledLineChangeResponse[];
  /** The first 100. */
  rows: FiledRowChangeResponse[];
  /** Length of the whole list of rows. */
  row_count: number;
  /** computed - filed. */
  excluded_difference: number;
}

export interface FiledYearResponse {
  tax_year: number;
  /** As sent. */
  address: string;
  owned_wallets: string[];
  /** Rows and files of the report: `/api/v1/jobs/{report_id}/result`. */
  report_id: string;
  /** SHA-256 of everything the report rests on. */
  input_hash: string;
  /** As filed. */
  lines: FilingLinesResponse;
  /** Disposals without a known value, as filed. */
  excluded_count: number;
  /** Of the forms, as filed. Null for a report that was made before reports had one. */
  form_status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE' | null;
  /** Why, as filed. */
  status_reasons: StatusReasonResponse[];
  frozen_at: string;
  unfrozen_at: string | null;
  /**
   * `changed`: the present ledger gives other figures; see `issue`. `not_checked`: the wallet is not read now, or the year is
   * unfrozen.
   */
  status: 'changed' | 'not_checked' | 'unchanged';
  issue: FiledYearIssueResponse | null;
}

export interface FilingLinesResponse {
  short_term_proceeds: Decimal;
  short_term_cost_basis: Decimal;
  /** Column (g) of the short-term rows. */
  short_term_adjustments: Decimal;
  short_term_gain_loss: Decimal;
  long_term_proceeds: Decimal;
  long_term_cost_basis: Decimal;
  /** Column (g) of the long-term rows. */
  long_term_adjustments: Decimal;
  long_term_gain_loss: Decimal;
  /** Schedule 1, digital assets received as ordinary income. */
  digital_asset_income: Decimal;
  /** Schedule C, gross receipts of a business. */
  schedule_c_total: Decimal;
  /** Schedule B. */
  interest_income: Decimal;
}

export interface FilingResponse {
  lines: FilingLinesResponse;
  /** Disposals without a known value. They are in no line. */
  excluded_count: number;
  /** Of Form 8949 and Schedule 1 together. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** Null when the year has more than 20,000 rows. */
  rows: FiledRowResponse[] | null;
}

export interface Form8949PartResponse {
  /** I is short-term, II long-term. */
  part: 'I' | 'II';
  box: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L';
  rows: Form8949RowResponse[];
  totals: Form8949TotalsResponse;
}

export interface Form8949Response {
  address: string;
  tax_year: number;
  form: 'Form 8949';
  method: CostBasisMethod;
  timezone: string;
  parts: Form8949PartResponse[];
  totals: Form8949TermsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** True for a year that ends after `assumptions.law_as_of`: its rules may still change. */
  is_preliminary: boolean;
  /** Disposals without a known value, all of the year. They are in no part and in no total. */
  needs_value: Form8949RowResponse[];
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Rows the plan shows. */
  row_count: number;
  untracked_count: number;
  wash_sales_applied: boolean;
  /** True when rows are left out: such a form cannot be filed. */
  is_limited: boolean;
  /** Null for unlimited. */
  tx_limit: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted: number;
  /** What the PDF of this form is. `fields`: the official form, filled; `stamped`: the same with more than 20 copies, as text on its pages; `not_installed` and `statement` (no rows, or too many): a statement with its columns. Absent in a generated report. */
  official_form?: 'statement' | 'fields' | 'stamped' | 'not_installed';
  assumptions: AssumptionsResponse;
  disclaimer: string;
}

export interface Form8949RowResponse {
  symbol: string;
  /** Empty for a row that only a broker reported. */
  chain: string;
  quantity: Decimal;
  lot_id: string | null;
  disposal_id: string | null;
  tx_hash: string | null;
  is_untracked: boolean;
  /** `missing` only in `needs_value`. */
  value_status: 'known' | 'missing';
  /** How the row came about, for example `costs_capped`; `form_1099_da`: as an accepted form reports it; `possibly_counted_twice`: the sale of a broker and an own one may be the same. */
  flags: ('missing_price' | 'unmatched' | 'late_identification' | 'selection_filled' | 'not_identified_to_broker' | 'uncertain' | 'provider_price_disagrees' | 'costs_capped' | 'possibly_counted_twice' | 'missing_in_books' | 'form_1099_da')[];
  /** What the row rests on that is not known, as in `status_reasons`. Empty: nothing. */
  review: ('history_incomplete' | 'no_other_end' | 'unknown_operation' | 'unknown_basis' | 'uncertain_type' | 'missing_value' | 'rows_not_shown' | 'possibly_counted_twice' | 'missing_in_books' | 'wash_sales_approximate')[];
  description: string;
  /** Null when unknown. */
  date_acquired: string | null;
  date_sold: string;
  /** Column (d). */
  proceeds: Decimal;
  /** Column (e). */
  cost_basis: Decimal;
  /** Letters of column (f). Beyond `W` only where a Form 1099-DA was accepted. */
  adjustment_code: string;
  /** Column (g). */
  adjustment_amount: Decimal;
  /** Column (h). */
  gain_loss: Decimal;
  box: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L';
}

export interface Form8949TermsResponse {
  short_term: Form8949TotalsResponse;
  long_term: Form8949TotalsResponse;
}

export interface Form8949TotalsResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  adjustments: Decimal;
  gain_loss: Decimal;
}

export interface FrozenReport {
  /** What is missing from the history, as in `meta`. */
  history: Record<string, unknown>;
  /** The job that made it. */
  report_id: string;
  /** SHA-256 over history, prices, manual entries, policies and engine: the same hash, the same numbers. */
  input_hash: string;
  engine_version: string;
  /** As sent. */
  address: string;
  tax_year: number;
  generated_at: string;
  summary?: TaxSummaryResponse;
  form_8949?: Form8949Response;
  schedule_1?: Schedule1Response;
  lots?: LotResponse[];
  wash_sales?: WashSaleResponse[];
  reconciliation?: ReconciliationResponse;
  /** The figures of the year. A year is frozen with them. */
  filing: FilingResponse;
  assumptions: AssumptionsResponse;
  is_limited: boolean;
  /** Null for unlimited. */
  tx_limit: number | null;
  tx_total?: number;
}

export interface GainRangeResponse {
  /** As if units of unknown basis had cost what they were sold for. */
  low: Decimal;
  /** As if they had cost nothing, as forms count them. */
  high: Decimal;
}

export interface GenerateReportRequest {
  /** tax year */
  tax_year: number;
  /** json: everything; csv: the first form included; pdf: the forms; zip: all of these */
  format?: 'json' | 'csv' | 'pdf' | 'zip';
  /** default: all */
  include?: ('summary' | 'form_8949' | 'schedule_1' | 'lots' | 'wash_sales' | 'reconciliation')[];
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
}

export interface GiftTotalResponse {
  /** Null: not stated. */
  recipient: string | null;
  /** USD. */
  value: Decimal;
  count: number;
  /** Gifts without a known value. They are not in `value`. */
  missing_values: number;
  /** True: a gift tax return may be required. */
  is_above_exclusion: boolean;
}

export interface GivenAwayResponse {
  address: string;
  tax_year: number;
  rows: GivenAwayRowResponse[];
  /** Largest sum first. */
  gifts_by_recipient: GiftTotalResponse[];
  /** USD for each recipient and year. */
  annual_exclusion: Decimal;
  /** Tokens whose donations exceed 5,000 USD in the year: the deduction needs a qualified appraisal. */
  appraisal_needed: string[];
  /** Other tokens with a donation whose value is not known: it may exceed that amount. */
  appraisal_undecided: string[];
  notes: string[];
  assumptions: AssumptionsResponse;
}

export interface GivenAwayRowResponse {
  /** `donation`, `gift`, `stolen` or `lost`. */
  type: 'gift' | 'donation' | 'lost' | 'stolen';
  form: 'Form 8283' | 'Form 709' | 'Form 4684';
  token_key: string;
  symbol: string;
  quantity: Decimal;
  date: string;
  /** Earliest acquisition. Null when unknown. */
  date_acquired: string | null;
  term: 'long' | 'short' | 'mixed';
  /** USD, exact. */
  cost_basis: Decimal;
  /** USD, fair value at that time: as stated, else at the market price. Null when neither is known. */
  fair_market_value: Decimal | null;
  recipient: string | null;
  transaction_id: string;
  tx_hash: string | null;
}

export interface HarvestOpportunityResponse {
  token_key: string;
  symbol: string;
  chain: string;
  lot_id: string;
  quantity: Decimal;
  /** For a loss: of a gift its value then, if the donor paid more. */
  cost_basis: Decimal;
  current_price: Decimal;
  current_value: Decimal;
  /** USD, a positive number. */
  unrealized_loss: Decimal;
  is_long_term: boolean;
  /** Null once long-term. */
  days_to_long_term: number | null;
  /** Bought within thirty days. */
  wash_sale_risk: boolean;
  last_acquired_at: string | null;
  safe_rebuy_after: string;
}

export interface HarvestResponse {
  address: string;
  as_of: string;
  total_harvestable_loss: Decimal;
  short_term_loss: Decimal;
  long_term_loss: Decimal;
  /** Largest loss first. */
  opportunities: HarvestOpportunityResponse[];
  ytd: RealizedThisYearResponse;
  wash_sales_enabled: boolean;
  note: string;
}

export interface HealthReport {
  /** `degraded`: slower, but serving; `down`: 503. */
  status: 'ok' | 'down' | 'degraded';
  version: string;
  uptime_seconds: number;
  checks: DependencyStates;
  /** How long the oldest queued job that may run has waited; 0 when none waits, null without a database. */
  oldest_queued_seconds: number | null;
}

export interface HeldOutflowResponse {
  transaction_id: string;
  tx_hash: string;
  wallet_address: string;
  chain: string;
  protocol: string | null;
  direction: 'in' | 'out';
  token_key: string;
  symbol: string;
  quantity: Decimal;
  value_usd: Decimal | null;
  timestamp: string;
  counterparty: string | null;
  cause: 'no_other_end' | 'unknown_operation';
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. */
  choices: ('withdrawal' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'buy' | 'sell' | 'internal_transfer' | 'lp_add' | 'lp_remove' | 'borrow' | 'repay' | 'deposit' | 'spam')[];
}

export interface HoldingDetailResponse {
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  token_key: string;
  /** Null for the native coin. */
  contract_address: string | null;
  name: string;
  decimals: number;
  /** USD per unit; null when no source prices the token. */
  current_price: Decimal | null;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  price_source: string | null;
  /** The moment the price is of. */
  price_at: string | null;
  protocol: string | null;
  /** `wallet`, or `staked` for deposits. */
  position_type: 'wallet' | 'lent' | 'staked' | 'lp' | 'borrowed';
  /** Present and true when no source prices the token; it is then left out of the sums. */
  price_missing?: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` and `unrealized_gl` are then "0". */
  basis_pending?: boolean;
  /** Only with `include_spam`: true for a token that counts nowhere. Its price is not asked for. */
  is_spam?: boolean;
  /** Its parts, highest value first. */
  by_chain: HoldingResponse[];
  /** Open lots, as far as the plan shows them, oldest first; 500 at most of `lot_count`. */
  lots: LotResponse[];
  /** USD, of disposals of this tax year. */
  realized_gl_ytd: Decimal;
  /** Sources of the histories that give the quantities, and their times. */
  sources: ChainSourceResponse[];
}

export interface HoldingResponse {
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  token_key: string;
  /** Null for the native coin. */
  contract_address: string | null;
  name: string;
  decimals: number;
  /** USD per unit; null when no source prices the token. */
  current_price: Decimal | null;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  price_source: string | null;
  /** The moment the price is of. */
  price_at: string | null;
  protocol: string | null;
  /** `wallet`, or `staked` for deposits. */
  position_type: 'wallet' | 'lent' | 'staked' | 'lp' | 'borrowed';
  /** Present and true when no source prices the token; it is then left out of the sums. */
  price_missing?: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` and `unrealized_gl` are then "0". */
  basis_pending?: boolean;
  /** Only with `include_spam`: true for a token that counts nowhere. Its price is not asked for. */
  is_spam?: boolean;
}

export interface HoldingShareResponse {
  /** As it was added. */
  address: string;
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  /** Present and true when no source prices the token. */
  price_missing?: boolean;
  /** Present and true while the basis is still being computed. */
  basis_pending?: boolean;
}

export interface HoldingsSummaryResponse {
  /** Placeholder. */
  risk_metrics: Record<string, unknown> | null;
  /** USD. */
  total_value: Decimal;
  /** USD, of the holdings with a price. */
  total_cost_basis: Decimal;
  /** USD. */
  total_unrealized_gl: Decimal;
  chains: ChainShareResponse[];
  /** The ten of highest value. */
  top_holdings: HoldingResponse[];
  holding_count: number;
  /** Given to a contract without a receipt (staking, escrow) and still owned; in none of the totals. */
  deposited: HoldingResponse[];
  /** Holdings that no source prices: not in the totals. */
  unpriced: UnpricedResponse;
}

export interface Identity {
  /** True when the service limits no account (`PLANS=off`). */
  plan_unlimited: boolean;
  plan_expires_at: string | null;
  /** `user` or `operator`. */
  role: 'user' | 'operator';
  /** True when a login needs a code of the second factor. */
  totp_enabled: boolean;
  created_at: string;
  id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  /** `free`, `basic`, `professional` or `defi`. */
  plan_name: 'free' | 'basic' | 'professional' | 'defi';
  plan_expired: boolean;
}

export interface ImpactResponse {
  /** USD, of all years and all wallets read as one. */
  realized_gl_before: Decimal;
  realized_gl_after: Decimal;
  years_affected: number[];
}

export interface ImportRequest {
  /** 1 to 5 CSV files as an explorer exports them, or in the generic format; at most 32 MiB together (413), and no more rows than the plan stores: 50,000 to 1,000,000 (403, `details.limit`) */
  file: Blob[];
  /** the chain the files are of; default ethereum */
  chain?: ChainName;
  /** only report, store nothing; default false */
  dry_run?: boolean;
}

export interface ImportResultResponse {
  import_id: string;
  dry_run: boolean;
  /**
   * Of each table, in the order sent: `etherscan_normal`, `etherscan_internal`, `etherscan_erc20`, `generic`, or the
   * layout of an exchange. `unknown`: a table beside others that are known.
   */
  format: string[];
  rows_read: number;
  /** New to the user's history of the wallet. */
  rows_accepted: number;
  /** Imported before, or in another of the files. */
  rows_duplicate: number;
  /** The first 100 of them. */
  rows_rejected: RejectedRowResponse[];
  rows_rejected_total: number;
  /** Transactions of which the readable rows are parts. */
  transactions: number;
  first_at: string | null;
  last_at: string | null;
}

export interface IncomeByTypeResponse {
  airdrop: Decimal;
  staking_reward: Decimal;
  mining_reward: Decimal;
  interest: Decimal;
  other: Decimal;
}

export interface IncomeResponse {
  income_id: string;
  type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other';
  token_key: string;
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. "0" while the value is missing. */
  fair_market_value: Decimal;
  /** USD per unit. Null while the value is missing. */
  price: Decimal | null;
  /** `missing`: no price at the receipt. No total includes the row. */
  value_status: 'known' | 'missing';
  /** Where the value is from. `stated_by_exchange`: the file or the API of the exchange. */
  price_source: string | null;
  received_at: string;
  /** Null for income in USD, which has no lots. */
  lot_id: string | null;
  transaction_id: string;
  tx_hash: string | null;
  /** What the receipt rests on that is not known, as in `status_reasons`. Empty: nothing. */
  review: ('history_incomplete' | 'no_other_end' | 'unknown_operation' | 'unknown_basis' | 'uncertain_type' | 'missing_value' | 'rows_not_shown' | 'possibly_counted_twice' | 'missing_in_books' | 'wash_sales_approximate')[];
}

export interface IncomeTotalsResponse {
  airdrop: Decimal;
  staking_reward: Decimal;
  mining_reward: Decimal;
  interest: Decimal;
  other: Decimal;
  total: Decimal;
}

export interface IndexingResponse {
  /** Rows of upstream providers stored so far. */
  rows_read: number;
  /** Chains read to their end, or given up. */
  chains_done: number;
  chains_total: number;
  /** A chain that is still being read: the one with the most rows. Null when all are read. */
  chain: string | null;
  /** Estimated; null while it is unknown. */
  eta_seconds: number | null;
}

export interface InstructionLotResponse {
  /** Place in the order in which the lots leave, from 1. */
  position: number;
  lot_id: string;
  /** The broker's own id of the lot, as the order states it. */
  broker_lot_id: string | null;
  symbol: string;
  /** Null when unknown. */
  acquired_at: string | null;
  /** When it came into the account. */
  received_at: string;
  units: string;
  /** USD of these units. Null when the basis is not known. */
  cost_basis: Decimal | null;
}

export interface InterestIncomeResponse {
  rows: InterestRowResponse[];
  total_usd: number;
  form: 'Schedule B / 1099-INT';
  classification: 'Ordinary Interest Income';
}

export interface InterestRowResponse {
  token_symbol: string;
  issuer: string;
  /** As sent. */
  wallet_address: string;
  tax_year: number;
  /** Of the days inside the year. */
  accrued_yield_usd: number;
  /** Of the oldest lot that is open at `reporting_date`, else of the oldest units that were sold. */
  acquisition_date: string | null;
  /** Up to here interest is counted: the end of the year, or now. */
  reporting_date: string;
  yield_type: 'accrual' | 'rebase' | 'nav_distribution';
  classification: 'interest_income';
  form: 'Schedule B / 1099-INT';
  /** What the holder owns. */
  legal_form: string;
  /** Beside `classification`, which is the same for every token. */
  likely_character: string;
  /** It decides where it differs. Null: the issuer sends none. */
  issuer_statement: string | null;
  /** The law from which the character follows. */
  character_source: string;
  /** Of the lots that are open at `reporting_date`. */
  cost_basis_usd: number;
  /**
   * Yield of these lots, of all years up to `reporting_date`, that is in the price: added to the basis at a sale where
   * it was reported as income. 0 where interest is paid in units, which have their own basis.
   */
  basis_step_usd: number;
  /** `history`: the yields of the days held, where they are known. `present`: the present yield for all days. */
  yield_source: 'history' | 'present';
}

export interface InviteMemberRequest {
  email: string;
  /** owner: everything; preparer: decisions and notes; reviewer: sign-offs and notes; reader: nothing */
  role: 'owner' | 'preparer' | 'reviewer' | 'reader';
}

export interface IssueCountsResponse {
  untracked_lots: number;
  duplicate_transactions: number;
  missing_prices: number;
  lineage_breaks: number;
}

export interface IssueFixResponse {
  /** Its `operationId`. */
  operation: string;
  method: 'POST' | 'PUT';
  path: string;
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. */
  choices: ('withdrawal' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'buy' | 'sell' | 'internal_transfer' | 'lp_add' | 'lp_remove' | 'borrow' | 'repay' | 'deposit' | 'spam')[];
}

export interface IssueResponse {
  /** The same while the issue exists. */
  issue_id: string;
  type: 'missing_price' | 'duplicate_transaction' | 'history_incomplete' | 'unknown_operation' | 'unmatched_transfer' | 'missing_basis' | 'uncertain_classification' | 'balance_difference' | 'filed_year_changed';
  severity: 'warning' | 'critical';
  /** As it was linked or sent. */
  address: string;
  chain: string | null;
  token_key: string | null;
  symbol: string | null;
  quantity: Decimal | null;
  tx_hash: string | null;
  transaction_id: string | null;
  lot_id: string | null;
  occurred_at: string | null;
  /** The first of `tax_years`; null when any year can be affected. */
  tax_year: number | null;
  /** Years in which the effect falls, in the zone of the owner. */
  tax_years: number[];
  message: string;
  /** USD, largest change of realized gains; null when it is not known. */
  max_gain_effect: Decimal | null;
  fix: IssueFixResponse | null;
}

export interface JobDeletedResponse {
  deleted: boolean;
  job_id: string;
  /** True when it had not ended yet. */
  was_cancelled: boolean;
}

export interface JobErrorResponse {
  code: ErrorCode;
  message: string;
}

export interface JobResponse {
  stage: 'queued' | 'fetching' | 'pricing' | 'computing' | 'persisting' | 'done';
  /** What was asked for. */
  params: Record<string, unknown>;
  error: JobErrorResponse | null;
  /** Of one job: present while the history of its wallet is being read or priced. */
  indexing?: IndexingResponse;
  job_id: string;
  type: 'track_wallet' | 'precompute' | 'exchange_sync' | 'tax_report' | 'evidence_pack';
  status: 'failed' | 'completed' | 'running' | 'queued' | 'cancelled';
  /** 0 to 100. */
  progress: number;
  /** As sent. */
  address: string | null;
  /** Where the result is, once there is one. */
  result_url: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When record and result go; null while it runs, and for a result kept until it is deleted. */
  expires_at: string | null;
}

export interface LawComparisonInput {
  /** bills and proposals of `GET /api/v1/law` */
  law: ('hr10357.wash' | 'hr10357.constructive_sales' | 'hr10357.fee' | 'hr10357.rewards' | 'hr10357.stablecoin' | 'hr10357.simplified_accounting' | 'hr8899.stablecoin' | 'hr8899.validation_income' | 'hr9172.wash' | 'hr9172.constructive_sales' | 'hr9175.rewards' | 'hr9176.trading' | 'hr9178.fee' | 'hr9178.stablecoin' | 'hr9178.simplified_accounting' | 'hr9178.brokers')[];
  /** default: as the register has them */
  parameters?: LawParametersInput;
  /** default: every year */
  tax_year?: number;
}

export interface LawComparisonResponse {
  address: string;
  /** Null: every year. */
  tax_year: number | null;
  /** Always true: not for filing. */
  is_comparison: boolean;
  results: LawResultResponse[];
  assumptions: AssumptionsResponse;
  disclaimer: string;
}

export interface LawParameterResponse {
  name: string;
  /** Lists are joined by commas. Null: not known. */
  value: string | null;
  /** True when the primary text was not read for it. */
  unverified: boolean;
}

export interface LawParametersInput {
  /** the bill holds from then on, a date from its start in UTC; default: in every year */
  effective_from?: DateOrTime;
  /** USD: fees below it are left out */
  fee_limit_usd?: Decimal;
  /** transfers of a year up to which fees are left out */
  max_transfers_a_year?: number;
  /** part of the redemption value, for example 0.99 */
  floor_ratio?: Decimal;
  /** coins that the bill names */
  coins?: ('BUSD' | 'DAI' | 'FDUSD' | 'FRAX' | 'GHO' | 'GUSD' | 'LUSD' | 'PYUSD' | 'SAI' | 'TUSD' | 'USDC' | 'USDC.e' | 'USDP' | 'USDS' | 'USDT' | 'USDbC' | 'USDe' | 'WXDAI' | 'crvUSD' | 'sUSD' | 'xDAI')[];
  /** coins that a bill on wash sales leaves out */
  coins_left_out?: ('BUSD' | 'DAI' | 'FDUSD' | 'FRAX' | 'GHO' | 'GUSD' | 'LUSD' | 'PYUSD' | 'SAI' | 'TUSD' | 'USDC' | 'USDC.e' | 'USDP' | 'USDS' | 'USDT' | 'USDbC' | 'USDe' | 'WXDAI' | 'crvUSD' | 'sUSD' | 'xDAI')[];
}

export interface LawRecordResponse {
  id: string;
  /** `law`, `regulation` and `notice` are in force between their dates; forms rest on nothing else. */
  status: 'law' | 'regulation' | 'notice' | 'proposed' | 'bill';
  what: string;
  source: string;
  read_on: string;
  /** `high`: quotes of the primary text agree. `medium`: one good secondary source. `low`: second hand, or disputed. */
  sure: 'high' | 'medium' | 'low';
  /** `YYYY-MM-DD`. Null: no start is known. */
  effective_from: string | null;
  /** `YYYY-MM-DD`, inclusive. */
  effective_to: string | null;
  parameters: LawParameterResponse[];
  /** True when the service computes it. */
  computable: boolean;
  /** Null when it is computed. */
  not_computable_reason: string | null;
  /** What the computation assumes where the text is silent or was not read. */
  readings: string[];
}

export interface LawRegisterResponse {
  /** The date of the law that figures rest on. */
  law_as_of: string;
  /** Those in force, then those that are only proposed. */
  rules: LawRecordResponse[];
}

export interface LawResultResponse {
  /** Id of the register. */
  law: string;
  status: 'law' | 'regulation' | 'notice' | 'proposed' | 'bill';
  what: string;
  source: string;
  read_on: string;
  computable: boolean;
  not_computable_reason: string | null;
  parameters: UsedParameterResponse[];
  /** Parameters whose values were not verified. */
  unverified: string[];
  readings: string[];
  /** Ascending; those with sales or income. */
  years: LawYearResponse[];
  /** Over all years. Null when it was not computed. */
  difference: Decimal | null;
  /** Those that differ, in order of time; at most 1,000, as far as the plan shows them. */
  rows: LawRowResponse[];
  rows_total: number;
  /** Rows that differ and are not listed. */
  rows_not_listed: number;
  /** What they differ by together. */
  not_listed_difference: Decimal;
  /** Sales of units of unknown basis: what the bill gives cannot be told, and they have the amount of the law. */
  undecided_basis_count: number;
  /** As above, of units without a known value. */
  undecided_value_count: number;
  /** Sales and receipts that wait for a value: they are in no amount. */
  needs_value_count: number;
  /** Sales of units of unknown basis, which counts as 0 by the law and by the bill. */
  unknown_basis_count: number;
  /** True when losses that are deferred are so many that their parts are not exact. */
  is_approximate: boolean;
}

export interface LawRowResponse {
  /** `disposal` or `income` */
  kind: 'income' | 'disposal';
  /** Of the disposal, or of the income. */
  type: string;
  tax_year: number;
  timestamp: string;
  wallet_address: string;
  transaction_id: string;
  tx_hash: string | null;
  token_key: string;
  symbol: string;
  quantity: Decimal;
  /** Gain or income by the law in force. */
  law_amount: Decimal;
  bill_amount: Decimal;
  difference: Decimal;
  /** True when it is not known whether it is ordinary income or a gain under the bill. */
  kind_not_known: boolean;
}

export interface LawYearResponse {
  tax_year: number;
  /** Gains and losses by the law in force. */
  law_gains: Decimal;
  /** Income by the law in force. */
  law_income: Decimal;
  bill_gains: Decimal;
  bill_income: Decimal;
  /** Of which it is not known whether the bill makes it ordinary income or a gain. */
  bill_of_unknown_kind: Decimal;
  /** All of the bill less all of the law. */
  difference: Decimal;
  /** Why the bill does not count in the year. */
  note: string | null;
}

export interface LedgerCountsResponse {
  transactions: number;
  lots: number;
  open_lots: number;
  disposals: number;
  income_events: number;
  lineage_links: number;
}

export interface LegShape {
  direction: 'in' | 'out';
  symbol: string;
  token_key: string;
  contract_address: string | null;
  quantity: Decimal;
  /** USD; null when no price is known. */
  value_usd: Decimal | null;
}

export interface LegacyPositionsResponse {
  /** As sent. */
  address: string;
  positions: PositionResponse[];
  page: number;
  limit: number;
  total: number;
}

export interface LegacyTransactionsResponse {
  /** As sent. */
  address: string;
  transactions: TransactionResponse[];
  page: number;
  limit: number;
  total: number;
  /** True when the upstream could not give the whole history. */
  truncated: boolean;
}

export interface LimitNotes {
  /** True when the plan shows only part of the transactions. */
  is_limited: boolean;
  /** Null for unlimited. */
  tx_limit: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
}

export interface LineageBreakResponse {
  lot_id: string;
  reason: string;
}

export interface LineageChangeResponse {
  added: number;
  /** In the ledger before, and no longer in it. */
  superseded: number;
}

export interface LineageEdgeResponse {
  link_id: string;
  from_lot_id: string;
  to_lot_id: string | null;
  disposal_id: string | null;
  relation: 'bridge' | 'wrap' | 'transfer' | 'split' | 'disposal' | 'wash_adjustment' | 'manual_basis' | 'allocation';
  quantity: Decimal;
  /** USD. */
  cost_basis: Decimal;
  tx_hash: string | null;
  timestamp: string;
}

export interface LineageNodeResponse {
  lot_id: string;
  wallet_address: string;
  /** Where it was given to without a receipt, still owned; null for the wallet itself. */
  place: string | null;
  token_key: string;
  /** Units that came in. */
  quantity: Decimal;
  /** USD, of these units. */
  cost_basis: Decimal;
  /** Null when unknown. */
  acquisition_date: string | null;
  source: 'purchase' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'manual' | 'unknown';
  tx_hash: string | null;
}

export interface LineageResponse {
  lot_id: string;
  root_lot_ids: string[];
  /** True when every root is an acquisition that was seen. */
  complete: boolean;
  nodes: LineageNodeResponse[];
  edges: LineageEdgeResponse[];
  breaks: LineageBreakResponse[];
}

export interface LinkWalletRequest {
  address: string;
  label?: string;
  /** must fit the address when given */
  chain_type?: 'evm' | 'bitcoin' | 'solana';
}

export interface LinkedWalletResponse {
  chain_type: 'evm' | 'bitcoin' | 'solana';
  id: string;
  /** As it was linked. */
  address: string;
  label: string;
  /** `pending`, `indexing`, `ready` or `error`. */
  status: 'pending' | 'error' | 'ready' | 'indexing';
  /** The end of the last whole reading. */
  last_indexed_at: string | null;
  created_at: string;
}

export interface LiveDataResponse {
  symbol?: string;
  name?: string;
  issuer?: string;
  /** Assets under management; null when not to be had. */
  aum_usd?: number | null;
  /** USD per token. */
  nav?: number;
  /** Percent a year. */
  apy?: number;
  underlying?: string;
  chains?: string[];
  /** With the moment of the figures when they are old. */
  source?: string;
  error?: string;
}

export interface Liveness {
  status: 'ok';
}

export interface LoginRequest {
  email: string;
  password: string;
  /** a code of the app, or a recovery code; needed where the account has a second factor */
  otp?: string;
}

export interface LogoutResponse {
  logged_out: boolean;
}

export interface LostDecisionResponse {
  /** What the user decided. */
  decision: Record<string, string>;
  kind: string;
  /** Null for a decision about a token, a lot or a hash. */
  transaction_id: string | null;
  tx_hash: string | null;
  chain: string;
}

export interface LotBasisInput {
  /** units of the lot; the whole lot where the only part has none */
  quantity?: Decimal;
  /** USD for all of these units; this or cost_per_unit */
  cost_basis?: Decimal;
  /** USD for one unit */
  cost_per_unit?: Decimal;
  /** not after the receipt */
  acquisition_date?: DateOrTime;
  /** of a gift: USD, fair value of these units when you received them (IRC 1015) */
  value_at_gift_usd?: Decimal;
  parts?: BasisPartInput[];
  /** how the units were acquired; default purchase */
  basis_type?: 'purchase' | 'gift' | 'inheritance' | 'income' | 'other';
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface LotBasisResultResponse {
  /** Null for a preview. */
  assignment_id: string | null;
  lot_id: string;
  /** What the lot has become. */
  lots: LotResponse[];
  impact: ImpactResponse;
}

export interface LotChoiceInput {
  /** the lot; or acquired_tx_id */
  lot_id?: string;
  /** `transaction_id` of the acquisition: its lots, oldest first */
  acquired_tx_id?: string;
  /** as much as is left to take without it */
  quantity?: Decimal;
  /** when your own records identified the lot, not after the disposal; default now */
  selected_at?: DateOrTime;
}

export interface LotChoiceResponse {
  /** Id of the lot, or of the transaction of its acquisition. */
  lot: string;
  /** Null: as much as is left to take. */
  quantity: Decimal | null;
  selected_at: string | null;
}

export interface LotConsumedData {
  /** As sent. */
  address: string;
  lot_id: string;
  disposal_id: string;
  symbol: string;
  chain: string;
  token_key: string;
  quantity_consumed: Decimal;
  remaining_quantity: Decimal;
  fully_consumed: boolean;
  /** USD. */
  proceeds: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  gain_loss: Decimal;
  is_long_term: boolean;
  disposal_date: string;
  type: 'swap' | 'sale' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'repayment' | 'margin_result';
  value_status: 'known' | 'missing';
  tx_hash: string | null;
}

export interface LotConsumedEvent {
  event: 'lot.consumed';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: LotConsumedData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface LotCreatedData {
  /** As sent. */
  address: string;
  lot_id: string;
  symbol: string;
  chain: string;
  token_key: string;
  quantity: Decimal;
  /** USD per unit. */
  cost_per_unit: Decimal;
  /** USD. */
  cost_basis: Decimal;
  acquisition_date: string | null;
  source: 'purchase' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'manual' | 'unknown';
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  is_untracked: boolean;
  /** `missing`: the basis is provisional. */
  value_status: 'known' | 'missing';
  tx_hash: string | null;
}

export interface LotCreatedEvent {
  event: 'lot.created';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: LotCreatedData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface LotResponse {
  lot_id: string;
  token_key: string;
  symbol: string;
  chain: string;
  contract_address: string | null;
  wallet_address: string;
  original_quantity: Decimal;
  remaining_quantity: Decimal;
  /** What remains. */
  quantity: Decimal;
  /** USD per unit. */
  cost_per_unit: Decimal;
  /** USD, of what remains. */
  cost_basis: Decimal;
  /** USD. */
  original_cost_basis: Decimal;
  /** Null when unknown. */
  acquisition_date: string | null;
  /** When it came into this wallet. */
  received_date: string;
  source: 'purchase' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'manual' | 'unknown';
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  /** Held for more than one year as of now. */
  is_long_term: boolean;
  /** First day on which a sale is long-term. */
  long_term_on: string | null;
  /** True when the basis is not known. */
  is_untracked: boolean;
  /** `missing`: no price at the acquisition, so the basis is provisional. */
  value_status: 'known' | 'missing';
  basis_source: 'manual' | 'trade' | 'market_price' | 'carried' | 'none';
  parent_lot_id: string | null;
  /** Of its acquisition; kept through transfers. */
  transaction_id: string;
  tx_hash: string | null;
  /** Differs from `acquisition_date` only after a wash sale. */
  holding_start: string | null;
  status: 'open' | 'closed' | 'partial';
  /** USD. */
  wash_sale_adjustment: Decimal;
  /** 1-based place within the token under the chosen method. */
  fifo_order: number;
  /** Where the basis is from. */
  price_source: string | null;
  /** Present and true while the basis is still being computed. */
  basis_pending?: boolean;
}

export interface LotSelectionInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** of an account at a broker: when the broker was told. From 2027 on an order holds there from then on; a time before now needs evidence */
  communicated_to_broker_at?: DateOrTime;
  /** what shows that the broker was told then */
  evidence?: EvidenceInput;
  address: string;
  /** the transaction with which the units leave; of one that is on no chain its transaction_id */
  tx_hash: string;
  /** `chain:symbol` of the units */
  token_key: string;
  /** the lots that went; what they leave over follows the method of the wallet */
  lot_selections: LotChoiceInput[];
}

export interface LotSelectionShape {
  /** `lot_selection` */
  kind: 'lot_selection';
  address: string;
  tx_hash: string;
  token_key: string;
  lot_selections: LotChoiceResponse[];
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface LotUseResponse {
  lot_id: string;
  token_key: string;
  symbol: string;
  quantity: Decimal;
  /** USD, of these units. */
  cost_basis: Decimal;
  /** Null when unknown. */
  acquisition_date: string | null;
  is_untracked: boolean;
  /** `disposal`, or how they went on: `transfer`, `bridge`, `wrap`, `split`. */
  relation: 'bridge' | 'wrap' | 'transfer' | 'split' | 'disposal' | 'wash_adjustment' | 'manual_basis' | 'allocation';
  /** The lot they became; null when they are gone. */
  to_lot_id: string | null;
  disposal_id: string | null;
}

export interface LotsResponse {
  address: string;
  lots: LotResponse[];
  page: number;
  limit: number;
  total: number;
}

export interface MagicLinkRequest {
  email: string;
  /** of the account a partner makes */
  full_name?: string;
  /** destination after signing in; on PUBLIC_BASE_URL or an allowed origin */
  redirect_url?: string;
}

export interface MagicLinkResponse {
  message: string;
  /** To a partner, for an account it made. */
  magic_link?: string;
  expires_at?: string;
  /** To a partner, for any other account. */
  delivered?: 'email';
}

export interface MagicSessionUser {
  /** JWT, good for 15 minutes. */
  access_token: string;
  /** JWT, good for 7 days. */
  refresh_token: string;
  id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  /** `free`, `basic`, `professional` or `defi`. */
  plan_name: 'free' | 'basic' | 'professional' | 'defi';
  plan_expired: boolean;
  /** Where the requester of the link wants its follower to go. */
  redirect_url: string | null;
}

export interface MatchCountsResponse {
  suggested: number;
  confirmed: number;
  rejected: number;
}

export interface MatchEndResponse {
  transaction_id: string;
  /** A wallet or an exchange account. */
  source: string;
  symbol: string;
  quantity: Decimal;
  timestamp: string;
}

export interface MessageResponse {
  message: string;
}

export interface Meta {
  request_id: string;
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string;
  version: string;
}

export interface MissingPriceResponse {
  token_key: string | null;
  date: string | null;
  tx_hash: string | null;
  quantity: Decimal | null;
}

export interface NamedLotInput {
  /** the lot; or acquired_tx_id */
  lot_id?: string;
  /** `transaction_id` of the acquisition: its lots, oldest first */
  acquired_tx_id?: string;
  /** default: all that the lot holds */
  quantity?: Decimal;
  /** id by which the broker knows the lot, for the instructions */
  broker_lot_id?: string;
}

export interface NamedLotResponse {
  /** Id of the lot, or of the transaction of its acquisition. */
  lot: string;
  /** Null: all that the lot holds. */
  quantity: Decimal | null;
  /** Id by which the broker knows the lot. */
  broker_lot_id: string | null;
}

export interface NeedsBasisResponse {
  suggestions: TransferMatchResponse[];
  lot_id: string;
  token_key: string;
  symbol: string;
  chain: string;
  quantity: Decimal;
  untracked_quantity: Decimal;
  received_date: string;
  tx_hash: string | null;
  from: string | null;
  explorer_url: string | null;
  reason: 'missing_price' | 'unknown_source' | 'unmatched_transfer' | 'oversold';
  /** USD, of all units when they came. */
  fair_market_value_at_receipt: Decimal | null;
  /** USD, of what was sold of it. */
  proceeds_affected: Decimal;
  /** USD by which the gain may fall once a basis is given. */
  max_gain_effect: Decimal;
}

export interface NeedsPriceResponse {
  transaction_id: string;
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  type: TransactionType;
  /** The fields of `PUT .../transactions/{id}/value` that are missing. */
  missing: ('fee_value_usd' | 'value_usd')[];
  /** Units that `value_usd` is the value of; the fee where no other units are booked at a value. */
  legs: UnvaluedLegResponse[];
  /** Fees that `fee_value_usd` is the value of: in a coin without a price that nothing else moves. */
  fees: UnvaluedLegResponse[];
  /** Disposals that no total includes, those of the received units among them. */
  excluded_count: number;
  /** USD, basis of the disposals of this transaction. */
  excluded_basis: Decimal;
  /** USD, known proceeds of later disposals of the received units. */
  excluded_proceeds: Decimal;
  /** Receipts of income without a value. */
  income_excluded_count: number;
  /** USD, largest effect on realized gains: all of the basis as a loss, all of the proceeds as a gain. */
  max_gain_effect: Decimal;
  explorer_url: string | null;
  value_status: 'missing';
}

export interface NoGainsResponse {
  rows: Record<string, unknown>[];
  count: number;
  net_usd: number;
}

export interface OpenCheckoutRequest {
  /** what to buy */
  plan: 'basic' | 'professional' | 'defi';
}

export interface OpenedCheckoutResponse {
  plan: 'basic' | 'professional' | 'defi';
  session_id: string;
  /** For the processor's embedded form; shown here and in no later answer. */
  client_secret: string;
  amount: Decimal;
  currency: string;
  /** It cannot be paid after that. */
  expires_at: string;
}

export interface OptionalLimitNotes {
  /** True when the plan shows only part of the transactions. */
  is_limited?: boolean;
  /** Null for unlimited. */
  tx_limit?: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
}

export interface OptionalSyncNotes {
  /** True while the history or its prices are incomplete; a later request returns more. */
  partial?: boolean;
  /** The same: work goes on in the background. */
  still_indexing?: boolean;
  /** Chains that could not be read; empty when all were. */
  unavailable_chains?: UnreadChain[];
  /** True when the plan shows only part of the transactions. */
  is_limited?: boolean;
  /** Chains of which an older reading is shown. */
  stale_chains?: StaleChain[];
  /** True while the history is still being read: what is not listed may exist. */
  balances_pending?: boolean;
  /** There while prices are still being asked for. */
  prices_pending?: boolean;
  /** There when the upstream did not give the whole history. */
  history_truncated?: boolean;
  /**
   * There when a kind of rows could not be read, when a key may not read a list of an exchange account, when a chain
   * states another balance than its rows, and while a long list of new rows is read.
   */
  history_incomplete?: boolean;
  /** There when a history has so many wash sales that the sale that recognises a loss may differ. */
  wash_sales_approximate?: boolean;
  /** There while figures that an earlier release of the service computed are being computed again. */
  recomputing?: boolean;
  /** How far indexing has come; present while it runs. */
  progress?: IndexingResponse;
}

export interface OwnSaleInput {
  /** an id of your own */
  id: string;
  /** symbol */
  asset: string;
  units: Decimal;
  /** absent when unknown */
  date_acquired?: string;
  /** in the zone of your reports */
  date_sold: string;
  /** USD after fees */
  proceeds: Decimal;
  /** selling costs in USD; default 0 */
  fees?: Decimal;
  /** USD */
  cost_basis: Decimal;
  term: 'short' | 'long';
  /** the units came from another wallet; default false */
  transferred_in?: boolean;
  /** a piece that is not fungible; default false */
  is_nft?: boolean;
}

export interface OwnSalesRequest {
  own_sales: OwnSaleInput[];
}

export interface Pagination {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
  has_more: boolean;
}

export interface PairEndResponse {
  transaction_id: string;
  address: string;
  token_key: string;
  quantity: Decimal;
}

export interface PairingInput {
  /** the transaction of the other end: its id, or its hash; of any wallet of the owner */
  transaction_id: string;
  /** whether both are the ends of one transfer */
  status: 'confirmed' | 'rejected';
  /** `chain:symbol` of either end, when the transactions moved several tokens */
  token_key?: string;
}

export interface PairingResponse {
  /** The same as in the list of transfer matches. */
  match_id: string;
  status: 'confirmed' | 'rejected';
  out: PairEndResponse;
  in: PairEndResponse;
}

export interface PartnerValidation {
  /** Always true: a key that is not answers 401. */
  valid: boolean;
  partner_id: string;
  partner_name: string;
  is_active: boolean;
  /** Partners see what the highest plan sees. */
  plan_name: 'defi';
  unlimited: boolean;
}

export interface PasswordChangedResponse {
  password_changed: boolean;
}

export interface PeriodResponse {
  start: string;
  end: string;
}

export type Permission = 'read:holdings' | 'read:transactions' | 'read:lots' | 'read:tax-reports' | 'write:portfolios' | 'write:webhooks' | 'admin:api-keys';

export interface PermissionResponse {
  permission: Permission;
  description: string;
}

export interface PermissionsResponse {
  permissions: PermissionResponse[];
}

export interface PortfolioAddressInput {
  address: string;
  label?: string;
}

export interface PortfolioAddressResponse {
  chain_type: 'evm' | 'bitcoin' | 'solana' | 'exchange';
  /** As it was added. */
  address: string;
  label: string;
  added_at: string;
}

export interface PortfolioForm8949Response {
  address: string;
  tax_year: number;
  form: 'Form 8949';
  method: CostBasisMethod;
  timezone: string;
  parts: Form8949PartResponse[];
  totals: Form8949TermsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** True for a year that ends after `assumptions.law_as_of`: its rules may still change. */
  is_preliminary: boolean;
  /** Disposals without a known value, all of the year. They are in no part and in no total. */
  needs_value: Form8949RowResponse[];
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Rows the plan shows. */
  row_count: number;
  untracked_count: number;
  wash_sales_applied: boolean;
  /** True when rows are left out: such a form cannot be filed. */
  is_limited: boolean;
  /** Null for unlimited. */
  tx_limit: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted: number;
  /** What the PDF of this form is. `fields`: the official form, filled; `stamped`: the same with more than 20 copies, as text on its pages; `not_installed` and `statement` (no rows, or too many): a statement with its columns. Absent in a generated report. */
  official_form?: 'statement' | 'fields' | 'stamped' | 'not_installed';
  assumptions: AssumptionsResponse;
  disclaimer: string;
  /** The same as `address`. */
  portfolio_id: string;
}

export interface PortfolioHoldingResponse {
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  token_key: string;
  /** Null for the native coin. */
  contract_address: string | null;
  name: string;
  decimals: number;
  /** USD per unit; null when no source prices the token. */
  current_price: Decimal | null;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  price_source: string | null;
  /** The moment the price is of. */
  price_at: string | null;
  protocol: string | null;
  /** `wallet`, or `staked` for deposits. */
  position_type: 'wallet' | 'lent' | 'staked' | 'lp' | 'borrowed';
  /** Present and true when no source prices the token; it is then left out of the sums. */
  price_missing?: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` and `unrealized_gl` are then "0". */
  basis_pending?: boolean;
  /** Only with `include_spam`: true for a token that counts nowhere. Its price is not asked for. */
  is_spam?: boolean;
  /** The wallets that hold it; their amounts add up to those of the holding. */
  by_address: HoldingShareResponse[];
}

export interface PortfolioLawComparisonResponse {
  address: string;
  /** Null: every year. */
  tax_year: number | null;
  /** Always true: not for filing. */
  is_comparison: boolean;
  results: LawResultResponse[];
  assumptions: AssumptionsResponse;
  disclaimer: string;
  /** The same as `address`. */
  portfolio_id: string;
}

export interface PortfolioResponse {
  metadata: Record<string, unknown>;
  /** Of a space: what you may do there. */
  role?: 'owner' | 'preparer' | 'reviewer' | 'reader';
  id: string;
  /** The same. */
  portfolio_id: string;
  name: string;
  description: string;
  /** In the order they were added. */
  addresses: PortfolioAddressResponse[];
  address_count: number;
  /** Present and true for a space: the taxpayer has own records. */
  is_space?: boolean;
  created_at: string;
  updated_at: string;
}

export interface PortfolioScheduleDResponse {
  /** As sent; of a portfolio its id. */
  address: string;
  tax_year: number;
  form: 'Schedule D (Form 1040)';
  lines: ScheduleDLineResponse[];
  /** Null when no loss is left for the next year. */
  carryover: CarryoverResponse | null;
  /** Null without a long-term sale of a collectible. */
  collectibles: CollectiblesResponse | null;
  digital_asset_question: DigitalAssetQuestionResponse;
  /** That of its Form 8949. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** `PRELIMINARY` before the year has ended, or beyond the date of the law that is used. */
  law_status: 'PRELIMINARY' | 'FINAL';
  /** What the PDF of this schedule is. `fields`: the official form, filled; `not_installed`: a statement with its lines. */
  official_form: 'statement' | 'fields' | 'stamped' | 'not_installed';
  notes: string[];
  assumptions: AssumptionsResponse;
  /** The same as `address`. */
  portfolio_id: string;
}

export interface PortfolioTaxSummaryResponse {
  /** Null while the numbers are still being computed. */
  realized_gl_range: GainRangeResponse | null;
  address: string;
  /** Null: all years. */
  tax_year: number | null;
  total_realized_gl: Decimal;
  short_term_gains: Decimal;
  /** A positive number. */
  short_term_losses: Decimal;
  net_short_term: Decimal;
  long_term_gains: Decimal;
  /** A positive number. */
  long_term_losses: Decimal;
  net_long_term: Decimal;
  wash_sale_disallowed: Decimal;
  wash_sale_count: number;
  disposal_count: number;
  /** Disposals that wait for a value: in no total, and not in `disposal_count`. */
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Receipts of income that wait for a value: in no total. */
  income_excluded_count: number;
  /** Disposals of units whose basis is not known, and counts as 0. */
  untracked_count: number;
  /** USD, of those disposals. */
  untracked_proceeds: Decimal;
  total_proceeds: Decimal;
  total_cost_basis: Decimal;
  income: IncomeTotalsResponse | null;
  printed: PrintedTotalsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** Present and true while the numbers are still being computed; they are then zeros. */
  pending?: boolean;
  assumptions: AssumptionsResponse;
  /** The same as `address`. */
  portfolio_id: string;
  /** Each wallet's own; they add up. */
  by_address: TaxSummaryResponse[];
}

export interface PortfolioToolComparisonResponse {
  address: string;
  /** Null: the years of the files. */
  tax_year: number | null;
  tool: 'turbotax' | 'koinly' | 'cointracker';
  files: ToolTableResponse[];
  /** The first 100 rows that cannot be read. They are in no amount. */
  rows_rejected: ToolRejectedRowResponse[];
  rows_rejected_total: number;
  own: ToolAmountsResponse;
  theirs: ToolAmountsResponse;
  difference: ToolAmountsResponse;
  /** Their amounts add up to `difference`. */
  reasons: ToolReasonResponse[];
  /** Of `difference`: what has no reason. */
  unexplained: ToolAmountsResponse;
  years: ToolYearResponse[];
  /** Rows, or groups of rows, that agree. */
  agreed_count: number;
  /** Those that differ, in order of time; at most 1,000, as far as the plan shows them. */
  rows: ToolDifferenceResponse[];
  rows_total: number;
  rows_not_listed: number;
  /** Gain and income of the rows that are not listed. */
  not_listed_difference: Decimal;
  /** Rows of the files in years that are not compared. */
  rows_outside: number;
  notes: string[];
  assumptions: AssumptionsResponse;
  /** The same as `address`. */
  portfolio_id: string;
}

export interface PositionResponse {
  symbol: string;
  quantity: Decimal;
  /** USD. */
  cost_basis: Decimal;
  chain: string;
  /** `chain:symbol`, with `@contract` where two contracts share a symbol. */
  token_key: string;
  /** Null for the native coin. */
  contract_address: string | null;
  /** USD per unit. */
  average_cost: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` is then "0". */
  basis_pending?: boolean;
}

export interface PostedCostBasisResponse {
  method: CostBasisMethod;
  summary: TaxSummaryResponse;
  /** Open ones first, in time order. */
  lots: LotResponse[];
  disposals: DisposalResponse[];
  income_events: IncomeResponse[];
  wash_sales: WashSaleResponse[];
  reconciliation: ReconciliationResponse;
  assumptions: AssumptionsResponse;
}

export interface PrecomputeRequest {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** also when nothing has changed since the last time; default false */
  force?: boolean;
  /** keep the lineage of the lots for the audit trail; default true */
  persist_lineage?: boolean;
}

export interface PrecomputeResultResponse {
  /** What is missing from the history, as in `meta`. */
  history: Record<string, unknown>;
  /** As sent. */
  address: string;
  owned_wallets: string[];
  /** SHA-256 over history, prices, manual entries, policies and engine: the same hash, the same ledger. */
  input_hash: string;
  engine_version: string;
  method: CostBasisMethod;
  /** True when nothing had changed since the last run, so that nothing was stored. */
  unchanged: boolean;
  counts: LedgerCountsResponse;
  /** Null when the lineage was not kept. */
  lineage: LineageChangeResponse | null;
  tax_summary: TaxSummaryResponse;
  reconciliation: SeverityResponse;
}

export interface PriceAlertData {
  /** As sent. */
  address: string;
  symbol: string;
  chain: string;
  token_key: string;
  /** USD per unit, now. */
  price: Decimal;
  /** USD per unit, at the start of the window. */
  reference_price: Decimal;
  change_percent: Decimal;
  direction: 'up' | 'down';
  threshold_percent: Decimal;
  window: '24h';
  quantity_held: Decimal;
  triggered_at: string;
}

export interface PriceAlertEvent {
  event: 'price.alert';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: PriceAlertData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface PrintedTermResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  adjustments: Decimal;
  gain_loss: Decimal;
}

export interface PrintedTotalsResponse {
  short_term: PrintedTermResponse;
  long_term: PrintedTermResponse;
  /** Both terms. */
  gain_loss: Decimal;
  total_income: Decimal;
}

export interface ProvenRequest {
  password: string;
  /** a code of the app, or a recovery code; needed once the factor is confirmed */
  otp?: string;
}

export interface RealizedThisYearResponse {
  realized_short: Decimal;
  realized_long: Decimal;
}

export interface ReasonTotalResponse {
  reason: 'missing_price' | 'duplicate' | 'missing_in_books' | 'unexplained' | 'transferred_in_no_basis' | 'basis_not_reported' | 'method_differs' | 'fee_gross_net' | 'aggregate_reporting' | 'year_edge' | 'missing_at_broker' | 'price_differs' | 'term_differs';
  count: number;
  /** Broker - own records. */
  proceeds_difference: Decimal;
  cost_basis_difference: Decimal;
}

export interface ReceivedResponse {
  received: boolean;
}

export interface ReconciliationResponse {
  address: string;
  severity: 'ok' | 'warning' | 'critical';
  total_issues: number;
  /** Lots whose origin is known, in percent of all. */
  lineage_completeness_percent: Decimal;
  untracked_lots: UntrackedLotResponse[];
  duplicate_transactions: DuplicateResponse[];
  missing_prices: MissingPriceResponse[];
  lineage_breaks: BrokenLineageResponse[];
  counts: IssueCountsResponse;
  balance_check: BalanceCheckResponse[];
  /**
   * Units on a bridge, sent to an address that is not known, or received from one, without the other end. They
   * do not count to the severity.
   */
  unmatched_transfers: UnmatchedTransferResponse[];
  /** Length of the whole list of unmatched transfers. */
  unmatched_count: number;
  /**
   * Units that left an exchange account or went over a bridge, of which the other end is not known or nobody said what
   * the operation was. They are no sale, and the forms of their year are not complete. They do not count to the severity.
   */
  held_outflows: HeldOutflowResponse[];
  /** Length of the whole list of held outflows. */
  held_outflow_count: number;
  /** Decisions that apply to no transaction any more. They do not count to the severity. */
  lost_decisions: LostDecisionResponse[];
  transactions_processed: number;
  lots_total: number;
  /** True when part of the history is missing. */
  truncated: boolean;
  generated_at: string;
}

export interface ReconciliationShortResponse {
  /** `ok`, `warning` or `critical`; null while nothing is known of the wallet. */
  severity: 'ok' | 'warning' | 'critical' | null;
  /** Null while nothing is known of the wallet. */
  total_issues: number | null;
  /** Present and true while the ledger is still being computed. */
  pending?: boolean;
}

export interface RecoveryCodesResponse {
  /** Shown once. Each is valid once in place of a code. The codes before are not valid any more. */
  recovery_codes: string[];
}

export interface RedeemLinkRequest {
  /** the token of the mailed link */
  token: string;
  /** a code of the app, or a recovery code; needed where the account has a second factor */
  otp?: string;
}

export interface RedeliveryResponse {
  event_type: EventType;
  webhook_id: string;
  /** That of the first delivery. */
  event_id: string;
  /** Number of the attempt, which is in the log as soon as it begins. */
  attempt: number;
}

export interface RefreshResponse {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
}

export interface RefusedListResponse {
  name: string;
  /** The part of the account that has the list. */
  part: 'trades' | 'deposits' | 'withdrawals' | 'ledger' | 'balances';
  /**
   * `permission`: the key may not read it, or the exchange does not offer it to the account. `short_history`: the
   * exchange keeps its last months only.
   */
  reason: 'short_history' | 'permission';
  /**
   * What takes its place. `file`: rows that were imported later. `owner`: the statement that it is empty. Null: rows
   * can be missing, and forms are `INCOMPLETE`.
   */
  covered_by: 'owner' | 'file' | null;
  covered_at: string | null;
}

export interface RejectMatchRequest {
  reason?: 'not_mine' | 'wrong_pair' | 'other';
}

export interface RejectedRowResponse {
  /** Place of the file among those sent, from 1. */
  file: number;
  /** Sheet of a workbook, or file in an archive, where there are several. */
  table: string | null;
  /** Line of that table, from 1. */
  line: number;
  /** With the cell as it stands, where one is the cause. */
  reason: string;
}

export interface RemovedDecisionResponse {
  /** False for a preview. */
  deleted: boolean;
  entry_id: string;
  transaction_id: string;
  /** True when nothing was changed. */
  preview: boolean;
  impact: ImpactResponse;
}

export interface RemovedExternalResponse {
  deleted: boolean;
  transaction_id: string;
  impact: ImpactResponse;
}

export interface RemovedMemberResponse {
  deleted: boolean;
  user_id: string;
}

export interface RemovedVisibilityResponse {
  /** False for a preview. */
  deleted: boolean;
  entry_id: string;
  token_key: string;
  /** True when nothing was changed. */
  preview: boolean;
  impact: ImpactResponse;
}

export interface ReportSummaryResponse {
  /** Null while the numbers are still being computed. */
  realized_gl_range: GainRangeResponse | null;
  address: string;
  /** Null: all years. */
  tax_year: number | null;
  total_realized_gl: Decimal;
  short_term_gains: Decimal;
  /** A positive number. */
  short_term_losses: Decimal;
  net_short_term: Decimal;
  long_term_gains: Decimal;
  /** A positive number. */
  long_term_losses: Decimal;
  net_long_term: Decimal;
  wash_sale_disallowed: Decimal;
  wash_sale_count: number;
  disposal_count: number;
  /** Disposals that wait for a value: in no total, and not in `disposal_count`. */
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Receipts of income that wait for a value: in no total. */
  income_excluded_count: number;
  /** Disposals of units whose basis is not known, and counts as 0. */
  untracked_count: number;
  /** USD, of those disposals. */
  untracked_proceeds: Decimal;
  total_proceeds: Decimal;
  total_cost_basis: Decimal;
  income: IncomeTotalsResponse | null;
  printed: PrintedTotalsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** Present and true while the numbers are still being computed; they are then zeros. */
  pending?: boolean;
  assumptions: AssumptionsResponse;
}

export interface RequestTimeout {
  error: 'Request timeout';
}

export interface ResendResponse {
  /** False when the address is verified already, or mails were asked for too often. */
  sent: boolean;
  email_verified: boolean;
}

export interface ResetPasswordResponse {
  /** the token of the mailed link */
  token: string;
  /** not one of the common ones */
  password: string;
}

export interface ResetResponse {
  password_reset: boolean;
}

export interface ReviewedExchangeAccountResponse {
  id: string;
  user_id: string;
  exchange: string;
  last_sync_at: string | null;
}

export interface ReviewedKeyResponse {
  permissions: Permission[];
  /** Null: never. */
  days_since_used: number | null;
  flags: ('never_used' | 'inactive' | 'admin' | 'all_permissions')[];
  user_id: string;
  id: string;
  key_prefix: string;
  name: string;
  /** False for a key that is disabled, revoked or expired. */
  is_active: boolean;
  total_requests: number;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  revoke_reason: string | null;
  /** Null: the key does not expire. */
  expires_at: string | null;
  /** Until when the text before the last rotation is valid. */
  previous_valid_until: string | null;
}

export interface ReviewedWebhookResponse {
  id: string;
  user_id: string;
  url_host: string;
  is_active: boolean;
  /** Its last delivery failed. */
  failing: boolean;
}

export interface RevokedApiKeyResponse {
  deleted: boolean;
  key_id: string;
  /** Of the first revocation. */
  reason: string | null;
}

export interface RevokedInvitationResponse {
  revoked: boolean;
  id: string;
}

export interface RotateApiKeyRequest {
  /** how long the key before stays valid; 0: not at all; default 24 */
  overlap_hours?: number;
}

export interface RotateSecretRequest {
  /** how long the old secret also signs `webhook-signature`; 0: not at all; default 24 */
  overlap_hours?: number;
}

export interface RotatedSecretResponse {
  webhook_id: string;
  secret: string;
  /** The same secret for the libraries of Standard Webhooks. */
  standard_secret: string;
  message: string;
}

export interface RwaDisposalResponse {
  token_symbol: string;
  /** As sent. */
  wallet_address: string;
  disposal_id: string;
  /** As in the disposals of the wallet. */
  disposal_type: string;
  quantity: number;
  /** Null when unknown. */
  acquisition_date: string | null;
  disposal_date: string;
  term: 'long' | 'short';
  /** Of the days of the year; it is in the interest of the year. Null without a known cost or yield. */
  accrued_yield_usd: number | null;
  /** Null without a known value, and for units that were given away or lost. */
  proceeds_usd: number | null;
  /** Null when unknown. */
  cost_basis_usd: number | null;
  /** `proceeds_usd` less `cost_basis_usd`, as on Form 8949. */
  gain_loss_usd: number | null;
  /** Yield of all days that is in the proceeds. 0 where interest is paid in units. */
  basis_step_usd: number;
  /** The basis where the yield of all years was reported as income. */
  adjusted_basis_usd: number | null;
  /** The gain with that basis: it counts the yield once. */
  adjusted_gain_loss_usd: number | null;
  /** What the holder owned. */
  legal_form: string;
  /** Of the yield. */
  likely_character: string;
  /** Null: the issuer sends none. */
  issuer_statement: string | null;
  /** The law from which the character follows. */
  character_source: string;
}

export interface RwaGainsResponse {
  short_term: NoGainsResponse;
  long_term: NoGainsResponse;
  total_gains_usd: number;
  total_losses_usd: number;
  net_usd: number;
  form: 'Form 8949';
}

export interface RwaHoldingResponse {
  symbol: string;
  name: string;
  /** On all indexed chains together. */
  balance: number;
  issuer: string;
  underlying: string;
  yield_type: 'accrual' | 'rebase' | 'nav_distribution';
  tax_treatment: 'interest_income';
  restricted: boolean;
  restriction_note: string;
  investor_req: string;
  is_rwa: boolean;
  /** 1 when no live value is to be had; `data_source` is then `default`. */
  current_nav_usd: number;
  current_value_usd: number;
  /** Decimal fraction; null when not to be had. */
  annualized_yield: number | null;
  /** `defillama` (with the moment of the figures when they are old), `configuration` or `default`. */
  data_source: string;
  /** Present when cost and yield are known. */
  accrued_yield_usd?: number;
  /** Present when cost and yield are known: accrued yield / cost. */
  yield_vs_cost?: number;
}

export interface RwaHoldingsResponse {
  rwa_holdings: RwaHoldingResponse[];
  summary: RwaSummaryResponse;
  /** As sent. */
  wallet_address: string;
}

export interface RwaReportResponse {
  interest_income: InterestIncomeResponse;
  /** Disposals of the year, oldest first. Their gains are in no total of this report. */
  disposed_positions: RwaDisposalResponse[];
  capital_gains: RwaGainsResponse;
  summary: RwaTaxSummaryResponse;
  tax_year: number;
  disclaimer: string;
}

export interface RwaSummaryResponse {
  total_rwa_positions: number;
  total_rwa_value_usd: number;
  /** Of the holdings with a known one: it can be too low. */
  total_accrued_yield_usd: number;
}

export interface RwaTaxReportResponse {
  tax_report: RwaReportResponse;
  /** As sent. */
  wallet_address: string;
  tax_year: number;
  /** The rows as CSV text. */
  csv_export: string;
}

export interface RwaTaxSummaryResponse {
  total_taxable_income_usd: number;
  total_capital_gains_usd: number;
  total_capital_losses_usd: number;
  note: string;
}

export interface RwaTokenDetailResponse {
  live_data: LiveDataResponse;
  symbol: string;
  name: string;
  /** `treasury`, `yield_stablecoin` or `experimental`. */
  type: 'treasury' | 'yield_stablecoin' | 'experimental';
  issuer: string;
  underlying: string;
  /** `accrual`, `rebase` or `nav_distribution`. */
  yield_type: 'accrual' | 'rebase' | 'nav_distribution';
  tier: number;
  tax_treatment: 'interest_income';
  restricted: boolean;
  restriction_note: string;
  investor_req: string;
  /** Networks the issuer names. */
  chains: string[];
}

export interface RwaTokenResponse {
  symbol: string;
  name: string;
  /** `treasury`, `yield_stablecoin` or `experimental`. */
  type: 'treasury' | 'yield_stablecoin' | 'experimental';
  issuer: string;
  underlying: string;
  /** `accrual`, `rebase` or `nav_distribution`. */
  yield_type: 'accrual' | 'rebase' | 'nav_distribution';
  tier: number;
  tax_treatment: 'interest_income';
  restricted: boolean;
  restriction_note: string;
  investor_req: string;
  /** Networks the issuer names. */
  chains: string[];
}

export interface RwaTokensResponse {
  tokens: RwaTokenResponse[];
  count: number;
}

export interface RwaYieldSummaryResponse {
  yield_summary: YieldSummaryResponse;
  /** One for each position whose yield is known. */
  records: YieldRecordResponse[];
  /** As sent. */
  wallet_address: string;
}

export interface Schedule1Response {
  rows: IncomeResponse[];
  is_limited: boolean;
  tx_limit: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted: number;
  address: string;
  tax_year: number;
  form: string;
  by_type: IncomeByTypeResponse;
  /** Where the year's return reports `line_8v_total`. */
  line: string;
  /** Airdrops, staking, mining and other, without income of a business. */
  line_8v_total: Decimal;
  /** Income of the types in `business_income` of the tax settings: gross receipts of Schedule C. */
  schedule_c_total: Decimal;
  schedule_b_interest_total: Decimal;
  total: Decimal;
  /** Receipts of the year. */
  count: number;
  /** Receipts of the year without a known value. They are listed and in no sum. */
  excluded_count: number;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  assumptions: AssumptionsResponse;
}

export interface Schedule1SummaryResponse {
  address: string;
  tax_year: number;
  form: string;
  by_type: IncomeByTypeResponse;
  /** Where the year's return reports `line_8v_total`. */
  line: string;
  /** Airdrops, staking, mining and other, without income of a business. */
  line_8v_total: Decimal;
  /** Income of the types in `business_income` of the tax settings: gross receipts of Schedule C. */
  schedule_c_total: Decimal;
  schedule_b_interest_total: Decimal;
  total: Decimal;
  /** Receipts of the year. */
  count: number;
  /** Receipts of the year without a known value. They are listed and in no sum. */
  excluded_count: number;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  assumptions: AssumptionsResponse;
}

export interface ScheduleDLineResponse {
  line: string;
  caption: string;
  /** Column (d). */
  proceeds: Decimal | null;
  /** Column (e). */
  cost_basis: Decimal | null;
  /** Column (g). */
  adjustments: Decimal | null;
  /** Column (h). A loss is negative. */
  gain_loss: Decimal;
  /** What rows of the line rest on that is not known, as in `status_reasons`. */
  review: ('history_incomplete' | 'no_other_end' | 'unknown_operation' | 'unknown_basis' | 'uncertain_type' | 'missing_value' | 'rows_not_shown' | 'possibly_counted_twice' | 'missing_in_books' | 'wash_sales_approximate')[];
}

export interface ScheduleDResponse {
  /** As sent; of a portfolio its id. */
  address: string;
  tax_year: number;
  form: 'Schedule D (Form 1040)';
  lines: ScheduleDLineResponse[];
  /** Null when no loss is left for the next year. */
  carryover: CarryoverResponse | null;
  /** Null without a long-term sale of a collectible. */
  collectibles: CollectiblesResponse | null;
  digital_asset_question: DigitalAssetQuestionResponse;
  /** That of its Form 8949. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** `PRELIMINARY` before the year has ended, or beyond the date of the law that is used. */
  law_status: 'PRELIMINARY' | 'FINAL';
  /** What the PDF of this schedule is. `fields`: the official form, filled; `not_installed`: a statement with its lines. */
  official_form: 'statement' | 'fields' | 'stamped' | 'not_installed';
  notes: string[];
  assumptions: AssumptionsResponse;
}

export interface SessionResponse {
  session_id: string;
  /** True for the session of this request. */
  is_current: boolean;
  created_at: string;
  /** The login, or the last refresh. */
  last_active_at: string;
  expires_at: string;
  /** Of the login. Empty when it is unknown. */
  ip_address: string;
  /** Of the login. */
  user_agent: string;
}

export interface SessionUser {
  /** JWT, good for 15 minutes. */
  access_token: string;
  /** JWT, good for 7 days. */
  refresh_token: string;
  id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  /** `free`, `basic`, `professional` or `defi`. */
  plan_name: 'free' | 'basic' | 'professional' | 'defi';
  plan_expired: boolean;
}

export interface SeverityResponse {
  severity: 'ok' | 'warning' | 'critical';
  total_issues: number;
}

export interface SignupRequest {
  email: string;
  /** not one of the common ones */
  password: string;
  full_name?: string;
  /** must be true */
  accepted_terms: boolean;
}

export interface SignupResponse {
  email: string;
  full_name: string;
  email_verified: boolean;
  verification_email_sent: boolean;
  message: string;
}

export interface SourceResponse {
  /** `wallet` or `exchange`. */
  type: 'exchange' | 'wallet';
  /** Address as it was linked, or id of the account. */
  id: string;
  label: string;
}

export interface SourceShareResponse {
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** `wallet` or `exchange`. */
  type: 'exchange' | 'wallet';
  /** Address as it was linked, or id of the account. */
  id: string;
  label: string;
}

export interface SourceTaxResponse {
  /** `wallet` or `exchange`. */
  type: 'exchange' | 'wallet';
  /** Address as it was linked, or id of the account. */
  id: string;
  label: string;
  /** USD. */
  total_realized_gl: Decimal;
  /** USD. */
  total_income: Decimal;
  disposal_count: number;
  /** Disposals of units whose basis is not known. */
  untracked_count: number;
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
}

export interface SourceTotalResponse {
  /** `wallet` or `exchange`. */
  type: 'exchange' | 'wallet';
  /** Address as it was linked, or id of the account. */
  id: string;
  label: string;
  /** USD. */
  total_value: Decimal;
  /** USD, of the holdings with a price. */
  total_cost_basis: Decimal;
  /** Holdings without a price: not in the totals. */
  unpriced: UnpricedResponse;
}

export interface SpaceInvitationResponse {
  role: 'owner' | 'preparer' | 'reviewer' | 'reader';
  status: 'open' | 'accepted' | 'revoked' | 'expired';
  id: string;
  email: string;
  /** Null when that account was deleted. */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

export interface SpaceMemberResponse {
  role: 'owner' | 'preparer' | 'reviewer' | 'reader';
  user_id: string;
  email: string;
  full_name: string;
  joined_at: string;
}

export interface StaleChain {
  chain: string;
  /** Of another wallet of the same owner. */
  address?: string;
  /** Null when reading on has not finished. */
  code: string | null;
  indexed_at: string;
}

export interface StandingSelectionAssumption {
  wallet_address: string;
  /** Ids of lots, or of the transactions of their acquisitions, in the order in which they leave. */
  lots: string[];
  applies_to: string[];
  effective_from: string;
  /** Null while the order holds. */
  ended_at: string | null;
  /** When the taxpayer's own records held the order, as the taxpayer states it. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told of it. Null: it was not, or no broker holds the units. */
  communicated_to_broker_at: string | null;
}

export interface StandingSelectionInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** of an account at a broker: when the broker was told. From 2027 on an order holds there from then on; a time before now needs evidence */
  communicated_to_broker_at?: DateOrTime;
  /** what shows that the broker was told then */
  evidence?: EvidenceInput;
  /** default: now, or communicated_to_broker_at. A time before now needs stated_recorded_at or a broker that was told by then: a late order is not applied */
  effective_from?: DateOrTime;
  /** when your own books and records held the order, not after effective_from; reports print it as stated by you */
  stated_recorded_at?: DateOrTime;
  address: string;
  /** `chain:symbol` of a token of the wallet */
  token_key: string;
  /** the lots in the order in which they leave */
  lots: NamedLotInput[];
  /** what takes these lots: `disposals` without fees, own `transfers`, `fees`; default disposals */
  applies_to?: ('disposals' | 'transfers' | 'fees')[];
}

export interface StandingSelectionShape {
  /** `standing_selection` */
  kind: 'standing_selection';
  address: string;
  token_key: string;
  lots: NamedLotResponse[];
  applies_to: ('disposals' | 'transfers' | 'fees')[];
  effective_from: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. */
  stated_recorded_at: string | null;
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. */
  communicated_to_broker_at: string | null;
  evidence: EvidenceResponse | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface StatusReasonResponse {
  reason: 'history_incomplete' | 'no_other_end' | 'unknown_operation' | 'unknown_basis' | 'uncertain_type' | 'missing_value' | 'rows_not_shown' | 'possibly_counted_twice' | 'missing_in_books' | 'wash_sales_approximate';
  /** What this reason alone makes of the form. */
  status: 'REVIEW' | 'INCOMPLETE';
  /** Rows, receipts or held units; of `history_incomplete` the gaps. */
  count: number;
  /** USD with two decimals: proceeds of the rows, value of held units and receipts, gain or loss of an uncertain type, basis without a value. Null when it is not known. */
  amount_usd: Decimal | null;
}

export interface StoredBasisPartResponse {
  quantity: Decimal;
  cost_basis: Decimal;
  acquisition_date: string;
  /** Of a gift: fair value when it was received. Null when not stated. */
  value_at_gift_usd: Decimal | null;
}

export interface SyncNotes {
  /** True while the history or its prices are incomplete; a later request returns more. */
  partial: boolean;
  /** The same: work goes on in the background. */
  still_indexing: boolean;
  /** Chains that could not be read; empty when all were. */
  unavailable_chains: UnreadChain[];
  /** True when the plan shows only part of the transactions. */
  is_limited: boolean;
  /** Chains of which an older reading is shown. */
  stale_chains?: StaleChain[];
  /** True while the history is still being read: what is not listed may exist. */
  balances_pending: boolean;
  /** There while prices are still being asked for. */
  prices_pending?: boolean;
  /** There when the upstream did not give the whole history. */
  history_truncated?: boolean;
  /**
   * There when a kind of rows could not be read, when a key may not read a list of an exchange account, when a chain
   * states another balance than its rows, and while a long list of new rows is read.
   */
  history_incomplete?: boolean;
  /** There when a history has so many wash sales that the sale that recognises a loss may differ. */
  wash_sales_approximate?: boolean;
  /** There while figures that an earlier release of the service computed are being computed again. */
  recomputing?: boolean;
  /** How far indexing has come; present while it runs. */
  progress?: IndexingResponse;
}

export interface SyncPartResponse {
  /** `never`, `ok`, `error`, or `unsupported` when the exchange has no such list. */
  status: 'ok' | 'never' | 'error' | 'unsupported';
  /** Stored rows. */
  count: number;
  /** Time of the newest row, or of the oldest that can change. */
  cursor_at: string | null;
  error: string | null;
}

export interface SyncPartsResponse {
  trades: SyncPartResponse;
  deposits: SyncPartResponse;
  withdrawals: SyncPartResponse;
  ledger: SyncPartResponse;
  balances: SyncPartResponse;
}

export interface SyncRequest {
  /** read all lists from their beginning; default false */
  full?: boolean;
}

export interface SyncStatusResponse {
  account_id: string;
  /** `never`, `queued`, `running`, `ok` or `error`. */
  status: 'ok' | 'never' | 'error' | 'running' | 'queued';
  parts: SyncPartsResponse;
  refused_lists: RefusedListResponse[];
  /** When the account was last read, also where one of its lists is refused. */
  last_sync_at: string | null;
  /** Null without a further sync by itself: the key was refused, or the history comes from files. */
  next_sync_at: string | null;
  last_error: string | null;
  job_id: string | null;
}

export interface TaxReportResponse {
  address: string;
  tax_year: number;
  tax_summary: TaxSummaryResponse;
  disposals: DisposalResponse[];
  income_events: IncomeResponse[];
  /** Empty with `include_lots=false`. */
  lots: LotResponse[];
  wash_sales: WashSaleResponse[];
  reconciliation: ReconciliationResponse;
  assumptions: AssumptionsResponse;
}

export interface TaxRuleResponse {
  /** The rule of classification that decided. */
  rule: string;
  treatment: string;
  authority: string;
  /** Method of record. */
  method: CostBasisMethod;
}

export interface TaxSettingsInput {
  /** IANA zone of tax days and years */
  timezone?: string;
  /** gas of transfers between own wallets */
  gas_policy?: 'dispose' | 'capitalize';
  /** wrapping 1:1 */
  wrap_policy?: 'carry' | 'taxable';
  /** deposits that give a receipt */
  deposit_policy?: 'mixed' | 'carry' | 'taxable';
  /** of Form 1040: it limits the losses on Schedule D */
  filing_status?: 'single' | 'married_filing_jointly' | 'married_filing_separately' | 'head_of_household' | 'qualifying_surviving_spouse';
  /** income types of your trade or business: Schedule C instead of Schedule 1 */
  business_income?: ('airdrop' | 'staking_reward' | 'mining_reward' | 'other')[];
  /** NFTs that stand for a collectible, such as a work of art or a gem (Notice 2023-27): code C of Form 8949 */
  collectible_nfts?: CollectibleNftInput[];
}

export interface TaxSettingsResponse {
  /** IANA zone of tax days and years. */
  timezone: string;
  gas_policy: 'dispose' | 'capitalize';
  wrap_policy: 'carry' | 'taxable';
  deposit_policy: 'mixed' | 'carry' | 'taxable';
  filing_status: 'single' | 'married_filing_jointly' | 'married_filing_separately' | 'head_of_household' | 'qualifying_surviving_spouse' | null;
  /** Income types of a trade or business. */
  business_income: ('airdrop' | 'staking_reward' | 'mining_reward' | 'other')[];
  /** NFTs that stand for a collectible: code C of Form 8949. */
  collectible_nfts: CollectibleNftResponse[];
  /** Names of the settings that the taxpayer chose. */
  chosen: string[];
  /** When the taxpayer changed them last. */
  updated_at: string | null;
}

export interface TaxSummaryResponse {
  /** Null while the numbers are still being computed. */
  realized_gl_range: GainRangeResponse | null;
  address: string;
  /** Null: all years. */
  tax_year: number | null;
  total_realized_gl: Decimal;
  short_term_gains: Decimal;
  /** A positive number. */
  short_term_losses: Decimal;
  net_short_term: Decimal;
  long_term_gains: Decimal;
  /** A positive number. */
  long_term_losses: Decimal;
  net_long_term: Decimal;
  wash_sale_disallowed: Decimal;
  wash_sale_count: number;
  disposal_count: number;
  /** Disposals that wait for a value: in no total, and not in `disposal_count`. */
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Receipts of income that wait for a value: in no total. */
  income_excluded_count: number;
  /** Disposals of units whose basis is not known, and counts as 0. */
  untracked_count: number;
  /** USD, of those disposals. */
  untracked_proceeds: Decimal;
  total_proceeds: Decimal;
  total_cost_basis: Decimal;
  income: IncomeTotalsResponse | null;
  printed: PrintedTotalsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** Present and true while the numbers are still being computed; they are then zeros. */
  pending?: boolean;
}

export interface TestData {
  message: string;
  webhook_id: string;
}

export interface TestEvent {
  event: 'test';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: TestData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface TestResultResponse {
  test_result: 'success' | 'failed';
  log: DeliveryLogResponse;
}

export interface TestWebhookRequest {
  /** the event to send, with invented data; default `test` */
  event?: 'test' | 'transaction.new' | 'lot.created' | 'lot.consumed' | 'wash_sale.detected' | 'price.alert' | 'calculation.complete';
}

export interface TokenYieldResponse {
  balance: number;
  current_value_usd: number;
  /** Null without a known cost or yield. */
  accrued_yield_usd: number | null;
  /** Decimal fraction; null when not to be had. */
  annualized_rate: number | null;
  yield_type: 'accrual' | 'rebase' | 'nav_distribution';
}

export interface ToolAmountsResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  /** Before wash sales. */
  gain_loss: Decimal;
  income: Decimal;
}

export interface ToolComparisonRequest {
  /** 1 to 5 files of one tool in US dollars: Koinly capital gains and income, CoinTracker capital gains, or a TurboTax CSV; CSV, Excel .xlsx or zip, together at most 32 MiB and 100,000 rows */
  file: Blob[];
  /** order of dates such as 05/06/2024, for files in which every such date can be read both ways */
  date_order?: 'mdy' | 'dmy';
}

export interface ToolComparisonResponse {
  address: string;
  /** Null: the years of the files. */
  tax_year: number | null;
  tool: 'turbotax' | 'koinly' | 'cointracker';
  files: ToolTableResponse[];
  /** The first 100 rows that cannot be read. They are in no amount. */
  rows_rejected: ToolRejectedRowResponse[];
  rows_rejected_total: number;
  own: ToolAmountsResponse;
  theirs: ToolAmountsResponse;
  difference: ToolAmountsResponse;
  /** Their amounts add up to `difference`. */
  reasons: ToolReasonResponse[];
  /** Of `difference`: what has no reason. */
  unexplained: ToolAmountsResponse;
  years: ToolYearResponse[];
  /** Rows, or groups of rows, that agree. */
  agreed_count: number;
  /** Those that differ, in order of time; at most 1,000, as far as the plan shows them. */
  rows: ToolDifferenceResponse[];
  rows_total: number;
  rows_not_listed: number;
  /** Gain and income of the rows that are not listed. */
  not_listed_difference: Decimal;
  /** Rows of the files in years that are not compared. */
  rows_outside: number;
  notes: string[];
  assumptions: AssumptionsResponse;
}

export interface ToolDifferenceResponse {
  tax_year: number;
  symbol: string;
  /** `YYYY-MM-DD` in the report zone. Null: only the tool has the row. */
  own_date: string | null;
  /** As the tool dates it. Null: the tool has no such row. */
  their_date: string | null;
  own: ToolAmountsResponse;
  theirs: ToolAmountsResponse;
  /** In the order in which they are tried. Their amounts add up to the difference. */
  reasons: ToolReasonPartResponse[];
  own_rows: number;
  their_rows: number;
  /** At most ten. */
  transactions: ToolTransactionResponse[];
  /** At most ten. */
  lines: ToolLineResponse[];
}

export interface ToolLineResponse {
  /** Place of the file among those sent, from 1. */
  file: number;
  /** Line of its table, from 1. */
  line: number;
}

export interface ToolReasonPartResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  /** Before wash sales. */
  gain_loss: Decimal;
  income: Decimal;
  reason: 'rounding' | 'method' | 'duplicate' | 'spam' | 'missing_transfer' | 'wallet_vs_universal' | 'only_there' | 'only_here' | 'fee_handling' | 'price_source' | 'income_basis' | 'time_zone' | 'term' | 'unexplained';
}

export interface ToolReasonResponse {
  proceeds: Decimal;
  cost_basis: Decimal;
  /** Before wash sales. */
  gain_loss: Decimal;
  income: Decimal;
  /** Rows, or groups of rows, with this reason. */
  count: number;
  reason: 'rounding' | 'method' | 'duplicate' | 'spam' | 'missing_transfer' | 'wallet_vs_universal' | 'only_there' | 'only_here' | 'fee_handling' | 'price_source' | 'income_basis' | 'time_zone' | 'term' | 'unexplained';
}

export interface ToolRejectedRowResponse {
  /** Place of the file among those sent, from 1. */
  file: number;
  table: string | null;
  /** Line of that table, from 1. */
  line: number;
  reason: string;
}

export interface ToolTableResponse {
  /** Place of the file among those sent, from 1. */
  file: number;
  /** Sheet of a workbook, or file in an archive, where there are several. */
  table: string | null;
  /** The layout. `unknown`: a table beside others that are known. */
  format: string;
  rows_read: number;
  rows_rejected: number;
}

export interface ToolTransactionResponse {
  wallet_address: string;
  transaction_id: string;
  tx_hash: string | null;
}

export interface ToolYearResponse {
  tax_year: number;
  own: ToolAmountsResponse;
  theirs: ToolAmountsResponse;
  /** Of the difference: sales that the tool dates in another year. */
  moved: ToolAmountsResponse;
}

export interface TotpConfirmedResponse {
  totp_enabled: boolean;
  /** Shown once. Each is valid once in place of a code. */
  recovery_codes: string[];
}

export interface TotpRemovedResponse {
  deleted: boolean;
}

export interface TotpStartedResponse {
  /** Base32, for apps that do not read the URL. */
  secret: string;
  /** What an app reads from a QR code. */
  otpauth_url: string;
}

export interface TrackRequest {
  /** chains of the result; default all readable chains */
  chains?: ChainName[];
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** a name for it */
  label?: string;
}

export interface TrackResultResponse {
  /** What is missing from the history, as in `meta`. */
  history: Record<string, unknown>;
  /** As sent. */
  address: string;
  chains: ChainReportResponse[];
  transaction_count: number;
  last_indexed_at: string | null;
}

export interface TradeCompletionInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  address: string;
  tx_hash: string;
  /** `chain:symbol` of the leg on the chain */
  token_key: string;
  /** direction of the units on the chain */
  side: 'in' | 'out';
  /** `USD` or a symbol: what was paid or received */
  counter_asset: string;
  counter_quantity: Decimal;
  /** USD value of what was paid or received, before fees */
  counter_value_usd: Decimal;
  /** in USD, paid outside; default 0 */
  fee_usd?: Decimal;
  /** of a purchase: not after the units came; default then */
  executed_at?: DateOrTime;
}

export interface TradeCompletionShape {
  /** `trade_completion` */
  kind: 'trade_completion';
  address: string;
  tx_hash: string;
  token_key: string;
  /** `in` or `out`. */
  side: 'in' | 'out';
  counter_asset: string;
  counter_quantity: Decimal;
  counter_value_usd: Decimal;
  fee_usd: Decimal;
  /** Null: at the time of the chain. */
  executed_at: string | null;
  id: string;
  note: string;
  is_active: boolean;
  created_at: string;
  deactivated_at: string | null;
}

export interface TransactionDetailResponse {
  transaction_id: string;
  /** Null for what no chain knows of: an entry made by hand. */
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  block_number: number | null;
  type: TransactionType;
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  status: 'failed' | 'success';
  from: string | null;
  to: string | null;
  protocol: string | null;
  legs: TransactionLegResponse[];
  fee: TransactionFeeResponse | null;
  /** USD, of the disposals it made; null when it made none. */
  gain_loss: Decimal | null;
  /** `missing`: a value it needs is not known. Its disposals are then in no total. */
  value_status: 'known' | 'missing';
  is_spam: boolean;
  flags: ('missing_price' | 'unmatched' | 'not_identified_to_broker' | 'provider_price_disagrees' | 'classification_uncertain' | 'manual' | 'untracked' | 'duplicate' | 'missing_metadata' | 'history_incomplete' | 'burn' | 'review')[];
  prices: TransactionPriceResponse[];
  /** Of any wallet of the owner. */
  lots_created: LotResponse[];
  lots_consumed: LotUseResponse[];
  disposals: DisposalResponse[];
  income: IncomeResponse[];
  tax_rule: TaxRuleResponse;
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. */
  choices: ('withdrawal' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'buy' | 'sell' | 'internal_transfer' | 'lp_add' | 'lp_remove' | 'borrow' | 'repay' | 'deposit' | 'spam')[];
  /** Null for what no chain reported: what a user enters by hand. */
  source: ChainSourceResponse | null;
}

export interface TransactionFeeResponse {
  symbol: string;
  token_key: string;
  quantity: Decimal;
  /** USD; null when no price is known. */
  value_usd: Decimal | null;
}

export interface TransactionLegResponse {
  price_source: string | null;
  counterparty: string | null;
  /** True when the counterparty is another wallet of the same owner. */
  is_internal: boolean;
  direction: 'in' | 'out';
  symbol: string;
  token_key: string;
  contract_address: string | null;
  quantity: Decimal;
  /** USD; null when no price is known. */
  value_usd: Decimal | null;
}

export interface TransactionNewData {
  fee: EventFeeShape | null;
  /** As sent. */
  address: string;
  chain: string;
  transaction_id: string;
  /** Null when an exchange states none. */
  tx_hash: string | null;
  timestamp: string;
  type: TransactionType;
  block_number: number | null;
  legs: LegShape[];
}

export interface TransactionNewEvent {
  event: 'transaction.new';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: TransactionNewData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface TransactionPriceResponse {
  /** `in` and `out` are the legs. */
  role: 'fee' | 'in' | 'out';
  token_key: string;
  symbol: string;
  quantity: Decimal;
  /** USD per unit; null when no source prices it. */
  price: Decimal | null;
  /**
   * A provider; `trade`: the other side of the same trade; `stated_by_exchange`: the file or the API of the exchange;
   * `manual`: the owner.
   */
  price_source: string | null;
  /** The moment the price is of. */
  price_at: string | null;
  /** USD. */
  value_usd: Decimal | null;
}

export interface TransactionResponse {
  transaction_id: string;
  /** Null for what no chain knows of: an entry made by hand. */
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  block_number: number | null;
  type: TransactionType;
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  status: 'failed' | 'success';
  from: string | null;
  to: string | null;
  protocol: string | null;
  legs: TransactionLegResponse[];
  fee: TransactionFeeResponse | null;
  /** USD, of the disposals it made; null when it made none. */
  gain_loss: Decimal | null;
  /** `missing`: a value it needs is not known. Its disposals are then in no total. */
  value_status: 'known' | 'missing';
  is_spam: boolean;
  flags: ('missing_price' | 'unmatched' | 'not_identified_to_broker' | 'provider_price_disagrees' | 'classification_uncertain' | 'manual' | 'untracked' | 'duplicate' | 'missing_metadata' | 'history_incomplete' | 'burn' | 'review')[];
}

export type TransactionType = 'buy' | 'sell' | 'swap' | 'transfer_in' | 'transfer_out' | 'internal_transfer' | 'bridge' | 'wrap' | 'unwrap' | 'income' | 'stake' | 'unstake' | 'lp_add' | 'lp_remove' | 'borrow' | 'repay' | 'approve' | 'spend' | 'fee_only' | 'failed' | 'unknown';

export interface TransactionValueInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** USD of each side of the trade, or of all units; this or fee_value_usd, or both */
  value_usd?: Decimal;
  /** USD of the fees that `needs-price` lists in `fees`, together */
  fee_value_usd?: Decimal;
}

export interface TransactionValueResponse {
  /** Null for a preview. */
  entry_id: string | null;
  transaction_id: string;
  tx_hash: string | null;
  /** USD. Null where only a value of the fee was stated. */
  value_usd: Decimal | null;
  /** USD. Null where none was stated. */
  fee_value_usd: Decimal | null;
  note: string;
  /** True when nothing was stored. */
  preview: boolean;
  /** `missing` when a value it needs is still not known, for example of its fee. */
  value_status: 'known' | 'missing';
  impact: ImpactResponse;
}

export interface TransferEndResponse {
  transaction_id: string;
  tx_hash: string;
  wallet_address: string;
  chain: string;
  protocol: string | null;
  direction: 'in' | 'out';
  token_key: string;
  symbol: string;
  quantity: Decimal;
  value_usd: Decimal | null;
  timestamp: string;
  counterparty: string | null;
}

export interface TransferMatchResponse {
  match_id: string;
  status: 'confirmed' | 'rejected' | 'suggested';
  /** 0 to 1. */
  score: Decimal;
  /** True when the matcher alone decided. */
  auto: boolean;
  out: MatchEndResponse;
  in: MatchEndResponse;
  quantity_difference: Decimal;
  time_difference_seconds: number;
  reasons: ('bridge' | 'same_transaction' | 'amount_exact' | 'amount_less_fee' | 'amount_close' | 'within_an_hour' | 'address_known' | 'same_address' | 'native_bridge_exit')[];
  decided_at: string | null;
  decided_by: 'user' | 'system' | null;
}

export interface TxInResponse {
  /** ISO 8601 (a date alone is that day in the report zone) or epoch seconds. */
  timestamp: string | number;
  donor_acquired_at?: string | number;
  /** Comes back as `transaction_id`. */
  id?: string;
  tx_hash?: string;
  type: 'swap' | 'income' | 'transfer_in' | 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | 'spend' | 'fee' | 'donation' | 'lost' | 'stolen' | 'buy' | 'sell' | 'transfer_out' | 'internal_transfer' | 'gift_in' | 'gift_out';
  /** With type `income`. */
  income_type?: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other';
  symbol: string;
  /** Default `unknown`. */
  chain?: string;
  contract_address?: string;
  /** Greater than 0. Required, unless `amount` has it. */
  quantity?: Decimal;
  /** Read in place of an absent `quantity`. */
  amount?: Decimal;
  /** USD per unit. */
  price_usd?: Decimal;
  /** USD of the whole. */
  value_usd?: Decimal;
  /** Cash, or the fair value of the fee in kind. */
  fee_usd?: Decimal;
  fee_symbol?: string;
  fee_quantity?: Decimal;
  from?: string;
  to?: string;
  /** What a swap brought. */
  to_symbol?: string;
  to_quantity?: Decimal;
  /** Owner of the pool; default `default`. */
  wallet?: string;
  donor_basis_usd?: Decimal;
}

export interface UnfrozenYearResponse {
  unfrozen: boolean;
  tax_year: number;
  /** Reports that were bound to the year. They are kept until they are deleted. */
  report_ids: string[];
}

export interface UnifiedHoldingResponse {
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  token_key: string;
  /** Null for the native coin. */
  contract_address: string | null;
  name: string;
  decimals: number;
  /** USD per unit; null when no source prices the token. */
  current_price: Decimal | null;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  /** Open lots. */
  lot_count: number;
  /** True when some lot has no known basis. */
  has_untracked: boolean;
  price_source: string | null;
  /** The moment the price is of. */
  price_at: string | null;
  protocol: string | null;
  /** `wallet`, or `staked` for deposits. */
  position_type: 'wallet' | 'lent' | 'staked' | 'lp' | 'borrowed';
  /** Present and true when no source prices the token; it is then left out of the sums. */
  price_missing?: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` and `unrealized_gl` are then "0". */
  basis_pending?: boolean;
  /** Only with `include_spam`: true for a token that counts nowhere. Its price is not asked for. */
  is_spam?: boolean;
  /** Their amounts add up to those of the holding. */
  sources: SourceShareResponse[];
}

export interface UnifiedSummaryResponse {
  /** USD. */
  total_value: Decimal;
  /** USD, of the holdings with a price. */
  total_cost_basis: Decimal;
  /** USD. */
  total_unrealized_gl: Decimal;
  /** Holdings without a price: not in the totals. A holding counts once for each source. */
  unpriced: UnpricedResponse;
  wallet_count: number;
  exchange_count: number;
  by_source: SourceTotalResponse[];
  /** The 20 of the highest value. */
  by_asset: UnifiedHoldingResponse[];
  matches: MatchCountsResponse;
  unmatched_count: number;
  partial: boolean;
  still_indexing: boolean;
}

export interface UnifiedTaxSummaryResponse {
  /** Null while the numbers are still being computed. */
  realized_gl_range: GainRangeResponse | null;
  /** Null: all years. */
  tax_year: number | null;
  total_realized_gl: Decimal;
  short_term_gains: Decimal;
  /** A positive number. */
  short_term_losses: Decimal;
  net_short_term: Decimal;
  long_term_gains: Decimal;
  /** A positive number. */
  long_term_losses: Decimal;
  net_long_term: Decimal;
  wash_sale_disallowed: Decimal;
  wash_sale_count: number;
  disposal_count: number;
  /** Disposals that wait for a value: in no total, and not in `disposal_count`. */
  excluded_count: number;
  /** USD, the basis of those disposals. */
  excluded_basis: Decimal;
  /** Receipts of income that wait for a value: in no total. */
  income_excluded_count: number;
  /** Disposals of units whose basis is not known, and counts as 0. */
  untracked_count: number;
  /** USD, of those disposals. */
  untracked_proceeds: Decimal;
  total_proceeds: Decimal;
  total_cost_basis: Decimal;
  income: IncomeTotalsResponse | null;
  printed: PrintedTotalsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. */
  status: 'COMPLETE' | 'REVIEW' | 'INCOMPLETE';
  /** Empty for `COMPLETE`. */
  status_reasons: StatusReasonResponse[];
  /** Present and true while the numbers are still being computed; they are then zeros. */
  pending?: boolean;
  by_source: SourceTaxResponse[];
}

export interface UnifiedTransactionResponse {
  transaction_id: string;
  /** Null for what no chain knows of: an entry made by hand. */
  tx_hash: string | null;
  chain: string;
  timestamp: string;
  block_number: number | null;
  type: TransactionType;
  income_type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other' | null;
  status: 'failed' | 'success';
  from: string | null;
  to: string | null;
  protocol: string | null;
  legs: TransactionLegResponse[];
  fee: TransactionFeeResponse | null;
  /** USD, of the disposals it made; null when it made none. */
  gain_loss: Decimal | null;
  /** `missing`: a value it needs is not known. Its disposals are then in no total. */
  value_status: 'known' | 'missing';
  is_spam: boolean;
  flags: ('missing_price' | 'unmatched' | 'not_identified_to_broker' | 'provider_price_disagrees' | 'classification_uncertain' | 'manual' | 'untracked' | 'duplicate' | 'missing_metadata' | 'history_incomplete' | 'burn' | 'review')[];
  source: SourceResponse;
}

export interface UnknownOperationCountResponse {
  name: string;
  count: number;
}

export interface UnknownOperationResponse {
  name: string;
  /** Rows. They are kept, and their units are marked in the history. */
  count: number;
}

export interface UnlinkedWalletResponse {
  deleted: boolean;
  address: string;
}

export interface UnmatchedTransferResponse {
  /** As of a held outflow. */
  choices: ('withdrawal' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'spend' | 'fee' | 'gift' | 'donation' | 'lost' | 'stolen' | 'liquidation' | 'buy' | 'sell' | 'internal_transfer' | 'lp_add' | 'lp_remove' | 'borrow' | 'repay' | 'deposit' | 'spam')[];
  /** Legs that may be the other end, nearest in time first: five at most. */
  candidates: TransferEndResponse[];
  transaction_id: string;
  tx_hash: string;
  wallet_address: string;
  chain: string;
  protocol: string | null;
  direction: 'in' | 'out';
  token_key: string;
  symbol: string;
  quantity: Decimal;
  value_usd: Decimal | null;
  timestamp: string;
  counterparty: string | null;
}

export interface UnpairedTransferResponse {
  transaction_id: string;
  source: SourceResponse;
  /** `in` or `out`. */
  direction: 'in' | 'out';
  symbol: string;
  token_key: string;
  quantity: Decimal;
  /** USD; null when no price is known. */
  value_usd: Decimal | null;
  timestamp: string;
  /** Address of the other end as this end reports it. */
  counterparty: string | null;
  /** At most five. */
  candidates: AccountMatchResponse[];
}

export interface UnpricedResponse {
  count: number;
  /** USD. */
  cost_basis: Decimal;
}

export interface UnreadChain {
  chain: string;
  /** Of another wallet of the same owner. */
  address?: string;
  code: string;
  /** What the operator of the service can do. */
  reason?: string;
}

export interface UnrealizedAssetResponse {
  symbol: string;
  chain: string;
  quantity: Decimal;
  /** USD. */
  current_price: Decimal;
  /** USD. */
  cost_basis: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  /** Percent of the basis; "0" without one. */
  unrealized_gl_percent: Decimal;
  lots: UnrealizedLotResponse[];
}

export interface UnrealizedLotResponse {
  lot_id: string;
  remaining_quantity: Decimal;
  /** USD. */
  cost_per_unit: Decimal;
  /** USD. */
  current_price: Decimal;
  /** USD, of what remains. */
  cost_basis: Decimal;
  /** USD. */
  current_value: Decimal;
  /** USD. */
  unrealized_gl: Decimal;
  /** Null when unknown. */
  acquisition_date: string | null;
  /** True when the basis is not known. */
  is_untracked: boolean;
}

export interface UnrealizedRequest {
  /** USD per unit, by token key `chain:symbol` or symbol */
  current_prices: Record<string, number>;
  /** a ledger, at most 50,000 transactions and 32 MiB, and 10,000 transactions without a credential (413 and 401); or give `address` */
  transactions?: TxInResponse[];
  /** whose history is read when no transactions are given */
  address?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface UnrealizedResponse {
  /** By token key. */
  by_asset: Record<string, UnrealizedAssetResponse>;
  /** USD. */
  portfolio_total: Decimal;
  /** Sum over lots that gained. */
  portfolio_unrealized_gain: Decimal;
  /** Sum over lots that lost, a positive number. */
  portfolio_unrealized_loss: Decimal;
  /** USD. */
  total_cost_basis: Decimal;
  /** USD. */
  total_current_value: Decimal;
  /** Percent of the basis. */
  portfolio_unrealized_gl_percent: Decimal;
  /** Token keys held without a price: in none of the sums. */
  missing_prices: string[];
}

export interface UntrackedLotResponse {
  lot_id: string | null;
  token_key: string | null;
  quantity: Decimal | null;
  disposal_date: string | null;
  /** USD. */
  proceeds: Decimal;
  tx_hash: string | null;
}

export interface UnusedBasisInput {
  quantity: Decimal;
  /** USD for all of these units */
  cost_basis: Decimal;
  /** before 2025; of a gift: that of the donor */
  acquisition_date: DateOrTime;
  /** how the units were acquired; default: neither */
  basis_type?: 'gift' | 'inheritance';
  /** of a gift: USD, fair value of these units when you received them (IRC 1015) */
  value_at_gift_usd?: Decimal;
  /** of a gift with its value: when you received it */
  gift_date?: DateOrTime;
  /** where a wash sale added the holding period of the units sold: when that period began, not after acquisition_date (IRC 1223(3)) */
  held_since?: DateOrTime;
  /** bought or exchanged: the units can replace a loss; default false */
  is_purchase?: boolean;
  /** the purchase already replaced a loss, which is in its basis, and replaces no other; default false */
  replaced_loss?: boolean;
}

export interface UnvaluedLegResponse {
  direction: 'in' | 'out';
  token_key: string;
  symbol: string;
  quantity: Decimal;
}

export interface UpdateApiKeyRequest {
  name?: string;
  permissions?: Permission[];
  is_active?: boolean;
  /** the key is not valid any more from this moment on; a date is the end of the day */
  expires_at?: DateOrTime;
}

export interface UpdateExchangeAccountRequest {
  label?: string;
  kind?: 'us_exchange' | 'foreign_exchange';
  /** the lists in `refused_lists` of the sync status whose missing rows do not exist; replaces earlier ones */
  empty_lists?: ('ledger' | 'trades' | 'deposits' | 'withdrawals' | 'transactions' | 'transfers' | 'fills' | 'bills' | 'fiat' | 'dust' | 'distributions' | 'staking' | 'staking_rewards' | 'earn' | 'converts' | 'payments' | 'loans' | 'flexible_loans' | 'flexible_repayments')[];
}

export interface UpdatePortfolioRequest {
  name?: string;
  description?: string;
  /** replaces what was there */
  metadata?: Record<string, unknown>;
}

export interface UpdateWebhookRequest {
  /** starts with http:// or https:// */
  url?: string;
  events?: EventType[];
  addresses_filter?: string[];
  description?: string;
  headers?: Record<string, string>;
  /** false: nothing is delivered, and waiting deliveries end */
  is_active?: boolean;
}

export interface UsageByDay {
  /** UTC. */
  date: string;
  requests: number;
  /** Answers of 400 and above. */
  errors: number;
}

export interface UsageByEndpoint {
  method: string;
  /** The template of the route. */
  path: string;
  requests: number;
}

export interface UsedParameterResponse {
  name: string;
  /** Lists are joined by commas. Null: not known. */
  value: string | null;
  /** True when the primary text was not read for it. */
  unverified: boolean;
  /** True for one of the request. */
  stated: boolean;
}

export interface ValidationErrorDetail {
  detail: {
    loc: (string | number)[];
    msg: string;
    type: string;
  }[];
}

export interface ValueHistoryResponse {
  /** IANA zone of the days. */
  timezone: string;
  interval: 'month' | 'day' | 'week';
  /** Oldest first. Empty while the history is being read. */
  points: ValuePointResponse[];
}

export interface ValuePointResponse {
  /** A day of the report zone. */
  date: string;
  /** USD, of the holdings with a price; null when the day has no value. */
  value: Decimal | null;
  /**
   * Why there is no value; null when there is one. `prices_pending`: a price has not been fetched yet;
   * `price_missing`: a holding has prices before and after this day only; `no_price`: no holding has a price.
   */
  gap: 'prices_pending' | 'price_missing' | 'no_price' | null;
  /** Holdings valued at a price of an earlier day: their own day has none. */
  estimated_count: number;
  /** Holdings without a price: `value` does not include them. */
  unpriced_count: number;
}

export interface VerifiedResponse {
  email_verified: boolean;
  email: string;
}

export interface VerifyRequest {
  /** the token of the mailed link */
  token: string;
  /** the password of the account, in place of the one of the sign-up; browsers must send it, programs may leave it out */
  password?: string;
}

export interface VisibilityInput {
  note?: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** true hides the token and its receipts, false shows them */
  is_spam: boolean;
}

export interface VisibilityResponse {
  /** Null for a preview. */
  entry_id: string | null;
  address: string;
  token_key: string;
  contract_address: string | null;
  /** With the decision. */
  is_spam: boolean;
  /** Before the decision. */
  was_spam: boolean;
  note: string;
  /** True when nothing was stored. */
  preview: boolean;
  impact: ImpactResponse;
}

export interface WalletLawComparisonInput {
  /** bills and proposals of `GET /api/v1/law` */
  law: ('hr10357.wash' | 'hr10357.constructive_sales' | 'hr10357.fee' | 'hr10357.rewards' | 'hr10357.stablecoin' | 'hr10357.simplified_accounting' | 'hr8899.stablecoin' | 'hr8899.validation_income' | 'hr9172.wash' | 'hr9172.constructive_sales' | 'hr9175.rewards' | 'hr9176.trading' | 'hr9178.fee' | 'hr9178.stablecoin' | 'hr9178.simplified_accounting' | 'hr9178.brokers')[];
  /** default: as the register has them */
  parameters?: LawParametersInput;
  /** default: every year */
  tax_year?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
}

export interface WashSaleDetectedData {
  /** As sent. */
  address: string;
  wash_sale_id: string;
  symbol: string;
  chain: string;
  token_key: string;
  disposal_id: string;
  disposal_date: string;
  /** USD, of the whole slice, a positive number. */
  loss: Decimal;
  /** USD. */
  disallowed_loss: Decimal;
  matched_quantity: Decimal;
  replacement_lot_id: string;
  replacement_date: string;
  /** Calendar days from the sale, -30 to 30. */
  days_apart: number;
  /** USD, added to the basis of the replacement. */
  basis_adjustment: Decimal;
}

export interface WashSaleDetectedEvent {
  event: 'wash_sale.detected';
  /** the same in every attempt; drop what you have seen */
  event_id: string;
  timestamp: string;
  data: WashSaleDetectedData;
  /** for a webhook of a space, which `space_id` named when it was made; otherwise absent */
  space?: {
    id: string;
    /** that of the portfolio, as JSON text */
    metadata: string;
  };
}

export interface WashSaleResponse {
  wash_sale_id: string;
  token_key: string;
  symbol: string;
  disposal_id: string;
  disposal_date: string;
  /** USD, of the whole slice, a positive number. */
  loss: Decimal;
  /** USD. */
  disallowed_loss: Decimal;
  matched_quantity: Decimal;
  replacement_lot_id: string;
  replacement_date: string;
  /** Calendar days from the sale, -30 to 30. */
  days_apart: number;
  /** USD, added to the basis of the replacement. */
  basis_adjustment: Decimal;
}

export interface WashSalesResponse {
  address: string;
  /** Whether the rule is applied here. */
  enabled: boolean;
  /** Loss slices touched; 0 where the rule is off. */
  wash_sale_count: number;
  /** USD; 0 where the rule is off. */
  wash_sale_disallowed: Decimal;
  /**
   * True when there are so many wash sales that losses share a part of the purchase that replaces them. The listed
   * losses are then averages of such a part.
   */
  is_approximate: boolean;
  events: WashSaleResponse[];
}

export interface WebhookResponse {
  events: EventType[];
  /** Lower-case; empty: all watched addresses. */
  addresses_filter: string[];
  headers: Record<string, string>;
  /** End of the last attempt. */
  last_delivery_at: string | null;
  id: string;
  url: string;
  is_active: boolean;
  description: string;
  /** Deliveries that ended, tests included. */
  total_deliveries: number;
  successful_deliveries: number;
  failed_deliveries: number;
  created_at: string;
  updated_at: string;
}

export interface YieldRecordResponse {
  token_symbol: string;
  current_balance: number;
  current_nav: number;
  current_value_usd: number;
  accrued_yield_usd: number;
  /** Decimal fraction. */
  annualized_rate: number;
  issuer: string;
  tax_treatment: 'interest_income';
}

export interface YieldSummaryResponse {
  by_token: Record<string, TokenYieldResponse>;
  total_rwa_value_usd: number;
  /** Of the lots whose cost is known. */
  total_acquisition_cost_usd: number;
  total_accrued_yield_usd: number;
  /** Percent of the acquisition cost. */
  total_yield_pct: number;
  positions: number;
}

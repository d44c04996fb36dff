/* Written by `npm run client` from the OpenAPI document of the service. Do not edit. */
import type { Download } from '../download.js';
import type { CallOptions } from '../options.js';
import type { Input, OperationFacts } from '../transport.js';
import type {
  AcceptInvitationRequest,
  AcceptedInvitationResponse,
  AccessReviewResponse,
  AccountDeletedResponse,
  AccountMatchResponse,
  AccountReconciliationResponse,
  AccountUsageResponse,
  AllocationInput,
  AllocationResponse,
  ApiKeyResponse,
  ApiKeyUsageResponse,
  AppliedFormResponse,
  AuditLogResponse,
  AuditSummaryResponse,
  AvailableEventsResponse,
  BasisAssignmentInput,
  BasisAssignmentShape,
  BatchHoldingsInput,
  BatchHoldingsResponse,
  BatchTaxSummaryInput,
  BatchTaxSummaryResponse,
  BeginTotpRequest,
  BoundNotes,
  BrokerFormDeletedResponse,
  BrokerFormDetailResponse,
  BrokerFormRequest,
  BrokerFormResponse,
  BrokerInstructionsResponse,
  BrokerNoticeInput,
  BrokerReconciliationResponse,
  CacheClearedResponse,
  ChainName,
  ChangeMemberRequest,
  ChangeNotes,
  ChangePasswordRequest,
  CheckoutResponse,
  ClassificationInput,
  ClassificationResponse,
  ConfirmTotpRequest,
  ConnectExchangeRequest,
  CostBasisMethod,
  CostBasisRequest,
  CostBasisResponse,
  CountNotes,
  CoverNotes,
  CreateApiKeyRequest,
  CreatePortfolioRequest,
  CreateWebhookRequest,
  CreatedAllocationResponse,
  CreatedApiKeyResponse,
  CreatedBasisAssignmentResponse,
  CreatedDisposalEntryResponse,
  CreatedElectionResponse,
  CreatedLotSelectionResponse,
  CreatedStandingSelectionResponse,
  CreatedTradeCompletionResponse,
  CreatedWebhookResponse,
  CursorPagination,
  DashboardResponse,
  DateOrTime,
  DeactivatedResponse,
  DecidedMatchResponse,
  Decimal,
  DeleteAccountRequest,
  DeletedPortfolioResponse,
  DeletedWebhookResponse,
  DeliveryLogResponse,
  DepositNotes,
  DisconnectedResponse,
  DisposalEntryInput,
  DisposalEntryShape,
  ElectionEntryShape,
  ElectionInput,
  EmailResponse,
  EndedSessionResponse,
  ErrorAnalysisResponse,
  ExchangeAccountResponse,
  ExchangeImportRequest,
  ExchangeImportResultResponse,
  ExportSummaryResponse,
  ExternalTransferRequest,
  ExternalTransferResponse,
  FileYearRequest,
  FiledYearResponse,
  Form8949Response,
  FrozenReport,
  GenerateReportRequest,
  GivenAwayResponse,
  HarvestResponse,
  HealthReport,
  HoldingDetailResponse,
  HoldingResponse,
  HoldingsSummaryResponse,
  Identity,
  ImportRequest,
  ImportResultResponse,
  InviteMemberRequest,
  IssueResponse,
  JobDeletedResponse,
  JobResponse,
  LawComparisonInput,
  LawComparisonResponse,
  LawRegisterResponse,
  LegacyPositionsResponse,
  LegacyTransactionsResponse,
  LimitNotes,
  LineageResponse,
  LinkWalletRequest,
  LinkedWalletResponse,
  Liveness,
  LoginRequest,
  LogoutResponse,
  LotBasisInput,
  LotBasisResultResponse,
  LotResponse,
  LotSelectionInput,
  LotSelectionShape,
  LotsResponse,
  MagicLinkRequest,
  MagicLinkResponse,
  MagicSessionUser,
  MessageResponse,
  Meta,
  NeedsBasisResponse,
  NeedsPriceResponse,
  OpenCheckoutRequest,
  OpenedCheckoutResponse,
  OptionalLimitNotes,
  OptionalSyncNotes,
  OwnSalesRequest,
  Pagination,
  PartnerValidation,
  PasswordChangedResponse,
  PermissionsResponse,
  PortfolioAddressInput,
  PortfolioForm8949Response,
  PortfolioHoldingResponse,
  PortfolioLawComparisonResponse,
  PortfolioResponse,
  PortfolioScheduleDResponse,
  PortfolioTaxSummaryResponse,
  PortfolioToolComparisonResponse,
  PositionResponse,
  PostedCostBasisResponse,
  PrecomputeRequest,
  PrecomputeResultResponse,
  ProvenRequest,
  ReconciliationResponse,
  RecoveryCodesResponse,
  RedeemLinkRequest,
  RedeliveryResponse,
  RefreshResponse,
  RejectMatchRequest,
  RemovedDecisionResponse,
  RemovedExternalResponse,
  RemovedMemberResponse,
  RemovedVisibilityResponse,
  ReportSummaryResponse,
  ResendResponse,
  ResetPasswordResponse,
  ResetResponse,
  RevokedApiKeyResponse,
  RevokedInvitationResponse,
  RotateApiKeyRequest,
  RotateSecretRequest,
  RotatedSecretResponse,
  RwaHoldingsResponse,
  RwaTaxReportResponse,
  RwaTokenDetailResponse,
  RwaTokensResponse,
  RwaYieldSummaryResponse,
  Schedule1Response,
  Schedule1SummaryResponse,
  ScheduleDResponse,
  SessionResponse,
  SessionUser,
  SignupRequest,
  SignupResponse,
  SpaceInvitationResponse,
  SpaceMemberResponse,
  StandingSelectionInput,
  StandingSelectionShape,
  SyncNotes,
  SyncRequest,
  SyncStatusResponse,
  TaxReportResponse,
  TaxSettingsInput,
  TaxSettingsResponse,
  TaxSummaryResponse,
  TestResultResponse,
  TestWebhookRequest,
  ToolComparisonRequest,
  ToolComparisonResponse,
  TotpConfirmedResponse,
  TotpRemovedResponse,
  TotpStartedResponse,
  TrackRequest,
  TrackResultResponse,
  TradeCompletionInput,
  TradeCompletionShape,
  TransactionDetailResponse,
  TransactionResponse,
  TransactionType,
  TransactionValueInput,
  TransactionValueResponse,
  UnfrozenYearResponse,
  UnifiedHoldingResponse,
  UnifiedSummaryResponse,
  UnifiedTaxSummaryResponse,
  UnifiedTransactionResponse,
  UnlinkedWalletResponse,
  UnpairedTransferResponse,
  UnrealizedRequest,
  UnrealizedResponse,
  UpdateApiKeyRequest,
  UpdateExchangeAccountRequest,
  UpdatePortfolioRequest,
  UpdateWebhookRequest,
  ValueHistoryResponse,
  VerifiedResponse,
  VerifyRequest,
  VisibilityInput,
  VisibilityResponse,
  WalletLawComparisonInput,
  WashSalesResponse,
  WebhookResponse,
} from './schemas.js';

export const OPERATIONS = {
  getLiveness: { method: 'GET', path: '/api/v1/health' },
  getHealth: { method: 'GET', path: '/health' },
  getHealthAlias: { method: 'GET', path: '/api/health' },
  getReadiness: { method: 'GET', path: '/health/ready' },
  getReadinessAlias: { method: 'GET', path: '/api/health/ready' },
  getDashboard: { method: 'GET', path: '/api/v1/wallets/{address}/dashboard', query: ['owned_wallets', 'space_id'], headers: ['If-None-Match'] },
  listPositions: { method: 'GET', path: '/api/v1/wallets/{address}/positions', query: ['owned_wallets', 'space_id'], headers: ['If-None-Match'] },
  listHoldings: { method: 'GET', path: '/api/v1/wallets/{address}/holdings', query: ['page', 'per_page', 'owned_wallets', 'chain', 'min_value', 'sort', 'as_of', 'include_spam', 'space_id'], headers: ['If-None-Match'] },
  getHoldingsSummary: { method: 'GET', path: '/api/v1/wallets/{address}/holdings/summary', query: ['owned_wallets', 'as_of', 'space_id'], headers: ['If-None-Match'] },
  getCostBasis: { method: 'GET', path: '/api/v1/wallets/{address}/cost-basis', query: ['page', 'per_page', 'owned_wallets', 'method', 'lot_ids', 'space_id'], headers: ['If-None-Match'] },
  getHolding: { method: 'GET', path: '/api/v1/wallets/{address}/holdings/{symbol}', query: ['owned_wallets', 'chain', 'space_id'], headers: ['If-None-Match'] },
  getValueHistory: { method: 'GET', path: '/api/v1/wallets/{address}/value-history', query: ['owned_wallets', 'start_date', 'end_date', 'interval', 'space_id'], headers: ['If-None-Match'] },
  listTransactions: { method: 'GET', path: '/api/v1/wallets/{address}/transactions', query: ['symbol', 'type', 'start_date', 'end_date', 'tax_year', 'include_spam', 'page', 'per_page', 'cursor', 'updated_since', 'sort', 'owned_wallets', 'chain', 'space_id'], headers: ['If-None-Match'] },
  exportTransactions: { method: 'GET', path: '/api/v1/wallets/{address}/transactions/export', query: ['symbol', 'type', 'start_date', 'end_date', 'tax_year', 'include_spam', 'owned_wallets', 'chain', 'format', 'space_id'], sendsFiles: true },
  listTransactionsNeedingPrice: { method: 'GET', path: '/api/v1/wallets/{address}/transactions/needs-price', query: ['page', 'per_page', 'owned_wallets', 'chain', 'tax_year', 'space_id'] },
  getTransaction: { method: 'GET', path: '/api/v1/wallets/{address}/transactions/{transaction_id}', query: ['owned_wallets', 'chain', 'space_id'] },
  listLots: { method: 'GET', path: '/api/v1/wallets/{address}/lots', query: ['page', 'per_page', 'owned_wallets', 'symbol', 'chain', 'cursor', 'status', 'is_untracked', 'is_long_term', 'sort', 'space_id'], headers: ['If-None-Match'] },
  listLotsNeedingBasis: { method: 'GET', path: '/api/v1/wallets/{address}/lots/needs-basis', query: ['page', 'per_page', 'owned_wallets', 'symbol', 'chain', 'space_id'] },
  getLotLineage: { method: 'GET', path: '/api/v1/wallets/{address}/lots/{lot_id}/lineage', query: ['owned_wallets', 'direction', 'depth', 'space_id'] },
  listIssues: { method: 'GET', path: '/api/v1/issues', query: ['page', 'per_page', 'cursor', 'address', 'tax_year', 'type', 'space_id'] },
  trackWallet: { method: 'POST', path: '/api/v1/wallets/{address}/track', query: ['space_id'], body: 'json', isKeyed: true },
  precomputeWallet: { method: 'POST', path: '/api/v1/wallets/{address}/precompute', query: ['space_id'], body: 'json', isKeyed: true },
  clearWalletCache: { method: 'DELETE', path: '/api/v1/wallets/{address}/cache', query: ['scope', 'space_id'] },
  listLegacyPositions: { method: 'GET', path: '/api/wallets/{address}/positions', query: ['owned_wallets', 'page', 'limit', 'space_id'], headers: ['If-None-Match'] },
  listLegacyTransactions: { method: 'GET', path: '/api/wallets/{address}/transactions', query: ['owned_wallets', 'page', 'limit', 'start_date', 'end_date', 'space_id'], headers: ['If-None-Match'] },
  batchHoldings: { method: 'POST', path: '/api/v1/batch/holdings', query: ['space_id'], body: 'json' },
  getTaxSummary: { method: 'GET', path: '/api/v1/tax-reports/{address}/summary', query: ['owned_wallets', 'tax_year', 'timezone', 'method', 'space_id'], headers: ['If-None-Match'] },
  getForm8949: { method: 'GET', path: '/api/v1/tax-reports/{address}/form-8949', query: ['page', 'per_page', 'owned_wallets', 'tax_year', 'timezone', 'unconnected_brokers', 'method', 'box', 'symbol', 'space_id'] },
  exportForm8949: { method: 'GET', path: '/api/v1/tax-reports/{address}/form-8949/export', query: ['owned_wallets', 'tax_year', 'timezone', 'unconnected_brokers', 'format', 'rounding', 'gather_small_fees', 'space_id'], sendsFiles: true },
  getSchedule1: { method: 'GET', path: '/api/v1/tax-reports/{address}/schedule-1', query: ['page', 'per_page', 'owned_wallets', 'tax_year', 'timezone', 'income_type', 'space_id'] },
  exportSchedule1: { method: 'GET', path: '/api/v1/tax-reports/{address}/schedule-1/export', query: ['owned_wallets', 'tax_year', 'timezone', 'format', 'space_id'], sendsFiles: true },
  generateTaxReport: { method: 'POST', path: '/api/v1/tax-reports/{address}/generate', query: ['space_id'], body: 'json', isKeyed: true },
  getScheduleD: { method: 'GET', path: '/api/v1/tax-reports/{address}/schedule-d', query: ['tax_year', 'timezone', 'short_term_carryover', 'long_term_carryover', 'taxable_income', 'married_filing_separately', 'unconnected_brokers', 'rounding', 'owned_wallets', 'space_id'] },
  exportScheduleD: { method: 'GET', path: '/api/v1/tax-reports/{address}/schedule-d/export', query: ['tax_year', 'timezone', 'short_term_carryover', 'long_term_carryover', 'taxable_income', 'married_filing_separately', 'unconnected_brokers', 'rounding', 'owned_wallets', 'format', 'space_id'], sendsFiles: true },
  listGivenAway: { method: 'GET', path: '/api/v1/tax-reports/{address}/given-away', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'] },
  getLaw: { method: 'GET', path: '/api/v1/law' },
  compareLaw: { method: 'POST', path: '/api/v1/tax-reports/{address}/law-comparison', query: ['space_id'], body: 'json' },
  compareTool: { method: 'POST', path: '/api/v1/tax-reports/{address}/tool-comparison', query: ['tax_year', 'owned_wallets', 'space_id'], body: 'form' },
  calculateCostBasis: { method: 'POST', path: '/api/calculate/cost-basis', query: ['space_id'], body: 'json' },
  calculateUnrealized: { method: 'POST', path: '/api/calculate/unrealized-gl', query: ['space_id'], body: 'json' },
  getUnrealized: { method: 'GET', path: '/api/calculate/unrealized-gl/{address}', query: ['owned_wallets', 'min_value', 'space_id'] },
  calculateTaxSummary: { method: 'GET', path: '/api/calculate/tax-summary/{address}', query: ['owned_wallets', 'tax_year', 'timezone', 'persist_lineage', 'space_id'] },
  getTaxReport: { method: 'GET', path: '/api/calculate/tax-report/{address}', query: ['owned_wallets', 'tax_year', 'timezone', 'include_lots', 'space_id'] },
  listAllLots: { method: 'GET', path: '/api/calculate/lots/{address}', query: ['owned_wallets', 'status', 'page', 'limit', 'space_id'] },
  findWashSales: { method: 'GET', path: '/api/calculate/wash-sales/{address}', query: ['owned_wallets', 'tax_year', 'simulate', 'space_id'] },
  reconcileWallet: { method: 'GET', path: '/api/calculate/reconciliation/{address}', query: ['owned_wallets', 'space_id'] },
  findHarvestingCandidates: { method: 'GET', path: '/api/calculate/tax-loss-harvesting/{address}', query: ['owned_wallets', 'min_loss', 'term', 'limit', 'space_id'] },
  exportForm8949Csv: { method: 'GET', path: '/api/calculate/tax-export/{address}/form-8949/csv', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'], sendsFiles: true },
  exportTxf: { method: 'GET', path: '/api/calculate/tax-export/{address}/txf', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'], sendsFiles: true },
  getExportSummary: { method: 'GET', path: '/api/calculate/tax-export/{address}/summary', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'] },
  exportSchedule1Csv: { method: 'GET', path: '/api/calculate/tax-export/{address}/schedule-1/csv', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'], sendsFiles: true },
  getSchedule1Summary: { method: 'GET', path: '/api/calculate/tax-export/{address}/schedule-1/summary', query: ['owned_wallets', 'tax_year', 'timezone', 'space_id'] },
  batchTaxSummaries: { method: 'POST', path: '/api/v1/batch/tax-summary', query: ['space_id'], body: 'json' },
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', query: ['page', 'per_page', 'cursor', 'start_date', 'end_date', 'status_code', 'path', 'key_id'] },
  getAuditSummary: { method: 'GET', path: '/api/v1/audit-logs/summary', query: ['start_date', 'end_date'] },
  reviewAccess: { method: 'GET', path: '/api/v1/audit-logs/access-review', query: ['inactive_days'] },
  analyzeErrors: { method: 'GET', path: '/api/v1/audit-logs/errors', query: ['start_date', 'end_date', 'limit'] },
  exportAccount: { method: 'GET', path: '/api/v1/auth/me/export' },
  deleteAccount: { method: 'DELETE', path: '/api/v1/auth/me', body: 'json' },
  getCurrentUser: { method: 'GET', path: '/api/v1/auth/me' },
  signUp: { method: 'POST', path: '/api/v1/auth/signup', body: 'json', isKeyed: true },
  verifyEmail: { method: 'POST', path: '/api/v1/auth/verify-email', body: 'json' },
  resendVerification: { method: 'POST', path: '/api/v1/auth/resend-verification', isKeyed: true },
  resendVerificationPublicly: { method: 'POST', path: '/api/v1/auth/resend-verification/public', body: 'json', isKeyed: true },
  logIn: { method: 'POST', path: '/api/v1/auth/login', body: 'json' },
  refreshSession: { method: 'POST', path: '/api/v1/auth/refresh' },
  logOut: { method: 'POST', path: '/api/v1/auth/logout' },
  requestPasswordReset: { method: 'POST', path: '/api/v1/auth/forgot-password', body: 'json', isKeyed: true },
  resetPassword: { method: 'POST', path: '/api/v1/auth/reset-password', body: 'json' },
  changePassword: { method: 'POST', path: '/api/v1/auth/change-password', body: 'json' },
  requestMagicLink: { method: 'POST', path: '/api/v1/auth/magic-link', body: 'json', isKeyed: true },
  verifyMagicLink: { method: 'POST', path: '/api/v1/auth/magic-link/verify', body: 'json' },
  startTotp: { method: 'POST', path: '/api/v1/auth/totp', body: 'json', isKeyed: true },
  removeTotp: { method: 'DELETE', path: '/api/v1/auth/totp', body: 'json' },
  confirmTotp: { method: 'POST', path: '/api/v1/auth/totp/confirm', body: 'json', isKeyed: true },
  renewRecoveryCodes: { method: 'POST', path: '/api/v1/auth/totp/recovery-codes', body: 'json', isKeyed: true },
  listSessions: { method: 'GET', path: '/api/v1/auth/sessions', query: ['page', 'per_page'] },
  endSession: { method: 'DELETE', path: '/api/v1/auth/sessions/{session_id}' },
  validatePartnerKey: { method: 'POST', path: '/api/v1/partners/validate' },
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', body: 'json', isKeyed: true },
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys' },
  listPermissions: { method: 'GET', path: '/api/v1/api-keys/permissions' },
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{key_id}' },
  updateApiKey: { method: 'PUT', path: '/api/v1/api-keys/{key_id}', body: 'json' },
  revokeApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{key_id}', query: ['reason'] },
  rotateApiKey: { method: 'POST', path: '/api/v1/api-keys/{key_id}/rotate', body: 'json', isKeyed: true },
  getApiKeyUsage: { method: 'GET', path: '/api/v1/api-keys/{key_id}/usage', query: ['days'] },
  getUsage: { method: 'GET', path: '/api/v1/usage', query: ['days'] },
  createCheckoutSession: { method: 'POST', path: '/api/v1/checkout/sessions', body: 'json', isKeyed: true },
  getCheckoutSession: { method: 'GET', path: '/api/v1/checkout/sessions/{session_id}' },
  listExchangeAccounts: { method: 'GET', path: '/api/v1/exchange-accounts', query: ['page', 'per_page', 'space_id'] },
  connectExchangeAccount: { method: 'POST', path: '/api/v1/exchange-accounts', query: ['space_id'], body: 'json', isKeyed: true },
  getExchangeAccount: { method: 'GET', path: '/api/v1/exchange-accounts/{account_id}', query: ['space_id'] },
  updateExchangeAccount: { method: 'PUT', path: '/api/v1/exchange-accounts/{account_id}', query: ['space_id'], body: 'json' },
  disconnectExchangeAccount: { method: 'DELETE', path: '/api/v1/exchange-accounts/{account_id}', query: ['keep_data', 'space_id'] },
  syncExchangeAccount: { method: 'POST', path: '/api/v1/exchange-accounts/{account_id}/sync', query: ['space_id'], body: 'json', isKeyed: true },
  getExchangeSyncStatus: { method: 'GET', path: '/api/v1/exchange-accounts/{account_id}/sync-status', query: ['space_id'] },
  reconcileExchangeAccount: { method: 'GET', path: '/api/v1/exchange-accounts/{account_id}/reconciliation', query: ['space_id'] },
  importHistory: { method: 'POST', path: '/api/v1/wallets/{address}/import', query: ['space_id'], body: 'form', isKeyed: true },
  importExchangeFiles: { method: 'POST', path: '/api/v1/exchange-accounts/import', query: ['space_id'], body: 'form', isKeyed: true },
  listJobs: { method: 'GET', path: '/api/v1/jobs', query: ['page', 'per_page', 'cursor', 'status', 'type', 'address', 'space_id'] },
  getJob: { method: 'GET', path: '/api/v1/jobs/{job_id}', query: ['space_id'] },
  deleteJob: { method: 'DELETE', path: '/api/v1/jobs/{job_id}', query: ['space_id'] },
  followJob: { method: 'GET', path: '/api/v1/jobs/{job_id}/events', query: ['space_id'], sendsFiles: true },
  getJobResult: { method: 'GET', path: '/api/v1/jobs/{job_id}/result', query: ['space_id'], sendsFiles: true },
  listLinkedWallets: { method: 'GET', path: '/api/v1/linked-wallets', query: ['page', 'per_page', 'space_id'] },
  linkWallet: { method: 'POST', path: '/api/v1/linked-wallets', query: ['space_id'], body: 'json', isKeyed: true },
  unlinkWallet: { method: 'DELETE', path: '/api/v1/linked-wallets/{address}', query: ['space_id'] },
  listFiledYears: { method: 'GET', path: '/api/v1/filed-years', query: ['tax_year', 'include_unfrozen', 'space_id'] },
  freezeYear: { method: 'POST', path: '/api/v1/filed-years', query: ['space_id'], body: 'json', isKeyed: true },
  unfreezeYear: { method: 'DELETE', path: '/api/v1/filed-years/{tax_year}', query: ['address', 'space_id'] },
  listBrokerForms: { method: 'GET', path: '/api/v1/broker-forms', query: ['page', 'per_page', 'tax_year', 'include_superseded', 'space_id'] },
  importBrokerForm: { method: 'POST', path: '/api/v1/broker-forms', query: ['space_id'], body: 'either', isKeyed: true },
  reconcileBrokerForms: { method: 'GET', path: '/api/v1/broker-forms/reconciliation', query: ['tax_year', 'space_id'] },
  getBrokerForm: { method: 'GET', path: '/api/v1/broker-forms/{form_id}', query: ['space_id'] },
  deleteBrokerForm: { method: 'DELETE', path: '/api/v1/broker-forms/{form_id}', query: ['space_id'] },
  setOwnSales: { method: 'PUT', path: '/api/v1/broker-forms/{form_id}/own-sales', query: ['space_id'], body: 'json' },
  applyBrokerForm: { method: 'POST', path: '/api/v1/broker-forms/{form_id}/apply', query: ['preview', 'space_id'], isKeyed: true },
  undoBrokerForm: { method: 'DELETE', path: '/api/v1/broker-forms/{form_id}/apply', query: ['space_id'] },
  makeEvidence: { method: 'POST', path: '/api/v1/broker-forms/{form_id}/evidence', query: ['space_id'], isKeyed: true },
  listRwaTokens: { method: 'GET', path: '/api/rwa/tokens' },
  getRwaToken: { method: 'GET', path: '/api/rwa/tokens/{symbol}' },
  getRwaHoldings: { method: 'GET', path: '/api/rwa/wallets/{address}/rwa-holdings' },
  getRwaYieldSummary: { method: 'GET', path: '/api/rwa/wallets/{address}/rwa-yield-summary' },
  getRwaTaxReport: { method: 'GET', path: '/api/rwa/wallets/{address}/rwa-tax-report', query: ['tax_year', 'timezone'] },
  exportRwaTaxReport: { method: 'GET', path: '/api/rwa/wallets/{address}/rwa-tax-report/csv', query: ['tax_year', 'timezone'], sendsFiles: true },
  createBasisAssignment: { method: 'POST', path: '/api/v1/manual-entries/basis-assignments', query: ['space_id'], body: 'json', isKeyed: true },
  listBasisAssignments: { method: 'GET', path: '/api/v1/manual-entries/basis-assignments', query: ['page', 'per_page', 'address', 'include_inactive'] },
  deactivateBasisAssignment: { method: 'DELETE', path: '/api/v1/manual-entries/basis-assignments/{entry_id}' },
  createDisposalEntry: { method: 'POST', path: '/api/v1/manual-entries/disposal-entries', query: ['space_id'], body: 'json', isKeyed: true },
  listDisposalEntries: { method: 'GET', path: '/api/v1/manual-entries/disposal-entries', query: ['page', 'per_page', 'address', 'include_inactive'] },
  deactivateDisposalEntry: { method: 'DELETE', path: '/api/v1/manual-entries/disposal-entries/{entry_id}' },
  createTradeCompletion: { method: 'POST', path: '/api/v1/manual-entries/trade-completions', query: ['space_id'], body: 'json', isKeyed: true },
  listTradeCompletions: { method: 'GET', path: '/api/v1/manual-entries/trade-completions', query: ['page', 'per_page', 'address', 'include_inactive'] },
  deactivateTradeCompletion: { method: 'DELETE', path: '/api/v1/manual-entries/trade-completions/{entry_id}' },
  setLotBasis: { method: 'PUT', path: '/api/v1/wallets/{address}/lots/{lot_id}/cost-basis', query: ['preview', 'space_id'], body: 'json' },
  setTransactionValue: { method: 'PUT', path: '/api/v1/wallets/{address}/transactions/{transaction_id}/value', query: ['preview', 'chain', 'space_id'], body: 'json' },
  removeTransactionValue: { method: 'DELETE', path: '/api/v1/wallets/{address}/transactions/{transaction_id}/value', query: ['preview', 'chain', 'owned_wallets', 'space_id'] },
  classifyTransaction: { method: 'PUT', path: '/api/v1/wallets/{address}/transactions/{transaction_id}/classification', query: ['preview', 'chain', 'space_id'], body: 'json' },
  removeClassification: { method: 'DELETE', path: '/api/v1/wallets/{address}/transactions/{transaction_id}/classification', query: ['preview', 'chain', 'owned_wallets', 'space_id'] },
  setTokenVisibility: { method: 'PUT', path: '/api/v1/wallets/{address}/tokens/{token_key}/visibility', query: ['preview', 'space_id'], body: 'json' },
  removeTokenVisibility: { method: 'DELETE', path: '/api/v1/wallets/{address}/tokens/{token_key}/visibility', query: ['preview', 'owned_wallets', 'space_id'] },
  createMethodElection: { method: 'POST', path: '/api/v1/method-elections', query: ['space_id'], body: 'json', isKeyed: true },
  listMethodElections: { method: 'GET', path: '/api/v1/method-elections', query: ['page', 'per_page', 'address', 'include_inactive'] },
  recordMethodElectionNotice: { method: 'PUT', path: '/api/v1/method-elections/{entry_id}/broker-notice', query: ['space_id'], body: 'json' },
  deactivateMethodElection: { method: 'DELETE', path: '/api/v1/method-elections/{entry_id}', query: ['mistaken'] },
  createLotSelection: { method: 'POST', path: '/api/v1/manual-entries/lot-selections', query: ['preview', 'space_id'], body: 'json', isKeyed: true },
  listLotSelections: { method: 'GET', path: '/api/v1/manual-entries/lot-selections', query: ['page', 'per_page', 'address', 'include_inactive'] },
  recordLotSelectionNotice: { method: 'PUT', path: '/api/v1/manual-entries/lot-selections/{entry_id}/broker-notice', query: ['space_id'], body: 'json' },
  deactivateLotSelection: { method: 'DELETE', path: '/api/v1/manual-entries/lot-selections/{entry_id}' },
  createStandingSelection: { method: 'POST', path: '/api/v1/standing-selections', query: ['preview', 'space_id'], body: 'json', isKeyed: true },
  listStandingSelections: { method: 'GET', path: '/api/v1/standing-selections', query: ['page', 'per_page', 'address', 'include_inactive'] },
  recordStandingSelectionNotice: { method: 'PUT', path: '/api/v1/standing-selections/{entry_id}/broker-notice', query: ['space_id'], body: 'json' },
  deactivateStandingSelection: { method: 'DELETE', path: '/api/v1/standing-selections/{entry_id}', query: ['mistaken'] },
  getBrokerInstructions: { method: 'GET', path: '/api/v1/broker-instructions/{entry_id}', query: ['space_id'] },
  exportBrokerInstructions: { method: 'GET', path: '/api/v1/broker-instructions/{entry_id}/export', query: ['format', 'space_id'], sendsFiles: true },
  listBasisAllocations: { method: 'GET', path: '/api/v1/basis-allocations', query: ['page', 'per_page', 'include_inactive', 'space_id'] },
  createBasisAllocation: { method: 'POST', path: '/api/v1/basis-allocations', query: ['preview', 'space_id'], body: 'json', isKeyed: true },
  withdrawBasisAllocation: { method: 'DELETE', path: '/api/v1/basis-allocations/{entry_id}', query: ['space_id'] },
  getTaxSettings: { method: 'GET', path: '/api/v1/tax-settings', query: ['space_id'] },
  updateTaxSettings: { method: 'PUT', path: '/api/v1/tax-settings', query: ['space_id'], body: 'json' },
  resetTaxSettings: { method: 'DELETE', path: '/api/v1/tax-settings', query: ['space_id'] },
  listPortfolios: { method: 'GET', path: '/api/v1/portfolios', query: ['page', 'per_page'] },
  createPortfolio: { method: 'POST', path: '/api/v1/portfolios', body: 'json', isKeyed: true },
  getPortfolio: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}' },
  updatePortfolio: { method: 'PUT', path: '/api/v1/portfolios/{portfolio_id}', body: 'json' },
  deletePortfolio: { method: 'DELETE', path: '/api/v1/portfolios/{portfolio_id}' },
  addPortfolioAddress: { method: 'POST', path: '/api/v1/portfolios/{portfolio_id}/addresses', body: 'json', isKeyed: true },
  removePortfolioAddress: { method: 'DELETE', path: '/api/v1/portfolios/{portfolio_id}/addresses/{address}' },
  getPortfolioHoldings: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/holdings', query: ['page', 'per_page', 'chain', 'min_value', 'sort'] },
  getPortfolioTaxSummary: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/tax-summary', query: ['tax_year', 'timezone', 'method'] },
  getPortfolioForm8949: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/form-8949', query: ['tax_year', 'timezone', 'unconnected_brokers', 'method', 'rounding', 'format'], sendsFiles: true },
  getPortfolioScheduleD: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/schedule-d', query: ['tax_year', 'timezone', 'short_term_carryover', 'long_term_carryover', 'taxable_income', 'married_filing_separately', 'unconnected_brokers', 'method', 'rounding', 'format'], sendsFiles: true },
  comparePortfolioLaw: { method: 'POST', path: '/api/v1/portfolios/{portfolio_id}/law-comparison', body: 'json' },
  comparePortfolioTool: { method: 'POST', path: '/api/v1/portfolios/{portfolio_id}/tool-comparison', query: ['tax_year'], body: 'form' },
  listSpaceMembers: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/members', query: ['page', 'per_page'] },
  changeSpaceMember: { method: 'PUT', path: '/api/v1/portfolios/{portfolio_id}/members/{user_id}', body: 'json' },
  removeSpaceMember: { method: 'DELETE', path: '/api/v1/portfolios/{portfolio_id}/members/{user_id}' },
  listSpaceInvitations: { method: 'GET', path: '/api/v1/portfolios/{portfolio_id}/invitations', query: ['page', 'per_page'] },
  inviteSpaceMember: { method: 'POST', path: '/api/v1/portfolios/{portfolio_id}/invitations', body: 'json', isKeyed: true },
  revokeSpaceInvitation: { method: 'DELETE', path: '/api/v1/portfolios/{portfolio_id}/invitations/{invitation_id}' },
  acceptSpaceInvitation: { method: 'POST', path: '/api/v1/space-invitations/accept', body: 'json' },
  getUnifiedHoldings: { method: 'GET', path: '/api/v1/unified/holdings', query: ['page', 'per_page', 'symbol', 'source', 'min_value', 'sort', 'space_id'] },
  getUnifiedTransactions: { method: 'GET', path: '/api/v1/unified/transactions', query: ['symbol', 'type', 'start_date', 'end_date', 'tax_year', 'include_spam', 'page', 'per_page', 'cursor', 'updated_since', 'sort', 'chain', 'source', 'space_id'] },
  getUnifiedSummary: { method: 'GET', path: '/api/v1/unified/summary', query: ['space_id'] },
  getUnifiedTaxSummary: { method: 'GET', path: '/api/v1/unified/tax-summary', query: ['tax_year', 'space_id'] },
  listTransferMatches: { method: 'GET', path: '/api/v1/unified/transfer-matches', query: ['page', 'per_page', 'status', 'min_score', 'space_id'] },
  confirmTransferMatch: { method: 'POST', path: '/api/v1/unified/transfer-matches/{match_id}/confirm', query: ['space_id'], isKeyed: true },
  rejectTransferMatch: { method: 'POST', path: '/api/v1/unified/transfer-matches/{match_id}/reject', query: ['space_id'], body: 'json', isKeyed: true },
  undoTransferMatch: { method: 'POST', path: '/api/v1/unified/transfer-matches/{match_id}/undo', query: ['space_id'], isKeyed: true },
  listUnmatchedTransfers: { method: 'GET', path: '/api/v1/unified/unmatched-transfers', query: ['page', 'per_page', 'direction', 'symbol', 'space_id'] },
  markTransferExternal: { method: 'POST', path: '/api/v1/unified/unmatched-transfers/{transaction_id}/external', query: ['space_id'], body: 'json', isKeyed: true },
  unmarkTransferExternal: { method: 'DELETE', path: '/api/v1/unified/unmatched-transfers/{transaction_id}/external', query: ['space_id'] },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', query: ['space_id'], body: 'json', isKeyed: true },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks', query: ['page', 'per_page', 'include_inactive', 'space_id'] },
  listWebhookEvents: { method: 'GET', path: '/api/v1/webhooks/events/available', query: ['space_id'] },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}', query: ['space_id'] },
  updateWebhook: { method: 'PUT', path: '/api/v1/webhooks/{webhook_id}', query: ['space_id'], body: 'json' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{webhook_id}', query: ['space_id'] },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/rotate-secret', query: ['space_id'], body: 'json', isKeyed: true },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/test', query: ['space_id'], body: 'json', isKeyed: true },
  redeliverEvent: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', query: ['space_id'], isKeyed: true },
  listDeliveryLogs: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}/logs', query: ['page', 'per_page', 'cursor', 'event_type', 'status', 'space_id'] },
} as const satisfies Record<string, OperationFacts>;

export interface GetDashboardParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListPositionsParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListHoldingsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** only holdings on this chain */
  chain?: ChainName;
  /** least current value in USD */
  min_value?: Decimal;
  /** order of the list */
  sort?: 'value_desc' | 'value_asc' | 'cost_desc' | 'cost_asc' | 'gain_desc' | 'gain_asc' | 'quantity_desc' | 'quantity_asc' | 'symbol_asc' | 'symbol_desc';
  /** the holdings at the end of this day of the report zone, at its prices; default now */
  as_of?: string;
  /** also tokens that are spam, with `is_spam` on each entry; default false */
  include_spam?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetHoldingsSummaryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** the holdings at the end of this day of the report zone, at its prices; default now */
  as_of?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetCostBasisParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** suggested order of consumption */
  method?: CostBasisMethod;
  /** with `specific_id`: lots that come first, comma-separated or repeated */
  lot_ids?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetHoldingParams {
  symbol: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** only the holding on this chain */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetValueHistoryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** first day, in the report zone; default the day of the first change */
  start_date?: string;
  /** last day, in the report zone; default today */
  end_date?: string;
  /** one value for the last day of each; a week ends on Sunday, the last one with `end_date` */
  interval?: 'day' | 'week' | 'month';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListTransactionsParams {
  /** only transactions that moved this symbol, in any letter case; network fees do not count */
  symbol?: string;
  /** only transactions of this type */
  type?: TransactionType;
  /** from this moment on; a date is its first instant, UTC */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC */
  end_date?: DateOrTime;
  /** only transactions of this tax year in the zone of the report */
  tax_year?: number;
  /** also transactions classified as spam; default false */
  include_spam?: boolean;
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** only entries that changed after this time, spam too, the oldest change first: `meta.updated_until` of the last poll. Cannot be combined with other filters, with `sort` or with `page` */
  updated_since?: DateOrTime;
  /** order of the list; default date_desc */
  sort?: 'date_desc' | 'date_asc';
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** only transactions on this chain */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportTransactionsParams {
  /** only transactions that moved this symbol, in any letter case; network fees do not count */
  symbol?: string;
  /** only transactions of this type */
  type?: TransactionType;
  /** from this moment on; a date is its first instant, UTC */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC */
  end_date?: DateOrTime;
  /** only transactions of this tax year in the zone of the report */
  tax_year?: number;
  /** also transactions classified as spam; default false */
  include_spam?: boolean;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** only transactions on this chain */
  chain?: ChainName;
  /** of the file; default csv */
  format?: 'csv' | 'json';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListTransactionsNeedingPriceParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** chain name */
  chain?: ChainName;
  /** only transactions of this year */
  tax_year?: number;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetTransactionParams {
  transaction_id: string;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** which of two transactions with the same hash */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListLotsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** a symbol in any letter case, or a token key */
  symbol?: string;
  /** only lots on this chain */
  chain?: ChainName;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** default open: something of the lot remains */
  status?: 'open' | 'closed' | 'all';
  /** only lots without, or with, a known basis */
  is_untracked?: boolean;
  /** only lots held for more, or for not more, than a year as of now */
  is_long_term?: boolean;
  /** order of the list; default date_asc */
  sort?: 'date_asc' | 'date_desc' | 'cost_desc' | 'quantity_desc';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListLotsNeedingBasisParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** a symbol in any letter case, or a token key */
  symbol?: string;
  /** only lots on this chain */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetLotLineageParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** to the origin, to what became of it, or both */
  direction?: 'up' | 'down' | 'both';
  /** steps in each direction; default 20 */
  depth?: number;
  /** UUID */
  lot_id: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListIssuesParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** only this wallet or exchange account; default: all that are linked */
  address?: string;
  /** only issues whose effect falls in this year, and those that can affect any year */
  tax_year?: number;
  /** only issues of this type */
  type?: 'missing_basis' | 'missing_price' | 'unmatched_transfer' | 'unknown_operation' | 'uncertain_classification' | 'balance_difference' | 'duplicate_transaction' | 'history_incomplete' | 'filed_year_changed';
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface TrackWalletParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body?: TrackRequest;
}

export interface PrecomputeWalletParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body?: PrecomputeRequest;
}

export interface ClearWalletCacheParams {
  /** derived: computed results; all: also the stored history, which is then read again */
  scope?: 'derived' | 'all';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListLegacyPositionsParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** 1-indexed */
  page?: number;
  /** entries of a page */
  limit?: number;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListLegacyTransactionsParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** 1-indexed */
  page?: number;
  /** entries of a page */
  limit?: number;
  /** from this moment on; a date is its first instant, UTC */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC */
  end_date?: DateOrTime;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface BatchHoldingsParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: BatchHoldingsInput;
}

export interface GetTaxSummaryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `ETag` of an earlier answer; the same answer is not sent again (304) */
  'If-None-Match'?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetForm8949Params {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** also brokers whose accounts are not in the service; default false */
  unconnected_brokers?: boolean;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
  /** only rows of this box */
  box?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L';
  /** only rows of this asset, in any case */
  symbol?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportForm8949Params {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** also brokers whose accounts are not in the service; default false */
  unconnected_brokers?: boolean;
  format?: 'csv' | 'txf' | 'pdf' | 'json' | 'turbotax' | 'notes' | 'drake' | 'taxact' | 'summary_csv' | 'summary_pdf';
  rounding?: 'cents' | 'dollars';
  /** gas under half a cent in one row per asset, day, term and box; never in JSON */
  gather_small_fees?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetSchedule1Params {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** only receipts of this type */
  income_type?: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportSchedule1Params {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  format?: 'csv' | 'pdf' | 'json';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GenerateTaxReportParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: GenerateReportRequest;
}

export interface GetScheduleDParams {
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** line 6: short-term loss carried over from the year before, a positive number; default 0 */
  short_term_carryover?: Decimal;
  /** line 14: long-term loss carried over; default 0 */
  long_term_carryover?: Decimal;
  /** Form 1040 line 15; negative for a loss. Default: above the loss that is deducted */
  taxable_income?: Decimal;
  /** deducts at most 1,500 USD instead of 3,000; default: as filing_status of tax-settings */
  married_filing_separately?: boolean;
  /** also brokers whose accounts are not in the service; default false */
  unconnected_brokers?: boolean;
  /** as in the export of Form 8949, whose totals the lines repeat */
  rounding?: 'cents' | 'dollars';
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportScheduleDParams {
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** line 6: short-term loss carried over from the year before, a positive number; default 0 */
  short_term_carryover?: Decimal;
  /** line 14: long-term loss carried over; default 0 */
  long_term_carryover?: Decimal;
  /** Form 1040 line 15; negative for a loss. Default: above the loss that is deducted */
  taxable_income?: Decimal;
  /** deducts at most 1,500 USD instead of 3,000; default: as filing_status of tax-settings */
  married_filing_separately?: boolean;
  /** also brokers whose accounts are not in the service; default false */
  unconnected_brokers?: boolean;
  /** as in the export of Form 8949, whose totals the lines repeat */
  rounding?: 'cents' | 'dollars';
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  format?: 'csv' | 'pdf' | 'json';
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListGivenAwayParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface CompareLawParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: WalletLawComparisonInput;
}

export interface CompareToolParams {
  /** default: the years of the files */
  tax_year?: number;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: ToolComparisonRequest;
}

export interface CalculateCostBasisParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: CostBasisRequest;
}

export interface CalculateUnrealizedParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: UnrealizedRequest;
}

export interface GetUnrealizedParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** least current value in USD of the assets listed */
  min_value?: Decimal;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface CalculateTaxSummaryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** keep the links between lots as an audit trail; needs a credential */
  persist_lineage?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetTaxReportParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** default true */
  include_lots?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListAllLotsParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  status?: 'open' | 'closed' | 'all';
  /** 1-indexed */
  page?: number;
  /** entries of a page */
  limit?: number;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface FindWashSalesParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** tax year */
  tax_year?: number;
  /** what the rule would do where it is off; changes nothing */
  simulate?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ReconcileWalletParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface FindHarvestingCandidatesParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** least loss in USD of a lot */
  min_loss?: Decimal;
  term?: 'short' | 'long' | 'all';
  /** entries of the list */
  limit?: number;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportForm8949CsvParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportTxfParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetExportSummaryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportSchedule1CsvParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetSchedule1SummaryParams {
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** default: this year */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface BatchTaxSummariesParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: BatchTaxSummaryInput;
}

export interface ListAuditLogsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** from this moment on; a date is its first instant, UTC */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC */
  end_date?: DateOrTime;
  /** exactly this status */
  status_code?: number;
  /** prefix of the path, or the template of its route */
  path?: string;
  /** requests of one API key */
  key_id?: string;
}

export interface GetAuditSummaryParams {
  /** from this moment on; a date is its first instant, UTC; default 30 days before the end */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC; default now */
  end_date?: DateOrTime;
}

export interface ReviewAccessParams {
  /** a key unused for so long is inactive; default 90 */
  inactive_days?: number;
}

export interface AnalyzeErrorsParams {
  /** from this moment on; a date is its first instant, UTC; default 30 days before the end */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC; default now */
  end_date?: DateOrTime;
  /** entries under `recent`; default 20 */
  limit?: number;
}

export interface DeleteAccountParams {
  body: DeleteAccountRequest;
}

export interface SignUpParams {
  body: SignupRequest;
}

export interface VerifyEmailParams {
  body: VerifyRequest;
}

export interface ResendVerificationPubliclyParams {
  body: EmailResponse;
}

export interface LogInParams {
  body: LoginRequest;
}

export interface RequestPasswordResetParams {
  body: EmailResponse;
}

export interface ResetPasswordParams {
  body: ResetPasswordResponse;
}

export interface ChangePasswordParams {
  body: ChangePasswordRequest;
}

export interface RequestMagicLinkParams {
  body: MagicLinkRequest;
}

export interface VerifyMagicLinkParams {
  body: RedeemLinkRequest;
}

export interface StartTotpParams {
  body: BeginTotpRequest;
}

export interface RemoveTotpParams {
  body: ProvenRequest;
}

export interface ConfirmTotpParams {
  body: ConfirmTotpRequest;
}

export interface RenewRecoveryCodesParams {
  body: ProvenRequest;
}

export interface ListSessionsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
}

export interface EndSessionParams {
  /** UUID */
  session_id: string;
}

export interface CreateApiKeyParams {
  body: CreateApiKeyRequest;
}

export interface GetApiKeyParams {
  /** UUID */
  key_id: string;
}

export interface UpdateApiKeyParams {
  /** UUID */
  key_id: string;
  body: UpdateApiKeyRequest;
}

export interface RevokeApiKeyParams {
  /** kept with the key */
  reason?: string;
  /** UUID */
  key_id: string;
}

export interface RotateApiKeyParams {
  /** UUID */
  key_id: string;
  body?: RotateApiKeyRequest;
}

export interface GetApiKeyUsageParams {
  /** days back, today included; default 30 */
  days?: number;
  /** UUID */
  key_id: string;
}

export interface GetUsageParams {
  /** days back, today included; default 30 */
  days?: number;
}

export interface CreateCheckoutSessionParams {
  body: OpenCheckoutRequest;
}

export interface GetCheckoutSessionParams {
  session_id: string;
}

export interface ListExchangeAccountsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ConnectExchangeAccountParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ConnectExchangeRequest;
}

export interface GetExchangeAccountParams {
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface UpdateExchangeAccountParams {
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: UpdateExchangeAccountRequest;
}

export interface DisconnectExchangeAccountParams {
  /** keep the imported history; default true */
  keep_data?: boolean;
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface SyncExchangeAccountParams {
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body?: SyncRequest;
}

export interface GetExchangeSyncStatusParams {
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ReconcileExchangeAccountParams {
  /** UUID */
  account_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ImportHistoryParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ImportRequest;
}

export interface ImportExchangeFilesParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ExchangeImportRequest;
}

export interface ListJobsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** only jobs in this state */
  status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** only jobs of this type */
  type?: 'track_wallet' | 'precompute' | 'exchange_sync' | 'tax_report' | 'evidence_pack';
  /** only jobs about this wallet */
  address?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetJobParams {
  /** UUID */
  job_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface DeleteJobParams {
  /** UUID */
  job_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface FollowJobParams {
  /** UUID */
  job_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetJobResultParams {
  /** UUID */
  job_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListLinkedWalletsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface LinkWalletParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: LinkWalletRequest;
}

export interface UnlinkWalletParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface ListFiledYearsParams {
  /** default: all years */
  tax_year?: number;
  /** also years that were unfrozen; default false */
  include_unfrozen?: boolean;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface FreezeYearParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: FileYearRequest;
}

export interface UnfreezeYearParams {
  /** only the report of this wallet; default: all reports of the year */
  address?: string;
  /** tax year */
  tax_year: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface ListBrokerFormsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** default: all years */
  tax_year?: number;
  /** also forms that were corrected; default false */
  include_superseded?: boolean;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ImportBrokerFormParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: BrokerFormRequest;
}

export interface ReconcileBrokerFormsParams {
  /** tax year */
  tax_year: number;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetBrokerFormParams {
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface DeleteBrokerFormParams {
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface SetOwnSalesParams {
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: OwnSalesRequest;
}

export interface ApplyBrokerFormParams {
  /** return the rows, and store nothing; default false */
  preview?: boolean;
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface UndoBrokerFormParams {
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface MakeEvidenceParams {
  /** UUID */
  form_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetRwaTokenParams {
  /** in any case */
  symbol: string;
}

export interface GetRwaHoldingsParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
}

export interface GetRwaYieldSummaryParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
}

export interface GetRwaTaxReportParams {
  /** any four-digit year; default the current one */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of the service */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
}

export interface ExportRwaTaxReportParams {
  /** any four-digit year; default the current one */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of the service */
  timezone?: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
}

export interface CreateBasisAssignmentParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: BasisAssignmentInput;
}

export interface ListBasisAssignmentsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface DeactivateBasisAssignmentParams {
  /** UUID */
  entry_id: string;
}

export interface CreateDisposalEntryParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: DisposalEntryInput;
}

export interface ListDisposalEntriesParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface DeactivateDisposalEntryParams {
  /** UUID */
  entry_id: string;
}

export interface CreateTradeCompletionParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: TradeCompletionInput;
}

export interface ListTradeCompletionsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface DeactivateTradeCompletionParams {
  /** UUID */
  entry_id: string;
}

export interface SetLotBasisParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** UUID */
  lot_id: string;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: LotBasisInput;
}

export interface SetTransactionValueParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** which of two transactions with the same hash */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id or hash of the transaction */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: TransactionValueInput;
}

export interface RemoveTransactionValueParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** which of two transactions with the same hash */
  chain?: ChainName;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id or hash of the transaction */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface ClassifyTransactionParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** which of two transactions with the same hash */
  chain?: ChainName;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id or hash of the transaction */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ClassificationInput;
}

export interface RemoveClassificationParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** which of two transactions with the same hash */
  chain?: ChainName;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** id or hash of the transaction */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface SetTokenVisibilityParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `chain:symbol`, or `chain:contract`, percent-encoded */
  token_key: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: VisibilityInput;
}

export interface RemoveTokenVisibilityParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** further wallets of the same owner; comma-separated or repeated; without a credential at most 5 */
  owned_wallets?: string[];
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** `chain:symbol`, or `chain:contract`, percent-encoded */
  token_key: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface CreateMethodElectionParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ElectionInput;
}

export interface ListMethodElectionsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface RecordMethodElectionNoticeParams {
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: BrokerNoticeInput;
}

export interface DeactivateMethodElectionParams {
  /** the order was never in your own records: it never held; default false */
  mistaken?: boolean;
  /** UUID */
  entry_id: string;
}

export interface CreateLotSelectionParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: LotSelectionInput;
}

export interface ListLotSelectionsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface RecordLotSelectionNoticeParams {
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: BrokerNoticeInput;
}

export interface DeactivateLotSelectionParams {
  /** UUID */
  entry_id: string;
}

export interface CreateStandingSelectionParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: StandingSelectionInput;
}

export interface ListStandingSelectionsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only entries about this wallet */
  address?: string;
  /** withdrawn entries too; default false */
  include_inactive?: boolean;
}

export interface RecordStandingSelectionNoticeParams {
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: BrokerNoticeInput;
}

export interface DeactivateStandingSelectionParams {
  /** the order was never in your own records: it never held; default false */
  mistaken?: boolean;
  /** UUID */
  entry_id: string;
}

export interface GetBrokerInstructionsParams {
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ExportBrokerInstructionsParams {
  /** default pdf */
  format?: 'pdf' | 'csv' | 'json';
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListBasisAllocationsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** withdrawn allocations too; default false */
  include_inactive?: boolean;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface CreateBasisAllocationParams {
  /** compute the impact, store nothing; default false */
  preview?: boolean;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: AllocationInput;
}

export interface WithdrawBasisAllocationParams {
  /** UUID */
  entry_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface GetTaxSettingsParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface UpdateTaxSettingsParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: TaxSettingsInput;
}

export interface ResetTaxSettingsParams {
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface ListPortfoliosParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
}

export interface CreatePortfolioParams {
  body: CreatePortfolioRequest;
}

export interface GetPortfolioParams {
  /** UUID */
  portfolio_id: string;
}

export interface UpdatePortfolioParams {
  /** UUID */
  portfolio_id: string;
  body?: UpdatePortfolioRequest;
}

export interface DeletePortfolioParams {
  /** UUID */
  portfolio_id: string;
}

export interface AddPortfolioAddressParams {
  /** UUID */
  portfolio_id: string;
  body: PortfolioAddressInput;
}

export interface RemovePortfolioAddressParams {
  /** EVM, Bitcoin or Solana address, an extended public key of a Bitcoin account (xpub, ypub, zpub), or the id of a linked wallet */
  address: string;
  /** UUID */
  portfolio_id: string;
}

export interface GetPortfolioHoldingsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** only holdings on this chain */
  chain?: ChainName;
  /** least current value in USD of all wallets together */
  min_value?: Decimal;
  /** order of the list */
  sort?: 'value_desc' | 'value_asc' | 'cost_desc' | 'cost_asc' | 'gain_desc' | 'gain_asc' | 'quantity_desc' | 'quantity_asc' | 'symbol_asc' | 'symbol_desc';
  /** UUID */
  portfolio_id: string;
}

export interface GetPortfolioTaxSummaryParams {
  /** all years when none is named */
  tax_year?: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
  /** UUID */
  portfolio_id: string;
}

export interface GetPortfolioForm8949Params {
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** also your brokers whose accounts are not in the service; default true */
  unconnected_brokers?: boolean;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
  rounding?: 'cents' | 'dollars';
  /** json is in the envelope; the others are files */
  format?: 'csv' | 'txf' | 'pdf' | 'json' | 'turbotax' | 'notes' | 'drake' | 'taxact' | 'summary_csv' | 'summary_pdf';
  /** UUID */
  portfolio_id: string;
}

export interface GetPortfolioScheduleDParams {
  /** tax year */
  tax_year: number;
  /** IANA zone of tax days and years of this answer; default: that of tax-settings */
  timezone?: string;
  /** line 6: short-term loss carried over from the year before, a positive number; default 0 */
  short_term_carryover?: Decimal;
  /** line 14: long-term loss carried over; default 0 */
  long_term_carryover?: Decimal;
  /** Form 1040 line 15; negative for a loss. Default: above the loss that is deducted */
  taxable_income?: Decimal;
  /** deducts at most 1,500 USD instead of 3,000; default: as filing_status of tax-settings */
  married_filing_separately?: boolean;
  /** also your brokers whose accounts are not in the service; default true */
  unconnected_brokers?: boolean;
  /** another method than that of record: a comparison, not for filing */
  method?: 'fifo' | 'lifo' | 'hifo';
  /** as for Form 8949, whose totals the lines repeat */
  rounding?: 'cents' | 'dollars';
  /** json is in the envelope; the others are files */
  format?: 'csv' | 'pdf' | 'json';
  /** UUID */
  portfolio_id: string;
}

export interface ComparePortfolioLawParams {
  /** UUID */
  portfolio_id: string;
  body: LawComparisonInput;
}

export interface ComparePortfolioToolParams {
  /** default: the years of the files */
  tax_year?: number;
  /** UUID */
  portfolio_id: string;
  body: ToolComparisonRequest;
}

export interface ListSpaceMembersParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** UUID */
  portfolio_id: string;
}

export interface ChangeSpaceMemberParams {
  /** UUID */
  user_id: string;
  /** UUID */
  portfolio_id: string;
  body: ChangeMemberRequest;
}

export interface RemoveSpaceMemberParams {
  /** UUID */
  user_id: string;
  /** UUID */
  portfolio_id: string;
}

export interface ListSpaceInvitationsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** UUID */
  portfolio_id: string;
}

export interface InviteSpaceMemberParams {
  /** UUID */
  portfolio_id: string;
  body: InviteMemberRequest;
}

export interface RevokeSpaceInvitationParams {
  /** UUID */
  invitation_id: string;
  /** UUID */
  portfolio_id: string;
}

export interface AcceptSpaceInvitationParams {
  body: AcceptInvitationRequest;
}

export interface GetUnifiedHoldingsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** in any letter case */
  symbol?: string;
  /** only wallets, or only exchange accounts */
  source?: 'wallet' | 'exchange';
  /** lowest current value, USD */
  min_value?: Decimal;
  /** default value_desc */
  sort?: 'value_desc' | 'value_asc' | 'cost_desc' | 'cost_asc' | 'gain_desc' | 'gain_asc' | 'quantity_desc' | 'quantity_asc' | 'symbol_asc' | 'symbol_desc';
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetUnifiedTransactionsParams {
  /** only transactions that moved this symbol, in any letter case; network fees do not count */
  symbol?: string;
  /** only transactions of this type */
  type?: TransactionType;
  /** from this moment on; a date is its first instant, UTC */
  start_date?: DateOrTime;
  /** up to this moment; a date is the whole day, UTC */
  end_date?: DateOrTime;
  /** only transactions of this tax year in the zone of the report */
  tax_year?: number;
  /** also transactions classified as spam; default false */
  include_spam?: boolean;
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** only entries that changed after this time, spam too, the oldest change first: `meta.updated_until` of the last poll. Cannot be combined with other filters, with `sort` or with `page` */
  updated_since?: DateOrTime;
  /** order of the list; default date_desc */
  sort?: 'date_desc' | 'date_asc';
  /** only transactions of this chain or exchange */
  chain?: 'ethereum' | 'base' | 'arbitrum' | 'optimism' | 'polygon' | 'gnosis' | 'bsc' | 'avalanche' | 'linea' | 'scroll' | 'zksync' | 'sonic' | 'unichain' | 'ink' | 'berachain' | 'hyperevm' | 'mantle' | 'bitcoin' | 'solana' | 'coinbase' | 'kraken' | 'binanceus' | 'binance' | 'gemini' | 'cryptocom' | 'kucoin' | 'okx' | 'bitstamp' | 'bitfinex' | 'bybit' | 'cashapp' | 'paypal' | 'river' | 'robinhood' | 'strike' | 'swan' | 'other';
  /** only wallets, or only exchange accounts */
  source?: 'wallet' | 'exchange';
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetUnifiedSummaryParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetUnifiedTaxSummaryParams {
  /** all years when none is named */
  tax_year?: number;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListTransferMatchesParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** default suggested */
  status?: 'suggested' | 'confirmed' | 'rejected' | 'all';
  /** lowest score, 0 to 1 */
  min_score?: Decimal;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ConfirmTransferMatchParams {
  /** UUID */
  match_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface RejectTransferMatchParams {
  /** UUID */
  match_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body?: RejectMatchRequest;
}

export interface UndoTransferMatchParams {
  /** UUID */
  match_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface ListUnmatchedTransfersParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  direction?: 'in' | 'out';
  /** in any letter case */
  symbol?: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface MarkTransferExternalParams {
  /** UUID */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
  body: ExternalTransferRequest;
}

export interface UnmarkTransferExternalParams {
  /** UUID */
  transaction_id: string;
  /** id of a space: the records of that space instead of those of the account. An API key that holds `write:portfolios` is accepted there. */
  space_id?: string;
}

export interface CreateWebhookParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body: CreateWebhookRequest;
}

export interface ListWebhooksParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  include_inactive?: boolean;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListWebhookEventsParams {
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface GetWebhookParams {
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface UpdateWebhookParams {
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body?: UpdateWebhookRequest;
}

export interface DeleteWebhookParams {
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface RotateWebhookSecretParams {
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body?: RotateSecretRequest;
}

export interface TestWebhookParams {
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
  body?: TestWebhookRequest;
}

export interface RedeliverEventParams {
  /** UUID */
  delivery_id: string;
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export interface ListDeliveryLogsParams {
  /** 1-indexed; default 1 */
  page?: number;
  /** entries of a page; default 50 */
  per_page?: number;
  /** `next_cursor` of the page before, with the same filters; instead of `page` */
  cursor?: string;
  /** an event type, or `test` */
  event_type?: string;
  status?: 'pending' | 'success' | 'failed' | 'retrying';
  /** UUID */
  webhook_id: string;
  /** id of a space: the records of that space instead of those of the account. */
  space_id?: string;
}

export type GetLivenessAnswer = {
  success: true;
  data: Liveness;
  meta: Meta;
};

export type GetHealthAnswer = HealthReport;

export type GetHealthAliasAnswer = HealthReport;

export type GetReadinessAnswer = HealthReport;

export type GetReadinessAliasAnswer = HealthReport;

export type GetDashboardAnswer = {
  success: true;
  data: DashboardResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type ListPositionsAnswer = {
  success: true;
  data: PositionResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & DepositNotes;
};

export type ListHoldingsAnswer = {
  success: true;
  data: HoldingResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes & DepositNotes;
};

export type GetHoldingsSummaryAnswer = {
  success: true;
  data: HoldingsSummaryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes & DepositNotes;
};

export type GetCostBasisAnswer = {
  success: true;
  data: CostBasisResponse;
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & DepositNotes & LimitNotes;
};

export type GetHoldingAnswer = {
  success: true;
  data: HoldingDetailResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type GetValueHistoryAnswer = {
  success: true;
  data: ValueHistoryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes;
};

export type ListTransactionsAnswer = {
  success: true;
  data: TransactionResponse[];
  pagination: CursorPagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & ChangeNotes;
};

export type ExportTransactionsAnswer = Download;

export type ListTransactionsNeedingPriceAnswer = {
  success: true;
  data: NeedsPriceResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type GetTransactionAnswer = {
  success: true;
  data: TransactionDetailResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type ListLotsAnswer = {
  success: true;
  data: LotResponse[];
  pagination: CursorPagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & DepositNotes;
};

export type ListLotsNeedingBasisAnswer = {
  success: true;
  data: NeedsBasisResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type GetLotLineageAnswer = {
  success: true;
  data: LineageResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type ListIssuesAnswer = {
  success: true;
  data: IssueResponse[];
  pagination: CursorPagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & CoverNotes & CountNotes & BoundNotes;
};

export type TrackWalletAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type PrecomputeWalletAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type ClearWalletCacheAnswer = {
  success: true;
  data: CacheClearedResponse;
  meta: Meta;
};

export type ListLegacyPositionsAnswer = LegacyPositionsResponse & SyncNotes & DepositNotes;

export type ListLegacyTransactionsAnswer = LegacyTransactionsResponse & SyncNotes & LimitNotes;

export type BatchHoldingsAnswer = {
  success: true;
  data: BatchHoldingsResponse;
  meta: Meta;
};

export type GetTaxSummaryAnswer = {
  success: true;
  data: ReportSummaryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type GetForm8949Answer = {
  success: true;
  data: Form8949Response;
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type ExportForm8949Answer = Download;

export type GetSchedule1Answer = {
  success: true;
  data: Schedule1Response;
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes;
};

export type ExportSchedule1Answer = Download;

export type GenerateTaxReportAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type GetScheduleDAnswer = {
  success: true;
  data: ScheduleDResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type ExportScheduleDAnswer = Download;

export type ListGivenAwayAnswer = {
  success: true;
  data: GivenAwayResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type GetLawAnswer = {
  success: true;
  data: LawRegisterResponse;
  meta: Meta;
};

export type CompareLawAnswer = {
  success: true;
  data: LawComparisonResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type CompareToolAnswer = {
  success: true;
  data: ToolComparisonResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type CalculateCostBasisAnswer = PostedCostBasisResponse;

export type CalculateUnrealizedAnswer = UnrealizedResponse & OptionalSyncNotes & OptionalLimitNotes;

export type GetUnrealizedAnswer = UnrealizedResponse & SyncNotes & LimitNotes;

export type CalculateTaxSummaryAnswer = TaxSummaryResponse & SyncNotes;

export type GetTaxReportAnswer = TaxReportResponse & SyncNotes & LimitNotes;

export type ListAllLotsAnswer = LotsResponse & SyncNotes & LimitNotes;

export type FindWashSalesAnswer = WashSalesResponse & SyncNotes & LimitNotes;

export type ReconcileWalletAnswer = ReconciliationResponse & SyncNotes & LimitNotes;

export type FindHarvestingCandidatesAnswer = HarvestResponse & SyncNotes & LimitNotes;

export type ExportForm8949CsvAnswer = Download;

export type ExportTxfAnswer = Download;

export type GetExportSummaryAnswer = ExportSummaryResponse & SyncNotes;

export type ExportSchedule1CsvAnswer = Download;

export type GetSchedule1SummaryAnswer = Schedule1SummaryResponse & SyncNotes;

export type BatchTaxSummariesAnswer = {
  success: true;
  data: BatchTaxSummaryResponse;
  meta: Meta;
};

export type ListAuditLogsAnswer = {
  success: true;
  data: AuditLogResponse[];
  pagination: CursorPagination;
  meta: Meta;
};

export type GetAuditSummaryAnswer = {
  success: true;
  data: AuditSummaryResponse;
  meta: Meta;
};

export type ReviewAccessAnswer = {
  success: true;
  data: AccessReviewResponse;
  meta: Meta;
};

export type AnalyzeErrorsAnswer = {
  success: true;
  data: ErrorAnalysisResponse;
  meta: Meta;
};

export type ExportAccountAnswer = {
  success: true;
  data: {
    generated_at: string;
    account: Record<string, unknown>;
  };
  meta: Meta;
};

export type DeleteAccountAnswer = {
  success: true;
  data: AccountDeletedResponse;
  meta: Meta;
};

export type GetCurrentUserAnswer = {
  success: true;
  data: Identity;
  meta: Meta;
};

export type SignUpAnswer = {
  success: true;
  data: SignupResponse;
  meta: Meta;
};

export type VerifyEmailAnswer = {
  success: true;
  data: VerifiedResponse;
  meta: Meta;
};

export type ResendVerificationAnswer = {
  success: true;
  data: ResendResponse;
  meta: Meta;
};

export type ResendVerificationPubliclyAnswer = {
  success: true;
  data: MessageResponse;
  meta: Meta;
};

export type LogInAnswer = {
  success: true;
  data: SessionUser;
  meta: Meta;
};

export type RefreshSessionAnswer = {
  success: true;
  data: RefreshResponse;
  meta: Meta;
};

export type LogOutAnswer = {
  success: true;
  data: LogoutResponse;
  meta: Meta;
};

export type RequestPasswordResetAnswer = {
  success: true;
  data: MessageResponse;
  meta: Meta;
};

export type ResetPasswordAnswer = {
  success: true;
  data: ResetResponse;
  meta: Meta;
};

export type ChangePasswordAnswer = {
  success: true;
  data: PasswordChangedResponse;
  meta: Meta;
};

export type RequestMagicLinkAnswer = {
  success: true;
  data: MagicLinkResponse;
  meta: Meta;
};

export type VerifyMagicLinkAnswer = {
  success: true;
  data: MagicSessionUser;
  meta: Meta;
};

export type StartTotpAnswer = {
  success: true;
  data: TotpStartedResponse;
  meta: Meta;
};

export type RemoveTotpAnswer = {
  success: true;
  data: TotpRemovedResponse;
  meta: Meta;
};

export type ConfirmTotpAnswer = {
  success: true;
  data: TotpConfirmedResponse;
  meta: Meta;
};

export type RenewRecoveryCodesAnswer = {
  success: true;
  data: RecoveryCodesResponse;
  meta: Meta;
};

export type ListSessionsAnswer = {
  success: true;
  data: SessionResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type EndSessionAnswer = {
  success: true;
  data: EndedSessionResponse;
  meta: Meta;
};

export type ValidatePartnerKeyAnswer = {
  success: true;
  data: PartnerValidation;
  meta: Meta;
};

export type CreateApiKeyAnswer = {
  success: true;
  data: CreatedApiKeyResponse;
  meta: Meta;
};

export type ListApiKeysAnswer = {
  success: true;
  data: ApiKeyResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type ListPermissionsAnswer = {
  success: true;
  data: PermissionsResponse;
  meta: Meta;
};

export type GetApiKeyAnswer = {
  success: true;
  data: ApiKeyResponse;
  meta: Meta;
};

export type UpdateApiKeyAnswer = {
  success: true;
  data: ApiKeyResponse;
  meta: Meta;
};

export type RevokeApiKeyAnswer = {
  success: true;
  data: RevokedApiKeyResponse;
  meta: Meta;
};

export type RotateApiKeyAnswer = {
  success: true;
  data: CreatedApiKeyResponse;
  meta: Meta;
};

export type GetApiKeyUsageAnswer = {
  success: true;
  data: ApiKeyUsageResponse;
  meta: Meta;
};

export type GetUsageAnswer = {
  success: true;
  data: AccountUsageResponse;
  meta: Meta;
};

export type CreateCheckoutSessionAnswer = {
  success: true;
  data: OpenedCheckoutResponse;
  meta: Meta;
};

export type GetCheckoutSessionAnswer = {
  success: true;
  data: CheckoutResponse;
  meta: Meta;
};

export type ListExchangeAccountsAnswer = {
  success: true;
  data: ExchangeAccountResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type ConnectExchangeAccountAnswer = {
  success: true;
  data: ExchangeAccountResponse;
  meta: Meta;
};

export type GetExchangeAccountAnswer = {
  success: true;
  data: ExchangeAccountResponse;
  meta: Meta;
};

export type UpdateExchangeAccountAnswer = {
  success: true;
  data: ExchangeAccountResponse;
  meta: Meta;
};

export type DisconnectExchangeAccountAnswer = {
  success: true;
  data: DisconnectedResponse;
  meta: Meta;
};

export type SyncExchangeAccountAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type GetExchangeSyncStatusAnswer = {
  success: true;
  data: SyncStatusResponse;
  meta: Meta;
};

export type ReconcileExchangeAccountAnswer = {
  success: true;
  data: AccountReconciliationResponse;
  meta: Meta;
};

export type ImportHistoryAnswer = {
  success: true;
  data: ImportResultResponse;
  meta: Meta;
};

export type ImportExchangeFilesAnswer = {
  success: true;
  data: ExchangeImportResultResponse;
  meta: Meta;
};

export type ListJobsAnswer = {
  success: true;
  data: JobResponse[];
  pagination: CursorPagination;
  meta: Meta;
};

export type GetJobAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type DeleteJobAnswer = {
  success: true;
  data: JobDeletedResponse;
  meta: Meta;
};

export type FollowJobAnswer = Download;

export type GetJobResultAnswer = {
  success: true;
  data: TrackResultResponse | PrecomputeResultResponse | FrozenReport;
  meta: Meta & OptionalLimitNotes;
} | Download;

export type ListLinkedWalletsAnswer = {
  success: true;
  data: LinkedWalletResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type LinkWalletAnswer = {
  success: true;
  data: LinkedWalletResponse;
  meta: Meta;
};

export type UnlinkWalletAnswer = {
  success: true;
  data: UnlinkedWalletResponse;
  meta: Meta;
};

export type ListFiledYearsAnswer = {
  success: true;
  data: FiledYearResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type FreezeYearAnswer = {
  success: true;
  data: FiledYearResponse;
  meta: Meta;
};

export type UnfreezeYearAnswer = {
  success: true;
  data: UnfrozenYearResponse;
  meta: Meta;
};

export type ListBrokerFormsAnswer = {
  success: true;
  data: BrokerFormResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type ImportBrokerFormAnswer = {
  success: true;
  data: BrokerFormDetailResponse;
  meta: Meta;
};

export type ReconcileBrokerFormsAnswer = {
  success: true;
  data: BrokerReconciliationResponse;
  meta: Meta & LimitNotes;
};

export type GetBrokerFormAnswer = {
  success: true;
  data: BrokerFormDetailResponse;
  meta: Meta;
};

export type DeleteBrokerFormAnswer = {
  success: true;
  data: BrokerFormDeletedResponse;
  meta: Meta;
};

export type SetOwnSalesAnswer = {
  success: true;
  data: BrokerFormResponse;
  meta: Meta;
};

export type ApplyBrokerFormAnswer = {
  success: true;
  data: AppliedFormResponse;
  meta: Meta & LimitNotes;
};

export type UndoBrokerFormAnswer = {
  success: true;
  data: BrokerFormResponse;
  meta: Meta;
};

export type MakeEvidenceAnswer = {
  success: true;
  data: JobResponse;
  meta: Meta;
};

export type ListRwaTokensAnswer = RwaTokensResponse;

export type GetRwaTokenAnswer = RwaTokenDetailResponse;

export type GetRwaHoldingsAnswer = RwaHoldingsResponse & SyncNotes;

export type GetRwaYieldSummaryAnswer = RwaYieldSummaryResponse & SyncNotes;

export type GetRwaTaxReportAnswer = RwaTaxReportResponse & SyncNotes;

export type ExportRwaTaxReportAnswer = Download;

export type CreateBasisAssignmentAnswer = {
  success: true;
  data: CreatedBasisAssignmentResponse;
  meta: Meta;
};

export type ListBasisAssignmentsAnswer = {
  success: true;
  data: BasisAssignmentShape[];
  pagination: Pagination;
  meta: Meta;
};

export type DeactivateBasisAssignmentAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type CreateDisposalEntryAnswer = {
  success: true;
  data: CreatedDisposalEntryResponse;
  meta: Meta;
};

export type ListDisposalEntriesAnswer = {
  success: true;
  data: DisposalEntryShape[];
  pagination: Pagination;
  meta: Meta;
};

export type DeactivateDisposalEntryAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type CreateTradeCompletionAnswer = {
  success: true;
  data: CreatedTradeCompletionResponse;
  meta: Meta;
};

export type ListTradeCompletionsAnswer = {
  success: true;
  data: TradeCompletionShape[];
  pagination: Pagination;
  meta: Meta;
};

export type DeactivateTradeCompletionAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type SetLotBasisAnswer = {
  success: true;
  data: LotBasisResultResponse;
  meta: Meta;
};

export type SetTransactionValueAnswer = {
  success: true;
  data: TransactionValueResponse;
  meta: Meta;
};

export type RemoveTransactionValueAnswer = {
  success: true;
  data: RemovedDecisionResponse;
  meta: Meta;
};

export type ClassifyTransactionAnswer = {
  success: true;
  data: ClassificationResponse;
  meta: Meta;
};

export type RemoveClassificationAnswer = {
  success: true;
  data: RemovedDecisionResponse;
  meta: Meta;
};

export type SetTokenVisibilityAnswer = {
  success: true;
  data: VisibilityResponse;
  meta: Meta;
};

export type RemoveTokenVisibilityAnswer = {
  success: true;
  data: RemovedVisibilityResponse;
  meta: Meta;
};

export type CreateMethodElectionAnswer = {
  success: true;
  data: CreatedElectionResponse;
  meta: Meta;
};

export type ListMethodElectionsAnswer = {
  success: true;
  data: ElectionEntryShape[];
  pagination: Pagination;
  meta: Meta;
};

export type RecordMethodElectionNoticeAnswer = {
  success: true;
  data: CreatedElectionResponse;
  meta: Meta;
};

export type DeactivateMethodElectionAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type CreateLotSelectionAnswer = {
  success: true;
  data: CreatedLotSelectionResponse;
  meta: Meta;
};

export type ListLotSelectionsAnswer = {
  success: true;
  data: LotSelectionShape[];
  pagination: Pagination;
  meta: Meta;
};

export type RecordLotSelectionNoticeAnswer = {
  success: true;
  data: CreatedLotSelectionResponse;
  meta: Meta;
};

export type DeactivateLotSelectionAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type CreateStandingSelectionAnswer = {
  success: true;
  data: CreatedStandingSelectionResponse;
  meta: Meta;
};

export type ListStandingSelectionsAnswer = {
  success: true;
  data: StandingSelectionShape[];
  pagination: Pagination;
  meta: Meta;
};

export type RecordStandingSelectionNoticeAnswer = {
  success: true;
  data: CreatedStandingSelectionResponse;
  meta: Meta;
};

export type DeactivateStandingSelectionAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type GetBrokerInstructionsAnswer = {
  success: true;
  data: BrokerInstructionsResponse;
  meta: Meta;
};

export type ExportBrokerInstructionsAnswer = Download;

export type ListBasisAllocationsAnswer = {
  success: true;
  data: AllocationResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type CreateBasisAllocationAnswer = {
  success: true;
  data: CreatedAllocationResponse;
  meta: Meta;
};

export type WithdrawBasisAllocationAnswer = {
  success: true;
  data: DeactivatedResponse;
  meta: Meta;
};

export type GetTaxSettingsAnswer = {
  success: true;
  data: TaxSettingsResponse;
  meta: Meta;
};

export type UpdateTaxSettingsAnswer = {
  success: true;
  data: TaxSettingsResponse;
  meta: Meta;
};

export type ResetTaxSettingsAnswer = {
  success: true;
  data: TaxSettingsResponse;
  meta: Meta;
};

export type ListPortfoliosAnswer = {
  success: true;
  data: PortfolioResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type CreatePortfolioAnswer = {
  success: true;
  data: PortfolioResponse;
  meta: Meta;
};

export type GetPortfolioAnswer = {
  success: true;
  data: PortfolioResponse;
  meta: Meta;
};

export type UpdatePortfolioAnswer = {
  success: true;
  data: PortfolioResponse;
  meta: Meta;
};

export type DeletePortfolioAnswer = {
  success: true;
  data: DeletedPortfolioResponse;
  meta: Meta;
};

export type AddPortfolioAddressAnswer = {
  success: true;
  data: PortfolioResponse;
  meta: Meta;
};

export type RemovePortfolioAddressAnswer = {
  success: true;
  data: PortfolioResponse;
  meta: Meta;
};

export type GetPortfolioHoldingsAnswer = {
  success: true;
  data: PortfolioHoldingResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes & DepositNotes & CoverNotes;
};

export type GetPortfolioTaxSummaryAnswer = {
  success: true;
  data: PortfolioTaxSummaryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & CoverNotes;
};

export type GetPortfolioForm8949Answer = {
  success: true;
  data: PortfolioForm8949Response;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & CoverNotes;
} | Download;

export type GetPortfolioScheduleDAnswer = {
  success: true;
  data: PortfolioScheduleDResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & CoverNotes;
} | Download;

export type ComparePortfolioLawAnswer = {
  success: true;
  data: PortfolioLawComparisonResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type ComparePortfolioToolAnswer = {
  success: true;
  data: PortfolioToolComparisonResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes;
};

export type ListSpaceMembersAnswer = {
  success: true;
  data: SpaceMemberResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type ChangeSpaceMemberAnswer = {
  success: true;
  data: SpaceMemberResponse;
  meta: Meta;
};

export type RemoveSpaceMemberAnswer = {
  success: true;
  data: RemovedMemberResponse;
  meta: Meta;
};

export type ListSpaceInvitationsAnswer = {
  success: true;
  data: SpaceInvitationResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type InviteSpaceMemberAnswer = {
  success: true;
  data: SpaceInvitationResponse;
  meta: Meta;
};

export type RevokeSpaceInvitationAnswer = {
  success: true;
  data: RevokedInvitationResponse;
  meta: Meta;
};

export type AcceptSpaceInvitationAnswer = {
  success: true;
  data: AcceptedInvitationResponse;
  meta: Meta;
};

export type GetUnifiedHoldingsAnswer = {
  success: true;
  data: UnifiedHoldingResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial: boolean;
  /** the same: work goes on in the background */
  still_indexing: boolean;
  meta: Meta & SyncNotes & CoverNotes;
};

export type GetUnifiedTransactionsAnswer = {
  success: true;
  data: UnifiedTransactionResponse[];
  pagination: CursorPagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & CoverNotes & ChangeNotes;
};

export type GetUnifiedSummaryAnswer = {
  success: true;
  data: UnifiedSummaryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & CoverNotes;
};

export type GetUnifiedTaxSummaryAnswer = {
  success: true;
  data: UnifiedTaxSummaryResponse;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & CoverNotes;
};

export type ListTransferMatchesAnswer = {
  success: true;
  data: AccountMatchResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & CoverNotes;
};

export type ConfirmTransferMatchAnswer = {
  success: true;
  data: DecidedMatchResponse;
  meta: Meta;
};

export type RejectTransferMatchAnswer = {
  success: true;
  data: DecidedMatchResponse;
  meta: Meta;
};

export type UndoTransferMatchAnswer = {
  success: true;
  data: DecidedMatchResponse;
  meta: Meta;
};

export type ListUnmatchedTransfersAnswer = {
  success: true;
  data: UnpairedTransferResponse[];
  pagination: Pagination;
  /** true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true */
  partial?: boolean;
  /** the same: work goes on in the background */
  still_indexing?: boolean;
  meta: Meta & SyncNotes & LimitNotes & CoverNotes;
};

export type MarkTransferExternalAnswer = {
  success: true;
  data: ExternalTransferResponse;
  meta: Meta;
};

export type UnmarkTransferExternalAnswer = {
  success: true;
  data: RemovedExternalResponse;
  meta: Meta;
};

export type CreateWebhookAnswer = {
  success: true;
  data: CreatedWebhookResponse;
  meta: Meta;
};

export type ListWebhooksAnswer = {
  success: true;
  data: WebhookResponse[];
  pagination: Pagination;
  meta: Meta;
};

export type ListWebhookEventsAnswer = {
  success: true;
  data: AvailableEventsResponse;
  meta: Meta;
};

export type GetWebhookAnswer = {
  success: true;
  data: WebhookResponse;
  meta: Meta;
};

export type UpdateWebhookAnswer = {
  success: true;
  data: WebhookResponse;
  meta: Meta;
};

export type DeleteWebhookAnswer = {
  success: true;
  data: DeletedWebhookResponse;
  meta: Meta;
};

export type RotateWebhookSecretAnswer = {
  success: true;
  data: RotatedSecretResponse;
  meta: Meta;
};

export type TestWebhookAnswer = {
  success: true;
  data: TestResultResponse;
  meta: Meta;
};

export type RedeliverEventAnswer = {
  success: true;
  data: RedeliveryResponse;
  meta: Meta;
};

export type ListDeliveryLogsAnswer = {
  success: true;
  data: DeliveryLogResponse[];
  pagination: CursorPagination;
  meta: Meta;
};

type Call = (operation: OperationFacts, input: Input, options: CallOptions) => Promise<unknown>;

/** A method for each operation. It answers with the body as documented. */
export class Operations {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Check that the process answers
   *
   * Reads nothing: it answers as long as the process can.
   */
  getLiveness(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetLivenessAnswer> {
    return this.#call(OPERATIONS.getLiveness, { ...input }, options) as Promise<GetLivenessAnswer>;
  }

  /**
   * Get the state of the service and its dependencies
   *
   * Returns 503 when the database is down.
   */
  getHealth(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetHealthAnswer> {
    return this.#call(OPERATIONS.getHealth, { ...input }, options) as Promise<GetHealthAnswer>;
  }

  /**
   * Get the state of the service and its dependencies
   *
   * Returns 503 when the database is down.
   */
  getHealthAlias(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetHealthAliasAnswer> {
    return this.#call(OPERATIONS.getHealthAlias, { ...input }, options) as Promise<GetHealthAliasAnswer>;
  }

  /**
   * Check that the service is ready for requests
   *
   * Returns what /health returns. It also returns 503 while the process starts, migrates or shuts down.
   */
  getReadiness(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetReadinessAnswer> {
    return this.#call(OPERATIONS.getReadiness, { ...input }, options) as Promise<GetReadinessAnswer>;
  }

  /**
   * Check that the service is ready for requests
   *
   * Returns what /health returns. It also returns 503 while the process starts, migrates or shuts down.
   */
  getReadinessAlias(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetReadinessAliasAnswer> {
    return this.#call(OPERATIONS.getReadinessAlias, { ...input }, options) as Promise<GetReadinessAliasAnswer>;
  }

  /**
   * Get the data of a wallet dashboard
   *
   * Returns the summary, positions, taxes of all years and latest transactions in one response.
   *
   * An API key needs `read:holdings`.
   */
  getDashboard(input: GetDashboardParams, options: CallOptions = {}): Promise<GetDashboardAnswer> {
    return this.#call(OPERATIONS.getDashboard, { ...input }, options) as Promise<GetDashboardAnswer>;
  }

  /**
   * List positions with cost basis
   *
   * An API key needs `read:holdings`.
   */
  listPositions(input: ListPositionsParams, options: CallOptions = {}): Promise<ListPositionsAnswer> {
    return this.#call(OPERATIONS.listPositions, { ...input }, options) as Promise<ListPositionsAnswer>;
  }

  /**
   * List holdings with cost basis and current value
   *
   * One entry per token and chain. With `as_of`, the holdings of the history until the end of that day.
   *
   * An API key needs `read:holdings`.
   */
  listHoldings(input: ListHoldingsParams, options: CallOptions = {}): Promise<ListHoldingsAnswer> {
    return this.#call(OPERATIONS.listHoldings, { ...input }, options) as Promise<ListHoldingsAnswer>;
  }

  /**
   * Get the totals of all holdings
   *
   * An API key needs `read:holdings`.
   */
  getHoldingsSummary(input: GetHoldingsSummaryParams, options: CallOptions = {}): Promise<GetHoldingsSummaryAnswer> {
    return this.#call(OPERATIONS.getHoldingsSummary, { ...input }, options) as Promise<GetHoldingsSummaryAnswer>;
  }

  /**
   * List open lots in consumption order
   *
   * The order depends on the method. The lots are the same for every method.
   *
   * An API key needs `read:lots`.
   */
  getCostBasis(input: GetCostBasisParams, options: CallOptions = {}): Promise<GetCostBasisAnswer> {
    return this.#call(OPERATIONS.getCostBasis, { ...input }, options) as Promise<GetCostBasisAnswer>;
  }

  /**
   * Get one holding with its lots
   *
   * Takes a symbol or a token key. A symbol held on several chains is summed.
   *
   * An API key needs `read:holdings`.
   */
  getHolding(input: GetHoldingParams, options: CallOptions = {}): Promise<GetHoldingAnswer> {
    return this.#call(OPERATIONS.getHolding, { ...input }, options) as Promise<GetHoldingAnswer>;
  }

  /**
   * Get the value of a wallet over time
   *
   * Each value is that of the holdings at the end of the day, at the prices of that time (`holdings` with
   * `as_of`). A day without a price is null, with the reason. Prices that are not stored yet are fetched in the
   * background: the answer is `partial` until then.
   *
   * An API key needs `read:holdings`.
   */
  getValueHistory(input: GetValueHistoryParams, options: CallOptions = {}): Promise<GetValueHistoryAnswer> {
    return this.#call(OPERATIONS.getValueHistory, { ...input }, options) as Promise<GetValueHistoryAnswer>;
  }

  /**
   * List the transactions of a wallet
   *
   * Each transaction has its legs, fee, values and gain. The wallet is indexed on demand. With `updated_since`:
   * the transactions that changed since, for a copy that is kept up to date.
   *
   * An API key needs `read:transactions`.
   */
  listTransactions(input: ListTransactionsParams, options: CallOptions = {}): Promise<ListTransactionsAnswer> {
    return this.#call(OPERATIONS.listTransactions, { ...input }, options) as Promise<ListTransactionsAnswer>;
  }

  /**
   * Export the transactions of a wallet as a file
   *
   * Oldest first, as CSV, or as JSON with `transactions`, `count` and `truncated`. `X-Export-Count` is the
   * number of rows. `X-Export-Truncated` is `true` when the upstream provider hit its page cap. `X-Export-Incomplete`
   * is present when rows may be missing for another reason, and `X-Export-Limited` when the plan limits the file.
   *
   * An API key needs `read:transactions`.
   */
  exportTransactions(input: ExportTransactionsParams, options: CallOptions = {}): Promise<ExportTransactionsAnswer> {
    return this.#call(OPERATIONS.exportTransactions, { ...input }, options) as Promise<ExportTransactionsAnswer>;
  }

  /**
   * List transactions without a known value
   *
   * Their disposals and income are in no total. Transactions with the largest possible effect come first.
   *
   * An API key needs `read:transactions`.
   */
  listTransactionsNeedingPrice(input: ListTransactionsNeedingPriceParams, options: CallOptions = {}): Promise<ListTransactionsNeedingPriceAnswer> {
    return this.#call(OPERATIONS.listTransactionsNeedingPrice, { ...input }, options) as Promise<ListTransactionsNeedingPriceAnswer>;
  }

  /**
   * Explain one transaction
   *
   * Returns its prices, the lots it created and consumed, its disposals and income, and the applied rule.
   *
   * An API key needs `read:transactions`.
   */
  getTransaction(input: GetTransactionParams, options: CallOptions = {}): Promise<GetTransactionAnswer> {
    return this.#call(OPERATIONS.getTransaction, { ...input }, options) as Promise<GetTransactionAnswer>;
  }

  /**
   * List the open and closed lots of a wallet
   *
   * An API key needs `read:lots`.
   */
  listLots(input: ListLotsParams, options: CallOptions = {}): Promise<ListLotsAnswer> {
    return this.#call(OPERATIONS.listLots, { ...input }, options) as Promise<ListLotsAnswer>;
  }

  /**
   * List lots with an unknown cost basis
   *
   * Only the owner knows the basis of these lots. Lots with the largest effect on gains come first.
   *
   * An API key needs `read:lots`.
   */
  listLotsNeedingBasis(input: ListLotsNeedingBasisParams, options: CallOptions = {}): Promise<ListLotsNeedingBasisAnswer> {
    return this.#call(OPERATIONS.listLotsNeedingBasis, { ...input }, options) as Promise<ListLotsNeedingBasisAnswer>;
  }

  /**
   * Trace the origin and use of a lot
   *
   * Follows the units through all wallets of the owner.
   *
   * An API key needs `read:lots`.
   */
  getLotLineage(input: GetLotLineageParams, options: CallOptions = {}): Promise<GetLotLineageAnswer> {
    return this.#call(OPERATIONS.getLotLineage, { ...input }, options) as Promise<GetLotLineageAnswer>;
  }

  /**
   * List issues with their effect and fix
   *
   * Covers all linked wallets and exchange accounts, or one of them. Issues with the largest effect on gains come
   * first, those with an unknown effect last.
   *
   * An API key needs `read:lots`.
   */
  listIssues(input: ListIssuesParams = {}, options: CallOptions = {}): Promise<ListIssuesAnswer> {
    return this.#call(OPERATIONS.listIssues, { ...input }, options) as Promise<ListIssuesAnswer>;
  }

  /**
   * Index a wallet and watch it for thirty days
   *
   * Does not link the wallet and does not count toward the wallet limit of the plan.
   *
   * An API key needs `read:holdings`.
   */
  trackWallet(input: TrackWalletParams, options: CallOptions = {}): Promise<TrackWalletAnswer> {
    return this.#call(OPERATIONS.trackWallet, { ...input }, options) as Promise<TrackWalletAnswer>;
  }

  /**
   * Precompute the ledger of a wallet
   *
   * Computes the ledger and stores the lineage of lots. When nothing changed since the last run, the job has
   * nothing to do.
   *
   * An API key needs `read:lots`.
   */
  precomputeWallet(input: PrecomputeWalletParams, options: CallOptions = {}): Promise<PrecomputeWalletAnswer> {
    return this.#call(OPERATIONS.precomputeWallet, { ...input }, options) as Promise<PrecomputeWalletAnswer>;
  }

  /**
   * Clear the cached data of a wallet
   *
   * At most six requests per minute. Fetched history of a wallet that other users watch stays, except for an
   * operator: its transactions are 0 then. The history of one wallet is cleared 24 times a day at most.
   *
   * An API key needs `read:holdings`.
   */
  clearWalletCache(input: ClearWalletCacheParams, options: CallOptions = {}): Promise<ClearWalletCacheAnswer> {
    return this.#call(OPERATIONS.clearWalletCache, { ...input }, options) as Promise<ClearWalletCacheAnswer>;
  }

  /**
   * List positions without an envelope
   *
   * Current positions with cost basis, paged by `limit`.
   *
   * An API key needs `read:holdings`.
   */
  listLegacyPositions(input: ListLegacyPositionsParams, options: CallOptions = {}): Promise<ListLegacyPositionsAnswer> {
    return this.#call(OPERATIONS.listLegacyPositions, { ...input }, options) as Promise<ListLegacyPositionsAnswer>;
  }

  /**
   * List transactions without an envelope
   *
   * Newest first, paged by `limit`.
   *
   * An API key needs `read:transactions`.
   */
  listLegacyTransactions(input: ListLegacyTransactionsParams, options: CallOptions = {}): Promise<ListLegacyTransactionsAnswer> {
    return this.#call(OPERATIONS.listLegacyTransactions, { ...input }, options) as Promise<ListLegacyTransactionsAnswer>;
  }

  /**
   * List the holdings of several wallets
   *
   * A failed row does not affect the other rows. Each address counts as one request.
   *
   * An API key needs `read:holdings`.
   */
  batchHoldings(input: BatchHoldingsParams, options: CallOptions = {}): Promise<BatchHoldingsAnswer> {
    return this.#call(OPERATIONS.batchHoldings, { ...input }, options) as Promise<BatchHoldingsAnswer>;
  }

  /**
   * Get realized gains, losses and income
   *
   * For one year, or for all years. With `method` it is a comparison with another method: `assumptions` has
   * `is_comparison`, and the method of record does not change.
   *
   * An API key needs `read:tax-reports`.
   */
  getTaxSummary(input: GetTaxSummaryParams, options: CallOptions = {}): Promise<GetTaxSummaryAnswer> {
    return this.#call(OPERATIONS.getTaxSummary, { ...input }, options) as Promise<GetTaxSummaryAnswer>;
  }

  /**
   * Get Form 8949
   *
   * One row per part of a lot sold. Totals cover the whole year. With `method` it is a comparison with another
   * method: the method of record does not change.
   *
   * An API key needs `read:tax-reports`.
   */
  getForm8949(input: GetForm8949Params, options: CallOptions = {}): Promise<GetForm8949Answer> {
    return this.#call(OPERATIONS.getForm8949, { ...input }, options) as Promise<GetForm8949Answer>;
  }

  /**
   * Export Form 8949 as a file
   *
   * Formats: CSV, TXF, PDF, JSON, the CSV that TurboTax, Drake or TaxAct imports, or one row for each box with code
   * M (`summary_csv`, and `summary_pdf` with the attached statement).
   *
   * An API key needs `read:tax-reports`.
   */
  exportForm8949(input: ExportForm8949Params, options: CallOptions = {}): Promise<ExportForm8949Answer> {
    return this.#call(OPERATIONS.exportForm8949, { ...input }, options) as Promise<ExportForm8949Answer>;
  }

  /**
   * Get ordinary income for Schedule 1
   *
   * One row per receipt.
   *
   * An API key needs `read:tax-reports`.
   */
  getSchedule1(input: GetSchedule1Params, options: CallOptions = {}): Promise<GetSchedule1Answer> {
    return this.#call(OPERATIONS.getSchedule1, { ...input }, options) as Promise<GetSchedule1Answer>;
  }

  /**
   * Export Schedule 1 as a file
   *
   * Formats: CSV, PDF or JSON.
   *
   * An API key needs `read:tax-reports`.
   */
  exportSchedule1(input: ExportSchedule1Params, options: CallOptions = {}): Promise<ExportSchedule1Answer> {
    return this.#call(OPERATIONS.exportSchedule1, { ...input }, options) as Promise<ExportSchedule1Answer>;
  }

  /**
   * Generate a complete tax report in the background
   *
   * The result of the job is stored as it is: a later run does not change it. With `method` it is a comparison, as
   * JSON only, and cannot be bound as a filed year.
   *
   * An API key needs `read:tax-reports`.
   */
  generateTaxReport(input: GenerateTaxReportParams, options: CallOptions = {}): Promise<GenerateTaxReportAnswer> {
    return this.#call(OPERATIONS.generateTaxReport, { ...input }, options) as Promise<GenerateTaxReportAnswer>;
  }

  /**
   * Get Schedule D with the loss carryover
   *
   * The lines that take totals of Form 8949, the limit on losses, the Capital Loss Carryover Worksheet, and the
   * answer to the digital-asset question. It computes no tax.
   *
   * An API key needs `read:tax-reports`.
   */
  getScheduleD(input: GetScheduleDParams, options: CallOptions = {}): Promise<GetScheduleDAnswer> {
    return this.#call(OPERATIONS.getScheduleD, { ...input }, options) as Promise<GetScheduleDAnswer>;
  }

  /**
   * Export Schedule D as a file
   *
   * Formats: CSV, PDF or JSON. One row per line of the schedule and of its worksheets.
   *
   * An API key needs `read:tax-reports`.
   */
  exportScheduleD(input: ExportScheduleDParams, options: CallOptions = {}): Promise<ExportScheduleDAnswer> {
    return this.#call(OPERATIONS.exportScheduleD, { ...input }, options) as Promise<ExportScheduleDAnswer>;
  }

  /**
   * List donations, gifts, losses and thefts
   *
   * For Forms 8283, 709 and 4684: units that left without a gain, with their basis and the value that the user
   * stated (`value_usd` of a disposal entry).
   *
   * An API key needs `read:tax-reports`.
   */
  listGivenAway(input: ListGivenAwayParams, options: CallOptions = {}): Promise<ListGivenAwayAnswer> {
    return this.#call(OPERATIONS.listGivenAway, { ...input }, options) as Promise<ListGivenAwayAnswer>;
  }

  /**
   * Get the register of law
   *
   * Forms rest on laws, regulations and notices in force in their year, never on a bill.
   */
  getLaw(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetLawAnswer> {
    return this.#call(OPERATIONS.getLaw, { ...input }, options) as Promise<GetLawAnswer>;
  }

  /**
   * Compare the figures of a wallet with bills
   *
   * Each bill by itself, by year and by row. Nothing is stored, and no form has these figures. Values that were not
   * read in the text of the bill are named; `parameters` replace them.
   *
   * An API key needs `read:tax-reports`.
   */
  compareLaw(input: CompareLawParams, options: CallOptions = {}): Promise<CompareLawAnswer> {
    return this.#call(OPERATIONS.compareLaw, { ...input }, options) as Promise<CompareLawAnswer>;
  }

  /**
   * Compare a wallet with the export of another tool
   *
   * Every sale and receipt of the files beside the own ones, with a reason for each difference: the amounts of the
   * reasons add up to it. For files of several wallets use the route of the portfolio. Nothing is stored.
   *
   * An API key needs `read:tax-reports`.
   */
  compareTool(input: CompareToolParams, options: CallOptions = {}): Promise<CompareToolAnswer> {
    return this.#call(OPERATIONS.compareTool, { ...input }, options) as Promise<CompareToolAnswer>;
  }

  /**
   * Calculate lots and gains of a posted ledger
   *
   * Returns lots, disposals, income and a summary under the given method.
   *
   * An API key needs `read:tax-reports`.
   */
  calculateCostBasis(input: CalculateCostBasisParams, options: CallOptions = {}): Promise<CalculateCostBasisAnswer> {
    return this.#call(OPERATIONS.calculateCostBasis, { ...input }, options) as Promise<CalculateCostBasisAnswer>;
  }

  /**
   * Calculate unrealized gains at given prices
   *
   * Takes a ledger in the body, or an address.
   *
   * An API key needs `read:tax-reports`.
   */
  calculateUnrealized(input: CalculateUnrealizedParams, options: CallOptions = {}): Promise<CalculateUnrealizedAnswer> {
    return this.#call(OPERATIONS.calculateUnrealized, { ...input }, options) as Promise<CalculateUnrealizedAnswer>;
  }

  /**
   * Get unrealized gains at current prices
   *
   * An API key needs `read:tax-reports`.
   */
  getUnrealized(input: GetUnrealizedParams, options: CallOptions = {}): Promise<GetUnrealizedAnswer> {
    return this.#call(OPERATIONS.getUnrealized, { ...input }, options) as Promise<GetUnrealizedAnswer>;
  }

  /**
   * Calculate realized gains, losses and income
   *
   * Stores the links between lots when `persist_lineage` is true.
   *
   * An API key needs `read:tax-reports`.
   */
  calculateTaxSummary(input: CalculateTaxSummaryParams, options: CallOptions = {}): Promise<CalculateTaxSummaryAnswer> {
    return this.#call(OPERATIONS.calculateTaxSummary, { ...input }, options) as Promise<CalculateTaxSummaryAnswer>;
  }

  /**
   * Get the complete tax report of a year
   *
   * An API key needs `read:tax-reports`.
   */
  getTaxReport(input: GetTaxReportParams, options: CallOptions = {}): Promise<GetTaxReportAnswer> {
    return this.#call(OPERATIONS.getTaxReport, { ...input }, options) as Promise<GetTaxReportAnswer>;
  }

  /**
   * List all lots of a wallet, open lots first
   *
   * An API key needs `read:tax-reports`.
   */
  listAllLots(input: ListAllLotsParams, options: CallOptions = {}): Promise<ListAllLotsAnswer> {
    return this.#call(OPERATIONS.listAllLots, { ...input }, options) as Promise<ListAllLotsAnswer>;
  }

  /**
   * List losses that the wash-sale rule disallows
   *
   * When wash sales are not enabled, lists the losses that the rule would disallow.
   *
   * An API key needs `read:tax-reports`.
   */
  findWashSales(input: FindWashSalesParams, options: CallOptions = {}): Promise<FindWashSalesAnswer> {
    return this.#call(OPERATIONS.findWashSales, { ...input }, options) as Promise<FindWashSalesAnswer>;
  }

  /**
   * List issues in the data of a wallet
   *
   * An API key needs `read:tax-reports`.
   */
  reconcileWallet(input: ReconcileWalletParams, options: CallOptions = {}): Promise<ReconcileWalletAnswer> {
    return this.#call(OPERATIONS.reconcileWallet, { ...input }, options) as Promise<ReconcileWalletAnswer>;
  }

  /**
   * List open lots that can be sold at a loss
   *
   * An API key needs `read:tax-reports`.
   */
  findHarvestingCandidates(input: FindHarvestingCandidatesParams, options: CallOptions = {}): Promise<FindHarvestingCandidatesAnswer> {
    return this.#call(OPERATIONS.findHarvestingCandidates, { ...input }, options) as Promise<FindHarvestingCandidatesAnswer>;
  }

  /**
   * Export realized gains as Form 8949 CSV
   *
   * An API key needs `read:tax-reports`.
   */
  exportForm8949Csv(input: ExportForm8949CsvParams, options: CallOptions = {}): Promise<ExportForm8949CsvAnswer> {
    return this.#call(OPERATIONS.exportForm8949Csv, { ...input }, options) as Promise<ExportForm8949CsvAnswer>;
  }

  /**
   * Export realized gains as TXF
   *
   * TXF is the tax exchange format that tax programs import.
   *
   * An API key needs `read:tax-reports`.
   */
  exportTxf(input: ExportTxfParams, options: CallOptions = {}): Promise<ExportTxfAnswer> {
    return this.#call(OPERATIONS.exportTxf, { ...input }, options) as Promise<ExportTxfAnswer>;
  }

  /**
   * Summarize the export files of a year
   *
   * An API key needs `read:tax-reports`.
   */
  getExportSummary(input: GetExportSummaryParams, options: CallOptions = {}): Promise<GetExportSummaryAnswer> {
    return this.#call(OPERATIONS.getExportSummary, { ...input }, options) as Promise<GetExportSummaryAnswer>;
  }

  /**
   * Export ordinary income as Schedule 1 CSV
   *
   * One row per receipt.
   *
   * An API key needs `read:tax-reports`.
   */
  exportSchedule1Csv(input: ExportSchedule1CsvParams, options: CallOptions = {}): Promise<ExportSchedule1CsvAnswer> {
    return this.#call(OPERATIONS.exportSchedule1Csv, { ...input }, options) as Promise<ExportSchedule1CsvAnswer>;
  }

  /**
   * Summarize ordinary income by type and line
   *
   * An API key needs `read:tax-reports`.
   */
  getSchedule1Summary(input: GetSchedule1SummaryParams, options: CallOptions = {}): Promise<GetSchedule1SummaryAnswer> {
    return this.#call(OPERATIONS.getSchedule1Summary, { ...input }, options) as Promise<GetSchedule1SummaryAnswer>;
  }

  /**
   * Summarize taxes of several wallets and their sum
   *
   * A failed row does not affect the other rows. Each address counts as one request.
   *
   * An API key needs `read:tax-reports`.
   */
  batchTaxSummaries(input: BatchTaxSummariesParams, options: CallOptions = {}): Promise<BatchTaxSummariesAnswer> {
    return this.#call(OPERATIONS.batchTaxSummaries, { ...input }, options) as Promise<BatchTaxSummariesAnswer>;
  }

  /**
   * List requests, newest first
   *
   * An API key needs `admin:api-keys`.
   */
  listAuditLogs(input: ListAuditLogsParams = {}, options: CallOptions = {}): Promise<ListAuditLogsAnswer> {
    return this.#call(OPERATIONS.listAuditLogs, { ...input }, options) as Promise<ListAuditLogsAnswer>;
  }

  /**
   * Get request counts, results and durations
   *
   * An API key needs `admin:api-keys`.
   */
  getAuditSummary(input: GetAuditSummaryParams = {}, options: CallOptions = {}): Promise<GetAuditSummaryAnswer> {
    return this.#call(OPERATIONS.getAuditSummary, { ...input }, options) as Promise<GetAuditSummaryAnswer>;
  }

  /**
   * Review what has access to the account
   *
   * Lists API keys, webhooks and exchange connections, and marks those that need attention.
   *
   * An API key needs `admin:api-keys`.
   */
  reviewAccess(input: ReviewAccessParams = {}, options: CallOptions = {}): Promise<ReviewAccessAnswer> {
    return this.#call(OPERATIONS.reviewAccess, { ...input }, options) as Promise<ReviewAccessAnswer>;
  }

  /**
   * Analyze failed requests by error, route and time
   *
   * An API key needs `admin:api-keys`.
   */
  analyzeErrors(input: AnalyzeErrorsParams = {}, options: CallOptions = {}): Promise<AnalyzeErrorsAnswer> {
    return this.#call(OPERATIONS.analyzeErrors, { ...input }, options) as Promise<AnalyzeErrorsAnswer>;
  }

  /**
   * Export the data of the account
   *
   * A JSON file. `data` contains `generated_at`, `account` and one list for each kind of data: sessions, networks, API keys
   * (without the key), wallets, portfolios, webhooks (without their secret), jobs with results, manual entries, imported
   * rows, payments and requests. At most five exports in an hour.
   */
  exportAccount(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ExportAccountAnswer> {
    return this.#call(OPERATIONS.exportAccount, { ...input }, options) as Promise<ExportAccountAnswer>;
  }

  /**
   * Delete the account
   *
   * Deletes the account and all its data at once. Requests in the audit log stay without the address, the user,
   * the key and the path; payments stay without the account. Needs a code where
   * the account has a second factor. This cannot be undone.
   */
  deleteAccount(input: DeleteAccountParams, options: CallOptions = {}): Promise<DeleteAccountAnswer> {
    return this.#call(OPERATIONS.deleteAccount, { ...input }, options) as Promise<DeleteAccountAnswer>;
  }

  /** Get the user of the session */
  getCurrentUser(input: Record<string, never> = {}, options: CallOptions = {}): Promise<GetCurrentUserAnswer> {
    return this.#call(OPERATIONS.getCurrentUser, { ...input }, options) as Promise<GetCurrentUserAnswer>;
  }

  /**
   * Create an account
   *
   * Sends a verification e-mail. The response is the same when the address already has an account.
   */
  signUp(input: SignUpParams, options: CallOptions = {}): Promise<SignUpAnswer> {
    return this.#call(OPERATIONS.signUp, { ...input }, options) as Promise<SignUpAnswer>;
  }

  /**
   * Verify an e-mail address with a mailed token
   *
   * Opens the account. `password` becomes its password, in place of the one of the sign-up. A request of a
   * browser (with `Origin` or `Sec-Fetch-Site`) must send it; a program may send `token` alone, unless several sign-ups
   * with the address are open. Ends everything that a partner which created the account was granted.
   */
  verifyEmail(input: VerifyEmailParams, options: CallOptions = {}): Promise<VerifyEmailAnswer> {
    return this.#call(OPERATIONS.verifyEmail, { ...input }, options) as Promise<VerifyEmailAnswer>;
  }

  /** Resend the verification e-mail of the account */
  resendVerification(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ResendVerificationAnswer> {
    return this.#call(OPERATIONS.resendVerification, { ...input }, options) as Promise<ResendVerificationAnswer>;
  }

  /**
   * Resend a verification e-mail without a session
   *
   * The response is the same for every address.
   */
  resendVerificationPublicly(input: ResendVerificationPubliclyParams, options: CallOptions = {}): Promise<ResendVerificationPubliclyAnswer> {
    return this.#call(OPERATIONS.resendVerificationPublicly, { ...input }, options) as Promise<ResendVerificationPubliclyAnswer>;
  }

  /**
   * Log in with e-mail and password
   *
   * Returns the tokens in the body and as cookies. An account with a second factor needs `otp`: a code of the
   * app, or a recovery code.
   */
  logIn(input: LogInParams, options: CallOptions = {}): Promise<LogInAnswer> {
    return this.#call(OPERATIONS.logIn, { ...input }, options) as Promise<LogInAnswer>;
  }

  /**
   * Refresh the access token
   *
   * Reads the refresh cookie. The request body is ignored.
   */
  refreshSession(input: Record<string, never> = {}, options: CallOptions = {}): Promise<RefreshSessionAnswer> {
    return this.#call(OPERATIONS.refreshSession, { ...input }, options) as Promise<RefreshSessionAnswer>;
  }

  /**
   * End the session
   *
   * Ends the session of the access token or of the refresh cookie. Repeated calls succeed.
   */
  logOut(input: Record<string, never> = {}, options: CallOptions = {}): Promise<LogOutAnswer> {
    return this.#call(OPERATIONS.logOut, { ...input }, options) as Promise<LogOutAnswer>;
  }

  /**
   * Request a password reset e-mail
   *
   * The response is the same for every address.
   */
  requestPasswordReset(input: RequestPasswordResetParams, options: CallOptions = {}): Promise<RequestPasswordResetAnswer> {
    return this.#call(OPERATIONS.requestPasswordReset, { ...input }, options) as Promise<RequestPasswordResetAnswer>;
  }

  /**
   * Set a new password with a mailed token
   *
   * Ends all sessions of the account.
   */
  resetPassword(input: ResetPasswordParams, options: CallOptions = {}): Promise<ResetPasswordAnswer> {
    return this.#call(OPERATIONS.resetPassword, { ...input }, options) as Promise<ResetPasswordAnswer>;
  }

  /**
   * Change the password
   *
   * Ends the other sessions of the account, and its mailed links. Five wrong passwords in 15 minutes are
   * answered with 429.
   */
  changePassword(input: ChangePasswordParams, options: CallOptions = {}): Promise<ChangePasswordAnswer> {
    return this.#call(OPERATIONS.changePassword, { ...input }, options) as Promise<ChangePasswordAnswer>;
  }

  /**
   * Request a sign-in link
   *
   * The link is sent by e-mail. A partner key creates the account when there is none. The response contains
   * the link only for accounts that this partner created and whose owner has not proved the address.
   */
  requestMagicLink(input: RequestMagicLinkParams, options: CallOptions = {}): Promise<RequestMagicLinkAnswer> {
    return this.#call(OPERATIONS.requestMagicLink, { ...input }, options) as Promise<RequestMagicLinkAnswer>;
  }

  /**
   * Sign in with the token of a link
   *
   * Returns the tokens in the body and as cookies. An account with a second factor needs `otp`; a wrong code
   * does not use up the link.
   */
  verifyMagicLink(input: VerifyMagicLinkParams, options: CallOptions = {}): Promise<VerifyMagicLinkAnswer> {
    return this.#call(OPERATIONS.verifyMagicLink, { ...input }, options) as Promise<VerifyMagicLinkAnswer>;
  }

  /**
   * Start a second factor
   *
   * Returns a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It has no effect until
   * a first code is confirmed. Repeated calls replace the secret.
   */
  startTotp(input: StartTotpParams, options: CallOptions = {}): Promise<StartTotpAnswer> {
    return this.#call(OPERATIONS.startTotp, { ...input }, options) as Promise<StartTotpAnswer>;
  }

  /**
   * Remove the second factor
   *
   * Needs the password and a code or recovery code. Deletes the unused recovery codes.
   */
  removeTotp(input: RemoveTotpParams, options: CallOptions = {}): Promise<RemoveTotpAnswer> {
    return this.#call(OPERATIONS.removeTotp, { ...input }, options) as Promise<RemoveTotpAnswer>;
  }

  /**
   * Confirm the second factor with a first code
   *
   * From now on a login needs `otp`. Returns ten recovery codes, which are shown once. Ends the other sessions
   * of the account.
   */
  confirmTotp(input: ConfirmTotpParams, options: CallOptions = {}): Promise<ConfirmTotpAnswer> {
    return this.#call(OPERATIONS.confirmTotp, { ...input }, options) as Promise<ConfirmTotpAnswer>;
  }

  /**
   * Replace the recovery codes
   *
   * Needs the password and a code or recovery code. Returns ten new codes, this once; the codes before are not
   * valid any more.
   */
  renewRecoveryCodes(input: RenewRecoveryCodesParams, options: CallOptions = {}): Promise<RenewRecoveryCodesAnswer> {
    return this.#call(OPERATIONS.renewRecoveryCodes, { ...input }, options) as Promise<RenewRecoveryCodesAnswer>;
  }

  /**
   * List the sessions of the account
   *
   * Live sessions, newest first. `is_current` marks the session of the request.
   */
  listSessions(input: ListSessionsParams = {}, options: CallOptions = {}): Promise<ListSessionsAnswer> {
    return this.#call(OPERATIONS.listSessions, { ...input }, options) as Promise<ListSessionsAnswer>;
  }

  /**
   * End a session of the account
   *
   * Its tokens are refused from now on. The session of the request may be ended too.
   */
  endSession(input: EndSessionParams, options: CallOptions = {}): Promise<EndSessionAnswer> {
    return this.#call(OPERATIONS.endSession, { ...input }, options) as Promise<EndSessionAnswer>;
  }

  /**
   * Validate a partner key
   *
   * Returns the partner and the permissions of the key.
   */
  validatePartnerKey(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ValidatePartnerKeyAnswer> {
    return this.#call(OPERATIONS.validatePartnerKey, { ...input }, options) as Promise<ValidatePartnerKeyAnswer>;
  }

  /**
   * Create an API key
   *
   * The full key is returned only once, in this response.
   */
  createApiKey(input: CreateApiKeyParams, options: CallOptions = {}): Promise<CreateApiKeyAnswer> {
    return this.#call(OPERATIONS.createApiKey, { ...input }, options) as Promise<CreateApiKeyAnswer>;
  }

  /**
   * List the API keys of the account
   *
   * Revoked keys are included.
   */
  listApiKeys(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ListApiKeysAnswer> {
    return this.#call(OPERATIONS.listApiKeys, { ...input }, options) as Promise<ListApiKeysAnswer>;
  }

  /** List the permissions a key can have */
  listPermissions(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ListPermissionsAnswer> {
    return this.#call(OPERATIONS.listPermissions, { ...input }, options) as Promise<ListPermissionsAnswer>;
  }

  /** Get an API key */
  getApiKey(input: GetApiKeyParams, options: CallOptions = {}): Promise<GetApiKeyAnswer> {
    return this.#call(OPERATIONS.getApiKey, { ...input }, options) as Promise<GetApiKeyAnswer>;
  }

  /**
   * Update an API key
   *
   * Changes the name, the permissions, the active state or the expiry of a key.
   */
  updateApiKey(input: UpdateApiKeyParams, options: CallOptions = {}): Promise<UpdateApiKeyAnswer> {
    return this.#call(OPERATIONS.updateApiKey, { ...input }, options) as Promise<UpdateApiKeyAnswer>;
  }

  /**
   * Revoke an API key
   *
   * A revoked key cannot be activated again.
   */
  revokeApiKey(input: RevokeApiKeyParams, options: CallOptions = {}): Promise<RevokeApiKeyAnswer> {
    return this.#call(OPERATIONS.revokeApiKey, { ...input }, options) as Promise<RevokeApiKeyAnswer>;
  }

  /**
   * Rotate an API key
   *
   * Gives the key a new text, which is returned only once, in this response. Id, name, permissions and counts
   * stay. The text before it is valid for `overlap_hours`, at the longest until the next rotation.
   */
  rotateApiKey(input: RotateApiKeyParams, options: CallOptions = {}): Promise<RotateApiKeyAnswer> {
    return this.#call(OPERATIONS.rotateApiKey, { ...input }, options) as Promise<RotateApiKeyAnswer>;
  }

  /** Get the request counts of an API key */
  getApiKeyUsage(input: GetApiKeyUsageParams, options: CallOptions = {}): Promise<GetApiKeyUsageAnswer> {
    return this.#call(OPERATIONS.getApiKeyUsage, { ...input }, options) as Promise<GetApiKeyUsageAnswer>;
  }

  /** Get the usage and the limits of the account */
  getUsage(input: GetUsageParams = {}, options: CallOptions = {}): Promise<GetUsageAnswer> {
    return this.#call(OPERATIONS.getUsage, { ...input }, options) as Promise<GetUsageAnswer>;
  }

  /**
   * Create a checkout session for a plan
   *
   * Returns an embeddable payment form of the payment processor. A repeated request for the same plan
   * returns the same form while it is open.
   */
  createCheckoutSession(input: CreateCheckoutSessionParams, options: CallOptions = {}): Promise<CreateCheckoutSessionAnswer> {
    return this.#call(OPERATIONS.createCheckoutSession, { ...input }, options) as Promise<CreateCheckoutSessionAnswer>;
  }

  /** Get the status of a checkout session */
  getCheckoutSession(input: GetCheckoutSessionParams, options: CallOptions = {}): Promise<GetCheckoutSessionAnswer> {
    return this.#call(OPERATIONS.getCheckoutSession, { ...input }, options) as Promise<GetCheckoutSessionAnswer>;
  }

  /**
   * List exchange accounts
   *
   * An API key needs `read:transactions`.
   */
  listExchangeAccounts(input: ListExchangeAccountsParams = {}, options: CallOptions = {}): Promise<ListExchangeAccountsAnswer> {
    return this.#call(OPERATIONS.listExchangeAccounts, { ...input }, options) as Promise<ListExchangeAccountsAnswer>;
  }

  /**
   * Connect an exchange account
   *
   * The account is one wallet of its owner: its id takes the place of an address in every route that
   * reads a wallet. With `api` the key is tried once, and refused when it can trade or withdraw; the first sync starts
   * at once. With `csv` its history comes from files, `POST /api/v1/exchange-accounts/import`.
   */
  connectExchangeAccount(input: ConnectExchangeAccountParams, options: CallOptions = {}): Promise<ConnectExchangeAccountAnswer> {
    return this.#call(OPERATIONS.connectExchangeAccount, { ...input }, options) as Promise<ConnectExchangeAccountAnswer>;
  }

  /**
   * Get an exchange account
   *
   * An API key needs `read:transactions`.
   */
  getExchangeAccount(input: GetExchangeAccountParams, options: CallOptions = {}): Promise<GetExchangeAccountAnswer> {
    return this.#call(OPERATIONS.getExchangeAccount, { ...input }, options) as Promise<GetExchangeAccountAnswer>;
  }

  /**
   * Update an exchange account
   *
   * `kind` decides the boxes of Form 8949: an exchange in the US reports its customers' sales.
   * `empty_lists` states which lists that the key may not read are empty: forms are then not `INCOMPLETE` for them.
   */
  updateExchangeAccount(input: UpdateExchangeAccountParams, options: CallOptions = {}): Promise<UpdateExchangeAccountAnswer> {
    return this.#call(OPERATIONS.updateExchangeAccount, { ...input }, options) as Promise<UpdateExchangeAccountAnswer>;
  }

  /**
   * Disconnect an exchange account
   *
   * The imported history is kept by default, because the basis of other wallets can depend on it.
   */
  disconnectExchangeAccount(input: DisconnectExchangeAccountParams, options: CallOptions = {}): Promise<DisconnectExchangeAccountAnswer> {
    return this.#call(OPERATIONS.disconnectExchangeAccount, { ...input }, options) as Promise<DisconnectExchangeAccountAnswer>;
  }

  /**
   * Read an exchange account again
   *
   * One sync of an account runs at a time: the running one is returned.
   */
  syncExchangeAccount(input: SyncExchangeAccountParams, options: CallOptions = {}): Promise<SyncExchangeAccountAnswer> {
    return this.#call(OPERATIONS.syncExchangeAccount, { ...input }, options) as Promise<SyncExchangeAccountAnswer>;
  }

  /**
   * Get the sync status of an exchange account
   *
   * An API key needs `read:transactions`.
   */
  getExchangeSyncStatus(input: GetExchangeSyncStatusParams, options: CallOptions = {}): Promise<GetExchangeSyncStatusAnswer> {
    return this.#call(OPERATIONS.getExchangeSyncStatus, { ...input }, options) as Promise<GetExchangeSyncStatusAnswer>;
  }

  /**
   * Compare an account with its exchange
   *
   * The balances that the exchange stated at the last sync, beside the sums of the rows. Nothing is corrected.
   *
   * An API key needs `read:transactions`.
   */
  reconcileExchangeAccount(input: ReconcileExchangeAccountParams, options: CallOptions = {}): Promise<ReconcileExchangeAccountAnswer> {
    return this.#call(OPERATIONS.reconcileExchangeAccount, { ...input }, options) as Promise<ReconcileExchangeAccountAnswer>;
  }

  /**
   * Import transaction history from a file
   *
   * The rows apply only to the results of the caller. The same rows imported again change nothing.
   */
  importHistory(input: ImportHistoryParams, options: CallOptions = {}): Promise<ImportHistoryAnswer> {
    return this.#call(OPERATIONS.importHistory, { ...input }, options) as Promise<ImportHistoryAnswer>;
  }

  /**
   * Import files of an exchange
   *
   * Without `account_id` the rows go to the account of `exchange` that has rows of the files already, else the
   * import makes one. With `account_id`, rows that another account has are refused (`CONFLICT`). The same rows imported
   * again change nothing. Every row is accepted, known, or rejected with a reason.
   */
  importExchangeFiles(input: ImportExchangeFilesParams, options: CallOptions = {}): Promise<ImportExchangeFilesAnswer> {
    return this.#call(OPERATIONS.importExchangeFiles, { ...input }, options) as Promise<ImportExchangeFilesAnswer>;
  }

  /** List own jobs, newest first */
  listJobs(input: ListJobsParams = {}, options: CallOptions = {}): Promise<ListJobsAnswer> {
    return this.#call(OPERATIONS.listJobs, { ...input }, options) as Promise<ListJobsAnswer>;
  }

  /**
   * Get the status and progress of a job
   *
   * While the job is queued or running, `Retry-After` gives the seconds to wait before the next request.
   */
  getJob(input: GetJobParams, options: CallOptions = {}): Promise<GetJobAnswer> {
    return this.#call(OPERATIONS.getJob, { ...input }, options) as Promise<GetJobAnswer>;
  }

  /**
   * Delete a job and its result
   *
   * A job that is queued or running is cancelled. The report of a frozen tax year is not deleted.
   */
  deleteJob(input: DeleteJobParams, options: CallOptions = {}): Promise<DeleteJobAnswer> {
    return this.#call(OPERATIONS.deleteJob, { ...input }, options) as Promise<DeleteJobAnswer>;
  }

  /**
   * Follow a job as server-sent events
   *
   * `progress` events carry the job as it is now, at once and with each change; `end` is the last. A comment is
   * sent every 15 seconds. The stream ends with the job, with its credential, after 15 minutes, and when the process stops:
   * connect again. A user has at most 10 streams at once, a partner 100.
   */
  followJob(input: FollowJobParams, options: CallOptions = {}): Promise<FollowJobAnswer> {
    return this.#call(OPERATIONS.followJob, { ...input }, options) as Promise<FollowJobAnswer>;
  }

  /**
   * Get the result of a completed job
   *
   * A file is returned as an attachment. Results are stored for seven days; a tax report is stored until it
   * is deleted.
   */
  getJobResult(input: GetJobResultParams, options: CallOptions = {}): Promise<GetJobResultAnswer> {
    return this.#call(OPERATIONS.getJobResult, { ...input }, options) as Promise<GetJobResultAnswer>;
  }

  /**
   * List linked wallets and their sync status
   *
   * An API key needs `read:holdings`.
   */
  listLinkedWallets(input: ListLinkedWalletsParams = {}, options: CallOptions = {}): Promise<ListLinkedWalletsAnswer> {
    return this.#call(OPERATIONS.listLinkedWallets, { ...input }, options) as Promise<ListLinkedWalletsAnswer>;
  }

  /**
   * Link a wallet to the account
   *
   * The wallet is indexed in the background. It counts as owned in requests without `owned_wallets`.
   */
  linkWallet(input: LinkWalletParams, options: CallOptions = {}): Promise<LinkWalletAnswer> {
    return this.#call(OPERATIONS.linkWallet, { ...input }, options) as Promise<LinkWalletAnswer>;
  }

  /**
   * Unlink a wallet
   *
   * Manual entries of the wallet are kept.
   */
  unlinkWallet(input: UnlinkWalletParams, options: CallOptions = {}): Promise<UnlinkWalletAnswer> {
    return this.#call(OPERATIONS.unlinkWallet, { ...input }, options) as Promise<UnlinkWalletAnswer>;
  }

  /**
   * List filed years and what changed since
   *
   * Compares each filed report with the present ledger. A difference is an `issue` that states what an amended
   * return would report. The filed report never changes.
   *
   * An API key needs `read:tax-reports`.
   */
  listFiledYears(input: ListFiledYearsParams = {}, options: CallOptions = {}): Promise<ListFiledYearsAnswer> {
    return this.#call(OPERATIONS.listFiledYears, { ...input }, options) as Promise<ListFiledYearsAnswer>;
  }

  /**
   * Freeze a tax year
   *
   * Binds the year of a wallet to a generated report. The report can then not be deleted.
   */
  freezeYear(input: FreezeYearParams, options: CallOptions = {}): Promise<FreezeYearAnswer> {
    return this.#call(OPERATIONS.freezeYear, { ...input }, options) as Promise<FreezeYearAnswer>;
  }

  /**
   * Unfreeze a tax year
   *
   * The record is kept with the time at which it was unfrozen, and the request is in the audit log.
   */
  unfreezeYear(input: UnfreezeYearParams, options: CallOptions = {}): Promise<UnfreezeYearAnswer> {
    return this.#call(OPERATIONS.unfreezeYear, { ...input }, options) as Promise<UnfreezeYearAnswer>;
  }

  /**
   * List imported forms, oldest first
   *
   * An API key needs `read:tax-reports`.
   */
  listBrokerForms(input: ListBrokerFormsParams = {}, options: CallOptions = {}): Promise<ListBrokerFormsAnswer> {
    return this.#call(OPERATIONS.listBrokerForms, { ...input }, options) as Promise<ListBrokerFormsAnswer>;
  }

  /**
   * Import a Form 1099-DA
   *
   * A file (`multipart/form-data`), or rows with one field for each box. A corrected form names the form that it
   * replaces; that one is kept. A form has at most 32 MiB, and 10,000 rows as JSON; the forms of a year have at most
   * 50,000 rows and own sales together, and an account has 200 forms (403 `FORBIDDEN`).
   */
  importBrokerForm(input: ImportBrokerFormParams, options: CallOptions = {}): Promise<ImportBrokerFormAnswer> {
    return this.#call(OPERATIONS.importBrokerForm, { ...input }, options) as Promise<ImportBrokerFormAnswer>;
  }

  /**
   * Compare the forms of a year with the own records
   *
   * Totals first, then each difference with one reason. The differences add up to the difference of the totals.
   * The own records of a form without stated sales are those of the connected account that it names.
   *
   * An API key needs `read:tax-reports`.
   */
  reconcileBrokerForms(input: ReconcileBrokerFormsParams, options: CallOptions = {}): Promise<ReconcileBrokerFormsAnswer> {
    return this.#call(OPERATIONS.reconcileBrokerForms, { ...input }, options) as Promise<ReconcileBrokerFormsAnswer>;
  }

  /**
   * Get a form with all its boxes
   *
   * An API key needs `read:tax-reports`.
   */
  getBrokerForm(input: GetBrokerFormParams, options: CallOptions = {}): Promise<GetBrokerFormAnswer> {
    return this.#call(OPERATIONS.getBrokerForm, { ...input }, options) as Promise<GetBrokerFormAnswer>;
  }

  /**
   * Delete a form
   *
   * The form that it corrected counts again, and has to be accepted anew.
   */
  deleteBrokerForm(input: DeleteBrokerFormParams, options: CallOptions = {}): Promise<DeleteBrokerFormAnswer> {
    return this.#call(OPERATIONS.deleteBrokerForm, { ...input }, options) as Promise<DeleteBrokerFormAnswer>;
  }

  /**
   * State the own records of the account
   *
   * Replaces the sales that the form is compared with.
   */
  setOwnSales(input: SetOwnSalesParams, options: CallOptions = {}): Promise<SetOwnSalesAnswer> {
    return this.#call(OPERATIONS.setOwnSales, { ...input }, options) as Promise<SetOwnSalesAnswer>;
  }

  /**
   * Accept a form for Form 8949
   *
   * Columns (d) and, where it was reported, (e) are those of the broker. Columns (f) and (g) correct them: B basis,
   * E expenses, M several transactions, O other, T term, W wash sale. A form that names a connected account replaces the
   * rows of that account on its Form 8949, in every format, and on Schedule D.
   */
  applyBrokerForm(input: ApplyBrokerFormParams, options: CallOptions = {}): Promise<ApplyBrokerFormAnswer> {
    return this.#call(OPERATIONS.applyBrokerForm, { ...input }, options) as Promise<ApplyBrokerFormAnswer>;
  }

  /** Undo the acceptance of a form */
  undoBrokerForm(input: UndoBrokerFormParams, options: CallOptions = {}): Promise<UndoBrokerFormAnswer> {
    return this.#call(OPERATIONS.undoBrokerForm, { ...input }, options) as Promise<UndoBrokerFormAnswer>;
  }

  /**
   * Make the evidence for an accepted form in the background
   *
   * The result of the job is a ZIP: a letter with blanks to fill in, a page for each row with its lots, transfers and
   * reasons, the rows as CSV and JSON, the sources, and a manifest with SHA-256. The same form and records give the same
   * bytes. The form must be accepted (409 `CONFLICT`), and has at most 5,000 rows and own sales (403 `FORBIDDEN`). The job
   * fails with `CONFLICT` when rows stand otherwise on Form 8949 as it was filed.
   *
   * An API key needs `read:tax-reports`.
   */
  makeEvidence(input: MakeEvidenceParams, options: CallOptions = {}): Promise<MakeEvidenceAnswer> {
    return this.#call(OPERATIONS.makeEvidence, { ...input }, options) as Promise<MakeEvidenceAnswer>;
  }

  /** List the registry of tokenized assets */
  listRwaTokens(input: Record<string, never> = {}, options: CallOptions = {}): Promise<ListRwaTokensAnswer> {
    return this.#call(OPERATIONS.listRwaTokens, { ...input }, options) as Promise<ListRwaTokensAnswer>;
  }

  /**
   * Get a tokenized asset with live figures
   *
   * Returns the registry entry with its current value, yield and assets under management.
   */
  getRwaToken(input: GetRwaTokenParams, options: CallOptions = {}): Promise<GetRwaTokenAnswer> {
    return this.#call(OPERATIONS.getRwaToken, { ...input }, options) as Promise<GetRwaTokenAnswer>;
  }

  /**
   * List the tokenized assets of a wallet
   *
   * Includes the yield accrued since acquisition.
   */
  getRwaHoldings(input: GetRwaHoldingsParams, options: CallOptions = {}): Promise<GetRwaHoldingsAnswer> {
    return this.#call(OPERATIONS.getRwaHoldings, { ...input }, options) as Promise<GetRwaHoldingsAnswer>;
  }

  /** Summarize the yield of a wallet by token */
  getRwaYieldSummary(input: GetRwaYieldSummaryParams, options: CallOptions = {}): Promise<GetRwaYieldSummaryAnswer> {
    return this.#call(OPERATIONS.getRwaYieldSummary, { ...input }, options) as Promise<GetRwaYieldSummaryAnswer>;
  }

  /** Get the yield of a tax year as interest income */
  getRwaTaxReport(input: GetRwaTaxReportParams, options: CallOptions = {}): Promise<GetRwaTaxReportAnswer> {
    return this.#call(OPERATIONS.getRwaTaxReport, { ...input }, options) as Promise<GetRwaTaxReportAnswer>;
  }

  /** Export the yield tax report as CSV */
  exportRwaTaxReport(input: ExportRwaTaxReportParams, options: CallOptions = {}): Promise<ExportRwaTaxReportAnswer> {
    return this.#call(OPERATIONS.exportRwaTaxReport, { ...input }, options) as Promise<ExportRwaTaxReportAnswer>;
  }

  /**
   * Assign a cost basis to a lot
   *
   * Fails when the lot already has an assignment.
   */
  createBasisAssignment(input: CreateBasisAssignmentParams, options: CallOptions = {}): Promise<CreateBasisAssignmentAnswer> {
    return this.#call(OPERATIONS.createBasisAssignment, { ...input }, options) as Promise<CreateBasisAssignmentAnswer>;
  }

  /**
   * List entries, oldest first
   *
   * An API key needs `read:lots`.
   */
  listBasisAssignments(input: ListBasisAssignmentsParams = {}, options: CallOptions = {}): Promise<ListBasisAssignmentsAnswer> {
    return this.#call(OPERATIONS.listBasisAssignments, { ...input }, options) as Promise<ListBasisAssignmentsAnswer>;
  }

  /**
   * Deactivate an entry
   *
   * The entry is kept and no longer applies.
   */
  deactivateBasisAssignment(input: DeactivateBasisAssignmentParams, options: CallOptions = {}): Promise<DeactivateBasisAssignmentAnswer> {
    return this.#call(OPERATIONS.deactivateBasisAssignment, { ...input }, options) as Promise<DeactivateBasisAssignmentAnswer>;
  }

  /**
   * Record a disposal
   *
   * Reclassifies a transfer of the chain (`tx_hash`), or adds a disposal that is not on any chain.
   */
  createDisposalEntry(input: CreateDisposalEntryParams, options: CallOptions = {}): Promise<CreateDisposalEntryAnswer> {
    return this.#call(OPERATIONS.createDisposalEntry, { ...input }, options) as Promise<CreateDisposalEntryAnswer>;
  }

  /**
   * List entries, oldest first
   *
   * An API key needs `read:lots`.
   */
  listDisposalEntries(input: ListDisposalEntriesParams = {}, options: CallOptions = {}): Promise<ListDisposalEntriesAnswer> {
    return this.#call(OPERATIONS.listDisposalEntries, { ...input }, options) as Promise<ListDisposalEntriesAnswer>;
  }

  /**
   * Deactivate an entry
   *
   * The entry is kept and no longer applies.
   */
  deactivateDisposalEntry(input: DeactivateDisposalEntryParams, options: CallOptions = {}): Promise<DeactivateDisposalEntryAnswer> {
    return this.#call(OPERATIONS.deactivateDisposalEntry, { ...input }, options) as Promise<DeactivateDisposalEntryAnswer>;
  }

  /**
   * Record the off-chain side of a trade
   *
   * Adds what was paid or received outside the chain for units that moved on the chain.
   */
  createTradeCompletion(input: CreateTradeCompletionParams, options: CallOptions = {}): Promise<CreateTradeCompletionAnswer> {
    return this.#call(OPERATIONS.createTradeCompletion, { ...input }, options) as Promise<CreateTradeCompletionAnswer>;
  }

  /**
   * List entries, oldest first
   *
   * An API key needs `read:lots`.
   */
  listTradeCompletions(input: ListTradeCompletionsParams = {}, options: CallOptions = {}): Promise<ListTradeCompletionsAnswer> {
    return this.#call(OPERATIONS.listTradeCompletions, { ...input }, options) as Promise<ListTradeCompletionsAnswer>;
  }

  /**
   * Deactivate an entry
   *
   * The entry is kept and no longer applies.
   */
  deactivateTradeCompletion(input: DeactivateTradeCompletionParams, options: CallOptions = {}): Promise<DeactivateTradeCompletionAnswer> {
    return this.#call(OPERATIONS.deactivateTradeCompletion, { ...input }, options) as Promise<DeactivateTradeCompletionAnswer>;
  }

  /**
   * Set the cost basis of a lot
   *
   * The basis applies only to the results of the caller. It replaces an earlier assignment.
   *
   * An API key needs `write:portfolios`.
   */
  setLotBasis(input: SetLotBasisParams, options: CallOptions = {}): Promise<SetLotBasisAnswer> {
    return this.#call(OPERATIONS.setLotBasis, { ...input }, options) as Promise<SetLotBasisAnswer>;
  }

  /**
   * Set the value of a transaction
   *
   * The value is the fair value in USD of each side of a trade, or of the whole receipt, outflow or own transfer.
   * A fee in a coin of the transaction has the price that this gives. A fee in another coin without a market price has
   * `fee_value_usd`. Where no other units are booked at a value, `value_usd` is that of the fee. The values apply only to
   * the results of the caller and replace all earlier ones of the transaction: one that the body leaves out is removed.
   */
  setTransactionValue(input: SetTransactionValueParams, options: CallOptions = {}): Promise<SetTransactionValueAnswer> {
    return this.#call(OPERATIONS.setTransactionValue, { ...input }, options) as Promise<SetTransactionValueAnswer>;
  }

  /**
   * Remove the value of a transaction
   *
   * The entry is kept and no longer applies. Returns the effect of the removal.
   */
  removeTransactionValue(input: RemoveTransactionValueParams, options: CallOptions = {}): Promise<RemoveTransactionValueAnswer> {
    return this.#call(OPERATIONS.removeTransactionValue, { ...input }, options) as Promise<RemoveTransactionValueAnswer>;
  }

  /**
   * Classify a transaction
   *
   * States the type of a transaction, or that two transactions are, or are not, the ends of one
   * transfer. It applies only to the results of the caller and replaces an earlier decision.
   */
  classifyTransaction(input: ClassifyTransactionParams, options: CallOptions = {}): Promise<ClassifyTransactionAnswer> {
    return this.#call(OPERATIONS.classifyTransaction, { ...input }, options) as Promise<ClassifyTransactionAnswer>;
  }

  /**
   * Remove the classification of a transaction
   *
   * Removes the stated type and every stated pair. The entries are kept and no longer apply. Returns
   * the effect of the removal.
   */
  removeClassification(input: RemoveClassificationParams, options: CallOptions = {}): Promise<RemoveClassificationAnswer> {
    return this.#call(OPERATIONS.removeClassification, { ...input }, options) as Promise<RemoveClassificationAnswer>;
  }

  /**
   * Hide or show a token of a wallet
   *
   * A token called spam is in no holding, sum, form or event. It applies only to the results of the
   * caller. A token that the wallet traded cannot be hidden.
   */
  setTokenVisibility(input: SetTokenVisibilityParams, options: CallOptions = {}): Promise<SetTokenVisibilityAnswer> {
    return this.#call(OPERATIONS.setTokenVisibility, { ...input }, options) as Promise<SetTokenVisibilityAnswer>;
  }

  /**
   * Remove the decision about a token
   *
   * The rules decide again whether the token is spam. The entry is kept and no longer applies. Returns
   * the effect of the removal.
   */
  removeTokenVisibility(input: RemoveTokenVisibilityParams, options: CallOptions = {}): Promise<RemoveTokenVisibilityAnswer> {
    return this.#call(OPERATIONS.removeTokenVisibility, { ...input }, options) as Promise<RemoveTokenVisibilityAnswer>;
  }

  /**
   * Elect a cost-basis method for a wallet, an account, or all
   *
   * Disposals and transfers from that time on consume lots by it, in every answer, form and file of the caller.
   * Earlier ones do not change. While an order for a wallet is in force, it comes before one for all.
   */
  createMethodElection(input: CreateMethodElectionParams, options: CallOptions = {}): Promise<CreateMethodElectionAnswer> {
    return this.#call(OPERATIONS.createMethodElection, { ...input }, options) as Promise<CreateMethodElectionAnswer>;
  }

  /**
   * List elections, oldest first
   *
   * An API key needs `read:tax-reports`.
   */
  listMethodElections(input: ListMethodElectionsParams = {}, options: CallOptions = {}): Promise<ListMethodElectionsAnswer> {
    return this.#call(OPERATIONS.listMethodElections, { ...input }, options) as Promise<ListMethodElectionsAnswer>;
  }

  /**
   * Record when the broker was told of an election
   *
   * Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  recordMethodElectionNotice(input: RecordMethodElectionNoticeParams, options: CallOptions = {}): Promise<RecordMethodElectionNoticeAnswer> {
    return this.#call(OPERATIONS.recordMethodElectionNotice, { ...input }, options) as Promise<RecordMethodElectionNoticeAnswer>;
  }

  /**
   * End an election
   *
   * The order holds no longer from now on; no disposal of the past changes. With `mistaken` it never held, also after it was ended: your own records did not have it.
   */
  deactivateMethodElection(input: DeactivateMethodElectionParams, options: CallOptions = {}): Promise<DeactivateMethodElectionAnswer> {
    return this.#call(OPERATIONS.deactivateMethodElection, { ...input }, options) as Promise<DeactivateMethodElectionAnswer>;
  }

  /**
   * Select the lots of a disposal or an own transfer
   *
   * Also of a trade. A selection that was made after the disposal is refused; `selected_at` states when your own
   * records identified the lots. A standing selection names lots before the sale.
   */
  createLotSelection(input: CreateLotSelectionParams, options: CallOptions = {}): Promise<CreateLotSelectionAnswer> {
    return this.#call(OPERATIONS.createLotSelection, { ...input }, options) as Promise<CreateLotSelectionAnswer>;
  }

  /**
   * List entries, oldest first
   *
   * An API key needs `read:lots`.
   */
  listLotSelections(input: ListLotSelectionsParams = {}, options: CallOptions = {}): Promise<ListLotSelectionsAnswer> {
    return this.#call(OPERATIONS.listLotSelections, { ...input }, options) as Promise<ListLotSelectionsAnswer>;
  }

  /**
   * Record when the broker was told of a lot selection
   *
   * Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  recordLotSelectionNotice(input: RecordLotSelectionNoticeParams, options: CallOptions = {}): Promise<RecordLotSelectionNoticeAnswer> {
    return this.#call(OPERATIONS.recordLotSelectionNotice, { ...input }, options) as Promise<RecordLotSelectionNoticeAnswer>;
  }

  /**
   * Deactivate an entry
   *
   * The entry is kept and no longer applies.
   */
  deactivateLotSelection(input: DeactivateLotSelectionParams, options: CallOptions = {}): Promise<DeactivateLotSelectionAnswer> {
    return this.#call(OPERATIONS.deactivateLotSelection, { ...input }, options) as Promise<DeactivateLotSelectionAnswer>;
  }

  /**
   * Name the lots of future sales of a token
   *
   * From that time on, sales of the token from this wallet take the named lots first, in the given order; the
   * method of the wallet takes the rest. A later order about the token replaces an earlier one from its own time on. A
   * selection for one transaction comes before it.
   */
  createStandingSelection(input: CreateStandingSelectionParams, options: CallOptions = {}): Promise<CreateStandingSelectionAnswer> {
    return this.#call(OPERATIONS.createStandingSelection, { ...input }, options) as Promise<CreateStandingSelectionAnswer>;
  }

  /**
   * List standing selections, oldest first
   *
   * An API key needs `read:lots`.
   */
  listStandingSelections(input: ListStandingSelectionsParams = {}, options: CallOptions = {}): Promise<ListStandingSelectionsAnswer> {
    return this.#call(OPERATIONS.listStandingSelections, { ...input }, options) as Promise<ListStandingSelectionsAnswer>;
  }

  /**
   * Record when the broker was told of a standing selection
   *
   * Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  recordStandingSelectionNotice(input: RecordStandingSelectionNoticeParams, options: CallOptions = {}): Promise<RecordStandingSelectionNoticeAnswer> {
    return this.#call(OPERATIONS.recordStandingSelectionNotice, { ...input }, options) as Promise<RecordStandingSelectionNoticeAnswer>;
  }

  /**
   * End a standing selection
   *
   * The order holds no longer from now on; no disposal of the past changes. With `mistaken` it never held, also after it was ended: your own records did not have it.
   */
  deactivateStandingSelection(input: DeactivateStandingSelectionParams, options: CallOptions = {}): Promise<DeactivateStandingSelectionAnswer> {
    return this.#call(OPERATIONS.deactivateStandingSelection, { ...input }, options) as Promise<DeactivateStandingSelectionAnswer>;
  }

  /**
   * Get the instructions for a broker
   *
   * For an election, a standing selection or a lot selection of an account at a broker: its lots, the words or the
   * menu, and what the broker confirms. Give it before the sale, then record when the broker was told.
   *
   * An API key needs `read:lots`.
   */
  getBrokerInstructions(input: GetBrokerInstructionsParams, options: CallOptions = {}): Promise<GetBrokerInstructionsAnswer> {
    return this.#call(OPERATIONS.getBrokerInstructions, { ...input }, options) as Promise<GetBrokerInstructionsAnswer>;
  }

  /**
   * Export the instructions for a broker as a file
   *
   * Formats: PDF with a line for the signature, CSV of the lots, or JSON.
   *
   * An API key needs `read:lots`.
   */
  exportBrokerInstructions(input: ExportBrokerInstructionsParams, options: CallOptions = {}): Promise<ExportBrokerInstructionsAnswer> {
    return this.#call(OPERATIONS.exportBrokerInstructions, { ...input }, options) as Promise<ExportBrokerInstructionsAnswer>;
  }

  /**
   * List allocations, oldest first
   *
   * An API key needs `read:tax-reports`.
   */
  listBasisAllocations(input: ListBasisAllocationsParams = {}, options: CallOptions = {}): Promise<ListBasisAllocationsAnswer> {
    return this.#call(OPERATIONS.listBasisAllocations, { ...input }, options) as Promise<ListBasisAllocationsAnswer>;
  }

  /**
   * Record an allocation of unused basis
   *
   * The ledger of 2025 begins with these lots. Units must agree with those that each wallet holds in the ledger; a
   * wallet without earlier history gets them as its opening position. The service never invents an allocation: without
   * one, lots stay where they are.
   */
  createBasisAllocation(input: CreateBasisAllocationParams, options: CallOptions = {}): Promise<CreateBasisAllocationAnswer> {
    return this.#call(OPERATIONS.createBasisAllocation, { ...input }, options) as Promise<CreateBasisAllocationAnswer>;
  }

  /**
   * Withdraw an allocation
   *
   * An allocation cannot be changed after the first sale, disposition or transfer of such units in 2025 or later:
   * 409. The record is kept.
   */
  withdrawBasisAllocation(input: WithdrawBasisAllocationParams, options: CallOptions = {}): Promise<WithdrawBasisAllocationAnswer> {
    return this.#call(OPERATIONS.withdrawBasisAllocation, { ...input }, options) as Promise<WithdrawBasisAllocationAnswer>;
  }

  /**
   * Get the settings of the taxpayer
   *
   * An API key needs `read:tax-reports`.
   */
  getTaxSettings(input: GetTaxSettingsParams = {}, options: CallOptions = {}): Promise<GetTaxSettingsAnswer> {
    return this.#call(OPERATIONS.getTaxSettings, { ...input }, options) as Promise<GetTaxSettingsAnswer>;
  }

  /**
   * Change the settings of the taxpayer
   *
   * Fields that are not given keep their values. Every answer, form and file of the caller is computed again; a
   * filed year keeps its report and gets an issue. Former settings are kept.
   */
  updateTaxSettings(input: UpdateTaxSettingsParams, options: CallOptions = {}): Promise<UpdateTaxSettingsAnswer> {
    return this.#call(OPERATIONS.updateTaxSettings, { ...input }, options) as Promise<UpdateTaxSettingsAnswer>;
  }

  /** Reset the settings of the taxpayer to those of the server */
  resetTaxSettings(input: ResetTaxSettingsParams = {}, options: CallOptions = {}): Promise<ResetTaxSettingsAnswer> {
    return this.#call(OPERATIONS.resetTaxSettings, { ...input }, options) as Promise<ResetTaxSettingsAnswer>;
  }

  /**
   * List portfolios, newest first
   *
   * An API key needs `write:portfolios`.
   */
  listPortfolios(input: ListPortfoliosParams = {}, options: CallOptions = {}): Promise<ListPortfoliosAnswer> {
    return this.#call(OPERATIONS.listPortfolios, { ...input }, options) as Promise<ListPortfoliosAnswer>;
  }

  /**
   * Create a portfolio
   *
   * Its wallets are indexed in the background. With `is_space` it has records of its own: the other routes
   * read and write them with `space_id`.
   *
   * An API key needs `write:portfolios`.
   */
  createPortfolio(input: CreatePortfolioParams, options: CallOptions = {}): Promise<CreatePortfolioAnswer> {
    return this.#call(OPERATIONS.createPortfolio, { ...input }, options) as Promise<CreatePortfolioAnswer>;
  }

  /**
   * Get a portfolio with its addresses
   *
   * An API key needs `write:portfolios`.
   */
  getPortfolio(input: GetPortfolioParams, options: CallOptions = {}): Promise<GetPortfolioAnswer> {
    return this.#call(OPERATIONS.getPortfolio, { ...input }, options) as Promise<GetPortfolioAnswer>;
  }

  /**
   * Update a portfolio
   *
   * Absent fields keep their value. `metadata` is replaced as a whole.
   *
   * An API key needs `write:portfolios`.
   */
  updatePortfolio(input: UpdatePortfolioParams, options: CallOptions = {}): Promise<UpdatePortfolioAnswer> {
    return this.#call(OPERATIONS.updatePortfolio, { ...input }, options) as Promise<UpdatePortfolioAnswer>;
  }

  /**
   * Delete a portfolio
   *
   * Manual entries of its wallets are kept. A space is deleted with all of its records.
   *
   * An API key needs `write:portfolios`.
   */
  deletePortfolio(input: DeletePortfolioParams, options: CallOptions = {}): Promise<DeletePortfolioAnswer> {
    return this.#call(OPERATIONS.deletePortfolio, { ...input }, options) as Promise<DeletePortfolioAnswer>;
  }

  /**
   * Add a wallet to a portfolio
   *
   * All wallets of a portfolio belong to one taxpayer.
   *
   * An API key needs `write:portfolios`.
   */
  addPortfolioAddress(input: AddPortfolioAddressParams, options: CallOptions = {}): Promise<AddPortfolioAddressAnswer> {
    return this.#call(OPERATIONS.addPortfolioAddress, { ...input }, options) as Promise<AddPortfolioAddressAnswer>;
  }

  /**
   * Remove a wallet from a portfolio
   *
   * Manual entries of the wallet are kept.
   *
   * An API key needs `write:portfolios`.
   */
  removePortfolioAddress(input: RemovePortfolioAddressParams, options: CallOptions = {}): Promise<RemovePortfolioAddressAnswer> {
    return this.#call(OPERATIONS.removePortfolioAddress, { ...input }, options) as Promise<RemovePortfolioAddressAnswer>;
  }

  /**
   * List the holdings of a portfolio
   *
   * Sums the quantity, cost and current value of all wallets; one entry per token and chain.
   *
   * An API key needs `read:holdings`.
   */
  getPortfolioHoldings(input: GetPortfolioHoldingsParams, options: CallOptions = {}): Promise<GetPortfolioHoldingsAnswer> {
    return this.#call(OPERATIONS.getPortfolioHoldings, { ...input }, options) as Promise<GetPortfolioHoldingsAnswer>;
  }

  /**
   * Summarize gains, losses and income of a portfolio
   *
   * Returns the sum and the part of each wallet, for one year or for all years. With `method` it is a
   * comparison.
   *
   * An API key needs `read:tax-reports`.
   */
  getPortfolioTaxSummary(input: GetPortfolioTaxSummaryParams, options: CallOptions = {}): Promise<GetPortfolioTaxSummaryAnswer> {
    return this.#call(OPERATIONS.getPortfolioTaxSummary, { ...input }, options) as Promise<GetPortfolioTaxSummaryAnswer>;
  }

  /**
   * Get Form 8949 of a portfolio
   *
   * Lists the sales of all wallets, as JSON or as a file. With `method` it is a comparison, as JSON only.
   *
   * An API key needs `read:tax-reports`.
   */
  getPortfolioForm8949(input: GetPortfolioForm8949Params, options: CallOptions = {}): Promise<GetPortfolioForm8949Answer> {
    return this.#call(OPERATIONS.getPortfolioForm8949, { ...input }, options) as Promise<GetPortfolioForm8949Answer>;
  }

  /**
   * Get Schedule D of a portfolio
   *
   * The lines that take totals of Form 8949 of all wallets, the limit on losses, the Capital Loss Carryover
   * Worksheet, and the answer to the digital-asset question, as JSON or as a file. It computes no tax.
   *
   * An API key needs `read:tax-reports`.
   */
  getPortfolioScheduleD(input: GetPortfolioScheduleDParams, options: CallOptions = {}): Promise<GetPortfolioScheduleDAnswer> {
    return this.#call(OPERATIONS.getPortfolioScheduleD, { ...input }, options) as Promise<GetPortfolioScheduleDAnswer>;
  }

  /**
   * Compare the figures of a portfolio with bills
   *
   * Each bill by itself, by year and by row of all wallets. Nothing is stored, and no form has these figures.
   *
   * An API key needs `read:tax-reports`.
   */
  comparePortfolioLaw(input: ComparePortfolioLawParams, options: CallOptions = {}): Promise<ComparePortfolioLawAnswer> {
    return this.#call(OPERATIONS.comparePortfolioLaw, { ...input }, options) as Promise<ComparePortfolioLawAnswer>;
  }

  /**
   * Compare a portfolio with the export of another tool
   *
   * Every sale and receipt of the files beside those of all wallets, with a reason for each difference: the amounts of
   * the reasons add up to it. Nothing is stored.
   *
   * An API key needs `read:tax-reports`.
   */
  comparePortfolioTool(input: ComparePortfolioToolParams, options: CallOptions = {}): Promise<ComparePortfolioToolAnswer> {
    return this.#call(OPERATIONS.comparePortfolioTool, { ...input }, options) as Promise<ComparePortfolioToolAnswer>;
  }

  /**
   * List the members of a space, the owner first
   *
   * An API key needs `write:portfolios`.
   */
  listSpaceMembers(input: ListSpaceMembersParams, options: CallOptions = {}): Promise<ListSpaceMembersAnswer> {
    return this.#call(OPERATIONS.listSpaceMembers, { ...input }, options) as Promise<ListSpaceMembersAnswer>;
  }

  /**
   * Change the role of a member
   *
   * The account that created the space stays its owner.
   */
  changeSpaceMember(input: ChangeSpaceMemberParams, options: CallOptions = {}): Promise<ChangeSpaceMemberAnswer> {
    return this.#call(OPERATIONS.changeSpaceMember, { ...input }, options) as Promise<ChangeSpaceMemberAnswer>;
  }

  /**
   * Remove a member of a space
   *
   * Decisions and notes of the member stay.
   */
  removeSpaceMember(input: RemoveSpaceMemberParams, options: CallOptions = {}): Promise<RemoveSpaceMemberAnswer> {
    return this.#call(OPERATIONS.removeSpaceMember, { ...input }, options) as Promise<RemoveSpaceMemberAnswer>;
  }

  /** List invitations, newest first */
  listSpaceInvitations(input: ListSpaceInvitationsParams, options: CallOptions = {}): Promise<ListSpaceInvitationsAnswer> {
    return this.#call(OPERATIONS.listSpaceInvitations, { ...input }, options) as Promise<ListSpaceInvitationsAnswer>;
  }

  /**
   * Invite somebody by mail
   *
   * The mail has a link that works once, for 7 days, and only for the account with this address.
   */
  inviteSpaceMember(input: InviteSpaceMemberParams, options: CallOptions = {}): Promise<InviteSpaceMemberAnswer> {
    return this.#call(OPERATIONS.inviteSpaceMember, { ...input }, options) as Promise<InviteSpaceMemberAnswer>;
  }

  /** Revoke an invitation */
  revokeSpaceInvitation(input: RevokeSpaceInvitationParams, options: CallOptions = {}): Promise<RevokeSpaceInvitationAnswer> {
    return this.#call(OPERATIONS.revokeSpaceInvitation, { ...input }, options) as Promise<RevokeSpaceInvitationAnswer>;
  }

  /** Accept an invitation with the token of its link */
  acceptSpaceInvitation(input: AcceptSpaceInvitationParams, options: CallOptions = {}): Promise<AcceptSpaceInvitationAnswer> {
    return this.#call(OPERATIONS.acceptSpaceInvitation, { ...input }, options) as Promise<AcceptSpaceInvitationAnswer>;
  }

  /**
   * Get holdings over all wallets and exchange accounts
   *
   * An API key needs `read:holdings`.
   */
  getUnifiedHoldings(input: GetUnifiedHoldingsParams = {}, options: CallOptions = {}): Promise<GetUnifiedHoldingsAnswer> {
    return this.#call(OPERATIONS.getUnifiedHoldings, { ...input }, options) as Promise<GetUnifiedHoldingsAnswer>;
  }

  /**
   * Get transactions over all wallets and exchange accounts
   *
   * With `updated_since`: the transactions that changed since, for a copy that is kept up to date.
   *
   * An API key needs `read:transactions`.
   */
  getUnifiedTransactions(input: GetUnifiedTransactionsParams = {}, options: CallOptions = {}): Promise<GetUnifiedTransactionsAnswer> {
    return this.#call(OPERATIONS.getUnifiedTransactions, { ...input }, options) as Promise<GetUnifiedTransactionsAnswer>;
  }

  /**
   * Get the totals over all wallets and exchange accounts
   *
   * An API key needs `read:holdings`.
   */
  getUnifiedSummary(input: GetUnifiedSummaryParams = {}, options: CallOptions = {}): Promise<GetUnifiedSummaryAnswer> {
    return this.#call(OPERATIONS.getUnifiedSummary, { ...input }, options) as Promise<GetUnifiedSummaryAnswer>;
  }

  /**
   * Get the tax summary over all wallets and exchange accounts
   *
   * The whole history of every source is read first. Transfers between the sources are no sales.
   *
   * An API key needs `read:tax-reports`.
   */
  getUnifiedTaxSummary(input: GetUnifiedTaxSummaryParams = {}, options: CallOptions = {}): Promise<GetUnifiedTaxSummaryAnswer> {
    return this.#call(OPERATIONS.getUnifiedTaxSummary, { ...input }, options) as Promise<GetUnifiedTaxSummaryAnswer>;
  }

  /**
   * List transfers whose two ends were found
   *
   * Only a confirmed match moves lots: the units keep their basis and their date.
   *
   * An API key needs `read:transactions`.
   */
  listTransferMatches(input: ListTransferMatchesParams = {}, options: CallOptions = {}): Promise<ListTransferMatchesAnswer> {
    return this.#call(OPERATIONS.listTransferMatches, { ...input }, options) as Promise<ListTransferMatchesAnswer>;
  }

  /**
   * Confirm that two ends are one transfer
   *
   * Other matches with one of the ends are rejected. The decision remains when the rows are read again.
   */
  confirmTransferMatch(input: ConfirmTransferMatchParams, options: CallOptions = {}): Promise<ConfirmTransferMatchAnswer> {
    return this.#call(OPERATIONS.confirmTransferMatch, { ...input }, options) as Promise<ConfirmTransferMatchAnswer>;
  }

  /** Reject that two ends are one transfer */
  rejectTransferMatch(input: RejectTransferMatchParams, options: CallOptions = {}): Promise<RejectTransferMatchAnswer> {
    return this.#call(OPERATIONS.rejectTransferMatch, { ...input }, options) as Promise<RejectTransferMatchAnswer>;
  }

  /** Withdraw the decision about a match */
  undoTransferMatch(input: UndoTransferMatchParams, options: CallOptions = {}): Promise<UndoTransferMatchAnswer> {
    return this.#call(OPERATIONS.undoTransferMatch, { ...input }, options) as Promise<UndoTransferMatchAnswer>;
  }

  /**
   * List transfers without a known other end
   *
   * An API key needs `read:transactions`.
   */
  listUnmatchedTransfers(input: ListUnmatchedTransfersParams = {}, options: CallOptions = {}): Promise<ListUnmatchedTransfersAnswer> {
    return this.#call(OPERATIONS.listUnmatchedTransfers, { ...input }, options) as Promise<ListUnmatchedTransfersAnswer>;
  }

  /**
   * State that a transfer left the owner's control
   *
   * The outflow becomes a disposal of the stated type. A later statement replaces it.
   */
  markTransferExternal(input: MarkTransferExternalParams, options: CallOptions = {}): Promise<MarkTransferExternalAnswer> {
    return this.#call(OPERATIONS.markTransferExternal, { ...input }, options) as Promise<MarkTransferExternalAnswer>;
  }

  /** Withdraw the statement that a transfer is external */
  unmarkTransferExternal(input: UnmarkTransferExternalParams, options: CallOptions = {}): Promise<UnmarkTransferExternalAnswer> {
    return this.#call(OPERATIONS.unmarkTransferExternal, { ...input }, options) as Promise<UnmarkTransferExternalAnswer>;
  }

  /**
   * Create a webhook
   *
   * The signing secret is returned only once, in this response.
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  createWebhook(input: CreateWebhookParams, options: CallOptions = {}): Promise<CreateWebhookAnswer> {
    return this.#call(OPERATIONS.createWebhook, { ...input }, options) as Promise<CreateWebhookAnswer>;
  }

  /**
   * List own webhooks, newest first
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  listWebhooks(input: ListWebhooksParams = {}, options: CallOptions = {}): Promise<ListWebhooksAnswer> {
    return this.#call(OPERATIONS.listWebhooks, { ...input }, options) as Promise<ListWebhooksAnswer>;
  }

  /**
   * List the available event types
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  listWebhookEvents(input: ListWebhookEventsParams = {}, options: CallOptions = {}): Promise<ListWebhookEventsAnswer> {
    return this.#call(OPERATIONS.listWebhookEvents, { ...input }, options) as Promise<ListWebhookEventsAnswer>;
  }

  /**
   * Get a webhook
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  getWebhook(input: GetWebhookParams, options: CallOptions = {}): Promise<GetWebhookAnswer> {
    return this.#call(OPERATIONS.getWebhook, { ...input }, options) as Promise<GetWebhookAnswer>;
  }

  /**
   * Update a webhook
   *
   * Absent fields keep their value. Lists and headers are replaced as a whole.
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  updateWebhook(input: UpdateWebhookParams, options: CallOptions = {}): Promise<UpdateWebhookAnswer> {
    return this.#call(OPERATIONS.updateWebhook, { ...input }, options) as Promise<UpdateWebhookAnswer>;
  }

  /**
   * Delete a webhook and its delivery log
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  deleteWebhook(input: DeleteWebhookParams, options: CallOptions = {}): Promise<DeleteWebhookAnswer> {
    return this.#call(OPERATIONS.deleteWebhook, { ...input }, options) as Promise<DeleteWebhookAnswer>;
  }

  /**
   * Rotate the signing secret of a webhook
   *
   * `X-Service-Signature` is made with the new secret at once, and the old one is not valid there any more.
   * `webhook-signature` carries signatures of both for `overlap_hours`.
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  rotateWebhookSecret(input: RotateWebhookSecretParams, options: CallOptions = {}): Promise<RotateWebhookSecretAnswer> {
    return this.#call(OPERATIONS.rotateWebhookSecret, { ...input }, options) as Promise<RotateWebhookSecretAnswer>;
  }

  /**
   * Deliver a test event
   *
   * One attempt is made, at once. A test of another event than `test` has invented data and the header
   * `X-Service-Test: true`.
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  testWebhook(input: TestWebhookParams, options: CallOptions = {}): Promise<TestWebhookAnswer> {
    return this.#call(OPERATIONS.testWebhook, { ...input }, options) as Promise<TestWebhookAnswer>;
  }

  /**
   * Deliver an event again
   *
   * For a delivery that has ended, whatever its result, while its event is stored (30 days). The new attempt
   * has the same `event_id` and body, and an entry of its own in the log. `delivery_id` is the `id` of any log entry of
   * the event. A test has no stored event: send another test.
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  redeliverEvent(input: RedeliverEventParams, options: CallOptions = {}): Promise<RedeliverEventAnswer> {
    return this.#call(OPERATIONS.redeliverEvent, { ...input }, options) as Promise<RedeliverEventAnswer>;
  }

  /**
   * List delivery attempts, newest first
   *
   * With `WEBHOOKS_ALLOW_API_KEYS=true` an API key that holds `write:webhooks` is accepted too.
   */
  listDeliveryLogs(input: ListDeliveryLogsParams, options: CallOptions = {}): Promise<ListDeliveryLogsAnswer> {
    return this.#call(OPERATIONS.listDeliveryLogs, { ...input }, options) as Promise<ListDeliveryLogsAnswer>;
  }
}

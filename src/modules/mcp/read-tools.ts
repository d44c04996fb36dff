import { z } from 'zod';
import { BILL_IDS } from '../../domain/law';
import { ISSUE_TYPE_NAMES } from '../../domain/portfolio/issues/issue';
import { withTools } from './fixing-tools';
import { type Tool, tool } from './tool';
import {
  address,
  chain,
  day,
  decimal,
  get,
  id,
  method,
  ofReports,
  ofWallet,
  symbol,
  year,
} from './tool-fields';

/** READ_TOOLS: name -> what it is, who may call it, and the route that it calls. */
export const READ_TOOLS: Readonly<Record<string, Tool>> = {
  list_linked_wallets: tool({
    title: 'Linked wallets',
    description: 'Lists the wallets that are linked to the account, with their labels.',
    input: z.object({}),
    needs: 'read:holdings',
    list: 'pages',
    call: () => get('/api/v1/linked-wallets'),
  }),
  get_portfolio_summary: tool({
    title: 'Summary of all sources',
    description: 'Returns value, basis and gain over all linked wallets and exchange accounts, in USD.',
    input: z.object({}),
    needs: 'read:holdings',
    call: () => get('/api/v1/unified/summary'),
  }),
  get_tax_overview: tool({
    title: 'Tax overview of a year',
    description:
      'Answers "what do I owe figures for": gains, losses and income of a year over all linked wallets and exchange accounts, whether the figures can be filed (`status`, `status_reasons`), how far unknown basis leaves the gain open (`realized_gl_range`), the issues by type and the five worst of them, each with the tool that resolves it. These are the own records: what an accepted Form 1099-DA adds or corrects, and the status that follows from it, are in get_form_8949 and get_schedule_d alone.',
    input: z.object({ tax_year: year }),
    needs: 'read:tax-reports',
    call: (query) => get('/api/v1/unified/tax-summary', query),
    also: {
      issues: {
        call: ({ tax_year }) => get('/api/v1/issues', { tax_year, per_page: WORST_ISSUES }),
        show: (body) => {
          const { data, meta, pagination } = body as IssuePage;
          return { total: pagination.total, by_type: meta.counts, worst: withTools(data) };
        },
      },
    },
  }),
  get_dashboard: tool({
    title: 'Dashboard of a wallet',
    description: 'Returns holdings, sums and the state of the indexing of one wallet.',
    input: z.object({ address }),
    needs: 'read:holdings',
    call: (input) => get(ofWallet(input.address, 'dashboard')),
  }),
  list_holdings: tool({
    title: 'Holdings of a wallet',
    description: 'Lists current holdings with quantity, value, basis and unrealized gain in USD.',
    input: z.object({ address, chain, min_value: decimal.optional() }),
    needs: 'read:holdings',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofWallet(wallet, 'holdings'), query),
  }),
  get_holding: tool({
    title: 'One holding of a wallet',
    description: 'Returns one asset of a wallet with its open lots.',
    input: z.object({ address, symbol: id.describe('symbol or token key'), chain }),
    needs: 'read:holdings',
    call: ({ address: wallet, symbol: asset, ...query }) =>
      get(ofWallet(wallet, `holdings/${encodeURIComponent(asset)}`), query),
  }),
  list_transactions: tool({
    title: 'Transactions of a wallet',
    description: 'Lists classified transactions with their values in USD, newest first.',
    input: z.object({
      ...{ address, symbol, chain, start_date: day, end_date: day },
      tax_year: year.optional(),
      type: id.optional().describe('for example swap, transfer_in, income'),
      sort: z.enum(['date_desc', 'date_asc']).optional(),
    }),
    needs: 'read:transactions',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofWallet(wallet, 'transactions'), query),
  }),
  get_transaction: tool({
    title: 'One transaction',
    description: 'Returns one transaction with its legs, lots, disposals and reasons.',
    input: z.object({ address, transaction_id: id, chain }),
    needs: 'read:transactions',
    call: ({ address: wallet, transaction_id: transaction, ...query }) =>
      get(ofWallet(wallet, `transactions/${encodeURIComponent(transaction)}`), query),
  }),
  list_transactions_needing_price: tool({
    title: 'Transactions without a known value',
    description:
      'Lists transactions whose value in USD is unknown. Reports are incomplete until they have one.',
    input: z.object({ address, chain, tax_year: year.optional() }),
    needs: 'read:transactions',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofWallet(wallet, 'transactions/needs-price'), query),
  }),
  list_lots: tool({
    title: 'Tax lots of a wallet',
    description: 'Lists tax lots with quantity, acquisition date and cost basis in USD.',
    input: z.object({ address, symbol, chain, status: z.enum(['open', 'closed', 'all']).optional() }),
    needs: 'read:lots',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofWallet(wallet, 'lots'), query),
  }),
  list_lots_needing_basis: tool({
    title: 'Lots without a known basis',
    description: 'Lists lots whose cost basis is unknown, for example received transfers.',
    input: z.object({ address, symbol, chain }),
    needs: 'read:lots',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofWallet(wallet, 'lots/needs-basis'), query),
  }),
  list_issues: tool({
    title: 'Issues of the data',
    description:
      'Lists what makes results wrong or uncertain, with the largest effect on gains first and the operation that resolves each. Covers all linked wallets and exchange accounts, or one of them.',
    input: z.object({
      address: id.optional().describe('only this wallet or exchange account'),
      tax_year: year.optional(),
      type: z.enum(ISSUE_TYPE_NAMES).optional(),
    }),
    needs: 'read:lots',
    list: 'pages',
    call: (query) => get('/api/v1/issues', query),
    show: withTools,
  }),
  get_lot_lineage: tool({
    title: 'Origin of a lot',
    description: 'Returns from which lots a lot came and what it became.',
    input: z.object({ address, lot_id: id, direction: z.enum(['up', 'down', 'both']).optional() }),
    needs: 'read:lots',
    call: ({ address: wallet, lot_id: lot, ...query }) =>
      get(ofWallet(wallet, `lots/${encodeURIComponent(lot)}/lineage`), query),
  }),
  get_tax_summary: tool({
    title: 'Tax summary of a year',
    description:
      'Returns short-term and long-term gains, losses and income of a year, in USD. `printed` adds up the rows that forms print; `status` and `status_reasons` state what the figures rest on that is not known.',
    input: z.object({ address, tax_year: year.optional(), method }),
    needs: 'read:tax-reports',
    call: ({ address: wallet, ...query }) => get(ofReports(wallet, 'summary'), query),
  }),
  get_form_8949: tool({
    title: 'Form 8949 of a year',
    description:
      'Returns the rows of Form 8949 by part and box, with totals. Say so when `status` is not COMPLETE: `status_reasons` and `review` of the rows state why.',
    input: z.object({ address, tax_year: year, symbol, method }),
    needs: 'read:tax-reports',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofReports(wallet, 'form-8949'), query),
  }),
  get_schedule_1: tool({
    title: 'Income of a year',
    description:
      'Returns the receipts of digital asset income of a year for Schedule 1, with `status` and `status_reasons`.',
    input: z.object({ address, tax_year: year }),
    needs: 'read:tax-reports',
    list: 'pages',
    call: ({ address: wallet, ...query }) => get(ofReports(wallet, 'schedule-1'), query),
  }),
  get_schedule_d: tool({
    title: 'Schedule D of a year',
    description:
      'Returns the lines of Schedule D that the rows of Form 8949 give, with `status` and `status_reasons`.',
    input: z.object({ address, tax_year: year }),
    needs: 'read:tax-reports',
    call: ({ address: wallet, ...query }) => get(ofReports(wallet, 'schedule-d'), query),
  }),
  list_broker_forms: tool({
    title: 'Forms 1099-DA',
    description: 'Lists the imported forms of brokers. `applied_at` is set for accepted forms.',
    input: z.object({ tax_year: year.optional() }),
    needs: 'read:tax-reports',
    list: 'pages',
    call: (query) => get('/api/v1/broker-forms', query),
  }),
  list_law: tool({
    title: 'Register of law',
    description:
      'Lists the rules that figures rest on, and bills that are only proposed, with status, source and the day of reading. No form rests on a bill.',
    input: z.object({}),
    needs: null,
    call: () => get('/api/v1/law'),
  }),
  compare_law: tool({
    title: 'What bills would change',
    description:
      'Returns what each named bill would change in gains and income, by year and by row. It is a comparison, never for filing. Name the values under `unverified` to the user.',
    input: z.object({ address, law: z.array(z.enum(BILL_IDS)).min(1), tax_year: year.optional() }),
    needs: 'read:tax-reports',
    call: ({ address: wallet, ...body }) => ({
      method: 'POST',
      path: ofReports(wallet, 'law-comparison'),
      body,
    }),
  }),
  find_harvesting_candidates: tool({
    title: 'Candidates for loss harvesting',
    description: 'Lists open lots with a loss at current prices.',
    input: z.object({ address, min_loss: decimal.optional() }),
    needs: 'read:tax-reports',
    call: ({ address: wallet, ...query }) =>
      get(`/api/calculate/tax-loss-harvesting/${encodeURIComponent(wallet)}`, { limit: 50, ...query }),
  }),
  get_job: tool({
    title: 'State of a job',
    description:
      'Returns the state of a job. The file of a completed report is at /api/v1/jobs/{job_id}/result.',
    input: z.object({ job_id: id }),
    needs: null,
    call: ({ job_id: job }) => get(`/api/v1/jobs/${encodeURIComponent(job)}`),
  }),
  list_all_holdings: tool({
    title: 'Holdings of all sources',
    description: 'Lists holdings over all linked wallets and exchange accounts, with what each source has.',
    input: z.object({ symbol, min_value: decimal.optional() }),
    needs: 'read:holdings',
    list: 'pages',
    call: (query) => get('/api/v1/unified/holdings', query),
  }),
  list_all_transactions: tool({
    title: 'Transactions of all sources',
    description: 'Lists transactions over all linked wallets and exchange accounts, newest first.',
    input: z.object({ symbol, start_date: day, end_date: day, tax_year: year.optional() }),
    needs: 'read:transactions',
    list: 'pages',
    call: (query) => get('/api/v1/unified/transactions', query),
  }),
  list_unmatched_transfers: tool({
    title: 'Transfers without a known other end',
    description: 'Lists transfers between sources whose other end was not found, with candidates.',
    input: z.object({ direction: z.enum(['in', 'out']).optional(), symbol }),
    needs: 'read:transactions',
    list: 'pages',
    call: (query) => get('/api/v1/unified/unmatched-transfers', query),
  }),
  list_exchange_accounts: tool({
    title: 'Exchange accounts',
    description: 'Lists the exchange accounts of the owner with their state.',
    input: z.object({}),
    needs: 'read:transactions',
    list: 'pages',
    call: () => get('/api/v1/exchange-accounts'),
  }),
  get_exchange_sync_status: tool({
    title: 'State of an exchange account',
    description: 'Returns how far the history of an exchange account is read, and why it is not.',
    input: z.object({ account_id: id }),
    needs: 'read:transactions',
    call: ({ account_id: account }) =>
      get(`/api/v1/exchange-accounts/${encodeURIComponent(account)}/sync-status`),
  }),
  list_portfolios: tool({
    title: 'Portfolios',
    description: 'Lists portfolios: groups of wallets with figures of their own.',
    input: z.object({}),
    needs: 'write:portfolios',
    list: 'pages',
    call: () => get('/api/v1/portfolios'),
  }),
  list_portfolio_holdings: tool({
    title: 'Holdings of a portfolio',
    description: 'Lists what the wallets of a portfolio hold together.',
    input: z.object({ portfolio_id: id, chain, min_value: decimal.optional() }),
    needs: 'read:holdings',
    list: 'pages',
    call: ({ portfolio_id: portfolio, ...query }) =>
      get(`/api/v1/portfolios/${encodeURIComponent(portfolio)}/holdings`, query),
  }),
  get_portfolio_tax_summary: tool({
    title: 'Tax summary of a portfolio',
    description: 'Returns gains, losses and income of a year over the wallets of a portfolio.',
    input: z.object({ portfolio_id: id, tax_year: year.optional() }),
    needs: 'read:tax-reports',
    call: ({ portfolio_id: portfolio, ...query }) =>
      get(`/api/v1/portfolios/${encodeURIComponent(portfolio)}/tax-summary`, query),
  }),
  list_elections: tool({
    title: 'Method elections',
    description: 'Lists the standing orders for the cost basis method, oldest first.',
    input: z.object({}),
    needs: 'read:tax-reports',
    list: 'pages',
    call: () => get('/api/v1/method-elections'),
  }),
  list_filed_years: tool({
    title: 'Filed years',
    description: 'Lists frozen tax years and what would differ from the filed reports now.',
    input: z.object({ tax_year: year.optional() }),
    needs: 'read:tax-reports',
    call: (query) => get('/api/v1/filed-years', query),
  }),
};

const WORST_ISSUES = 5;

interface IssuePage {
  data: unknown;
  meta: { counts: unknown };
  pagination: { total: number };
}

import { z } from 'zod';
import type { Permission } from '../../domain/access/permissions';
import { ELECTABLE } from '../../domain/engine';
import { FIRST_TAX_YEAR } from '../../domain/kernel/calendar';
import { BILL_IDS } from '../../domain/law';
import { ISSUE_TYPE_NAMES } from '../../domain/portfolio/issues/issue';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  /** Parts are encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: Readonly<Record<string, unknown>>;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  /** Null: any key. A tool that writes needs `write:portfolios` too. */
  needs: Permission | null;
  /** `pages`: the route has pages or cursors, so the tool takes `cursor` and `limit`. */
  list?: 'pages';
  /** `confirmed`: the first call returns a preview and a confirmation; the same call with it writes. */
  writes?: 'once' | 'confirmed';
  call(input: z.output<Input>): ApiCall;
}

const tool = <Input extends z.ZodObject>(row: Tool<Input>): Tool => row;

/** Needed besides the permission of the route: a key that only reads changes nothing. */
export const WRITE_PERMISSION: Permission = 'write:portfolios';

/** `.` and `..` would name another route. */
const id = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine((text) => text !== '.' && text !== '..', 'is no id');
const address = id.describe('EVM, Bitcoin or Solana address');
const year = z.number().int().min(FIRST_TAX_YEAR).max(2100).describe('tax year');
const decimal = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,18})?$/)
  .describe('decimal number as text');
const chain = id.optional().describe('only this chain, for example ethereum');
const symbol = id.optional().describe('only this asset');
const method = z
  .enum(ELECTABLE)
  .optional()
  .describe('compares with another method than that of record; the result is not for filing');
const day = id.optional().describe('date or time, ISO 8601');

const ofWallet = (wallet: string, rest: string): string =>
  `/api/v1/wallets/${encodeURIComponent(wallet)}/${rest}`;
const ofReports = (wallet: string, rest: string): string =>
  `/api/v1/tax-reports/${encodeURIComponent(wallet)}/${rest}`;
const get = (path: string, query?: ApiCall['query']): ApiCall => ({ method: 'GET', path, query });

/** TOOLS: name -> what it is, who may call it, and the route that it calls. */
export const TOOLS: Readonly<Record<string, Tool>> = {
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

  track_wallet: tool({
    title: 'Track a wallet',
    description: 'Orders the indexing of a wallet and watches it for thirty days. Returns a job.',
    input: z.object({ address, label: z.string().trim().min(1).max(80).optional() }),
    needs: 'read:holdings',
    writes: 'once',
    call: ({ address: wallet, ...body }) => ({ method: 'POST', path: ofWallet(wallet, 'track'), body }),
  }),
  set_cost_basis: tool({
    title: 'Set the cost basis of a lot',
    description:
      'Without `confirmation` returns a preview of the effect and a confirmation. Show the preview to the user; when the user agrees, repeat the call with that confirmation.',
    input: z.object({
      ...{ address, lot_id: id, cost_basis: decimal.describe('USD for the whole lot, decimal as text') },
      acquisition_date: id.describe('date of the purchase, ISO 8601; not after the receipt'),
      basis_type: z.enum(['purchase', 'gift', 'inheritance', 'income', 'other']).optional(),
      note: z.string().max(500).optional(),
    }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, lot_id: lot, ...body }) => ({
      method: 'PUT',
      path: ofWallet(wallet, `lots/${encodeURIComponent(lot)}/cost-basis`),
      body,
    }),
  }),
  order_evidence: tool({
    title: 'Order the evidence for a Form 1099-DA',
    description:
      'Orders a letter, a page for each row and the sources of an accepted form, as a job. Ask get_job for its state. Nothing is sent to anyone.',
    input: z.object({ form_id: id }),
    needs: 'read:tax-reports',
    writes: 'once',
    call: ({ form_id: form }) => ({
      method: 'POST',
      path: `/api/v1/broker-forms/${encodeURIComponent(form)}/evidence`,
    }),
  }),
  order_report: tool({
    title: 'Order a tax report',
    description: 'Orders the complete tax report of a year as a job. Ask get_job for its state.',
    input: z.object({
      ...{ address, tax_year: year },
      format: z.enum(['json', 'csv', 'pdf', 'zip']).optional(),
    }),
    needs: 'read:tax-reports',
    writes: 'once',
    call: ({ address: wallet, ...body }) => ({ method: 'POST', path: ofReports(wallet, 'generate'), body }),
  }),
};

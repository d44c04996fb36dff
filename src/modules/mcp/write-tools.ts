import { z } from 'zod';
import { STATED_TYPES } from '../../domain/chain';
import { ELECTABLE, INCOME_TYPES } from '../../domain/engine';
import { type Tool, tool } from './tool';
import { address, day, decimal, id, ofReports, ofWallet, year } from './tool-fields';

const ASKS =
  'Without `confirmation` nothing is written: the answer is a preview and a confirmation. Show it to the user; when the user agrees, repeat the call with that confirmation.';
const note = z.string().max(500).optional();

const ofTransaction = (wallet: string, transaction: string, what: string): string =>
  ofWallet(wallet, `transactions/${encodeURIComponent(transaction)}/${what}`);
const ofToken = (wallet: string, token: string): string =>
  ofWallet(wallet, `tokens/${encodeURIComponent(token)}/visibility`);

/** WRITE_TOOLS: name -> what it is, who may call it, and the route that it calls. Each that changes data has its undo. */
export const WRITE_TOOLS: Readonly<Record<string, Tool>> = {
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
  classify_transaction: tool({
    title: 'Classify a transaction',
    description: `States what a transaction was, for example internal_transfer or gift. ${ASKS}`,
    input: z.object({
      ...{ address, transaction_id: id, type: z.enum(STATED_TYPES), note },
      income_type: z.enum(INCOME_TYPES).optional().describe('for the type income'),
    }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, transaction_id: transaction, ...body }) => ({
      method: 'PUT',
      path: ofTransaction(wallet, transaction, 'classification'),
      body,
    }),
  }),
  pair_transfer: tool({
    title: 'Pair the two ends of a transfer',
    description: `States that two transactions of the owner are, or are not, one transfer. ${ASKS}`,
    input: z.object({
      ...{ address, transaction_id: id, note },
      other_transaction_id: id.describe('the other end, of any wallet or account of the owner'),
      status: z.enum(['confirmed', 'rejected']),
      token_key: id.optional().describe('when the transactions moved several tokens'),
    }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, transaction_id: transaction, note: text, ...pair }) => ({
      method: 'PUT',
      path: ofTransaction(wallet, transaction, 'classification'),
      body: {
        note: text,
        pairing: {
          transaction_id: pair.other_transaction_id,
          status: pair.status,
          token_key: pair.token_key,
        },
      },
    }),
  }),
  undo_classification: tool({
    title: 'Undo classify_transaction or pair_transfer',
    description: `Removes the stated type and pairs of a transaction. ${ASKS}`,
    input: z.object({ address, transaction_id: id }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, transaction_id: transaction }) => ({
      method: 'DELETE',
      path: ofTransaction(wallet, transaction, 'classification'),
    }),
  }),
  set_transaction_value: tool({
    title: 'State the value of a transaction',
    description: `States the value in USD of a transaction whose value is unknown. ${ASKS}`,
    input: z.object({
      ...{ address, transaction_id: id, note },
      value_usd: decimal.optional().describe('USD of each side of a trade, or of all units'),
      fee_value_usd: decimal.optional(),
    }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, transaction_id: transaction, ...body }) => ({
      method: 'PUT',
      path: ofTransaction(wallet, transaction, 'value'),
      body,
    }),
  }),
  undo_transaction_value: tool({
    title: 'Undo set_transaction_value',
    description: `Removes the stated value of a transaction. ${ASKS}`,
    input: z.object({ address, transaction_id: id }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, transaction_id: transaction }) => ({
      method: 'DELETE',
      path: ofTransaction(wallet, transaction, 'value'),
    }),
  }),
  hide_token: tool({
    title: 'Hide a token as spam, or show it',
    description: `A hidden token and its receipts count nowhere. ${ASKS}`,
    input: z.object({ address, token_key: id, is_spam: z.boolean().describe('false: show it'), note }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, token_key: token, ...body }) => ({
      method: 'PUT',
      path: ofToken(wallet, token),
      body,
    }),
  }),
  undo_hide_token: tool({
    title: 'Undo hide_token',
    description: `Removes the decision about a token: the rules decide again. ${ASKS}`,
    input: z.object({ address, token_key: id }),
    needs: 'write:portfolios',
    writes: 'confirmed',
    call: ({ address: wallet, token_key: token }) => ({ method: 'DELETE', path: ofToken(wallet, token) }),
  }),
  undo_cost_basis: tool({
    title: 'Undo set_cost_basis',
    description: `Ends a basis assignment by its assignment_id. ${ASKS}`,
    input: z.object({ assignment_id: id }),
    needs: 'write:portfolios',
    writes: 'stated',
    call: ({ assignment_id: entry }) => ({
      method: 'DELETE',
      path: `/api/v1/manual-entries/basis-assignments/${encodeURIComponent(entry)}`,
    }),
  }),
  elect_method: tool({
    title: 'Elect a cost basis method',
    description: `Adds a standing order: from its time on, disposals consume lots by the method. Earlier ones do not change. ${ASKS}`,
    input: z.object({
      ...{ method: z.enum(ELECTABLE), note },
      address: id.optional().describe('only this wallet; without it and account_id: all'),
      account_id: id.optional().describe('only this exchange account'),
      effective_from: day,
    }),
    needs: 'write:portfolios',
    writes: 'stated',
    call: (body) => ({ method: 'POST', path: '/api/v1/method-elections', body }),
  }),
  end_election: tool({
    title: 'End or undo elect_method',
    description: `Ends a standing order. With \`mistaken\` it never held, which undoes it. ${ASKS}`,
    input: z.object({ entry_id: id, mistaken: z.boolean().optional() }),
    needs: 'write:portfolios',
    writes: 'stated',
    call: ({ entry_id: entry, ...query }) => ({
      method: 'DELETE',
      path: `/api/v1/method-elections/${encodeURIComponent(entry)}`,
      query,
    }),
  }),
  freeze_year: tool({
    title: 'Freeze a filed year',
    description: `Binds a tax year to the report that was filed, so that later changes are listed. ${ASKS}`,
    input: z.object({ tax_year: year, report_id: id.describe('of a completed report') }),
    needs: 'write:portfolios',
    writes: 'stated',
    call: (body) => ({ method: 'POST', path: '/api/v1/filed-years', body }),
  }),
  unfreeze_year: tool({
    title: 'Undo freeze_year',
    description: `Unfreezes a tax year. ${ASKS}`,
    input: z.object({ tax_year: year, address: id.optional().describe('only the report of this wallet') }),
    needs: 'write:portfolios',
    writes: 'stated',
    call: ({ tax_year, ...query }) => ({
      method: 'DELETE',
      path: `/api/v1/filed-years/${tax_year}`,
      query,
    }),
  }),
};

import { KOINLY } from './koinly';
import type { Tour } from './tour';
import { finished, MAIN, VAULT } from './wallets';

const YEARS = '/api/v1/filed-years';
const GENERATE = 'POST /api/v1/tax-reports/{address}/generate';

/** What was filed, and what is recorded for the return. */
export async function visitFiling(tour: Tour): Promise<void> {
  await filedYears(tour);
  await forms(tour);
  await elections(tour);
  await allocations(tour);
  await settings(tour);
  await brokerForms(tour);
}

async function filedYears(tour: Tour): Promise<void> {
  const body = { tax_year: 2022, include: ['summary', 'form_8949'] };
  const started = await tour.send(GENERATE, { as: 'ada', path: { address: MAIN }, body });
  const job = { job_id: started.body.data.job_id as string };
  await finished(tour, job, 'completed', 'ada');
  const filed = { tax_year: 2022, report_id: job.job_id };
  await tour.refuse(`POST ${YEARS}`, 'RESOURCE_NOT_FOUND', { as: 'bob', body: filed });
  await tour.visit(`POST ${YEARS}`, { as: 'ada', body: filed });
  await tour.refuse(`POST ${YEARS}`, 'CONFLICT', { as: 'ada', body: filed });
  const early = await tour.send(GENERATE, { as: 'ada', path: { address: UNREAD }, body });
  const running = { tax_year: 2022, report_id: early.body.data.job_id as string };
  await tour.refuse(`POST ${YEARS}`, 'JOB_NOT_READY', { as: 'ada', body: running });
  await tour.refuse('DELETE /api/v1/jobs/{job_id}', 'CONFLICT', { as: 'ada', path: job });
  await tour.visit(`GET ${YEARS}`, { as: 'ada', query: { tax_year: '2022' } });
  const path = { tax_year: '2022' };
  await tour.refuse(`DELETE ${YEARS}/{tax_year}`, 'INVALID_ADDRESS', {
    as: 'ada',
    path,
    query: { address: 'x' },
  });
  await tour.visit(`DELETE ${YEARS}/{tax_year}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${YEARS}/{tax_year}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path });
}

async function forms(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const query = { tax_year: '2022' };
  const carried = { ...query, short_term_carryover: '7000', taxable_income: '50000' };
  await tour.visit('GET /api/v1/law', {});
  await tour.visit('POST /api/v1/tax-reports/{address}/law-comparison', {
    as: 'ada',
    path,
    body: { law: ['hr10357.fee', 'hr10357.constructive_sales'], tax_year: 2024 },
  });
  const compared = { as: 'ada', path, query, body: {} } as const;
  const tool = 'POST /api/v1/tax-reports/{address}/tool-comparison';
  await tour.refuse(tool, 'INVALID_REQUEST', { ...compared, body: 'no form' });
  await tour.visit(tool, { ...compared, files: { 'koinly.csv': KOINLY } });
  await tour.refuse(tool, 'VALIDATION_ERROR', {
    ...compared,
    files: { 'other.csv': 'Date,Price\n2024-01-01,1\n' },
  });
  await tour.visit('GET /api/v1/tax-reports/{address}/schedule-d', { as: 'ada', path, query: carried });
  for (const format of ['csv', 'pdf', 'json'])
    await tour.visit('GET /api/v1/tax-reports/{address}/schedule-d/export', {
      as: 'ada',
      path,
      query: { ...carried, format },
    });
  await tour.visit('GET /api/v1/tax-reports/{address}/given-away', { as: 'ada', path, query });
}

async function elections(tour: Tour): Promise<void> {
  const list = '/api/v1/method-elections';
  const body = { address: MAIN, method: 'hifo', effective_from: '2026-07-01', note: 'standing order' };
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...body, address: UNREAD } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...body, address: 'x' } });
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body });
  await tour.visit(`GET ${list}`, { as: 'ada' });
  await tour.refuse(`GET ${list}`, 'INVALID_ADDRESS', { as: 'ada', query: { address: 'x' } });
  const path = { entry_id: made.body.data.id as string };
  await tour.visit(`DELETE ${list}/{entry_id}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${list}/{entry_id}`, 'CONFLICT', { as: 'ada', path });
}

/** A token that the wallets held no unit of at the start of 2025: an opening position. */
async function allocations(tour: Tour): Promise<void> {
  const list = '/api/v1/basis-allocations';
  const lot = { address: MAIN, quantity: '2', cost_basis: '3000', acquisition_date: '2021-05-05' };
  const body = {
    token_key: 'ethereum:USDY',
    method: 'specific_unit',
    stated_recorded_at: '2024-12-20',
    lots: [lot],
    owned_wallets: [VAULT],
    note: 'from my own records',
  };
  const unread = { ...body, lots: [{ ...lot, address: UNREAD }] };
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: unread });
  const wrong = { ...body, lots: [{ ...lot, address: 'x' }] };
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: wrong });
  const unknown = { ...body, token_key: 'ethereum:NONE' };
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', { as: 'ada', body: unknown });
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body });
  await tour.visit(`GET ${list}`, { as: 'ada' });
  const path = { entry_id: made.body.data.id as string };
  await tour.visit(`DELETE ${list}/{entry_id}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${list}/{entry_id}`, 'CONFLICT', { as: 'ada', path });
}

async function settings(tour: Tour): Promise<void> {
  const path = '/api/v1/tax-settings';
  const body = { timezone: 'America/New_York', filing_status: 'single', business_income: ['mining_reward'] };
  await tour.visit(`PUT ${path}`, { as: 'ada', body });
  await tour.visit(`GET ${path}`, { as: 'ada' });
  await tour.visit(`DELETE ${path}`, { as: 'ada' });
}

/** A broker that reports gross proceeds and no basis. */
async function brokerForms(tour: Tour): Promise<void> {
  const list = '/api/v1/broker-forms';
  const row = {
    box_8949: 'H',
    box_1a: '999999999',
    box_1b: 'Ether',
    box_1c: '1.5',
    box_1e: '2025-05-01',
    box_1f: '3010',
    box_3a: 'gross',
    box_6: 'short',
    symbol: 'ETH',
  };
  const sale = {
    id: 'own-1',
    asset: 'ETH',
    units: '1.5',
    date_acquired: '2025-01-10',
    date_sold: '2025-05-01',
    proceeds: '3000',
    fees: '10',
    cost_basis: '2000',
    term: 'short',
  };
  const body = { tax_year: 2025, broker: 'Example Exchange', rows: [row] };
  const first = await tour.visit(`POST ${list}`, { as: 'ada', body });
  const corrects = first.body.data.id as string;
  const corrected = await tour.send(`POST ${list}`, { as: 'ada', body: { ...body, corrects } });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body: { ...body, corrects } });
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', { as: 'bob', body: { ...body, corrects } });
  const path = { form_id: corrected.body.data.id as string };
  const one = `${list}/{form_id}`;
  await tour.visit(`PUT ${one}/own-sales`, { as: 'ada', path, body: { own_sales: [sale] } });
  await tour.visit(`GET ${list}`, { as: 'ada', query: { tax_year: '2025' } });
  await tour.visit(`GET ${list}/reconciliation`, { as: 'ada', query: { tax_year: '2025' } });
  await tour.visit(`GET ${one}`, { as: 'ada', path });
  await tour.refuse(`POST ${one}/evidence`, 'CONFLICT', { as: 'ada', path });
  await tour.visit(`POST ${one}/apply`, { as: 'ada', path });
  await tour.visit(`POST ${one}/evidence`, { as: 'ada', path });
  await tour.visit(`DELETE ${one}/apply`, { as: 'ada', path });
  await tour.visit(`DELETE ${one}`, { as: 'ada', path });
}

/** No explorer answers for it. */
const UNREAD = '0x00000000000000000000000000000000000000f5';

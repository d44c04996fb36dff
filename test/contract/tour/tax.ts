import type { Tour } from './tour';
import { MAIN, VAULT } from './wallets';

const REPORTS = '/api/v1/tax-reports/{address}';
const CALC = '/api/calculate';

/** Two lots, a reward, and a sale that names the lots it takes. */
const LEDGER = [
  {
    id: 'buy-1',
    timestamp: '2023-03-01T10:00:00Z',
    type: 'buy',
    symbol: 'ETH',
    chain: 'ethereum',
    quantity: '1',
    price_usd: '1600',
  },
  {
    id: 'buy-2',
    timestamp: '2023-11-20T10:00:00Z',
    type: 'buy',
    symbol: 'ETH',
    chain: 'ethereum',
    quantity: '0.5',
    value_usd: '1010',
    fee_usd: '2.5',
  },
  {
    id: 'reward-1',
    timestamp: '2024-01-05T00:00:00Z',
    type: 'staking_reward',
    symbol: 'ETH',
    chain: 'ethereum',
    quantity: '0.02',
    price_usd: '2250',
  },
  {
    id: 'sell-1',
    timestamp: '2024-06-01T10:00:00Z',
    type: 'sell',
    symbol: 'ETH',
    chain: 'ethereum',
    quantity: '0.5',
    price_usd: '3800',
  },
];

/** Summaries, forms and files; ledgers in the body. */
export async function visitTax(tour: Tour): Promise<void> {
  await reports(tour);
  await calculations(tour);
  await posted(tour);
}

async function reports(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const query = { tax_year: '2022', owned_wallets: VAULT };
  await tour.visit(`GET ${REPORTS}/summary`, { path, query });
  await tour.visit(`GET ${REPORTS}/summary`, { path, query: { ...query, method: 'hifo' } });
  await tour.visit(`GET ${REPORTS}/form-8949`, { path, query: { ...query, per_page: '2' } });
  for (const format of ['csv', 'json', 'txf', 'turbotax', 'pdf', 'notes'])
    await tour.visit(`GET ${REPORTS}/form-8949/export`, { path, query: { ...query, format } });
  await tour.visit(`GET ${REPORTS}/schedule-1`, { path, query: { tax_year: '2021', per_page: '2' } });
  for (const format of ['csv', 'json', 'pdf'])
    await tour.visit(`GET ${REPORTS}/schedule-1/export`, { path, query: { tax_year: '2021', format } });
  await tour.visit(`GET ${REPORTS}/form-8949`, { path, query: { tax_year: '2022' }, as: 'bob' });
}

async function calculations(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const ask = (name: string, query: Record<string, string> = {}) =>
    tour.visit(`GET ${CALC}/${name}`, { path, query: { owned_wallets: VAULT, ...query } });
  await ask('unrealized-gl/{address}', { min_value: '100' });
  await ask('tax-summary/{address}', { tax_year: '2022', persist_lineage: 'true' });
  await tour.refuse(`GET ${CALC}/tax-summary/{address}`, 'UNAUTHORIZED', {
    as: 'nobody',
    path,
    query: { persist_lineage: 'true' },
  });
  await ask('tax-report/{address}', { tax_year: '2022' });
  await ask('lots/{address}', { status: 'open', limit: '2' });
  await ask('wash-sales/{address}', { tax_year: '2022', simulate: 'true' });
  await ask('reconciliation/{address}');
  await ask('tax-loss-harvesting/{address}', { limit: '2' });
  for (const file of ['form-8949/csv', 'txf', 'summary', 'schedule-1/csv', 'schedule-1/summary'])
    await ask(`tax-export/{address}/${file}`, { tax_year: file.startsWith('schedule') ? '2021' : '2022' });
  await tour.visit(`GET ${CALC}/lots/{address}`, { as: 'nobody', path });
}

async function posted(tour: Tour): Promise<void> {
  const choice = { 'sell-1': [{ acquired_tx_id: 'buy-2', quantity: '0.5' }] };
  const body = { transactions: LEDGER, method: 'specific_id', lot_selections: choice, tax_year: 2024 };
  await tour.visit(`POST ${CALC}/cost-basis`, { as: 'nobody', body });
  await tour.refuse(`POST ${CALC}/cost-basis`, 'INVALID_REQUEST', {
    as: 'nobody',
    body: { ...body, lot_selections: { 'sell-9': choice['sell-1'] } },
  });
  const prices = { current_prices: { 'ethereum:ETH': 3000 } };
  await tour.visit(`POST ${CALC}/unrealized-gl`, { as: 'nobody', body: { ...prices, transactions: LEDGER } });
  await tour.visit(`POST ${CALC}/unrealized-gl`, { as: 'nobody', body: { ...prices, address: MAIN } });
  await tour.refuse(`POST ${CALC}/unrealized-gl`, 'INVALID_REQUEST', { as: 'nobody', body: prices });
  await tour.refuse(`POST ${CALC}/unrealized-gl`, 'INVALID_ADDRESS', {
    as: 'nobody',
    body: { ...prices, address: 'vitalik.eth' },
  });
}

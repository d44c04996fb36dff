import { KOINLY } from './koinly';
import type { Tour } from './tour';
import { MAIN, UNKNOWN, VAULT } from './wallets';

const LIST = '/api/v1/portfolios';
const ONE = `${LIST}/{portfolio_id}`;
const BATCH = '/api/v1/batch';

/** Several wallets at once: under a name, or in one request. */
export async function visitPortfolios(tour: Tour): Promise<void> {
  const path = { portfolio_id: await records(tour) };
  await tour.visit(`GET ${ONE}/holdings`, { as: 'ada', path, query: { min_value: '100', per_page: '2' } });
  await tour.visit(`GET ${ONE}/tax-summary`, { as: 'ada', path, query: { tax_year: '2024' } });
  for (const format of ['json', 'csv', 'txf', 'pdf'])
    await tour.visit(`GET ${ONE}/form-8949`, { as: 'ada', path, query: { tax_year: '2024', format } });
  for (const format of ['json', 'csv', 'pdf'])
    await tour.visit(`GET ${ONE}/schedule-d`, { as: 'ada', path, query: { tax_year: '2024', format } });
  await tour.visit(`POST ${ONE}/law-comparison`, {
    as: 'ada',
    path,
    body: { law: ['hr10357.fee'], tax_year: 2024 },
  });
  const tool = { as: 'ada', path, query: { tax_year: '2024' }, body: {} } as const;
  await tour.refuse(`POST ${ONE}/tool-comparison`, 'INVALID_REQUEST', { ...tool, body: 'no form' });
  await tour.visit(`POST ${ONE}/tool-comparison`, { ...tool, files: { 'koinly.csv': KOINLY } });
  await batches(tour);
}

/** @returns the id of the portfolio that stays */
async function records(tour: Tour): Promise<string> {
  const body = {
    name: 'Alice',
    description: 'everyday wallet and savings',
    metadata: { client: 'A-17' },
    addresses: [MAIN],
  };
  const made = await tour.visit(`POST ${LIST}`, { as: 'ada', body });
  const two = { ...body, addresses: [MAIN, VAULT] };
  await tour.refuse(`POST ${LIST}`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', body: two });
  await tour.refuse(`POST ${LIST}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...body, addresses: ['x'] } });
  const path = { portfolio_id: made.body.data.id as string };
  const added = { address: VAULT, label: 'savings' };
  await tour.visit(`POST ${ONE}/addresses`, { as: 'ada', path, body: added });
  await tour.refuse(`POST ${ONE}/addresses`, 'CONFLICT', { as: 'ada', path, body: added });
  await tour.refuse(`POST ${ONE}/addresses`, 'INVALID_ADDRESS', { as: 'ada', path, body: { address: 'x' } });
  const small = await tour.send(`POST ${LIST}`, { as: 'bob', body });
  const full = { portfolio_id: small.body.data.id as string };
  await tour.refuse(`POST ${ONE}/addresses`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', path: full, body: added });
  await tour.visit(`GET ${LIST}`, { as: 'ada' });
  await tour.visit(`GET ${ONE}`, { as: 'ada', path });
  await tour.visit(`PUT ${ONE}`, { as: 'ada', path, body: { name: 'Alice and the vault' } });
  const extra = { ...path, address: UNKNOWN };
  await tour.send(`POST ${ONE}/addresses`, { as: 'ada', path, body: { address: UNKNOWN } });
  await tour.visit(`DELETE ${ONE}/addresses/{address}`, { as: 'ada', path: extra });
  await tour.visit(`DELETE ${ONE}`, { as: 'bob', path: full });
  return path.portfolio_id;
}

async function batches(tour: Tour): Promise<void> {
  const addresses = [VAULT, 'vitalik.eth'];
  await tour.visit(`POST ${BATCH}/holdings`, { body: { addresses, min_value: '100' } });
  await tour.refuse(`POST ${BATCH}/holdings`, 'INVALID_ADDRESS', {
    body: { addresses, owned_wallets: ['x'] },
  });
  await tour.visit(`POST ${BATCH}/tax-summary`, { body: { addresses, tax_year: 2024 } });
}

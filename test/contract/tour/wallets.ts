import type { Tour } from './tour';
import { until } from '../../support/until';

export const MAIN = '0xde300000000000000000000000000000000a11ce';
export const VAULT = '0xde30000000000000000000000000000000005afe';
/** Valid, and never read. */
export const UNKNOWN = '0x00000000000000000000000000000000000000d1';
const V1 = '/api/v1/wallets/{address}';

/** What one wallet holds, what happened in it, and work on it. */
export async function visitWallets(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const query = { owned_wallets: VAULT };
  await tour.refuse(`GET ${V1}/lots`, 'WALLET_NOT_FOUND', { path: { address: UNKNOWN } });
  await tour.visit(`GET ${V1}/dashboard`, { path, query });
  await tour.visit(`GET ${V1}/dashboard`, { path, as: 'bob' });
  await tour.visit(`GET ${V1}/positions`, { path, query });
  await tour.visit(`GET ${V1}/holdings`, { path, query: { ...query, per_page: '2' } });
  await tour.visit(`GET ${V1}/holdings/summary`, { path, query });
  const march = { ...query, start_date: '2024-03-01', end_date: '2024-05-31', interval: 'month' };
  await tour.visit(`GET ${V1}/value-history`, { path, query: march });
  await tour.visit(`GET ${V1}/holdings/{symbol}`, { path: { ...path, symbol: 'USDC' }, query });
  await tour.visit(`GET ${V1}/holdings/{symbol}`, { path: { ...path, symbol: 'ethereum:LINK' } });
  await tour.visit(`GET ${V1}/cost-basis`, { path, query: { ...query, method: 'hifo', per_page: '2' } });
  await tour.visit('GET /api/wallets/{address}/positions', { as: 'nobody', path, query: { limit: '2' } });
  await transactions(tour);
  await lots(tour);
  await rwa(tour);
  await work(tour);
}

async function transactions(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const list = `${V1}/transactions`;
  const { body } = await tour.visit(`GET ${list}`, { path, query: { type: 'swap', per_page: '1' } });
  await tour.visit(`GET ${list}`, { path, query: { include_spam: 'true', per_page: '100' } });
  await tour.visit(`GET ${list}`, { path, as: 'bob' });
  const id = body.data[0].transaction_id as string;
  const query = { owned_wallets: VAULT };
  await tour.visit(`GET ${list}/{transaction_id}`, { path: { ...path, transaction_id: id }, query });
  await tour.refuse(`GET ${list}/{transaction_id}`, 'WALLET_NOT_FOUND', {
    path: { address: UNKNOWN, transaction_id: id },
  });
  await tour.visit(`GET ${list}/export`, { path, query: { tax_year: '2022', format: 'json' } });
  await tour.visit(`GET ${list}/export`, { path, query: { tax_year: '2022' } });
  await tour.visit('GET /api/wallets/{address}/transactions', { as: 'nobody', path, query: { limit: '2' } });
}

async function lots(tour: Tour): Promise<void> {
  const list = `${V1}/lots`;
  const path = { address: VAULT };
  const query = { owned_wallets: MAIN, symbol: 'ETH' };
  await tour.send(`GET ${V1}/dashboard`, { path });
  const { body } = await tour.visit(`GET ${list}`, { path, query: { ...query, per_page: '2' } });
  await tour.visit(`GET ${list}`, { path, query: { status: 'all', per_page: '100' } });
  const trace = { path: { ...path, lot_id: body.data[0].lot_id as string }, query: { owned_wallets: MAIN } };
  await tour.visit(`GET ${list}/{lot_id}/lineage`, trace);
  await tour.refuse(`GET ${list}/{lot_id}/lineage`, 'LOT_NOT_FOUND', {
    path: { ...path, lot_id: '00000000-0000-5000-8000-000000000000' },
  });
  const nowhere = { ...trace.path, address: UNKNOWN };
  await tour.refuse(`GET ${list}/{lot_id}/lineage`, 'WALLET_NOT_FOUND', { path: nowhere });
  await tour.visit(`GET ${list}/needs-basis`, { as: 'ada', path });
  await tour.refuse(`GET ${list}/needs-basis`, 'WALLET_NOT_FOUND', { as: 'ada', path: { address: UNKNOWN } });
  await tour.visit('GET /api/v1/issues', { as: 'ada', query: { address: VAULT, per_page: '2' } });
  await tour.refuse('GET /api/v1/issues', 'WALLET_NOT_FOUND', { as: 'ada', query: { address: UNKNOWN } });
}

async function rwa(tour: Tour): Promise<void> {
  await tour.visit('GET /api/rwa/tokens', { as: 'nobody' });
  await tour.visit('GET /api/rwa/tokens/{symbol}', { as: 'nobody', path: { symbol: 'OUSG' } });
  await tour.refuse('GET /api/rwa/tokens/{symbol}', 'RESOURCE_NOT_FOUND', {
    as: 'nobody',
    path: { symbol: 'DOGE' },
  });
  const path = { address: MAIN };
  const wallet = 'GET /api/rwa/wallets/{address}';
  await tour.visit(`${wallet}/rwa-holdings`, { as: 'nobody', path });
  await tour.visit(`${wallet}/rwa-yield-summary`, { as: 'nobody', path });
  const query = { tax_year: '2025' };
  await tour.visit(`${wallet}/rwa-tax-report`, { as: 'nobody', path, query });
  await tour.visit(`${wallet}/rwa-tax-report/csv`, { as: 'nobody', path, query });
}

async function work(tour: Tour): Promise<void> {
  const path = { address: MAIN };
  const jobs = '/api/v1/jobs';
  const tracked = await tour.visit(`POST ${V1}/track`, { path, body: { label: 'Treasury' } });
  const computed = await tour.visit(`POST ${V1}/precompute`, { path, body: { owned_wallets: [VAULT] } });
  const report = await tour.visit('POST /api/v1/tax-reports/{address}/generate', {
    path,
    body: { tax_year: 2022, include: ['summary', 'schedule_1'] },
  });
  const file = await tour.send('POST /api/v1/tax-reports/{address}/generate', {
    path,
    body: { tax_year: 2022, format: 'csv' },
  });
  for (const { body } of [report, tracked, computed, file]) {
    const job = { job_id: body.data.job_id as string };
    await finished(tour, job);
    await tour.visit(`GET ${jobs}/{job_id}`, { path: job });
    await tour.visit(`GET ${jobs}/{job_id}/events`, { path: job });
    await tour.visit(`GET ${jobs}/{job_id}/result`, { path: job });
  }
  await tour.visit(`GET ${jobs}`, { query: { status: 'completed', per_page: '2' } });
  await tour.refuse(`GET ${jobs}`, 'INVALID_ADDRESS', { query: { address: 'vitalik.eth' } });
  await unfinished(tour);
  await tour.visit(`DELETE ${jobs}/{job_id}`, { path: { job_id: tracked.body.data.job_id as string } });
  await tour.visit(`DELETE ${V1}/cache`, { path: { address: VAULT } });
}

/** Explorers that do not answer are asked again and again: until then the job goes on, in the end it fails. */
async function unfinished(tour: Tour): Promise<void> {
  const result = 'GET /api/v1/jobs/{job_id}/result';
  const { body } = await tour.send(`POST ${V1}/track`, { path: { address: UNKNOWN } });
  const path = { job_id: body.data.job_id as string };
  await tour.refuse(result, 'JOB_NOT_READY', { path });
  await finished(tour, path, 'failed');
  await tour.refuse(result, 'JOB_FAILED', { path });
}

export async function finished(
  tour: Tour,
  path: { job_id: string },
  status = 'completed',
  as?: 'ada',
): Promise<void> {
  const { body } = await until(
    () => tour.send('GET /api/v1/jobs/{job_id}', { as, path }),
    ({ body }) => body.data.finished_at !== null,
  );
  if (body.data.status !== status) throw new Error(JSON.stringify(body.data));
}

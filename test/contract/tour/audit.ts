import { account } from '../../accounts/client';
import { written } from './account';
import type { Tour } from './tour';

const LIST = '/api/v1/audit-logs';

/** What was asked of the service: of an account that asks for nothing else, so that the entries are always the same. */
export async function visitAudit(tour: Tour): Promise<void> {
  const { id, token } = await account(tour.app);
  const agent = { 'User-Agent': 'curl/8.7.1' };
  const session = { ...agent, Authorization: `Bearer ${token}` };
  const made = { name: 'Auditor', permissions: ['admin:api-keys'] };
  const { body } = await tour.send('POST /api/v1/api-keys', { as: session, body: made });
  const key = body.data as { id: string; key: string };
  const hook = { url: 'https://example.com/hooks', events: ['lot.created'] };
  await tour.send('POST /api/v1/webhooks', { as: session, body: hook });
  const as = { ...agent, 'X-API-Key': key.key };
  await tour.send('GET /api/v1/usage', { as });
  await tour.send('GET /api/v1/wallets/{address}/lots', { as, path: { address: 'vitalik.eth' } });
  await written(tour, id, 4);
  const query = { start_date: '2026-06-01' };
  await tour.visit(`GET ${LIST}`, { as, query: { ...query, per_page: '2' } });
  await tour.visit(`GET ${LIST}/summary`, { as, query });
  await tour.visit(`GET ${LIST}/errors`, { as, query: { ...query, limit: '5' } });
  await written(tour, id, 7);
  await tour.visit(`GET ${LIST}/access-review`, { as, query: { inactive_days: '90' } });
  const backwards = { start_date: '2026-06-02', end_date: '2026-06-01' };
  for (const path of [LIST, `${LIST}/summary`, `${LIST}/errors`])
    await tour.refuse(`GET ${path}`, 'VALIDATION_ERROR', { as, query: backwards });
}

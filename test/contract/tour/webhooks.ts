import { startReceiver } from '../../webhooks/receiver';
import type { Tour } from './tour';
import { MAIN } from './wallets';

const LIST = '/api/v1/webhooks';
const ONE = `${LIST}/{webhook_id}`;

/** Who is told what, where. */
export async function visitWebhooks(tour: Tour): Promise<void> {
  const receiver = await startReceiver();
  try {
    await subscriptions(tour);
    await deliveries(tour, receiver.url);
  } finally {
    await receiver.close();
  }
}

async function subscriptions(tour: Tour): Promise<void> {
  const body = {
    url: 'https://example.com/hooks',
    events: ['transaction.new', 'lot.consumed'],
    addresses_filter: [MAIN],
    description: 'Books',
    headers: { 'X-Tenant': '7' },
  };
  const made = await tour.visit(`POST ${LIST}`, { as: 'ada', body });
  const path = { webhook_id: made.body.data.id as string };
  const bad = [
    ['INVALID_EVENT_TYPE', { events: ['lot.lost'] }],
    ['INVALID_WEBHOOK_URL', { url: 'ftp://example.com/' }],
    ['INVALID_ADDRESS', { addresses_filter: ['vitalik.eth'] }],
  ] as const;
  for (const [code, change] of bad) {
    await tour.refuse(`POST ${LIST}`, code, { as: 'ada', body: { ...body, ...change } });
    await tour.refuse(`PUT ${ONE}`, code, { as: 'ada', path, body: change });
  }
  await tour.visit(`GET ${LIST}`, { as: 'ada' });
  await tour.visit(`GET ${LIST}/events/available`, { as: 'ada' });
  await tour.visit(`GET ${ONE}`, { as: 'ada', path });
  await tour.visit(`PUT ${ONE}`, { as: 'ada', path, body: { is_active: false } });
  await tour.visit(`POST ${ONE}/rotate-secret`, { as: 'ada', path });
  await tour.visit(`DELETE ${ONE}`, { as: 'ada', path });
  await tour.refuse(`GET ${ONE}`, 'WEBHOOK_NOT_FOUND', { as: 'ada', path });
  for (let i = 0; i < 200; i++) await tour.send(`POST ${LIST}`, { as: 'bob', body });
  await tour.refuse(`POST ${LIST}`, 'FORBIDDEN', { as: 'bob', body });
}

async function deliveries(tour: Tour, url: string): Promise<void> {
  const { body } = await tour.send(`POST ${LIST}`, { as: 'ada', body: { url, events: ['lot.created'] } });
  const path = { webhook_id: body.data.id as string };
  await tour.visit(`POST ${ONE}/test`, { as: 'ada', path });
  await tour.visit(`GET ${ONE}/logs`, { as: 'ada', path, query: { status: 'success', per_page: '1' } });
}

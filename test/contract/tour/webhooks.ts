import { DataSource } from 'typeorm';
import { startReceiver } from '../../webhooks/receiver';
import type { Tour } from './tour';
import { MAIN } from './wallets';

const LIST = '/api/v1/webhooks';
const ONE = `${LIST}/{webhook_id}`;

/** Webhooks, their deliveries and their logs. */
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
  const hook = { url, events: ['lot.created'], addresses_filter: [MAIN] };
  const { body } = await tour.send(`POST ${LIST}`, { as: 'ada', body: hook });
  const path = { webhook_id: body.data.id as string };
  const test = await tour.visit(`POST ${ONE}/test`, { as: 'ada', path, body: { event: 'lot.created' } });
  await tour.visit(`GET ${ONE}/logs`, { as: 'ada', path, query: { status: 'success', per_page: '1' } });
  const again = (id: string) => ({ as: 'ada' as const, path: { ...path, delivery_id: id } });
  const redeliver = `POST ${ONE}/deliveries/{delivery_id}/redeliver`;
  await tour.refuse(redeliver, 'CONFLICT', again(test.body.data.log.id as string));
  await tour.visit(redeliver, again(await delivered(tour, path)));
}

/** An event that has arrived. @returns its entry in the log */
async function delivered({ app: { app } }: Tour, path: Record<string, string>): Promise<string> {
  const [entry] = await app.get(DataSource, { strict: false }).query<{ id: string }[]>(
    `WITH event AS (
       INSERT INTO events (type, address, body, fanned_out_at) VALUES ('lot.created', lower($2), '{}', now()) RETURNING id),
     delivery AS (
       INSERT INTO webhook_deliveries (event_id, webhook_id, status, attempts, finished_at)
       SELECT id, $1, 'delivered', 1, now() FROM event RETURNING id, event_id)
     INSERT INTO webhook_attempts (webhook_id, delivery_id, event_type, event_id, attempt, status, status_code)
     SELECT $1, id, 'lot.created', 'evt_' || event_id, 1, 'success', 200 FROM delivery RETURNING id`,
    [path['webhook_id'], MAIN],
  );
  if (!entry) throw new Error('The event was not stored');
  return entry.id;
}

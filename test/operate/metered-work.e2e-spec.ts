import { type Receiver, startReceiver } from '../webhooks/receiver';
import { newEvent, WALLET } from '../webhooks/new-event';
import { until } from '../support/until';
import { startWebhooksApp, type WebhooksApp } from '../webhooks/webhooks-app';
import { startLocalUpstream, type LocalUpstream } from '../support/local-upstream';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { valueOf } from './page';

let app: WebhooksApp;
let receiver: Receiver;
let upstream: LocalUpstream;

beforeAll(async () => {
  receiver = await startReceiver();
  upstream = await startLocalUpstream((_url, response) => response.writeHead(503).end());
  app = await startWebhooksApp({
    env: {
      EVM_CHAINS: 'ethereum',
      ETHERSCAN_BASE_URL: upstream.url,
      ROUTESCAN_BASE_URL: upstream.url,
      BLOCKSCOUT_BASE_URL: upstream.url,
      SQD_BASE_URL: 'off',
      EVM_NODE_URL: 'off',
      DEFILLAMA_COINS_BASE_URL: upstream.url,
      COINGECKO_BASE_URL: upstream.url,
      WEBHOOK_BACKOFF_MS: '10,10',
      DEMO_WALLETS: 'false',
    },
  });
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
  await upstream?.close();
});

const page = async (): Promise<string> => (await fetch(`${app.url}/metrics`)).text();
/** Looks until the counter stands there. */
const counts = (name: string, labels: Record<string, string>, count: number) =>
  until(page, (text) => valueOf(text, name, labels) === count);

it('deliveries are counted by how each attempt ended, and those that wait by state', async () => {
  const user = await app.user();
  await app.webhook(user, { url: receiver.url, addresses_filter: [WALLET] });
  await app.events.append([newEvent()]);
  const name = 'cost_basis_delivery_attempt_seconds_count';
  await counts(name, { outcome: 'success' }, 1);
  receiver.answer((_request, response) => void response.writeHead(500).end());
  await app.events.append([newEvent()]);
  const text = await counts(name, { outcome: 'failed' }, 1);
  expect(valueOf(text, name, { outcome: 'retrying' })).toBe(2);
  expect(text).not.toContain(receiver.url);

  await app.sql.query(
    `UPDATE webhook_deliveries SET status = 'waiting', next_attempt_at = now() + interval '1 hour', finished_at = NULL`,
  );
  await counts('cost_basis_deliveries', { state: 'waiting' }, 2);
  await app.sql.query('UPDATE webhooks SET is_active = true, blocked_until = NULL, in_flight = 99');
  await app.sql.query(`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour'`);
  const late = await counts('cost_basis_deliveries', { state: 'due' }, 2);
  expect(valueOf(late, 'cost_basis_deliveries_oldest_due_seconds')).toBeGreaterThanOrEqual(3_600);
});

it('calls to providers are counted by provider and by how they ended', async () => {
  const { key } = await app.app.get(PartnerKeysService, { strict: false }).create('tests');
  const answer = await fetch(`${app.url}/api/v1/wallets/${WALLET}/holdings`, {
    headers: { 'X-Partner-Key': key },
  });
  expect(answer.status).toBe(502);
  await until(page, (text) =>
    /cost_basis_upstream_call_seconds_count\{provider="routescan",outcome="transient"\} [1-9]/.test(text),
  );
  const text = await counts('cost_basis_http_failures_total', { code: 'DATA_PROVIDER_ERROR' }, 1);
  expect(text).not.toContain(WALLET);
});

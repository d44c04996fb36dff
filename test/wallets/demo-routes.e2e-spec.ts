import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { VARIABLES } from '../../src/config/env';
import { type LocalUpstream, sendJson, startLocalUpstream } from '../support/local-upstream';
import { startApp, type TestApp } from '../app.factory';

/** Every variable that names an upstream of wallets, prices or yields. */
const UPSTREAMS = Object.keys(VARIABLES).filter(
  (name) => (name.endsWith('_BASE_URL') && name !== 'PUBLIC_BASE_URL') || name === 'SOLANA_RPC_URL',
);

/** Every route of the public description that reads one wallet, as a demo wallet is asked. */
interface Description {
  paths: Record<string, Record<string, { parameters?: { name: string; required?: boolean }[] }>>;
}

describe('the demo wallets', () => {
  let upstream: LocalUpstream;
  let app: TestApp;

  beforeAll(async () => {
    upstream = await startLocalUpstream((_url, response) => sendJson(response, {}, 503));
    app = await startApp({
      DEMO_WALLETS: 'true',
      ...Object.fromEntries(UPSTREAMS.map((name) => [name, upstream.url])),
    });
  });
  afterAll(async () => {
    await app?.close();
    await upstream?.close();
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(app.url + path, {
      ...init,
      headers: { 'X-Partner-Key': app.partnerKey, 'Content-Type': 'application/json', ...init.headers },
    });

  it('are asked about with every base address the settings know', () =>
    expect(UPSTREAMS.length).toBeGreaterThanOrEqual(9));

  it.each(DEMO_ADDRESSES)(
    '$label: every route that reads it answers, and no upstream is asked',
    async ({ address }) => {
      const { paths } = (await (await ask('/api/docs-json')).json()) as Description;
      const routes = Object.entries(paths).filter(
        ([path, methods]) => methods['get'] && path.includes('{address}') && !/_id\}|\{symbol\}/.test(path),
      );
      expect(routes.length).toBeGreaterThan(25);
      const statuses = new Map<string, number>();
      for (const [path, { get }] of routes) {
        const query = (get?.parameters ?? []).some(({ name, required }) => name === 'tax_year' && required)
          ? '?tax_year=2024'
          : '';
        const answer = await ask(path.replace('{address}', address) + query);
        await answer.arrayBuffer();
        statuses.set(path, answer.status);
      }
      const batches = { holdings: {}, 'tax-summary': { tax_year: 2024 } };
      for (const [batch, more] of Object.entries(batches)) {
        const body = JSON.stringify({ addresses: [address], ...more });
        statuses.set(batch, (await ask(`/api/v1/batch/${batch}`, { method: 'POST', body })).status);
      }
      // Only accounts have entries.
      const bad = [...statuses].filter(
        ([path, status]) => status !== 200 && !/\/(?:needs-(?:basis|price)|given-away)$/.test(path),
      );
      expect(bad).toEqual([]);
      expect(upstream.requests.map(String)).toEqual([]);
    },
  );

  it('are valued at bundled prices, each dated to its own day', async () => {
    const answer = await ask(`/api/v1/wallets/${DEMO_ADDRESSES[0]?.address}/holdings`);
    const { data, partial } = (await answer.json()) as { data: Record<string, string>[]; partial: boolean };
    expect(partial).toBe(false);
    expect(new Set(data.map((row) => row['price_source']))).toEqual(new Set(['demo']));
  });

  it('leave every other wallet to the upstreams', async () => {
    await ask('/api/v1/wallets/0x00000000000000000000000000000000000000d1/positions');
    expect(upstream.requests.length).toBeGreaterThan(0);
  });
});

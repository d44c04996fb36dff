import { Cache } from '../../src/ports/cache';
import { startApp, type TestApp } from '../app.factory';
import { OFFLINE } from '../support/offline';

const MAIN = '0xde300000000000000000000000000000000a11ce';

describe('reconciliation of a wallet with its chains', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' });
  });
  afterAll(() => app?.close());

  it('shows the balances of the ledger and of the chain, and counts it nowhere', async () => {
    const { status, body } = await app.get(`/api/calculate/reconciliation/${MAIN}`);
    expect(status).toBe(200);
    const checked = body.balance_check as Record<string, string>[];
    expect(checked.map(({ token_key }) => token_key)).toContain('ethereum:ETH');
    for (const { computed, on_chain, difference, source, read_at } of checked) {
      expect(Number(difference)).toBeCloseTo(Number(computed) - Number(on_chain), 9);
      expect([source, new Date(read_at ?? '').toISOString()]).toEqual(['demo', read_at]);
    }
    const { body: holdings } = await app.get(`/api/v1/wallets/${MAIN}/holdings?per_page=100`);
    const held = new Map<string, string>(
      (holdings.data as Record<string, string>[]).map((holding) => [
        holding.token_key ?? '',
        holding.quantity ?? '',
      ]),
    );
    const ether = checked.find(({ token_key }) => token_key === 'ethereum:ETH');
    expect(ether?.computed).toBe(held.get('ethereum:ETH'));
    const counts = Object.values(body.counts as Record<string, number>);
    expect(body.total_issues).toBe(counts.reduce((sum, count) => sum + count, 0));
  });

  it('is forgotten with everything else that is kept of the wallet', async () => {
    const cache = app.app.get(Cache, { strict: false });
    const [kept, others] = [`wallet:${MAIN}:`, 'wallet:0xother:balance:x'];
    await app.get(`/api/calculate/reconciliation/${MAIN}`);
    const facts = await app.get(`/api/rwa/wallets/${MAIN}/rwa-holdings`);
    expect(facts.status).toBe(200);
    await cache.set(others, 1, 60_000);
    expect(await cache.get(`${kept}balance:ethereum:native`)).not.toBeNull();
    expect(await cache.get(`${kept}rwa-positions:UTC`)).not.toBeNull();
    const headers = { 'X-Partner-Key': app.partnerKey };
    const cleared = await fetch(`${app.url}/api/v1/wallets/${MAIN}/cache`, { method: 'DELETE', headers });
    expect(cleared.status).toBe(200);
    expect(await cache.clear(kept)).toBe(0);
    expect(await cache.get(others)).toBe(1);
  });
});

import { startApp, type TestApp } from '../app.factory';
import { payment, startExplorer, WALLET, type Explorer } from '../support/explorer';
import { sendJson } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';

/** What an export states about missing rows: the page cap of the provider is one thing, every other reason another. */
describe('an export of a history that is not whole', () => {
  let explorer: Explorer;
  let app: TestApp;

  beforeEach(async () => {
    explorer = await startExplorer();
    app = await startApp({
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      EVM_CHAINS: 'ethereum,base',
      DEMO_WALLETS: 'false',
    });
  });
  afterEach(async () => {
    await app?.close();
    await explorer?.close();
  });

  const FILES = [
    `/api/v1/wallets/${WALLET}/transactions/export?format=csv`,
    `/api/v1/wallets/${WALLET}/transactions/export?format=json`,
    `/api/v1/tax-reports/${WALLET}/form-8949/export?tax_year=2020`,
    `/api/v1/tax-reports/${WALLET}/schedule-1/export?tax_year=2020`,
    `/api/rwa/wallets/${WALLET}/rwa-tax-report/csv?tax_year=2020`,
  ];
  /** By file: status, X-Export-Truncated, X-Export-Incomplete. */
  const stated = async (): Promise<unknown[][]> => {
    const all: unknown[][] = [];
    for (const path of FILES) {
      const { status, headers } = await fetch(app.url + path, {
        headers: { 'X-Partner-Key': app.partnerKey },
      });
      all.push([status, headers.get('X-Export-Truncated'), headers.get('X-Export-Incomplete')]);
    }
    return all;
  };
  const each = (...facts: (string | null)[]) => FILES.map(() => [200, ...facts]);

  it('is not truncated by a chain that cannot be read', async () => {
    explorer.rows = { txlist: [payment(1, 10)] };
    explorer.intercept = (params, response) => {
      const isBase = params.get('chainid') === '8453';
      if (isBase) sendJson(response, { status: '0', message: 'NOTOK', result: 'Invalid API Key' });
      return isBase;
    };
    expect(await stated()).toEqual(each('false', 'true'));
    const json = await app.get(FILES[1] ?? '');
    expect(json.body).toMatchObject({ count: 1, truncated: false });
  });

  it('is not truncated by rows the provider has not processed yet', async () => {
    explorer.intercept = (params, response) => {
      const isInner = params.get('action') === 'txlistinternal';
      const message = 'Some internal transactions within this block range have not yet been processed';
      if (isInner) sendJson(response, { status: '2', message, result: [] });
      return isInner;
    };
    expect(await stated()).toEqual(each('false', 'true'));
  });

  it('is truncated by the page cap of the provider, and by nothing else', async () => {
    expect(await stated()).toEqual(each('false', null));
    const other = `0x${'cc'.repeat(20)}`;
    explorer.rows = {
      txlist: Array.from({ length: 10_001 }, (_, n) => ({ ...payment(n + 1, 10), to: other })),
    };
    const file = await fetch(`${app.url}/api/v1/wallets/${other}/transactions/export?include_spam=true`, {
      headers: { 'X-Partner-Key': app.partnerKey },
    });
    const { headers } = file;
    expect([headers.get('X-Export-Truncated'), headers.get('X-Export-Incomplete')]).toEqual(['true', null]);
    const lines = (await file.text()).trimEnd().split('\n');
    expect(headers.get('X-Export-Count')).toBe(String(lines.length - 1));
    const { body } = await app.get(`/api/calculate/reconciliation/${other}`);
    expect(body.truncated).toBe(true);
  });
});

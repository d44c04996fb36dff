import { MAIN, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { account, call, codeOf, post, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';
import { onPlan, PortfolioClient } from './portfolio-client';

const EXPLORERS = '/(etherscan|blockscout|routescan)/';

type Row = Record<string, string>;

describe('portfolios and batches while upstreams are in trouble', () => {
  let replay: Replay;
  let app: TestApp;
  let ada: Account;
  let portfolios: PortfolioClient;
  let made = 0;

  beforeAll(async () => {
    replay = await startReplay();
  });
  // An application each: what one test did to the health of an upstream is not the business of the next.
  beforeEach(async () => {
    const env = { PARTIAL_BUDGET_MS: '1500', EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'true' };
    app = await startApp({ ...replay.env, ...env });
    ada = await account(app);
    await onPlan(app, ada, 'defi');
    portfolios = new PortfolioClient(app, ada);
    for (const query of ['', `?owned_wallets=${VAULT}`])
      await ask(`/api/v1/wallets/${MAIN}/positions${query}`);
  });
  afterEach(async () => {
    await replay.calm();
    await app.close();
  });
  afterAll(() => replay?.close());

  const ask = async (path: string) => {
    const { status, body } = await call(app, 'GET', path, { token: ada.token });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const batch = async (path: string, body: object) => {
    const answer = await post(app, `/api/v1/batch/${path}`, body, { token: ada.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data;
  };
  /** A wallet that was not requested before. */
  const newWallet = async (): Promise<string> => {
    made += 1;
    const address = `0xb2${made.toString(16).padStart(38, '0')}`;
    await replay.big({ address, transactions: 20 });
    return address;
  };
  /** Until the answer is whole; the jobs left running bring it. */
  const whole = (path: string): Promise<{ data: Row[]; partial: boolean; meta: Record<string, unknown> }> =>
    until(
      () => ask(path),
      ({ partial }) => !partial,
    );

  it('a wallet that cannot be read is named, and keeps no other from being answered', async () => {
    const broken = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'entitlement' });
    const unavailable = [{ chain: 'ethereum', code: 'PROVIDER_ENTITLEMENT_ERROR', address: broken }];
    const id = await portfolios.made(MAIN, broken);
    const holdings = await whole(`/api/v1/portfolios/${id}/holdings?per_page=100`);
    const alone = await whole(`/api/v1/wallets/${MAIN}/holdings?per_page=100&owned_wallets=${broken}`);
    expect(holdings.meta.unavailable_chains).toEqual(unavailable);
    expect(holdings.data.map(({ by_address: _, ...row }) => row)).toEqual(alone.data);
    const tax = await ask(`/api/v1/portfolios/${id}/tax-summary`);
    expect(tax.meta.unavailable_chains).toEqual(unavailable);
    const csv = await portfolios.get(`/${id}/form-8949`, '?tax_year=2024&format=csv');
    expect([csv.status, csv.headers.get('x-export-incomplete')]).toEqual([200, 'true']);

    const rows = await batch('holdings', { addresses: [broken, MAIN] });
    expect(rows.results[0]).toMatchObject({ success: false, error: { code: 'PROVIDER_ENTITLEMENT_ERROR' } });
    expect(rows.results[0].error.details).toEqual({
      provider: expect.any(String),
      error: expect.any(String),
    });
    expect(rows.results[1]).toMatchObject({ success: true, error: null });
    const joint = await batch('tax-summary', { addresses: [broken, MAIN] });
    expect(joint.results[0]).toMatchObject({ success: false, tax_summary: null });
    expect(joint.results[1].meta.unavailable_chains).toEqual(unavailable);
    expect({ ...joint.combined, address: MAIN }).toEqual(joint.results[1].tax_summary);
    const apart = await batch('tax-summary', { addresses: [broken, MAIN], combine: false });
    expect([apart.succeeded, apart.failed]).toEqual([1, 1]);
    expect(apart.results[0].error.code).toBe('PROVIDER_ENTITLEMENT_ERROR');
    expect(apart.results[1].meta).toMatchObject({ partial: false, unavailable_chains: [] });

    const hopeless = await portfolios.made(broken);
    for (const path of ['holdings', 'tax-summary', 'form-8949?tax_year=2024'])
      expect(codeOf(await portfolios.get(`/${hopeless}/${path}`))).toEqual([
        502,
        'PROVIDER_ENTITLEMENT_ERROR',
      ]);
    await replay.calm();
    const healed = await whole(`/api/v1/portfolios/${hopeless}/holdings`);
    expect(healed.data.map((row) => row['symbol'])).toContain('ETH');
  });

  it('holdings are partial while an explorer is silent, and whole later', async () => {
    const slow = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'hold' });
    const id = await portfolios.made(slow, MAIN);
    const first = await portfolios.get(`/${id}/holdings`);
    expect(first.body).toMatchObject({ partial: true, still_indexing: true });
    expect(first.body.meta.balances_pending).toBe(true);
    const rows = await batch('holdings', { addresses: [slow, MAIN] });
    expect(rows.results.map(({ success, partial }: Row) => [success, partial])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(rows.results[0].meta.balances_pending).toBe(true);
    await replay.calm();
    const later = await whole(`/api/v1/portfolios/${id}/holdings?per_page=100`);
    const eth = later.data.find((row) => row['token_key'] === 'ethereum:ETH');
    expect(eth?.['by_address']).toMatchObject([{ address: slow }, { address: MAIN }]);
  });
});

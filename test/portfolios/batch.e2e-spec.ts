import { MAIN, MINER, STAKER, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { account, call, codeOf, post, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { OFFLINE } from '../support/offline';
import { decimal, flag, integer, list, object, only, text, type Shape } from '../tax/shape';
import { completeness, envelope, taxSummary } from '../tax/shapes';
import { onPlan, PortfolioClient } from './portfolio-client';
import { deposited, holding } from './shapes';

/** Several wallets in one request: each row is the answer of the route of its wallet, each failure its own. */

type Row = Record<string, string>;
const WALLETS = [MAIN, VAULT, MINER, STAKER];
const HOLDINGS = '/api/v1/batch/holdings';
const TAX = '/api/v1/batch/tax-summary';

let app: TestApp;
let ada: Account;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: 'ethereum,base' });
  ada = await account(app);
  await onPlan(app, ada, 'defi');
  // Read through once: later answers are whole, however busy the machine is.
  for (const wallet of WALLETS)
    await ask(`/api/v1/wallets/${wallet}/positions?owned_wallets=${WALLETS.join()}`);
  for (const wallet of WALLETS) await ask(`/api/v1/wallets/${wallet}/positions`);
});
afterAll(() => app?.close());

const ask = async (path: string) => {
  const answer = await call(app, 'GET', path, { token: ada.token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const batch = (path: string, body: unknown): Promise<Answer> => post(app, path, body, { token: ada.token });
const fits = (shape: Shape, body: unknown): void => expect(shape(body, 'body')).toEqual([]);
const plus = (values: unknown[]): string =>
  formatDecimal(values.reduce<ReturnType<typeof dec>>((sum, value) => sum.plus(String(value)), dec(0)));

const holdingsRow: Shape = (value, path) => {
  const { meta, ...row } = value as Record<string, unknown>;
  return [
    ...object({ ...completeness, ...('deposited' in (meta as object) && { deposited }) })(
      meta,
      `${path}.meta`,
    ),
    ...object({
      address: text,
      success: only(true),
      holdings: list(holding),
      total_value: decimal,
      partial: flag,
      still_indexing: flag,
      error: only(null),
    })(row, path),
  ];
};
const holdingsBody = object({ results: list(holdingsRow), succeeded: integer, failed: integer });
const taxBody = object({
  results: list(
    object({
      address: text,
      success: only(true),
      tax_summary: taxSummary,
      error: only(null),
      meta: object(completeness),
    }),
  ),
  succeeded: integer,
  failed: integer,
  combined: (value, path) => (value === null ? [] : taxSummary(value, path)),
});

describe('holdings', () => {
  it('are those of each wallet, in the order asked for', async () => {
    const { status, body } = await batch(HOLDINGS, { addresses: WALLETS });
    expect(status).toBe(200);
    fits(envelope(holdingsBody), body);
    expect(body.data).toMatchObject({ succeeded: 4, failed: 0 });
    for (const [i, wallet] of WALLETS.entries()) {
      const alone = await ask(`/api/v1/wallets/${wallet}/holdings?per_page=100`);
      const summary = await ask(`/api/v1/wallets/${wallet}/holdings/summary`);
      const row = body.data.results[i];
      expect(row).toMatchObject({ address: wallet, partial: false, still_indexing: false });
      expect(row.holdings).toEqual(alone.data);
      expect(row.meta?.deposited).toEqual(alone.meta.deposited);
      expect(row.total_value).toBe(summary.data.total_value);
    }
  });

  it('are filtered as those of one wallet; the value is that of what is listed', async () => {
    const body = {
      addresses: [MAIN, VAULT],
      chain: 'Ethereum',
      min_value: 300,
      owned_wallets: [MAIN, VAULT],
    };
    const { results } = (await batch(HOLDINGS, body)).body.data;
    const query = `?chain=ethereum&min_value=300&owned_wallets=${MAIN},${VAULT}`;
    for (const [i, wallet] of [MAIN, VAULT].entries()) {
      const { data } = await ask(`/api/v1/wallets/${wallet}/holdings${query}`);
      expect(results[i].holdings).toEqual(data);
      expect(data.length).toBeGreaterThan(0);
      expect(results[i].total_value).toBe(plus(data.map((row: Row) => row['current_value'])));
    }
    expect((await batch(HOLDINGS, { addresses: [MAIN], chain: 'bsc' })).body.data.results[0]).toMatchObject({
      success: true,
      holdings: [],
      total_value: '0',
    });
  });

  it('of wallets that cannot be there fail in their own rows', async () => {
    const addresses = ['vitalik.eth', MAIN, MAIN.toUpperCase().replace('0X', '0x'), MINER, `${MINER}x`, MAIN];
    const { status, body } = await batch(HOLDINGS, { addresses });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ succeeded: 2, failed: 4 });
    expect(body.data.results.map((row: Row) => row['address'])).toEqual(addresses);
    const [good] = (await batch(HOLDINGS, { addresses: [MAIN] })).body.data.results;
    expect(body.data.results[1]).toEqual(good);
    const failure = (address: string | undefined, error: object) => ({
      address,
      success: false,
      holdings: [],
      total_value: null,
      partial: false,
      still_indexing: false,
      error,
    });
    const invalid = (provided: string, reason?: string) => ({
      code: 'INVALID_ADDRESS',
      message: 'Not a valid EVM, Bitcoin or Solana address',
      details: { provided, ...(reason !== undefined && { reason }) },
    });
    const twice = {
      code: 'VALIDATION_ERROR',
      message: 'addresses: The address is given more than once',
      field: 'addresses',
    };
    expect(body.data.results[0]).toEqual(
      failure(
        addresses[0],
        invalid('vitalik.eth', expect.stringMatching(/^Names are not resolved/) as string),
      ),
    );
    expect(body.data.results[2]).toEqual(failure(addresses[2], twice));
    expect(body.data.results[4]).toEqual(failure(addresses[4], invalid(`${MINER}x`)));
    expect(body.data.results[5]).toEqual(failure(MAIN, twice));
    const none = await batch(HOLDINGS, { addresses: ['', 'x'.repeat(5_000)] });
    expect([none.status, none.body.data.succeeded, none.body.data.failed]).toEqual([200, 0, 2]);
    expect(none.body.data.results[1].error.details.provided).toHaveLength(256);
  });
});

describe('tax summaries', () => {
  it.each([undefined, 2022, 2024])(
    'of one taxpayer are those of each beside the others (%s)',
    async (year) => {
      const addresses = [VAULT, MAIN, MINER];
      const { status, body } = await batch(TAX, { addresses, tax_year: year });
      expect(status).toBe(200);
      fits(envelope(taxBody), body);
      const query = `?owned_wallets=${addresses.join()}${year === undefined ? '' : `&tax_year=${year}`}`;
      for (const [i, wallet] of addresses.entries()) {
        const alone = await ask(`/api/v1/tax-reports/${wallet}/summary${query}`);
        const { assumptions: _, ...summary } = alone.data;
        expect(body.data.results[i].tax_summary).toEqual(summary);
      }
      const { address, ...combined } = body.data.combined;
      expect(address).toBe('combined');
      const portfolio = new PortfolioClient(app, ada);
      const id = await portfolio.made(...addresses);
      const together = (
        await portfolio.get(`/${id}/tax-summary`, year === undefined ? '' : `?tax_year=${year}`)
      ).body;
      expect({
        ...combined,
        address: id,
        portfolio_id: id,
        by_address: expect.any(Array),
        assumptions: expect.any(Object),
      }).toEqual(together.data);
      expect(combined.total_realized_gl).toBe(
        plus(body.data.results.map((row: { tax_summary: Row }) => row.tax_summary['total_realized_gl'])),
      );
    },
  );

  it('of strangers are those of each alone, and have no sum', async () => {
    const { body } = await batch(TAX, { addresses: WALLETS, tax_year: 2024, combine: false });
    fits(envelope(taxBody), body);
    expect(body.data.combined).toBeNull();
    for (const [i, wallet] of WALLETS.entries()) {
      const alone = await ask(`/api/v1/tax-reports/${wallet}/summary?tax_year=2024`);
      const { assumptions: _, ...summary } = alone.data;
      expect(body.data.results[i].tax_summary).toEqual(summary);
    }
    const joint = (await batch(TAX, { addresses: WALLETS, tax_year: 2024 })).body.data;
    expect(joint.results[1].tax_summary).not.toEqual(body.data.results[1].tax_summary);
  });

  it.each([true, false])('that cannot be made fail in their own rows (combine %s)', async (combine) => {
    const addresses = ['nobody', VAULT, MAIN, VAULT];
    const { status, body } = await batch(TAX, { addresses, combine });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ succeeded: 2, failed: 2 });
    const clean = (await batch(TAX, { addresses: [VAULT, MAIN], combine })).body.data;
    expect([body.data.results[1], body.data.results[2]]).toEqual(clean.results);
    // A sum without one of the wallets that it was asked for is not complete.
    const missing = { reason: 'history_incomplete', status: 'INCOMPLETE', count: 1, amount_usd: null };
    expect(body.data.combined).toEqual(
      clean.combined && {
        ...clean.combined,
        status: 'INCOMPLETE',
        status_reasons: [missing, ...clean.combined.status_reasons],
      },
    );
    for (const [i, code] of [
      [0, 'INVALID_ADDRESS'],
      [3, 'VALIDATION_ERROR'],
    ] as const)
      expect(body.data.results[i]).toEqual({
        address: addresses[i],
        success: false,
        tax_summary: null,
        error: expect.objectContaining({ code }),
      });
    const none = (await batch(TAX, { addresses: ['nobody'], combine })).body.data;
    expect(none).toMatchObject({ succeeded: 0, failed: 1, combined: null });
  });
});

const MANY = Array.from({ length: 26 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
it.each<[string, string, unknown, string, string | undefined]>([
  [HOLDINGS, 'no body', undefined, 'INVALID_REQUEST', undefined],
  [HOLDINGS, 'a list', [], 'INVALID_REQUEST', undefined],
  [HOLDINGS, 'no addresses', {}, 'VALIDATION_ERROR', 'addresses'],
  [HOLDINGS, 'an empty list', { addresses: [] }, 'VALIDATION_ERROR', 'addresses'],
  [HOLDINGS, 'twenty-six', { addresses: MANY }, 'VALIDATION_ERROR', 'addresses'],
  [HOLDINGS, 'text', { addresses: MAIN }, 'VALIDATION_ERROR', 'addresses'],
  [HOLDINGS, 'a number among them', { addresses: [MAIN, 7] }, 'VALIDATION_ERROR', 'addresses.1'],
  [HOLDINGS, 'no number', { addresses: [MAIN], min_value: 'x' }, 'VALIDATION_ERROR', 'min_value'],
  [HOLDINGS, 'an unknown chain', { addresses: [MAIN], chain: 'etherium' }, 'VALIDATION_ERROR', 'chain'],
  [HOLDINGS, 'a long chain', { addresses: [MAIN], chain: 'x'.repeat(33) }, 'VALIDATION_ERROR', 'chain'],
  [HOLDINGS, 'a bad wallet', { addresses: [MAIN], owned_wallets: ['x'] }, 'INVALID_ADDRESS', 'owned_wallets'],
  [TAX, 'no addresses', {}, 'VALIDATION_ERROR', 'addresses'],
  [TAX, 'an empty list', { addresses: [] }, 'VALIDATION_ERROR', 'addresses'],
  [TAX, 'twenty-six', { addresses: MANY }, 'VALIDATION_ERROR', 'addresses'],
  [TAX, 'an early year', { addresses: [MAIN], tax_year: 2008 }, 'VALIDATION_ERROR', 'tax_year'],
  [TAX, 'a year in words', { addresses: [MAIN], tax_year: '2024' }, 'VALIDATION_ERROR', 'tax_year'],
  [TAX, 'half a yes', { addresses: [MAIN], combine: 'yes' }, 'VALIDATION_ERROR', 'combine'],
])('%s refuses %s', async (path, _name, body, code, field) => {
  const answer = await batch(path, body);
  expect([...codeOf(answer), answer.body.error.field]).toEqual([400, code, field]);
});

it('twenty-five of which nothing is known are answered before anything is read', async () => {
  const impatient = await startApp({ ...OFFLINE, EVM_CHAINS: 'ethereum,base', PARTIAL_BUDGET_MS: '1' });
  try {
    const { token } = await account(impatient);
    const addresses = [...MANY.slice(0, 24), MINER];
    const { status, body } = await post(impatient, HOLDINGS, { addresses, chain: 'bitcoin' }, { token });
    expect([status, body.data.results.length]).toEqual([200, 25]);
    expect(body.data.results[24]).toMatchObject({ address: MINER, success: true });
  } finally {
    await impatient.close();
  }
});

it('a key may ask for what its permission says; a partner for both', async () => {
  const keyOf = async (permission: string): Promise<string> => {
    const body = { name: permission, permissions: [permission] };
    return (await post(app, '/api/v1/api-keys', body, { token: ada.token })).body.data.key;
  };
  const keys = { 'read:holdings': HOLDINGS, 'read:tax-reports': TAX };
  for (const [permission, allowed] of Object.entries(keys)) {
    const headers = { 'X-API-Key': await keyOf(permission) };
    for (const [needed, path] of Object.entries(keys)) {
      const answer = await post(app, path, { addresses: [MINER] }, { headers });
      if (path === allowed) expect([path, answer.status]).toEqual([path, 200]);
      else
        expect([...codeOf(answer), answer.body.error.details]).toEqual([
          403,
          'FORBIDDEN',
          { required_permission: needed },
        ]);
    }
  }
  for (const path of [HOLDINGS, TAX]) {
    const partner = { headers: { 'X-Partner-Key': app.partnerKey } };
    expect((await post(app, path, { addresses: [MINER] }, partner)).status).toBe(200);
    expect(codeOf(await post(app, path, { addresses: [MINER] }))).toEqual([401, 'UNAUTHORIZED']);
  }
});

it('counts as one request for each address, before anything is read', async () => {
  const small = await startApp({ EVM_CHAINS: '', RATE_LIMIT_RPM: '10', TRUST_PROXY: 'true' });
  try {
    const bob = await account(small);
    const send = async (path: string, addresses: unknown): Promise<unknown[]> => {
      const { status, headers } = await post(small, path, { addresses }, { token: bob.token });
      return [status, headers.get('x-ratelimit-remaining-minute')];
    };
    expect(await send(HOLDINGS, [MINER, STAKER, 'x'])).toEqual([200, '7']);
    expect(await send(TAX, [MINER, STAKER])).toEqual([200, '5']);
    expect(await send(TAX, MANY)).toEqual([400, '4']);
    expect(await send(HOLDINGS, 'x')).toEqual([400, '3']);
    expect(await send(HOLDINGS, [])).toEqual([400, '2']);
    expect(await send(HOLDINGS, [MINER, STAKER, 'x'])).toEqual([429, '2']);
    expect(await send(HOLDINGS, [MINER, MINER])).toEqual([200, '0']);
    expect((await send(HOLDINGS, [MINER]))[0]).toBe(429);
  } finally {
    await small.close();
  }
});

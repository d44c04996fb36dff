import { BundledWallets } from '../../src/ports/bundled-wallets';
import { RWA_LIST } from '../../src/domain/rwa';
import { FakeClock } from '../fakes/fake-clock';
import { startApp, type TestAnswer, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';

const ALICE = '0xde300000000000000000000000000000000a11ce';
const VAULT = '0xde30000000000000000000000000000000005afe';
const MINER = 'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4';
const STRANGER = '0x00000000000000000000000000000000000000d1';
const LLAMA = '/llama/';
const EXPLORERS = '/(etherscan|blockscout|routescan)/';
const WALLET_VIEWS = ['rwa-holdings', 'rwa-yield-summary', 'rwa-tax-report', 'rwa-tax-report/csv'];

/** Every key with the kind of its value, all the way down: an added or missing field shows. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

const TOKEN = {
  symbol: 'string',
  name: 'string',
  type: 'string',
  issuer: 'string',
  underlying: 'string',
  yield_type: 'string',
  tier: 'number',
  tax_treatment: 'string',
  restricted: 'boolean',
  restriction_note: 'string',
  investor_req: 'string',
  chains: ['string'],
};
const LIVE = {
  symbol: 'string',
  name: 'string',
  issuer: 'string',
  aum_usd: 'number',
  nav: 'number',
  apy: 'number',
  underlying: 'string',
  chains: ['string'],
  source: 'string',
};
const HOLDING = {
  symbol: 'string',
  name: 'string',
  balance: 'number',
  issuer: 'string',
  underlying: 'string',
  yield_type: 'string',
  tax_treatment: 'string',
  restricted: 'boolean',
  restriction_note: 'string',
  investor_req: 'string',
  is_rwa: 'boolean',
  current_nav_usd: 'number',
  current_value_usd: 'number',
  annualized_yield: 'number',
  data_source: 'string',
};
const SUMMARY = {
  total_rwa_positions: 'number',
  total_rwa_value_usd: 'number',
  total_accrued_yield_usd: 'number',
};
const NO_GAINS = { count: 'number', net_usd: 'number', rows: [] };
const ROW = {
  token_symbol: 'string',
  issuer: 'string',
  wallet_address: 'string',
  tax_year: 'number',
  accrued_yield_usd: 'number',
  acquisition_date: 'string',
  reporting_date: 'string',
  yield_type: 'string',
  classification: 'string',
  form: 'string',
  legal_form: 'string',
  likely_character: 'string',
  issuer_statement: 'string',
  character_source: 'string',
  cost_basis_usd: 'number',
  basis_step_usd: 'number',
  yield_source: 'string',
};
/** What an answer about a whole history states of itself. */
const WHOLE = {
  partial: false,
  still_indexing: false,
  balances_pending: false,
  unavailable_chains: [],
  is_limited: false,
};
const REPORT = {
  wallet_address: 'string',
  tax_year: 'number',
  tax_report: {
    tax_year: 'number',
    disclaimer: 'string',
    interest_income: { total_usd: 'number', form: 'string', classification: 'string', rows: [ROW] },
    disposed_positions: [],
    capital_gains: {
      total_gains_usd: 'number',
      total_losses_usd: 'number',
      net_usd: 'number',
      form: 'string',
      short_term: NO_GAINS,
      long_term: NO_GAINS,
    },
    summary: {
      total_taxable_income_usd: 'number',
      total_capital_gains_usd: 'number',
      total_capital_losses_usd: 'number',
      note: 'string',
    },
  },
  csv_export: 'string',
};

describe('the routes of tokenized funds', () => {
  let replay: Replay;
  let app: TestApp;
  let clock: FakeClock;

  const start = async (env: Record<string, string> = {}): Promise<void> => {
    clock = new FakeClock(Date.UTC(2026, 5, 15, 12));
    app = await startApp({ ...replay.env, DEMO_WALLETS: 'true', ...env }, clock);
    // Here the market values the demo wallets, as it does every other wallet.
    Object.assign(app.app.get(BundledWallets), { has: () => false });
  };
  /** Without any credential. */
  const get = (path: string): Promise<TestAnswer> => app.get(`/api/rwa/${path}`, {});
  const wallet = (address: string, view: string) => get(`wallets/${address}/${view}`);
  const file = (address: string, query = '') =>
    fetch(`${app.url}/api/rwa/wallets/${address}/rwa-tax-report/csv${query}`);
  const asked = async () => (await replay.requests()).map(({ path }) => path);

  beforeAll(async () => {
    replay = await startReplay();
  });
  afterAll(() => replay?.close());

  describe('on a good day', () => {
    beforeAll(() => start());
    afterAll(() => app?.close());

    it('list the registry', async () => {
      const { status, body } = await get('tokens');
      expect([status, body.count]).toEqual([200, RWA_LIST.length]);
      expect(body.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual(
        RWA_LIST.map((token) => token.symbol),
      );
      expect(Object.keys(body)).toEqual(['count', 'tokens']);
      for (const token of body.tokens) expect(shapeOf(token)).toEqual(TOKEN);
    });

    it.each([
      ['buidl', 'BUIDL', 1, 4.02, 1_890_000_000],
      ['USDY', 'USDY', 1.13, 3.55, 480_000_000],
      ['oUsG', 'OUSG', 114.2, 3.71, 390_000_000],
      ['usyc', 'USYC', 1.11, 3.48, 1_250_000_000],
    ])('give %s with what the market says', async (given, symbol, nav, apy, aum) => {
      const { status, body } = await get(`tokens/${given}`);
      expect([status, body.symbol]).toEqual([200, symbol]);
      expect(shapeOf(body)).toEqual({ ...TOKEN, live_data: LIVE });
      expect(body.live_data).toMatchObject({ symbol, nav, apy, aum_usd: aum, source: 'defillama' });
    });

    it.each(['USDM', 'susde', 'ustb'])('give %s without live data', async (symbol) => {
      const { status, body } = await get(`tokens/${symbol}`);
      expect([status, body.live_data]).toEqual([200, {}]);
    });

    it.each([
      ['NOPE', 'NOPE'],
      ['%3Cscript%3E', '<script>'],
      ['a%2Fb', 'a/b'],
      ['x'.repeat(5_000), 'x'.repeat(64)],
      ['constructor', 'constructor'],
    ])('know no token %s', async (given, shown) => {
      const { status, body } = await get(`tokens/${given}`);
      expect([status, body]).toEqual([
        404,
        { detail: `Token '${shown}' not found in RWA registry`, error_code: 'RESOURCE_NOT_FOUND' },
      ]);
    });

    it('list holdings', async () => {
      const { status, body } = await wallet(ALICE, 'rwa-holdings');
      expect(status).toBe(200);
      expect(shapeOf(body)).toEqual({
        ...(shapeOf(WHOLE) as object),
        wallet_address: 'string',
        rwa_holdings: [{ ...HOLDING, accrued_yield_usd: 'number', yield_vs_cost: 'number' }],
        summary: SUMMARY,
      });
      expect(body.rwa_holdings[0]).toMatchObject({
        symbol: 'OUSG',
        balance: 43.73,
        is_rwa: true,
        current_nav_usd: 114.2,
        current_value_usd: 4993.966,
        annualized_yield: 0.0371,
      });
      expect(body.summary).toMatchObject({ total_rwa_positions: 1, total_rwa_value_usd: 4993.966 });
    });

    it('sum up the yield', async () => {
      const { status, body } = await wallet(VAULT, 'rwa-yield-summary');
      expect(status).toBe(200);
      expect(shapeOf(body)).toEqual({
        ...(shapeOf(WHOLE) as object),
        wallet_address: 'string',
        yield_summary: {
          total_rwa_value_usd: 'number',
          total_acquisition_cost_usd: 'number',
          total_accrued_yield_usd: 'number',
          total_yield_pct: 'number',
          positions: 'number',
          by_token: {
            USDY: {
              balance: 'number',
              current_value_usd: 'number',
              accrued_yield_usd: 'number',
              annualized_rate: 'number',
              yield_type: 'string',
            },
          },
        },
        records: [
          {
            token_symbol: 'string',
            current_balance: 'number',
            current_nav: 'number',
            current_value_usd: 'number',
            accrued_yield_usd: 'number',
            annualized_rate: 'number',
            issuer: 'string',
            tax_treatment: 'string',
          },
        ],
      });
      const { yield_summary: sum, records } = body;
      expect(sum.total_yield_pct).toBeCloseTo(
        (100 * sum.total_accrued_yield_usd) / sum.total_acquisition_cost_usd,
        7,
      );
      expect(records[0].accrued_yield_usd).toBe(sum.total_accrued_yield_usd);
      expect(sum.total_acquisition_cost_usd).toBe(1199.88);
    });

    it('report the interest of this year', async () => {
      const { status, body } = await wallet(ALICE, 'rwa-tax-report');
      expect(status).toBe(200);
      expect(shapeOf(body)).toEqual({ ...REPORT, ...(shapeOf(WHOLE) as object) });
      expect(body.tax_year).toBe(2026);
      const { interest_income: income, capital_gains: gains, summary } = body.tax_report;
      expect(income).toMatchObject({
        form: 'Schedule B / 1099-INT',
        classification: 'Ordinary Interest Income',
      });
      expect(income.rows[0]).toMatchObject({
        wallet_address: ALICE,
        classification: 'interest_income',
        form: 'Schedule B / 1099-INT',
      });
      expect(gains.form).toBe('Form 8949');
      expect(summary.total_taxable_income_usd).toBe(income.total_usd);
      expect(income.total_usd).toBeGreaterThan(0);
    });

    it.each(['1000', '1800', '2020', '2025', '9999'])('report nothing for %s', async (year) => {
      const { status, body } = await wallet(ALICE, `rwa-tax-report?tax_year=${year}`);
      expect([status, body.tax_year, body.tax_report.interest_income.rows]).toEqual([200, Number(year), []]);
      expect(body.tax_report.interest_income.total_usd).toBe(0);
      expect(body.csv_export.split('\r\n')).toHaveLength(2);
    });

    it('report nothing for next year', async () => {
      const { status, body } = await wallet(ALICE, 'rwa-tax-report?tax_year=2027');
      expect([status, body.tax_report.interest_income.rows]).toEqual([200, []]);
    });

    it.each(['0999', '99999', '20.5', 'abc', '-2024', '2024abc', '', '%202024', '2024&tax_year=2025'])(
      'refuse the year "%s"',
      async (year) => {
        for (const view of ['rwa-tax-report', 'rwa-tax-report/csv']) {
          const { status, body } = await wallet(ALICE, `${view}?tax_year=${year}`);
          expect(status).toBe(422);
          expect(body.detail).toMatchObject([{ loc: ['query', 'tax_year'] }]);
          expect(Object.keys(body)).toEqual(['detail']);
        }
      },
    );

    it('send the rows as a file, the same as in the report', async () => {
      const response = await file(ALICE);
      const { body } = await wallet(ALICE, 'rwa-tax-report');
      const [row] = body.tax_report.interest_income.rows;
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="rwa-tax-report-${ALICE}-${body.tax_year}.csv"`,
      );
      expect([response.headers.get('x-export-count'), response.headers.get('x-export-truncated')]).toEqual([
        '1',
        'false',
      ]);
      const [head = '', line = '', end] = (await response.text()).split('\r\n');
      expect(head.split(',')).toEqual(Object.keys(ROW));
      expect(line.split(',').slice(0, 5)).toEqual([
        'OUSG',
        'Ondo Finance',
        ALICE,
        String(body.tax_year),
        String(row.accrued_yield_usd),
      ]);
      expect(end).toBe('');
      expect(body.csv_export.split('\r\n')[0]).toBe(head);
    });

    it('echo the address as sent', async () => {
      const given = ALICE.replace('de3', 'DE3').replace('a11ce', 'A11CE');
      const { body } = await wallet(given, 'rwa-tax-report');
      expect(body.wallet_address).toBe(given);
      expect(body.tax_report.interest_income.rows[0].wallet_address).toBe(given);
    });

    it('hold nothing on Bitcoin, and ask nobody', async () => {
      await replay.forget();
      const { status, body } = await wallet(MINER, 'rwa-holdings');
      expect([status, body]).toEqual([
        200,
        {
          ...WHOLE,
          wallet_address: MINER,
          rwa_holdings: [],
          summary: { total_rwa_positions: 0, total_rwa_value_usd: 0, total_accrued_yield_usd: 0 },
        },
      ]);
      const summed = (await wallet(MINER, 'rwa-yield-summary')).body;
      expect(summed.yield_summary).toMatchObject({ positions: 0, by_token: {}, total_yield_pct: 0 });
      expect(summed.records).toEqual([]);
      expect((await wallet(MINER, 'rwa-tax-report')).body.tax_report.interest_income.rows).toEqual([]);
      expect(await asked()).toEqual([]);
    });

    it.each(['0x123', 'vitalik.eth', '0xZZ', 'bc1qinvalid'])('refuse the address %s', async (address) => {
      for (const view of WALLET_VIEWS) {
        const { status, body } = await wallet(address, view);
        expect([status, body.error_code, typeof body.detail]).toEqual([400, 'INVALID_ADDRESS', 'string']);
      }
    });

    it('ask the market once for two hundred callers, and nobody while they remember', async () => {
      await app.close();
      await start();
      await replay.forget();
      const answers = await Promise.all(Array.from({ length: 200 }, () => wallet(ALICE, 'rwa-holdings')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const paths = await asked();
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.filter((path) => path.endsWith('/pools'))).toHaveLength(1);
      await replay.forget();
      for (const view of WALLET_VIEWS.slice(0, 2)) await wallet(ALICE, view);
      await get('tokens/OUSG');
      expect(await asked()).toEqual([]);
      for (let n = 0; n < 3; n++) await wallet(ALICE, 'rwa-tax-report');
      expect((await asked()).map((path) => path.split('/').slice(2, 4).join('/'))).toEqual(['yields/chart']);
      await replay.forget();
      clock.advance(5 * 60_000);
      await wallet(ALICE, 'rwa-holdings');
      expect((await asked()).map((path) => path.split('/')[2])).toEqual(['coins']);
    });
  });

  describe('with BENJI configured', () => {
    beforeAll(() => start({ RWA_BENJI_APY: '3.81' }));
    afterAll(() => app?.close());

    it('give its yield', async () => {
      const { body } = await get('tokens/BENJI');
      expect(body.live_data).toMatchObject({ nav: 1, apy: 3.81, aum_usd: null, source: 'configuration' });
    });
  });

  describe('while the market is down', () => {
    beforeAll(async () => {
      await replay.order({ match: LLAMA, mode: '500' });
      await start();
    });
    afterAll(async () => {
      await replay.calm();
      await app?.close();
    });

    it('answer all the same, with a dollar a unit and no yield', async () => {
      const { status, body } = await wallet(ALICE, 'rwa-holdings');
      expect(status).toBe(200);
      expect(shapeOf(body.rwa_holdings)).toEqual([{ ...HOLDING, annualized_yield: 'null' }]);
      expect(body.rwa_holdings[0]).toMatchObject({
        balance: 43.73,
        current_nav_usd: 1,
        current_value_usd: 43.73,
        annualized_yield: null,
        data_source: 'default',
      });
      expect(body.summary.total_accrued_yield_usd).toBe(0);
    });

    it('leave out records that cannot be built', async () => {
      const { status, body } = await wallet(ALICE, 'rwa-yield-summary');
      expect([status, body.records, body.yield_summary.positions]).toEqual([200, [], 1]);
      expect(body.yield_summary.by_token.OUSG).toMatchObject({
        accrued_yield_usd: null,
        annualized_rate: null,
      });
      const report = await wallet(ALICE, 'rwa-tax-report');
      expect([report.status, report.body.tax_report.interest_income.rows]).toEqual([200, []]);
    });

    it('say what is wrong beside the registry', async () => {
      const { status, body } = await get('tokens/OUSG');
      expect(status).toBe(200);
      expect(shapeOf(body)).toEqual({
        ...TOKEN,
        live_data: { symbol: 'string', source: 'string', error: 'string' },
      });
      expect(body.live_data).toMatchObject({ symbol: 'OUSG', source: 'defillama' });
    });

    it('find the market again, without a restart', async () => {
      await replay.calm();
      clock.advance(60_000);
      const { body } = await wallet(ALICE, 'rwa-holdings');
      expect(body.rwa_holdings[0]).toMatchObject({ current_nav_usd: 114.2, annualized_yield: 0.0371 });
      expect(body.rwa_holdings[0].accrued_yield_usd).toBeGreaterThan(0);
    });

    it('then remember what it said, and of when that is', async () => {
      await replay.order({ match: LLAMA, mode: 'entitlement' });
      clock.advance(2 * 60 * 60_000);
      const { status, body } = await wallet(ALICE, 'rwa-holdings');
      expect([status, body.rwa_holdings[0].current_nav_usd]).toEqual([200, 114.2]);
      expect(body.rwa_holdings[0].data_source).toMatch(/^defillama, as of 20..-..-..T..:..:..\....Z$/);
    });
  });

  describe('while the explorers are down', () => {
    beforeAll(async () => {
      await replay.order({ match: EXPLORERS, mode: 'entitlement' });
      await start({ EVM_CHAINS: 'ethereum,base' });
    });
    afterAll(async () => {
      await replay.calm();
      await app?.close();
    });

    it('say 502 where balances cannot be read', async () => {
      for (const view of WALLET_VIEWS) {
        const { status, body } = await wallet(STRANGER, view);
        expect([status, body.error_code, typeof body.detail]).toEqual([
          502,
          'PROVIDER_ENTITLEMENT_ERROR',
          'string',
        ]);
      }
    });

    it('name the one chain that cannot be read, and remember no such answer', async () => {
      await replay.calm();
      await replay.order({ match: '(chainid=8453|/8453/)', mode: 'entitlement' });
      for (const view of WALLET_VIEWS.slice(0, 3)) {
        const { status, body } = await wallet(STRANGER, view);
        expect(status).toBe(200);
        expect(body.unavailable_chains).toEqual([{ chain: 'base', code: 'PROVIDER_ENTITLEMENT_ERROR' }]);
      }
      const { headers } = await file(STRANGER);
      expect(headers.get('x-export-incomplete')).toBe('true');
      expect(headers.get('x-export-truncated')).toBe('false');
      await replay.calm();
      clock.advance(60_000);
      const { status, body } = await wallet(STRANGER, 'rwa-holdings');
      expect([status, body.unavailable_chains]).toEqual([200, []]);
      expect((await file(STRANGER)).headers.get('x-export-truncated')).toBe('false');
    });
  });
});

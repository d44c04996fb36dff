import { RouteAccessTable } from '../../src/http/auth/route-access-table';
import { startApp, type TestApp } from '../app.factory';

/** Every route of the whole application and who may call it. A new route is a new line here, read by a second pair of eyes. */
const ROUTES = [
  'GET /api/v1/health public',
  'GET /health public',
  'GET /metrics scraper',
  'GET /api/health public',
  'GET /health/ready public',
  'GET /api/health/ready public',
  'POST /api/v1/partners/validate partner',
  'POST /api/v1/auth/signup public',
  'POST /api/v1/auth/verify-email public',
  'POST /api/v1/auth/resend-verification session',
  'POST /api/v1/auth/resend-verification/public public',
  'POST /api/v1/auth/login public',
  'POST /api/v1/auth/refresh public',
  'GET /api/v1/auth/me session',
  'POST /api/v1/auth/logout public',
  'POST /api/v1/auth/forgot-password public',
  'POST /api/v1/auth/reset-password public',
  'POST /api/v1/auth/magic-link optional-partner',
  'POST /api/v1/auth/magic-link/verify public',
  'GET /verify-email public',
  'GET /reset-password public',
  'GET /magic-link public',
  'GET /mail-link.js public',
  'POST /api/v1/api-keys session',
  'GET /api/v1/api-keys session',
  'GET /api/v1/api-keys/permissions session',
  'GET /api/v1/api-keys/:key_id session',
  'PUT /api/v1/api-keys/:key_id session',
  'DELETE /api/v1/api-keys/:key_id session',
  'GET /api/v1/api-keys/:key_id/usage session',
  'GET /api/v1/usage user',
  'GET /api/v1/audit-logs admin',
  'GET /api/v1/audit-logs/summary admin heavy',
  'GET /api/v1/audit-logs/access-review admin',
  'GET /api/v1/audit-logs/errors admin heavy',
  'POST /api/v1/checkout/sessions session',
  'GET /api/v1/checkout/sessions/:session_id session',
  'POST /api/v1/checkout/webhook public',
  'GET /api/v1/linked-wallets user read:holdings',
  'POST /api/v1/linked-wallets session',
  'DELETE /api/v1/linked-wallets/:address session',
  'GET /api/v1/wallets/:address/dashboard data read:holdings heavy',
  'GET /api/v1/wallets/:address/positions data read:holdings heavy',
  'GET /api/v1/wallets/:address/holdings data read:holdings',
  'GET /api/v1/wallets/:address/holdings/summary data read:holdings',
  'GET /api/v1/wallets/:address/cost-basis data read:lots heavy',
  'GET /api/wallets/:address/positions optional read:holdings heavy',
  'GET /api/rwa/tokens public',
  'GET /api/rwa/tokens/:symbol public',
  'GET /api/rwa/wallets/:address/rwa-holdings public heavy',
  'GET /api/rwa/wallets/:address/rwa-yield-summary public heavy',
  'GET /api/rwa/wallets/:address/rwa-tax-report public heavy',
  'GET /api/rwa/wallets/:address/rwa-tax-report/csv public heavy',
  'POST /api/v1/wallets/:address/track data read:holdings',
  'POST /api/v1/wallets/:address/precompute data read:lots',
  'DELETE /api/v1/wallets/:address/cache data read:holdings',
  'GET /api/v1/jobs data',
  'GET /api/v1/jobs/:job_id data',
  'GET /api/v1/jobs/:job_id/result data',
  'DELETE /api/v1/jobs/:job_id data',
  'GET /api/v1/wallets/:address/holdings/:symbol data read:holdings',
  'GET /api/v1/wallets/:address/lots data read:lots heavy',
  'GET /api/v1/wallets/:address/lots/needs-basis user read:lots heavy',
  'GET /api/v1/wallets/:address/lots/:lot_id/lineage data read:lots heavy',
  'GET /api/v1/wallets/:address/transactions data read:transactions heavy',
  'GET /api/v1/wallets/:address/transactions/export data read:transactions heavy',
  'GET /api/v1/wallets/:address/transactions/needs-price user read:transactions heavy',
  'PUT /api/v1/wallets/:address/transactions/:transaction_id/value session heavy',
  'DELETE /api/v1/wallets/:address/transactions/:transaction_id/value session heavy',
  'GET /api/v1/wallets/:address/transactions/:transaction_id data read:transactions heavy',
  'GET /api/wallets/:address/transactions optional read:transactions heavy',
  'POST /api/v1/wallets/:address/import session heavy',
  'PUT /api/v1/wallets/:address/lots/:lot_id/cost-basis user write:portfolios heavy',
  'GET /api/v1/manual-entries/basis-assignments user read:lots',
  'POST /api/v1/manual-entries/basis-assignments session heavy',
  'DELETE /api/v1/manual-entries/basis-assignments/:entry_id session',
  'GET /api/v1/manual-entries/disposal-entries user read:lots',
  'POST /api/v1/manual-entries/disposal-entries session heavy',
  'DELETE /api/v1/manual-entries/disposal-entries/:entry_id session',
  'GET /api/v1/manual-entries/trade-completions user read:lots',
  'POST /api/v1/manual-entries/trade-completions session heavy',
  'DELETE /api/v1/manual-entries/trade-completions/:entry_id session',
  'GET /api/v1/portfolios user write:portfolios',
  'POST /api/v1/portfolios user write:portfolios',
  'GET /api/v1/portfolios/:portfolio_id user write:portfolios',
  'PUT /api/v1/portfolios/:portfolio_id user write:portfolios',
  'DELETE /api/v1/portfolios/:portfolio_id user write:portfolios',
  'POST /api/v1/portfolios/:portfolio_id/addresses user write:portfolios',
  'DELETE /api/v1/portfolios/:portfolio_id/addresses/:address user write:portfolios',
  'GET /api/v1/portfolios/:portfolio_id/holdings user read:holdings heavy',
  'GET /api/v1/portfolios/:portfolio_id/tax-summary user read:tax-reports heavy',
  'GET /api/v1/portfolios/:portfolio_id/form-8949 user read:tax-reports heavy',
  'POST /api/v1/batch/holdings data read:holdings heavy',
  'POST /api/v1/batch/tax-summary data read:tax-reports heavy',
  'POST /api/v1/webhooks session',
  'GET /api/v1/webhooks session',
  'GET /api/v1/webhooks/events/available session',
  'GET /api/v1/webhooks/:webhook_id session',
  'PUT /api/v1/webhooks/:webhook_id session',
  'DELETE /api/v1/webhooks/:webhook_id session',
  'POST /api/v1/webhooks/:webhook_id/rotate-secret session',
  'POST /api/v1/webhooks/:webhook_id/test session',
  'GET /api/v1/webhooks/:webhook_id/logs session',
  'GET /api/v1/tax-reports/:address/summary data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/form-8949 data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/form-8949/export data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-1 data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-1/export data read:tax-reports heavy',
  'POST /api/v1/tax-reports/:address/generate data read:tax-reports heavy',
  'POST /api/calculate/cost-basis optional read:tax-reports heavy',
  'POST /api/calculate/unrealized-gl optional read:tax-reports heavy',
  'GET /api/calculate/unrealized-gl/:address optional read:tax-reports heavy',
  'GET /api/calculate/tax-summary/:address optional read:tax-reports heavy',
  'GET /api/calculate/tax-report/:address optional read:tax-reports heavy',
  'GET /api/calculate/lots/:address optional read:tax-reports heavy',
  'GET /api/calculate/wash-sales/:address optional read:tax-reports heavy',
  'GET /api/calculate/reconciliation/:address optional read:tax-reports heavy',
  'GET /api/calculate/tax-loss-harvesting/:address optional read:tax-reports heavy',
  'GET /api/calculate/tax-export/:address/form-8949/csv optional read:tax-reports heavy',
  'GET /api/calculate/tax-export/:address/txf optional read:tax-reports heavy',
  'GET /api/calculate/tax-export/:address/summary optional read:tax-reports heavy',
  'GET /api/calculate/tax-export/:address/schedule-1/csv optional read:tax-reports heavy',
  'GET /api/calculate/tax-export/:address/schedule-1/summary optional read:tax-reports heavy',
];

let running: TestApp;
beforeAll(async () => {
  running = await startApp();
}, 60_000);
afterAll(() => running?.close());

it('routes say who may call them, as written down', () => {
  const routes = running.app.get(RouteAccessTable, { strict: false }).routes();
  const lines = routes.map(({ method, path, access, isHeavy }) =>
    [
      method,
      path,
      access?.kind,
      access && 'permission' in access ? access.permission : null,
      isHeavy ? 'heavy' : null,
    ]
      .filter(Boolean)
      .join(' '),
  );
  expect(lines.toSorted()).toEqual(ROUTES.toSorted());
});

it('a route that needs a caller answers nobody', async () => {
  const closed = ROUTES.map((line) => line.split(' ')).filter(
    ([, , kind = '']) => !['public', 'optional', 'optional-partner', 'scraper'].includes(kind),
  );
  for (const [method = '', path = ''] of closed) {
    const response = await fetch(running.url + path.replace(':address', `0x${'0'.repeat(40)}`), { method });
    const body = (await response.json()) as { success: boolean; error: { code: string } };
    expect([path, response.status, body.success, body.error.code]).toEqual([
      path,
      401,
      false,
      'UNAUTHORIZED',
    ]);
  }
});

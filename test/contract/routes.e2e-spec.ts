import { RouteAccessTable } from '../../src/http/auth/route-access-table';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../app.factory';
import { referencePage } from './reference-page';

/** Every route of the whole application and who may call it. A new route is a new line here, read by a second pair of eyes. */
const ROUTES = [
  'GET /api/v1/health public',
  'GET /health public',
  'GET /metrics scraper',
  'POST /mcp key heavy',
  'GET /.well-known/oauth-protected-resource public',
  'GET /.well-known/oauth-protected-resource/mcp public',
  'GET /api/health public',
  'GET /health/ready public',
  'GET /api/health/ready public',
  'POST /api/v1/partners/validate partner',
  'POST /api/v1/auth/console/demo-session public',
  'POST /api/v1/auth/console/demo-session/reset public',
  'POST /api/v1/auth/signup public keyed',
  'POST /api/v1/auth/verify-email public',
  'POST /api/v1/auth/resend-verification session keyed',
  'POST /api/v1/auth/resend-verification/public public keyed',
  'POST /api/v1/auth/login public',
  'POST /api/v1/auth/refresh public',
  'GET /api/v1/auth/console public',
  'GET /api/v1/auth/me session',
  'DELETE /api/v1/auth/me session',
  'DELETE /api/v1/auth/sessions/:session_id session',
  'DELETE /api/v1/auth/totp session',
  'GET /api/v1/exchange-accounts user read:transactions',
  'POST /api/v1/exchange-accounts session heavy keyed',
  'POST /api/v1/exchange-accounts/:account_id/sync session keyed',
  'GET /api/v1/exchange-accounts/:account_id/reconciliation user read:transactions heavy',
  'GET /api/v1/exchange-accounts/:account_id/sync-status user read:transactions',
  'POST /api/v1/exchange-accounts/import session heavy keyed',
  'GET /api/v1/exchange-accounts/:account_id user read:transactions',
  'PUT /api/v1/exchange-accounts/:account_id session',
  'DELETE /api/v1/exchange-accounts/:account_id session',
  'GET /api/v1/unified/holdings user read:holdings heavy',
  'GET /api/v1/unified/transactions user read:transactions heavy',
  'GET /api/v1/unified/summary user read:holdings heavy',
  'GET /api/v1/unified/tax-summary user read:tax-reports heavy',
  'GET /api/v1/unified/transfer-matches user read:transactions heavy',
  'POST /api/v1/unified/transfer-matches/:match_id/confirm session heavy keyed',
  'POST /api/v1/unified/transfer-matches/:match_id/reject session heavy keyed',
  'POST /api/v1/unified/transfer-matches/:match_id/undo session heavy keyed',
  'GET /api/v1/unified/unmatched-transfers user read:transactions heavy',
  'POST /api/v1/unified/unmatched-transfers/:transaction_id/external session heavy keyed',
  'DELETE /api/v1/unified/unmatched-transfers/:transaction_id/external session heavy',
  'GET /api/v1/auth/me/export session heavy',
  'GET /api/v1/auth/sessions session',
  'POST /api/v1/auth/change-password session',
  'POST /api/v1/auth/totp session keyed',
  'POST /api/v1/auth/totp/confirm session keyed',
  'POST /api/v1/auth/totp/recovery-codes session keyed',
  'POST /api/v1/auth/logout public',
  'POST /api/v1/auth/forgot-password public keyed',
  'POST /api/v1/auth/reset-password public',
  'POST /api/v1/auth/magic-link optional-partner keyed',
  'POST /api/v1/auth/magic-link/verify public',
  'GET /verify-email public',
  'GET /reset-password public',
  'GET /magic-link public',
  'GET /invitation public',
  'GET /api/v1/portfolios/:portfolio_id/members user write:portfolios',
  'PUT /api/v1/portfolios/:portfolio_id/members/:user_id session',
  'DELETE /api/v1/portfolios/:portfolio_id/members/:user_id session',
  'GET /api/v1/portfolios/:portfolio_id/invitations session',
  'POST /api/v1/portfolios/:portfolio_id/invitations session keyed',
  'DELETE /api/v1/portfolios/:portfolio_id/invitations/:invitation_id session',
  'POST /api/v1/space-invitations/accept session',
  'GET /mail-link.js public',
  'POST /api/v1/api-keys session keyed',
  'GET /api/v1/api-keys session',
  'GET /api/v1/api-keys/permissions session',
  'GET /api/v1/api-keys/:key_id session',
  'PUT /api/v1/api-keys/:key_id session',
  'POST /api/v1/api-keys/:key_id/rotate session keyed',
  'DELETE /api/v1/api-keys/:key_id session',
  'GET /api/v1/api-keys/:key_id/usage session',
  'GET /api/v1/usage user',
  'GET /api/v1/audit-logs admin',
  'GET /api/v1/audit-logs/summary admin heavy',
  'GET /api/v1/audit-logs/access-review admin',
  'GET /api/v1/audit-logs/errors admin heavy',
  'POST /api/v1/checkout/sessions session keyed',
  'GET /api/v1/checkout/sessions/:session_id session',
  'POST /api/v1/checkout/webhook public',
  'GET /api/v1/linked-wallets user read:holdings',
  'POST /api/v1/linked-wallets session keyed',
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
  'POST /api/v1/wallets/:address/track data read:holdings keyed',
  'POST /api/v1/wallets/:address/precompute data read:lots keyed',
  'DELETE /api/v1/wallets/:address/cache data read:holdings',
  'GET /api/v1/jobs data',
  'GET /api/v1/jobs/:job_id data',
  'GET /api/v1/jobs/:job_id/events data',
  'GET /api/v1/jobs/:job_id/result data',
  'DELETE /api/v1/jobs/:job_id data',
  'GET /api/v1/wallets/:address/holdings/:symbol data read:holdings',
  'GET /api/v1/wallets/:address/value-history data read:holdings',
  'GET /api/v1/issues user read:lots heavy',
  'GET /api/v1/wallets/:address/lots data read:lots heavy',
  'GET /api/v1/wallets/:address/lots/needs-basis user read:lots heavy',
  'GET /api/v1/wallets/:address/lots/:lot_id/lineage data read:lots heavy',
  'GET /api/v1/wallets/:address/transactions data read:transactions heavy',
  'GET /api/v1/wallets/:address/transactions/export data read:transactions heavy',
  'GET /api/v1/wallets/:address/transactions/needs-price user read:transactions heavy',
  'PUT /api/v1/wallets/:address/transactions/:transaction_id/value session heavy',
  'DELETE /api/v1/wallets/:address/transactions/:transaction_id/value session heavy',
  'PUT /api/v1/wallets/:address/transactions/:transaction_id/classification session heavy',
  'DELETE /api/v1/wallets/:address/transactions/:transaction_id/classification session heavy',
  'PUT /api/v1/wallets/:address/tokens/:token_key/visibility session heavy',
  'DELETE /api/v1/wallets/:address/tokens/:token_key/visibility session heavy',
  'GET /api/v1/wallets/:address/transactions/:transaction_id data read:transactions heavy',
  'GET /api/wallets/:address/transactions optional read:transactions heavy',
  'POST /api/v1/wallets/:address/import session heavy keyed',
  'PUT /api/v1/wallets/:address/lots/:lot_id/cost-basis user write:portfolios heavy',
  'GET /api/v1/manual-entries/basis-assignments user read:lots',
  'POST /api/v1/manual-entries/basis-assignments session heavy keyed',
  'DELETE /api/v1/manual-entries/basis-assignments/:entry_id session',
  'GET /api/v1/manual-entries/disposal-entries user read:lots',
  'POST /api/v1/manual-entries/disposal-entries session heavy keyed',
  'DELETE /api/v1/manual-entries/disposal-entries/:entry_id session',
  'GET /api/v1/manual-entries/trade-completions user read:lots',
  'POST /api/v1/manual-entries/trade-completions session heavy keyed',
  'DELETE /api/v1/manual-entries/trade-completions/:entry_id session',
  'GET /api/v1/manual-entries/lot-selections user read:lots',
  'POST /api/v1/manual-entries/lot-selections session heavy keyed',
  'DELETE /api/v1/manual-entries/lot-selections/:entry_id session',
  'PUT /api/v1/manual-entries/lot-selections/:entry_id/broker-notice session heavy',
  'GET /api/v1/standing-selections user read:lots',
  'POST /api/v1/standing-selections session heavy keyed',
  'DELETE /api/v1/standing-selections/:entry_id session',
  'PUT /api/v1/standing-selections/:entry_id/broker-notice session heavy',
  'GET /api/v1/broker-instructions/:entry_id user read:lots heavy',
  'GET /api/v1/broker-instructions/:entry_id/export user read:lots heavy',
  'GET /api/v1/method-elections user read:tax-reports',
  'POST /api/v1/method-elections session heavy keyed',
  'DELETE /api/v1/method-elections/:entry_id session',
  'PUT /api/v1/method-elections/:entry_id/broker-notice session heavy',
  'GET /api/v1/basis-allocations user read:tax-reports',
  'POST /api/v1/basis-allocations session heavy keyed',
  'DELETE /api/v1/basis-allocations/:entry_id session heavy',
  'GET /api/v1/tax-settings user read:tax-reports',
  'PUT /api/v1/tax-settings session',
  'DELETE /api/v1/tax-settings session',
  'GET /api/v1/broker-forms user read:tax-reports heavy',
  'POST /api/v1/broker-forms session heavy keyed',
  'GET /api/v1/broker-forms/reconciliation user read:tax-reports heavy',
  'GET /api/v1/broker-forms/:form_id user read:tax-reports heavy',
  'DELETE /api/v1/broker-forms/:form_id session heavy',
  'PUT /api/v1/broker-forms/:form_id/own-sales session heavy',
  'POST /api/v1/broker-forms/:form_id/apply session heavy keyed',
  'DELETE /api/v1/broker-forms/:form_id/apply session heavy',
  'POST /api/v1/broker-forms/:form_id/evidence user read:tax-reports heavy keyed',
  'GET /api/v1/filed-years user read:tax-reports heavy',
  'POST /api/v1/filed-years session heavy keyed',
  'DELETE /api/v1/filed-years/:tax_year session heavy',
  'GET /api/v1/portfolios user write:portfolios',
  'POST /api/v1/portfolios user write:portfolios keyed',
  'GET /api/v1/portfolios/:portfolio_id user write:portfolios',
  'PUT /api/v1/portfolios/:portfolio_id user write:portfolios',
  'DELETE /api/v1/portfolios/:portfolio_id user write:portfolios',
  'POST /api/v1/portfolios/:portfolio_id/addresses user write:portfolios keyed',
  'DELETE /api/v1/portfolios/:portfolio_id/addresses/:address user write:portfolios',
  'GET /api/v1/portfolios/:portfolio_id/holdings user read:holdings heavy',
  'GET /api/v1/portfolios/:portfolio_id/tax-summary user read:tax-reports heavy',
  'GET /api/v1/portfolios/:portfolio_id/form-8949 user read:tax-reports heavy',
  'GET /api/v1/portfolios/:portfolio_id/schedule-d user read:tax-reports heavy',
  'POST /api/v1/batch/holdings data read:holdings heavy',
  'POST /api/v1/batch/tax-summary data read:tax-reports heavy',
  'POST /api/v1/webhooks session-or-key write:webhooks keyed',
  'GET /api/v1/webhooks session-or-key write:webhooks',
  'GET /api/v1/webhooks/events/available session-or-key write:webhooks',
  'GET /api/v1/webhooks/:webhook_id session-or-key write:webhooks',
  'PUT /api/v1/webhooks/:webhook_id session-or-key write:webhooks',
  'DELETE /api/v1/webhooks/:webhook_id session-or-key write:webhooks',
  'POST /api/v1/webhooks/:webhook_id/rotate-secret session-or-key write:webhooks keyed',
  'POST /api/v1/webhooks/:webhook_id/test session-or-key write:webhooks keyed',
  'POST /api/v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver session-or-key write:webhooks keyed',
  'GET /api/v1/webhooks/:webhook_id/logs session-or-key write:webhooks',
  'GET /api/v1/tax-reports/:address/summary data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/form-8949 data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/form-8949/export data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-1 data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-1/export data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-d data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/schedule-d/export data read:tax-reports heavy',
  'GET /api/v1/tax-reports/:address/given-away user read:tax-reports heavy',
  'POST /api/v1/tax-reports/:address/generate data read:tax-reports heavy keyed',
  'GET /api/v1/law public',
  'POST /api/v1/tax-reports/:address/law-comparison data read:tax-reports heavy',
  'POST /api/v1/portfolios/:portfolio_id/law-comparison user read:tax-reports heavy',
  'POST /api/v1/tax-reports/:address/tool-comparison data read:tax-reports heavy',
  'POST /api/v1/portfolios/:portfolio_id/tool-comparison user read:tax-reports heavy',
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
});
afterAll(() => running?.close());

it('routes say who may call them, and which take an idempotency key, as written down', () => {
  const routes = running.app.get(RouteAccessTable, { strict: false }).routes();
  const lines = routes.map(({ method, path, access, isHeavy, isKeyed }) =>
    [
      method,
      path,
      access?.kind,
      access && 'permission' in access ? access.permission : null,
      isHeavy ? 'heavy' : null,
      isKeyed ? 'keyed' : null,
    ]
      .filter(Boolean)
      .join(' '),
  );
  expect(lines.toSorted()).toEqual(ROUTES.toSorted());
});

it('docs/reference.md lists the errors and permissions of the code: otherwise `npm run reference`', () => {
  const file = join(__dirname, '../../docs/reference.md');
  const page = referencePage(running.app.get(RouteAccessTable, { strict: false }).routes());
  if (process.env['WRITE_REFERENCE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

const CHALLENGES: Readonly<Record<string, readonly string[]>> = {
  data: ['Bearer', 'ApiKey', 'PartnerKey'],
  user: ['Bearer', 'ApiKey'],
  session: ['Bearer'],
  key: ['ApiKey'],
  'session-or-key': ['Bearer'],
  partner: ['PartnerKey'],
  admin: ['Bearer', 'ApiKey'],
};
const HEADER_OF: Readonly<Record<string, string>> = {
  Bearer: 'Authorization: Bearer',
  ApiKey: 'X-API-Key',
  PartnerKey: 'X-Partner-Key',
};

it('a known path with a method that it does not take answers 405 with those that it takes', async () => {
  const lines = ROUTES.map((line) => line.split(' '));
  const urls = new Set(lines.map(([, path = '']) => path.replace(/:\w+/g, 'x')));
  const wrong: unknown[] = [];
  for (const url of urls) {
    const taken = lines.flatMap(([method = '', path = '']) =>
      new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(url) ? [method] : [],
    );
    const expected = new Set(taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      if (expected.has(method)) continue;
      const { status, headers } = await fetch(running.url + url, { method });
      const allow = (headers.get('allow') ?? '').split(', ').toSorted().join();
      if (status !== 405 || allow !== [...expected].toSorted().join())
        wrong.push([method, url, status, allow]);
    }
  }
  expect(wrong).toEqual([]);
});

it('a route that needs a caller answers nobody, and names the credentials that it takes', async () => {
  const closed = ROUTES.map((line) => line.split(' ')).filter(
    ([, , kind = '']) => !['public', 'optional', 'optional-partner', 'scraper'].includes(kind),
  );
  for (const [method = '', path = '', kind = ''] of closed) {
    const response = await fetch(running.url + path.replace(':address', `0x${'0'.repeat(40)}`), { method });
    const body = (await response.json()) as {
      success: boolean;
      error: { code: string; message: string };
    };
    expect([path, response.status, body.success, body.error.code]).toEqual([
      path,
      401,
      false,
      'UNAUTHORIZED',
    ]);
    const challenge = response.headers.get('www-authenticate') ?? '';
    const schemes = [...challenge.matchAll(/(\w+) realm/g)].map(([, scheme = '']) => scheme);
    expect([path, schemes]).toEqual([path, CHALLENGES[kind]]);
    for (const scheme of schemes) expect(body.error.message).toContain(HEADER_OF[scheme]);
    const other = schemes.includes('PartnerKey') ? null : { 'X-Partner-Key': running.partnerKey };
    if (!other) continue;
    const refused = await fetch(running.url + path, { method, headers: other });
    const { error } = (await refused.json()) as typeof body;
    expect([path, refused.status, refused.headers.get('www-authenticate')]).toEqual([path, 401, challenge]);
    expect(error.message).toBe(body.error.message);
  }
});

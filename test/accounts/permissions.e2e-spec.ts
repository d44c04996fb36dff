import { DataSource } from 'typeorm';
import { PERMISSIONS, type Permission } from '../../src/domain/access/permissions';
import { RouteAccessTable, type RouteAccess } from '../../src/http/auth/route-access-table';
import type { Access } from '../../src/http/auth/decorators';
import { startApp, type TestApp } from '../app.factory';
import { account, call, post, type Account } from './client';

/**
 * Every credential on every route of the whole application, as the routes themselves declare. A wrong
 * credential must be refused before anything else is looked at; a right one must get past the guard.
 */

const NAMES = Object.keys(PERMISSIONS) as Permission[];
/** Whom a route kind admits, by credential; keys only with its permission. */
const ADMITS = {
  public: ['nobody', 'session', 'operator', 'key', 'partner'],
  data: ['session', 'operator', 'key', 'partner'],
  optional: ['nobody', 'session', 'operator', 'key', 'partner'],
  user: ['session', 'operator', 'key'],
  session: ['session', 'operator'],
  key: ['key'],
  // Keys only with a variable that is off by default.
  'session-or-key': ['session', 'operator'],
  partner: ['partner'],
  'optional-partner': ['nobody', 'session', 'operator', 'key', 'partner'],
  admin: ['operator', 'key'],
  // From this machine, as these requests are.
  scraper: ['nobody', 'session', 'operator', 'key', 'partner'],
} as const satisfies Record<Access['kind'], readonly string[]>;

interface Caller {
  name: string;
  kind: 'nobody' | 'session' | 'operator' | 'key' | 'partner';
  permission: Permission | null;
  headers: Record<string, string>;
}

let app: TestApp;
let routes: RouteAccess[];
let callers: Caller[];

beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '', TRUST_PROXY: 'true' });
  routes = app.app.get(RouteAccessTable, { strict: false }).routes();
  const [ada, operator] = [await account(app), await account(app)];
  await app.app.get(DataSource).query(`UPDATE users SET role = 'operator' WHERE id = $1`, [operator.id]);
  const session = ({ token }: Account) => ({ Authorization: `Bearer ${token}` });
  const keys = await Promise.all(
    NAMES.map(async (permission): Promise<Caller> => {
      const body = { name: permission, permissions: [permission] };
      const { key } = (await post(app, '/api/v1/api-keys', body, { headers: session(ada) })).body.data;
      return { name: permission, kind: 'key', permission, headers: { 'X-API-Key': key } };
    }),
  );
  const caller = (kind: Exclude<Caller['kind'], 'key'>, headers: Record<string, string>): Caller => ({
    name: kind,
    kind,
    permission: null,
    headers,
  });
  callers = [
    caller('nobody', {}),
    caller('session', session(ada)),
    caller('operator', session(operator)),
    caller('partner', { 'X-Partner-Key': app.partnerKey }),
    ...keys,
  ];
});
afterAll(() => app?.close());

/** 401, 403 for the missing permission, or past the guard. */
function expected(access: Access, { kind, permission }: Caller): 401 | 403 | 'in' {
  const admitted: readonly string[] = ADMITS[access.kind];
  if (!admitted.includes(kind)) return access.kind === 'admin' && kind === 'session' ? 403 : 401;
  if (kind !== 'key') return 'in';
  if (access.kind === 'admin') return permission === 'admin:api-keys' ? 'in' : 403;
  const needed = 'permission' in access ? access.permission : null;
  return needed === null || needed === permission ? 'in' : 403;
}

/** Nothing valid in the path or the body: an accepted caller gets an error of the input, and nothing is changed. */
const pathOf = ({ path }: RouteAccess): string => path.replace(/:\w+/g, 'none-of-these');

it('of every credential on every route is what the route says', async () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const route of routes) {
    const { access, method, path } = route;
    if (!access) throw new Error(`${path} does not say who may call it`);
    // Ends the session that asks: looked at on its own.
    if (path.endsWith('/auth/logout') || path.endsWith('/auth/refresh')) continue;
    for (const caller of callers) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await call(app, method, pathOf(route), { body, headers: caller.headers });
      const code = answer.body?.error?.code ?? answer.body?.error_code;
      const required = answer.body?.error?.details?.required_permission;
      const isRefused = answer.status === 401 || (answer.status === 403 && code === 'FORBIDDEN');
      const got = isRefused ? answer.status : 'in';
      if (got !== expected(access, caller))
        wrong.push(
          `${method} ${path} as ${caller.name}: ${answer.status} ${code}, not ${expected(access, caller)}`,
        );
      if (got === 403 && 'permission' in access && required !== undefined && required !== access.permission)
        wrong.push(`${method} ${path} as ${caller.name} names ${required}`);
      checked++;
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toBe((routes.length - 2) * callers.length);
});

it('names every permission somewhere it is needed, and needs none that does not exist', () => {
  const needed = routes.flatMap(({ access }) =>
    access && 'permission' in access && access.permission ? [access.permission] : [],
  );
  expect(needed.filter((permission) => !NAMES.includes(permission))).toEqual([]);
  expect(needed.length).toBeGreaterThan(0);
});

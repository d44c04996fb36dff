import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { delay, of, type Observable } from 'rxjs';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { bootApi, type RunningApp } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { StoredChanges } from '../../src/common/stored-changes';
import type { Principal } from '../../src/domain/access/principal';
import { CONSOLE_READER } from '../../src/http/console/local-console';
import { reply } from '../../src/http/reply';
import { contextOf } from '../../src/http/request-context';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { Clock } from '../../src/ports/clock';
import { account, call, post, type Account, type Answer } from '../accounts/client';
import { REDIS_AWAY, startApp, withOverrides, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan } from '../portfolios/portfolio-client';
import { testConfig } from '../support/postgres';
import { cachedRoutes, type CachedRoute } from './cached-routes';
import { until } from '../support/until';

const WALLET = DEMO_ADDRESSES[0]?.address ?? '';
const SETTINGS = {
  ...REDIS_AWAY,
  EVM_CHAINS: 'ethereum',
  RATE_LIMIT_RPM: '100000',
  RATE_LIMIT_RPD: '1000000',
};
const PERMISSIONS = ['read:holdings', 'read:lots', 'read:transactions', 'read:tax-reports'];

/** Everything of a caller that an answer can depend on. */
const named = (principal: Principal): string => {
  switch (principal.kind) {
    case 'user':
    case 'api_key':
      return `${principal.kind} ${principal.userId} ${principal.plan}`;
    case 'partner':
      return `partner ${principal.partnerId}`;
    case 'anonymous':
      return 'anonymous';
  }
};

/** Answers in place of every handler with the caller that it is for. */
class Echo implements NestInterceptor {
  calls = 0;

  intercept(execution: ExecutionContext, _next: CallHandler): Observable<unknown> {
    this.calls += 1;
    const { principal } = contextOf(execution.switchToHttp().getRequest<Request>());
    // Callers who ask meanwhile wait for it, where they may.
    return of(reply({ caller: named(principal) })).pipe(delay(5));
  }
}

interface Caller {
  headers: Record<string, string>;
  name: string;
}

/** Routes, guards and cache are those of the service; only the handlers do not run. */
describe('an answer to one caller', () => {
  const echo = new Echo();
  // No minute ends during the test.
  const clock = new FakeClock();
  let data: TestApp;
  let echoing: RunningApp & { url: string };
  let routes: CachedRoute[];
  let callers: Caller[];
  let ada: Account;

  const bearer = ({ token }: Account) => ({ Authorization: `Bearer ${token}` });
  async function keyOf(who: Account): Promise<Record<string, string>> {
    const body = { name: 'mine', permissions: PERMISSIONS };
    return {
      'X-API-Key': (await post(data, '/api/v1/api-keys', body, { headers: bearer(who) })).body.data.key,
    };
  }

  beforeAll(async () => {
    data = await startApp(SETTINGS, clock);
    // An answer about a wallet that is to be read is not cached.
    await until(async () => (await data.get(`/api/v1/wallets/${WALLET}/holdings`)).body.partial === false);
    const config = { PORT: '0', DATA_DIR: data.dataDir, ...SETTINGS, ...data.database };
    echoing = await bootApi({
      config: testConfig({ ...config, CONSOLE: 'on', CONSOLE_PUBLIC_READ: 'true' }),
      logger: createLogger('silent'),
      runsJobs: false,
      onFatal: () => undefined,
      // Behind the interceptors of the service, of which the cache is one.
      create: async (...args) => (await withOverrides([[Clock, clock]])(...args)).useGlobalInterceptors(echo),
    });
    routes = cachedRoutes(echoing, WALLET);
    const bob = await account(data);
    ada = await account(data);
    await onPlan(data, bob, 'defi');
    const partners = data.app.get(PartnerKeysService, { strict: false });
    const partner = async (name: string): Promise<Caller> => {
      const { id, key } = await partners.create(name);
      return { headers: { 'X-Partner-Key': key }, name: `partner ${id}` };
    };
    callers = [
      { headers: {}, name: 'anonymous' },
      { headers: { 'X-Console': '1' }, name: named(CONSOLE_READER) },
      { headers: bearer(ada), name: `user ${ada.id} free` },
      { headers: bearer(bob), name: `user ${bob.id} defi` },
      { headers: await keyOf(ada), name: `api_key ${ada.id} free` },
      { headers: await keyOf(bob), name: `api_key ${bob.id} defi` },
      await partner('one'),
      await partner('two'),
    ];
  });
  afterAll(async () => {
    await echoing?.stop();
    await data?.close();
  });

  /** Without a credential some routes answer 401. */
  const callersOf = ({ access }: CachedRoute): Caller[] =>
    callers.filter(({ name }) => name !== 'anonymous' || access?.kind === 'optional');
  const ask = ({ url }: CachedRoute, { headers }: Caller): Promise<Answer> =>
    call(echoing, 'GET', url, { headers });
  const told = ({ path }: CachedRoute, { status, body }: Answer) => [
    path,
    status,
    (body.data ?? body).caller as unknown,
  ];
  const wanted = ({ path }: CachedRoute, { name }: Caller) => [path, 200, name];
  const forget = () => echoing.app.get(StoredChanges, { strict: false }).noteClearing();

  it('is never that to another, on every cached route and for every pair of callers', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(12);
    // In the second pass the answers to all are cached, so each pair meets in both orders.
    for (let pass = 0; pass < 2; pass++)
      for (const route of routes)
        for (const caller of callersOf(route))
          expect(told(route, await ask(route, caller))).toEqual(wanted(route, caller));
    // One computation for each: what was asked again came from the cache.
    expect(echo.calls).toBe(routes.flatMap(callersOf).length);
  });

  it('is not shared with another who asks at the same time', async () => {
    forget();
    for (const route of routes) {
      const twice = callersOf(route).flatMap((caller) => [caller, caller]);
      const answers = await Promise.all(twice.map((caller) => ask(route, caller)));
      expect(answers.map((answer) => told(route, answer))).toEqual(
        twice.map((caller) => wanted(route, caller)),
      );
    }
  });

  it('is not that to the same user on another plan', async () => {
    await onPlan(data, ada, 'professional');
    // The credentials of the other process are known for a second.
    clock.advance(1_000);
    const now = callers.map(({ headers, name }) => ({
      headers,
      name: name.replace(`${ada.id} free`, `${ada.id} professional`),
    }));
    const own = now.filter(({ name }) => name.includes(ada.id));
    // The credentials of the other process are known for a moment.
    for (const route of routes.slice(0, 1))
      for (const caller of own)
        await until(
          async () => told(route, await ask(route, caller)),
          ([, , name]) => name === caller.name,
        );
    for (const route of routes)
      for (const caller of own) expect(told(route, await ask(route, caller))).toEqual(wanted(route, caller));
  });
});

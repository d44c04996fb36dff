import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import { RouteAccessTable, type RouteAccess } from '../../src/http/auth/route-access-table';
import type { TestApp } from '../app.factory';
import { BillingApp } from '../billing/billing-app';
import { startEmptyMarkets } from '../support/empty-upstreams';
import { BODIES, OF_SPACES, PARAMETERS, somebody, type Belongings, type Parameter } from './belongings';
import { account, call, type Account, type Answer } from './client';

/** Two users who each have one of everything, on every route of the whole application: neither sees the other's. */

const NOBODYS = '00000000-0000-4000-8000-00000000dead';
/** Sent where the route declares it: an undeclared parameter is refused before anything is looked up. */
const YEAR = 'tax_year';

/** @param isWhole every credential with every id; else ids that never were with one credential per route */
export function describeForeignObjects(isWhole: boolean): void {
  let billing: BillingApp;
  let markets: Awaited<ReturnType<typeof startEmptyMarkets>>;
  let app: TestApp;
  let routes: RouteAccess[];
  let paths: Record<string, Record<string, { parameters: { in: string; name: string }[] }>>;
  let zoe: Account;
  /** The answers to a user who owns nothing, before the two begin. */
  let before: Map<string, string>;
  let users: [Belongings, Belongings];

  beforeAll(async () => {
    markets = await startEmptyMarkets();
    billing = await BillingApp.start({ ...markets.env, EVM_CHAINS: 'ethereum' });
    ({ app } = billing);
    routes = app.app.get(RouteAccessTable, { strict: false }).routes();
    ({ paths } = (await call(app, 'GET', '/api/docs-json')).body);
    zoe = await account(app);
    before = await toldTo(zoe);
    users = [await somebody(app, 0), await somebody(app, 1)];
  });
  afterAll(async () => {
    await billing?.close();
    await markets?.close();
  });

  interface Slot {
    name: string;
    row: Parameter | undefined;
    prefix: string;
  }

  /** The parameters of a path, in order. */
  const slotsOf = ({ path }: Pick<RouteAccess, 'path'>): Slot[] =>
    [...path.matchAll(/:(\w+)/g)].map((match) => {
      const prefix = path.slice(0, match.index + match[0].length);
      return { name: match[1] ?? '', prefix, row: PARAMETERS[prefix] };
    });

  const isOwned = (route: RouteAccess): boolean => slotsOf(route).some(({ row }) => row?.kind === 'owned');

  /** @param ids of what is owned, by name; what is public stands for itself */
  function urlOf(route: RouteAccess, ids: Readonly<Record<string, string>>): string {
    const slots = slotsOf(route);
    const others = Object.assign(
      {},
      ...slots.map(({ row }) => (row?.kind === 'owned' ? row.with : {})),
    ) as Record<string, string>;
    return slots.reduce((path, { name, row }) => {
      const value = ids[name] ?? others[name] ?? (row?.kind === 'public' ? row.value : '');
      return path.replace(`:${name}`, encodeURIComponent(value));
    }, route.path);
  }

  /** Ids of one user for every owned parameter of a path; the last is tried in all its values. */
  function idsOf(route: RouteAccess, owner: Belongings): Record<string, string>[] {
    return slotsOf(route).reduce<Record<string, string>[]>(
      (found, { name, row }) =>
        row?.kind === 'owned'
          ? found.flatMap((ids) => row.of(owner).map((id) => ({ ...ids, [name]: id })))
          : found,
      [{}],
    );
  }

  const send = (route: RouteAccess, url: string, headers: Record<string, string>): Promise<Answer> =>
    call(app, route.method, `${url}${queryOf(route)}`, { headers, body: bodyOf(route) });
  function queryOf({ method, path }: RouteAccess): string {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    return operation?.parameters.some(({ name, in: place }) => place === 'query' && name === YEAR)
      ? `?${YEAR}=2024`
      : '';
  }
  const bodyOf = ({ method, path }: RouteAccess): object | undefined =>
    BODIES[`${method} ${path}`] ?? (method === 'PUT' || method === 'POST' ? {} : undefined);
  const session = ({ token }: Account) => ({ Authorization: `Bearer ${token}` });
  /** Credentials that may stand for a user, and one that stands for none. */
  const callersOf = ({ who, secret }: Belongings): Record<string, string>[] => [
    session(who),
    { 'X-API-Key': secret },
    { 'X-Partner-Key': app.partnerKey },
  ];

  /** Without what differs from request to request. */
  const plain = (text: string): string => text.replace(/"request_id":"[^"]*"/g, '');

  /** An answer that must be the same for every id. */
  const without = ({ status, text }: Answer, id: string): string =>
    `${status} ${plain(text).replaceAll(id, '').replaceAll(id.toLowerCase(), '')}`;

  /** Answers of every route about public things that only reads. */
  async function toldTo(who: Account): Promise<Map<string, string>> {
    await call(app, 'GET', `/api/v1/wallets/${MAIN}/positions`, { headers: session(who) });
    const told = new Map<string, string>();
    for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes(':'))) {
      if (isOwned(route)) continue;
      const { status, text } = await send(route, urlOf(route, {}), session(who));
      told.set(route.path, `${status} ${plain(text)}`);
    }
    return told;
  }

  it('every parameter of every route has a row, and every row a route', () => {
    const slots = routes.flatMap(slotsOf);
    expect(slots.filter(({ row }) => !row).map(({ prefix }) => prefix)).toEqual([]);
    const used = new Set(slots.map(({ prefix }) => prefix));
    expect(Object.keys(PARAMETERS).filter((prefix) => !used.has(prefix))).toEqual([]);
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(BODIES).filter((route) => !known.has(route))).toEqual([]);
  });

  // Before a user requests what is not theirs: their own audit log would contain it.
  it("what is another user's is in no list, sum or log", async () => {
    const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
    for (const [owner, stranger] of [users, [users[1], users[0]] as const]) {
      const { key, session, checkout, webhook, jobs, entries, portfolio, lot, mark, address, who } = owner;
      const traces = [
        key,
        session,
        checkout,
        webhook,
        ...jobs,
        ...Object.values(entries),
        portfolio,
        lot,
        mark,
        address,
        who.id,
        who.email,
      ];
      const found = new Set<string>();
      for (const { path } of lists) {
        for (const headers of [...callersOf(stranger), {}]) {
          const { text } = await call(app, 'GET', path, { headers });
          expect([path, traces.filter((trace) => text.includes(trace))]).toEqual([path, []]);
        }
        for (const headers of callersOf(owner)) {
          const { text } = await call(app, 'GET', path, { headers });
          for (const trace of traces) if (text.includes(trace)) found.add(trace);
        }
      }
      // What no list shows its owner either cannot be looked for in those of others.
      expect(traces.filter((trace) => !found.has(trace))).toEqual([lot]);
    }
  });

  it('nor is it there by its id, as if it had never been, whatever one asks with', async () => {
    const wrong: string[] = [];
    let count = 0;
    /** Routes that were asked for ids that never were. */
    const asked = new Set<RouteAccess>();
    for (const [owner, stranger] of [users, [users[1], users[0]] as const])
      for (const route of routes.filter(isOwned)) {
        const codes = new Set(slotsOf(route).flatMap(({ row }) => (row?.kind === 'owned' ? row.codes : [])));
        const last = slotsOf(route).at(-1)?.name ?? '';
        const [own = {}] = idsOf(route, stranger);
        for (const ids of idsOf(route, owner))
          for (const headers of callersOf(stranger)) {
            const name = `${route.method} ${urlOf(route, ids)} with ${Object.keys(headers).join()}`;
            const answer = await send(route, urlOf(route, ids), headers);
            if (answer.status === 401) continue;
            count++;
            const error = answer.body?.error;
            if (answer.status !== 404 || !codes.has(error?.code))
              wrong.push(`${name}: ${answer.status} ${answer.text}`);
            // One's own first and another's last is no way around.
            const mixed = await send(
              route,
              urlOf(route, { ...ids, ...own, [last]: ids[last] ?? '' }),
              headers,
            );
            if (mixed.status !== 404) wrong.push(`${name}, mixed: ${mixed.status}`);
            // What is no address has another answer than an address that does not exist.
            if (last === 'address') continue;
            if (!isWhole && asked.has(route)) continue;
            asked.add(route);
            for (const never of [NOBODYS, NOBODYS.toUpperCase(), 'none-of-these']) {
              const nobodys = await send(route, urlOf(route, { ...ids, [last]: never }), headers);
              const isSame =
                never === 'none-of-these'
                  ? nobodys.status === 404 && codes.has(nobodys.body?.error?.code)
                  : without(nobodys, never) === without(answer, ids[last] ?? '');
              if (!isSame) wrong.push(`${name}, ${never}: ${nobodys.text} instead of ${answer.text}`);
            }
          }
      }
    expect(wrong).toEqual([]);
    expect(asked.size).toBeGreaterThan(0);
    expect(count).toBeGreaterThanOrEqual(2 * routes.filter(isOwned).length);
  });

  it('its owner finds it, unchanged', async () => {
    for (const owner of users)
      for (const route of routes.filter((each) => isOwned(each) && each.method === 'GET'))
        for (const ids of idsOf(route, owner)) {
          if (OF_SPACES.test(route.path) && ids['portfolio_id'] !== owner.space) continue;
          const { status, text } = await send(route, urlOf(route, ids), session(owner.who));
          expect([route.path, status, text.includes('taken')]).toEqual([route.path, 200, false]);
        }
  });

  it('what users add changes nothing of what others are told about the same wallets', async () => {
    const after = await toldTo(zoe);
    expect(before.size).toBeGreaterThan(20);
    for (const [path, text] of before) expect([path, after.get(path)]).toEqual([path, text]);
    const ada = await toldTo(users[0].who);
    expect([...ada].filter(([path, text]) => text !== before.get(path)).length).toBeGreaterThan(5);
  });
}

import { DataSource } from 'typeorm';
import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import type { SpaceRole } from '../../src/domain/access/spaces';
import { DAY_MS } from '../../src/domain/kernel/durations';
import { call, mailsTo } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { until } from '../support/until';
import { memberOf, someone, SpaceClient } from './space-client';

let app: TestApp;
let owner: SpaceClient;
let space: SpaceClient;
const path = (rest = ''): string => `/api/v1/portfolios/${space.spaceId}${rest}`;
const ACCEPT = '/api/v1/space-invitations/accept';

beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: 'ethereum' });
  owner = await someone(app);
  space = await owner.opened(MAIN);
});
afterAll(() => app?.close());

/** The token of the latest invitation to somebody. */
async function invited(guest: SpaceClient, role: SpaceRole): Promise<{ id: string; token: string }> {
  const { id } = await owner.data('POST', path('/invitations'), { email: guest.who.email, role });
  const mails = await until(
    async () => (await mailsTo(app, guest.who.email)).filter(({ link }) => link?.includes('/invitation?')),
    (found) => found.length > 0,
  );
  return { id, token: mails.at(-1)?.token ?? '' };
}

it('an invitation is accepted once, by the account of its address, and gives the role', async () => {
  const [bob, eve] = [await someone(app), await someone(app)];
  const { token } = await invited(bob, 'preparer');
  const accept = (guest: SpaceClient) => guest.ask('POST', ACCEPT, { token });
  expect((await accept(eve)).body.error.code).toBe('INVALID_TOKEN');
  expect((await bob.ask('GET', path())).status).toBe(404);
  const accepted = await accept(bob);
  expect(accepted.body.data).toEqual({ space_id: space.spaceId, role: 'preparer' });
  expect((await accept(bob)).body.error.code).toBe('INVALID_TOKEN');

  expect(await bob.data('GET', path())).toMatchObject({ is_space: true, role: 'preparer' });
  expect(await bob.data('GET', '/api/v1/portfolios')).toMatchObject([
    { id: space.spaceId, role: 'preparer' },
  ]);
  const members = await bob.data('GET', path('/members'));
  expect(members).toMatchObject([
    { user_id: owner.who.id, email: owner.who.email, role: 'owner' },
    { user_id: bob.who.id, email: bob.who.email, role: 'preparer' },
  ]);
  expect((await bob.ask('GET', path('/invitations'))).status).toBe(403);
  expect(await owner.data('GET', path('/invitations'))).toMatchObject([{ status: 'accepted' }]);

  const changed = await owner.data('PUT', path(`/members/${bob.who.id}`), { role: 'reader' });
  expect(changed.role).toBe('reader');
  await owner.data('DELETE', path(`/members/${bob.who.id}`));
  expect((await bob.ask('GET', path())).status).toBe(404);
  expect((await bob.in(space.spaceId ?? '').ask('GET', '/api/v1/issues')).status).toBe(404);
  expect((await owner.ask('DELETE', path(`/members/${owner.who.id}`))).status).toBe(404);
});

it('a revoked invitation is accepted by nobody', async () => {
  const bob = await someone(app);
  const { id, token } = await invited(bob, 'owner');
  const again = await owner.ask('POST', path('/invitations'), { email: bob.who.email, role: 'reader' });
  expect([again.status, again.body.error.details.reason]).toEqual([409, 'invited']);
  await owner.data('DELETE', path(`/invitations/${id}`));
  expect((await bob.ask('POST', ACCEPT, { token })).body.error.code).toBe('INVALID_TOKEN');
  expect((await owner.ask('DELETE', path(`/invitations/${id}`))).status).toBe(404);
});

/** Another owner, who names the space by paths. */
const coOwner = async (): Promise<SpaceClient> => new SpaceClient(app, (await memberOf(space, 'owner')).who);

it('two owners at once have one open invitation of an address, and one who is an owner no more has none', async () => {
  const [co, guest] = [await coOwner(), await someone(app)];
  const body = { email: guest.who.email, role: 'owner' };
  const answers = await Promise.all(
    [owner, co, owner, co].map((each) => each.ask('POST', path('/invitations'), body)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const { id } = answers.find(({ status }) => status === 201)?.body.data as { id: string };
  await owner.data('DELETE', path(`/invitations/${id}`));

  const statusOf = async (email: string): Promise<string> => {
    const all = (await owner.data('GET', path('/invitations'))) as { email: string; status: string }[];
    return all.find((each) => each.email === email)?.status ?? '';
  };
  for (const [method, change] of [
    ['PUT', { role: 'preparer' }],
    ['DELETE', undefined],
  ] as const) {
    const [author, friend] = [await coOwner(), await someone(app)];
    const invite = { email: friend.who.email, role: 'owner' };
    await author.data('POST', path('/invitations'), invite);
    const { token } = (await until(
      async () => (await mailsTo(app, friend.who.email)).find(({ link }) => link?.includes('/invitation?')),
      (found) => found !== undefined,
    )) as { token: string };
    await owner.data(method, path(`/members/${author.who.id}`), change);
    expect((await friend.ask('POST', ACCEPT, { token })).body.error.code).toBe('INVALID_TOKEN');
    expect(await statusOf(friend.who.email)).toBe('revoked');
  }
});

it('no member is given the answer to the request of another', async () => {
  const co = await memberOf(space, 'owner');
  const hook = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'] };
  const make = (who: SpaceClient) =>
    call(app, 'POST', `/api/v1/webhooks?space_id=${space.spaceId}`, {
      token: who.who.token,
      headers: { 'Idempotency-Key': 'the-same' },
      body: hook,
    });
  const [mine, repeated, theirs] = [await make(owner), await make(owner), await make(co)];
  expect([mine, repeated, theirs].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
    null,
    'true',
    null,
  ]);
  expect(theirs.body.data.id).not.toBe(mine.body.data.id);
});

it('nobody invites without an end', async () => {
  const answers: number[] = [];
  for (let i = 0; i < 4; i++) {
    const { status, body } = await owner.ask('POST', path('/invitations'), {
      email: 'flood@example.com',
      role: 'reader',
    });
    answers.push(status);
    if (status === 201) await owner.data('DELETE', path(`/invitations/${body.data.id}`));
  }
  expect(answers).toEqual([201, 201, 201, 403]);
});

/** What each role may do, by one route of each kind. */
const MAY: Record<SpaceRole, { decide: boolean; report: boolean; own: boolean }> = {
  owner: { decide: true, report: true, own: true },
  preparer: { decide: true, report: true, own: false },
  reviewer: { decide: false, report: true, own: false },
  reader: { decide: false, report: false, own: false },
};

it.each(Object.entries(MAY))('%s', async (role, may) => {
  const member = await memberOf(space, role as SpaceRole);
  const allowed = async (method: string, route: string, body?: object): Promise<boolean> => {
    const { status } = await member.ask(method, route, body);
    return status < 300;
  };
  expect({
    decide: await allowed('PUT', '/api/v1/tax-settings', { timezone: 'America/Denver' }),
    report: await allowed('POST', `/api/v1/wallets/${MAIN}/track`, {}),
    own: await allowed('POST', '/api/v1/webhooks', {
      url: 'http://127.0.0.1:8099/',
      events: ['transaction.new'],
    }),
  }).toEqual(may);
  expect((await member.ask('GET', '/api/v1/webhooks')).status).toBe(may.own ? 200 : 403);
  expect((await member.ask('GET', '/api/v1/linked-wallets')).status).toBe(200);
});

it('the audit log names the member and the space', async () => {
  const preparer = await memberOf(space, 'preparer');
  await preparer.data('PUT', '/api/v1/tax-settings', { timezone: 'America/Denver' });
  const rows = await until(
    () =>
      app.app
        .get(DataSource)
        .query<{ path: string }[]>(`SELECT path FROM audit_logs WHERE user_id = $1 AND method = 'PUT'`, [
          preparer.who.id,
        ]),
    ({ length }) => length > 0,
  );
  expect(rows).toEqual([{ path: `/api/v1/tax-settings?space_id=${space.spaceId}` }]);
});

it('an invitation ends after seven days', async () => {
  const bob = await someone(app);
  const { id, token } = await invited(bob, 'reader');
  const [invitation] = await owner.data('GET', path('/invitations'));
  const { created_at: from, expires_at: end } = invitation as Record<'created_at' | 'expires_at', string>;
  expect(Date.parse(end) - Date.parse(from)).toBe(7 * DAY_MS);
  await app.app.get(DataSource).query('UPDATE space_invitations SET expires_at = now() WHERE id = $1', [id]);
  expect((await bob.ask('POST', ACCEPT, { token })).body.error.code).toBe('INVALID_TOKEN');
  expect((await owner.data('GET', path('/invitations')))[0].status).toBe('expired');
});

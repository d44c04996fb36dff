import { LinkedWallets } from '../../src/ports/storage/linked-wallets';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { startApp, type TestApp } from '../app.factory';
import { until } from '../support/until';
import { onPlan } from '../portfolios/portfolio-client';
import { account, call, codeOf, post, type Account } from './client';

/** Wallets a user calls their own. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: 'ethereum' });
});
afterAll(() => app?.close());

const evm = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const DEMO = DEMO_ADDRESSES[0]?.address ?? '';
const link = (who: Account, address: unknown, more: object = {}) =>
  post(app, '/api/v1/linked-wallets', { address, ...more }, { token: who.token });
const list = (who: Account, query = '') =>
  call(app, 'GET', `/api/v1/linked-wallets${query}`, { token: who.token });
const unlink = (who: Account, address: string) =>
  call(app, 'DELETE', `/api/v1/linked-wallets/${address}`, { token: who.token });

it('a linked wallet is read in the background and listed as it was written', async () => {
  const ada = await account(app);
  const linked = await link(ada, DEMO, { label: 'savings', chain_type: 'evm' });
  expect(linked.status).toBe(201);
  expect(linked.body.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: DEMO,
    chain_type: 'evm',
    label: 'savings',
    status: expect.stringMatching(/^(pending|indexing|ready)$/),
    // A demo wallet may be ready before the answer is.
    last_indexed_at: linked.body.data.status === 'ready' ? expect.stringMatching(/Z$/) : null,
    created_at: expect.stringMatching(/Z$/),
  });
  const first = async () => (await list(ada)).body.data[0];
  const ready = await until(first, ({ status }) => status === 'ready');
  expect(ready.last_indexed_at).toMatch(/Z$/);
  const { body } = await list(ada);
  expect(body.pagination).toEqual({ page: 1, per_page: 50, total: 1, total_pages: 1, has_more: false });
});

it.each([
  ['nothing', undefined, 'VALIDATION_ERROR', 'address'],
  ['a name', 'vitalik.eth', 'INVALID_ADDRESS', 'address'],
  ['a number', 7, 'VALIDATION_ERROR', 'address'],
])('%s is not linked', async (_name, address, code, field) => {
  const ada = await account(app);
  const answer = await link(ada, address);
  expect([...codeOf(answer), answer.body.error.field]).toEqual([400, code, field]);
});

it('a chain type that does not fit, and a long label, are refused', async () => {
  const ada = await account(app);
  expect((await link(ada, evm(1), { chain_type: 'solana' })).body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    field: 'chain_type',
  });
  expect((await link(ada, evm(1), { label: 'x'.repeat(101) })).body.error.field).toBe('label');
});

it('of twenty wallets linked at once on the free plan one is linked', async () => {
  const ada = await account(app);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => link(ada, evm(100 + i))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(codeOf(answer)).toEqual([403, 'WALLET_LIMIT_EXCEEDED']);
    expect(answer.body.error.details).toEqual({ limit: 1, current: 1, plan_name: 'free' });
  }
  expect((await list(ada)).body.data).toHaveLength(1);
});

it('a plan that is bought makes room at once; the cap is its own', async () => {
  const ada = await account(app);
  expect((await link(ada, evm(200))).status).toBe(201);
  await onPlan(app, ada, 'basic');
  for (let i = 1; i < 5; i++) expect((await link(ada, evm(200 + i))).status).toBe(201);
  expect((await link(ada, evm(205))).body.error.details).toEqual({
    limit: 5,
    current: 5,
    plan_name: 'basic',
  });
  await onPlan(app, ada, 'defi');
  for (let i = 5; i < 12; i++) expect((await link(ada, evm(200 + i))).status).toBe(201);
  const page = await list(ada, '?page=2&per_page=5');
  expect(page.body.data.map((wallet: { address: string }) => wallet.address)).toEqual(
    [5, 6, 7, 8, 9].map((i) => evm(200 + i)),
  );
  expect(page.body.pagination).toMatchObject({ total: 12, total_pages: 3, has_more: true });
  expect((await list(ada, '?page=9')).body.data).toEqual([]);
});

it('twice is a conflict, in whatever case it is written; unlinking works once', async () => {
  const ada = await account(app);
  const address = `0x${'aB'.repeat(20)}`;
  expect((await link(ada, address)).status).toBe(201);
  expect(codeOf(await link(ada, address.toLowerCase()))).toEqual([409, 'CONFLICT']);
  const gone = await unlink(ada, address.toLowerCase());
  expect([gone.status, gone.body.data]).toEqual([200, { deleted: true, address: address.toLowerCase() }]);
  const again = await unlink(ada, address);
  expect([...codeOf(again), again.body.error.details]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    { resource: 'linked_wallet' },
  ]);
  expect((await link(ada, address)).status).toBe(201);
});

it("another user's wallets are neither seen nor unlinked", async () => {
  const [ada, bob] = [await account(app), await account(app)];
  await link(ada, evm(300));
  expect((await list(bob)).body.data).toEqual([]);
  expect(codeOf(await unlink(bob, evm(300)))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await list(ada)).body.data).toHaveLength(1);
  expect((await link(bob, evm(300))).status).toBe(201);
});

it('they are what a user owns where nothing else is named', async () => {
  const ada = await account(app);
  await link(ada, DEMO);
  const port = app.app.get(LinkedWallets, { strict: false });
  const principal = {
    kind: 'user',
    userId: ada.id,
    plan: 'free',
    isOperator: false,
    sessionId: 's',
  } as const;
  expect((await port.ownedBy(principal)).map(({ value }) => value)).toEqual([DEMO.toLowerCase()]);
  expect(await port.ownedBy({ kind: 'partner', partnerId: 'p', name: 'Acme' })).toEqual([]);
  expect(await port.ownedBy({ kind: 'anonymous' })).toEqual([]);
  expect((await call(app, 'GET', '/api/v1/usage', { token: ada.token })).body.data.wallets_linked).toBe(1);
});

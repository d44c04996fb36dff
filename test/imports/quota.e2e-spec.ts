import { DataSource } from 'typeorm';
import { PostgresOverlays } from '../../src/adapters/persistence/wallets/overlays.store';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { isPlanName, PLANS, type PlanName } from '../../src/domain/plans/plans';
import type { StoredEntry } from '../../src/ports/storage/overlays';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const OTHER = '0x00000000000000000000000000000000000000b2';
const HEADER = 'tx_hash,timestamp,block_number,from,to,contract_address,symbol,quantity,fee';
const line = (n: number): string =>
  `0x${n.toString(16).padStart(64, '0')},2020-09-13T12:26:40Z,${n},${OTHER},${WALLET},,ETH,1,`;
const file = (...lines: number[]): string => [HEADER, ...lines.map(line)].join('\n');

async function send(
  app: TestApp,
  { token }: Account,
  text: string,
  dryRun = false,
  path = `/api/v1/wallets/${WALLET}/import`,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (dryRun) form.set('dry_run', 'true');
  form.append('file', new Blob([text]), 'history.csv');
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, text: answer, body: JSON.parse(answer) };
}

const idOf = async (app: TestApp, { token }: Account): Promise<string> =>
  (await call(app, 'GET', '/api/v1/auth/me', { token })).body.data.id;

const entry = (n: number): StoredEntry => ({
  id: `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`,
  entry: {
    kind: 'basis_assignment',
    wallet: WALLET,
    assetId: 'ethereum:native',
    lotId: `lot ${n}`,
    basisType: 'purchase',
    parts: [],
  },
  shown: {},
  createdAt: new Date(0),
  deactivatedAt: null,
});

describe('what an account stores', () => {
  let app: TestApp;
  let source: DataSource;
  let user: Account;
  let userId: string;

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, EVM_CHAINS: 'ethereum' });
    source = app.app.get(DataSource);
  });
  beforeEach(async () => {
    user = await account(app);
    userId = await idOf(app, user);
  });
  afterAll(() => app?.close());

  const fillRows = (count: number): Promise<unknown> =>
    source.query(
      `INSERT INTO imported_rows (user_id, chain, address, list, key, block, seq, body)
       SELECT $1, 'ethereum', 'elsewhere', 'txlist', n::text, n, n, '{}' FROM generate_series(1, $2) AS n`,
      [userId, count],
    );

  it('is limited in rows of uploads by its plan, and a refused upload stores nothing', async () => {
    const { importedRowCap: limit } = PLANS.free;
    await fillRows(limit - 2);
    expect((await send(app, user, file(1))).status).toBe(200);
    for (const dryRun of [true, false]) {
      const refused = await send(app, user, file(2, 3), dryRun);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        {
          code: 'FORBIDDEN',
          message: 'The limit of imported rows of your plan is reached',
          details: { resource: 'imported_rows', limit, current: limit - 1, plan_name: 'free' },
        },
      ]);
    }
    expect((await send(app, user, file(1))).body.data.rows_duplicate).toBe(1);
    expect((await send(app, user, file(2))).status).toBe(200);
    await onPlan(app, user, 'basic');
    expect((await send(app, user, file(3))).status).toBe(200);
  });

  it('is limited before the rows are interpreted, and before an account is made for them', async () => {
    const { importedRowCap: limit } = PLANS.free;
    await fillRows(limit);
    // Rows of files cannot be interpreted in a demo wallet.
    const demo = DEMO_ADDRESSES[0]?.address ?? '';
    const rows = file(1).replaceAll(WALLET, demo);
    expect(codeOf(await send(app, user, rows, false, `/api/v1/wallets/${demo}/import`))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const accounts = '/api/v1/exchange-accounts';
    const deposits = Array.from({ length: limit + 1 }, (_, i) => `2024-01-01,deposit,EUR,5,${i}`);
    const text = ['timestamp,kind,asset,amount,id', ...deposits].join('\n');
    const refused = await send(app, user, text, false, `${accounts}/import`, { exchange: 'kraken' });
    expect(codeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect((await call(app, 'GET', accounts, { token: user.token })).body.data).toEqual([]);
  });

  it('is limited in manual entries by its plan, withdrawn ones included', async () => {
    const overlays = new PostgresOverlays(source);
    const { manualEntryCap: limit } = PLANS.free;
    await source.query(
      `INSERT INTO manual_entries (user_id, kind, address, target, id, body, created_at, deactivated_at)
       SELECT $1, 'basis_assignment', $2, n::text, gen_random_uuid(), '{}', now(), now()
       FROM generate_series(1, $3) AS n`,
      [userId, WALLET, limit - 1],
    );
    await expect(overlays.addEntry({ userId, plan: 'free' }, entry(1), false)).resolves.toBe(true);
    await expect(overlays.addEntry({ userId, plan: 'free' }, entry(2), false)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { resource: 'manual_entries', limit, current: limit, plan_name: 'free' },
    });
    await expect(overlays.addEntry({ userId, plan: 'basic' }, entry(2), false)).resolves.toBe(true);
  });

  it('grows with the plan', () => {
    const plans: PlanName[] = Object.keys(PLANS).filter(isPlanName);
    const caps = plans.map((plan) => [PLANS[plan].importedRowCap, PLANS[plan].manualEntryCap]);
    for (const [i, [rows = 0, entries = 0]] of caps.slice(1).entries()) {
      expect(rows).toBeGreaterThan(caps[i]?.[0] ?? Infinity);
      expect(entries).toBeGreaterThan(caps[i]?.[1] ?? Infinity);
    }
  });
});

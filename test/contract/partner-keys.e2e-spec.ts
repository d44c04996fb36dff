import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { keyHash, keyText } from '../../src/domain/access/opaque-key';
import { PartnerKeysModule } from '../../src/modules/auth/partner-keys/partner-keys.module';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { createMigratedDatabase } from '../support/postgres';
import { send, startHttpApp, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

/** Partner keys from the operator's command to the wire, over Postgres. */

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let running: RunningHttpApp;
let keys: PartnerKeysService;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const options = { ...dataSourceOptions(database.config, 'service'), retryAttempts: 0 };
  @Module({ imports: [TypeOrmModule.forRoot(options), PartnerKeysModule] })
  class Stored {}
  running = await startHttpApp({ controllers: [], imports: [Stored] });
  keys = running.app.get(PartnerKeysService);
});
afterAll(async () => {
  await running?.close();
  await database?.drop();
});

const validate = (key: string | null, query = '') =>
  send(running.url, `/api/v1/partners/validate${query}`, {
    method: 'POST',
    headers: key === null ? {} : { 'X-Partner-Key': key },
  });
const rows = (): Promise<Record<string, unknown>[]> =>
  running.app.get(DataSource).query('SELECT * FROM partner_keys ORDER BY created_at, name');

it('a key that was made is valid, in the header and in the query', async () => {
  const { id, name, key } = await keys.create('  Acme  ');
  const expected = {
    valid: true,
    partner_id: id,
    partner_name: 'Acme',
    is_active: true,
    plan_name: 'defi',
    unlimited: true,
  };
  expect(name).toBe('Acme');
  const answers = [await validate(key), await validate(null, `?partner_key=${key}`)];
  expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
    [200, expected],
    [200, expected],
  ]);
});

it('only its hash is kept', async () => {
  const { id, key } = await keys.create('Hashed');
  const row = (await rows()).find((each) => each['id'] === id);
  expect(row).toMatchObject({
    name: 'Hashed',
    key_prefix: key.slice(0, 12),
    key_hash: keyHash(key),
    is_active: true,
  });
  expect(JSON.stringify(row)).not.toContain(key.slice(12));
});

it('two keys are never alike', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, (_, i) => keys.create(`Many ${i}`)));
  expect(new Set(made.map(({ key }) => key)).size).toBe(20);
});

it('its use is noted, once a minute', async () => {
  const { id, key } = await keys.create('Used');
  const usedAt = async () => (await keys.list()).find((each) => each.id === id)?.last_used_at;
  expect(await usedAt()).toBeNull();
  await validate(key);
  expect(await until(usedAt, (at) => at !== null)).toBe('2025-06-15T12:00:00.000Z');
});

it('a revoked key ends at once, and once only', async () => {
  const { id, key } = await keys.create('Gone');
  expect((await validate(key)).status).toBe(200);
  expect(await keys.revoke(id)).toBe(true);
  const answer = await validate(key);
  expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  expect(await keys.revoke(id)).toBe(false);
  expect((await keys.list()).find((each) => each.id === id)).toMatchObject({
    is_active: false,
    revoked_at: '2025-06-15T12:00:00.000Z',
  });
});

it.each(['', 'nonsense', '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b'])(
  'revoking %j revokes nothing',
  async (id) => {
    expect(await keys.revoke(id)).toBe(false);
  },
);

it('no key, an unknown one and a mistyped one are 401', async () => {
  const { key } = await keys.create('Mistyped');
  const wrong = [
    null,
    keyText('partner', '0'.repeat(30)),
    key.slice(0, -1),
    key.toUpperCase(),
    `${key}x`,
    ' ',
  ];
  const statuses = await Promise.all(wrong.map(async (each) => (await validate(each)).status));
  expect(statuses).toEqual(wrong.map(() => 401));
});

it.each(['', '   ', 'x'.repeat(101)])('the name %j is refused', async (name) => {
  const before = (await rows()).length;
  await expect(keys.create(name)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'name' });
  expect(await rows()).toHaveLength(before);
});

it('listing shows no more than the beginning of a key', async () => {
  const { id, key } = await keys.create('Listed');
  const listed = (await keys.list()).find((each) => each.id === id);
  expect(listed).toEqual({
    id,
    name: 'Listed',
    key_prefix: key.slice(0, 12),
    is_active: true,
    created_at: '2025-06-15T12:00:00.000Z',
    last_used_at: null,
    revoked_at: null,
  });
});

it('without the database a key cannot be judged, but a mistyped one can', async () => {
  const { key } = await keys.create('Outage');
  await database.drop();
  const [known, mistyped] = [await validate(key), await validate(key.slice(0, -1))];
  expect([known.status, known.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(known.text).not.toMatch(/127\.0\.0\.1|test_|postgres/i);
  expect(mistyped.status).toBe(401);
});

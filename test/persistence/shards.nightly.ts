import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { StoredChanges } from '../../src/common/stored-changes';
import { restoreBackup } from '../../src/adapters/persistence/backup/restore-backup';
import { writeBackup } from '../../src/adapters/persistence/backup/write-backup';
import { logicalShardOf } from '../../src/adapters/persistence/shards/shard-map';
import { onEveryDatabase } from '../../src/adapters/persistence/shards/shard-places';
import { indexWalletKey, Jobs } from '../../src/ports/work/jobs';
import { valueOf } from '../operate/page';
import { startApp, type TestApp } from '../app.factory';
import {
  createMigratedDatabase,
  createTestDatabase,
  testConfig,
  type TestDatabase,
} from '../support/postgres';
import { startReplay, type Replay } from '../support/replay';
import { shardMap } from '../support/shards';
import { until } from '../support/until';

/** Demo wallets and recorded ones. */
const WALLETS = [
  '0xde300000000000000000000000000000000a11ce',
  '0xde30000000000000000000000000000000005afe',
  'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4',
  '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH',
  '0x003dc32fe920a4aaeed12dc87e145f030aa753f3',
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa',
];
/** Which of four databases holds a wallet. */
const placeOf = (wallet: string): number => Math.floor(logicalShardOf(wallet) / 64);
const SETTINGS = { EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'true', DATABASE_CONNECT_TIMEOUT_MS: '10000' };
type Four = [TestDatabase, TestDatabase, TestDatabase, TestDatabase];

let replay: Replay;
let folder: string;
let databases: Four;
let app: TestApp;
const left: (() => Promise<void>)[] = [];

/** Deleted at the end. */
async function made<T extends TestDatabase>(creating: Promise<T>): Promise<T> {
  const database = await creating;
  left.push(database.drop);
  return database;
}

const four = async (create: () => Promise<TestDatabase>): Promise<Four> => [
  await made(create()),
  await made(create()),
  await made(create()),
  await made(create()),
];

/** Variables of a service over these databases. */
const over = ([first, ...others]: readonly [TestDatabase, ...TestDatabase[]]): Record<string, string> => ({
  ...replay.env,
  ...SETTINGS,
  DATABASE_URL: first.serviceUrl,
  DATABASE_MIGRATION_URL: first.url,
  DATABASE_SHARDS: shardMap(others.map(({ serviceUrl: url, url: migrationUrl }) => ({ url, migrationUrl }))),
});

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T & Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function read(service: TestApp): Promise<void> {
  for (const wallet of WALLETS)
    while ((await service.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial !== false)
      await new Promise((wake) => setTimeout(wake, 100));
}

/** The data of the answers about a wallet, computed now. */
async function answers(service: TestApp, wallet: string): Promise<string[]> {
  const texts: string[] = [];
  for (const path of ['holdings?per_page=100', 'holdings/summary', 'transactions?per_page=100', 'lots']) {
    service.app.get(StoredChanges, { strict: false }).noteClearing();
    const { status, body } = await until(
      () => service.get(`/api/v1/wallets/${wallet}/${path}`),
      (answer) => answer.body.partial !== true,
    );
    expect([wallet, path, status]).toEqual([wallet, path, 200]);
    texts.push(JSON.stringify(body.data).replace(/"(price_at|last_indexed_at)":"[^"]*"/g, ''));
  }
  return texts;
}

const allAnswers = async (service: TestApp): Promise<string[][]> => {
  const all: string[][] = [];
  for (const wallet of WALLETS) all.push(await answers(service, wallet));
  return all;
};

const holdings = (wallet: string) => app.get(`/api/v1/wallets/${wallet}/holdings`);
const TABLES = ['chain_states', 'raw_rows', 'balance_observations'];
/** Rows of the public history, as text, in one order. */
async function rowsIn(some: readonly TestDatabase[]): Promise<string[]> {
  const rows: string[] = [];
  for (const { url } of some)
    for (const table of TABLES)
      rows.push(
        ...(await query<{ text: string }>(url, `SELECT '${table} ' || t AS text FROM ${table} t`)).map(
          ({ text }) => text,
        ),
      );
  return rows.sort();
}

beforeAll(async () => {
  replay = await startReplay();
  folder = mkdtempSync(join(tmpdir(), 'shards-'));
  databases = await four(createMigratedDatabase);
  app = await startApp(over(databases));
  await read(app);
});
afterAll(async () => {
  await app?.close();
  // Dozens of databases.
  await Promise.all(left.map((drop) => drop()));
  await replay?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('each wallet is in the database of its shard and in no other', async () => {
  expect(new Set(WALLETS.map(placeOf))).toEqual(new Set([0, 1, 2, 3]));
  for (const [place, { url }] of databases.entries())
    for (const table of ['chain_states', 'raw_rows']) {
      const found = await query<{ address: string }>(url, `SELECT DISTINCT address FROM ${table}`);
      const wanted = WALLETS.filter((wallet) => placeOf(wallet) === place);
      expect([table, place, found.map(({ address }) => address).sort()]).toEqual([
        table,
        place,
        wanted.sort(),
      ]);
    }
  for (const { url } of databases.slice(1))
    expect(
      await query(url, 'SELECT FROM prices UNION ALL SELECT FROM users UNION ALL SELECT FROM jobs'),
    ).toEqual([]);
});

it('answers are byte for byte those of one database', async () => {
  const one = await startApp({ ...replay.env, ...SETTINGS });
  try {
    await read(one);
    const wanted = await allAnswers(one);
    expect(wanted.flat().join().length).toBeGreaterThan(10_000);
    expect(await allAnswers(app)).toEqual(wanted);
  } finally {
    await one.close();
  }
});

describe('a shard that is down', () => {
  const [away = ''] = WALLETS.filter((wallet) => placeOf(wallet) === 1);
  const name = () => new URL(databases[1].url).pathname.slice(1);
  const page = async () => (await fetch(`${app.url}/metrics`)).text();
  const ready = async () => {
    const response = await fetch(`${app.url}/health/ready`);
    const { status, checks } = (await response.json()) as { status: string; checks: { database: string } };
    return [response.status, status, checks.database];
  };

  it('is 503 for its wallets only, and serves again by itself', async () => {
    expect(await ready()).toEqual([200, 'ok', 'up']);
    expect(valueOf(await page(), 'cost_basis_shard_up', { shard: '64-127' })).toBe(1);
    await query(databases[0].url, `ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
    try {
      await query(
        databases[0].url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`,
      );
      for (const wallet of WALLETS) {
        const { status, body } = await holdings(wallet);
        expect([wallet, status]).toEqual([wallet, placeOf(wallet) === 1 ? 503 : 200]);
        if (status === 503) expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
      }
      // Who waits for the read of such a wallet gets its failure, and goes on with others.
      const jobs = app.app.get(Jobs, { strict: false });
      const { jobId } = await jobs.enqueue('index_wallet', indexWalletKey(away), {
        address: away,
        given: away,
      });
      expect(await jobs.outcome(jobId, new AbortController().signal)).toMatchObject({
        status: 'failed',
        errorCode: 'SERVICE_UNAVAILABLE',
      });
      expect(await ready()).toEqual([200, 'degraded', 'degraded']);
      await until(page, (text) => valueOf(text, 'cost_basis_shard_up', { shard: '64-127' }) === 0);
      expect(valueOf(await page(), 'cost_basis_shard_up', { shard: '128-191' })).toBe(1);
    } finally {
      await query(databases[0].url, `ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
    }
    for (const wallet of WALLETS) expect([wallet, (await holdings(wallet)).status]).toEqual([wallet, 200]);
    expect(await ready()).toEqual([200, 'ok', 'up']);
  });

  it('has history that was deleted in its database only', async () => {
    const before = await rowsIn(databases.filter((_, place) => place !== 1));
    const cleared = await fetch(`${app.url}/api/v1/wallets/${away}/cache?scope=all`, {
      method: 'DELETE',
      headers: { 'X-Partner-Key': app.partnerKey },
    });
    expect(cleared.status).toBe(200);
    const [{ n } = { n: '' }] = await query<{ n: string }>(
      databases[1].url,
      `SELECT count(*) AS n FROM raw_rows WHERE address = '${away}'`,
    );
    expect(n).toBe('0');
    expect(await rowsIn(databases.filter((_, place) => place !== 1))).toEqual(before);
    await read(app);
  });
});

describe('the map', () => {
  const REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };
  const start = (env: Record<string, string>) => startApp(env).then((service) => service.close());

  it('is the stored one, or the process does not start', async () => {
    await app.close();
    const [first, second, third, fourth] = databases;
    const { DATABASE_SHARDS: _, ...alone } = over(databases);
    const empty = await made(createMigratedDatabase());
    await expect(start({ ...alone, DATABASE_SHARDS: '{}' })).rejects.toThrow(
      'shards 64-255 are stored in another',
    );
    await expect(start(over([first, third, second, fourth]))).rejects.toThrow(
      'shards 64-191 are stored in another',
    );
    await expect(start(over([first, second, third, empty]))).rejects.toThrow(
      'shards 192-255 are stored in another',
    );
    await expect(start(over([second, first, third, fourth]))).rejects.toThrow(
      'holds shards of another first',
    );
    app = await startApp(over(databases));
  });

  it('is not put over history that is elsewhere, over a database in use, or beside a running process', async () => {
    const one = await made(createMigratedDatabase());
    const service = await startApp({ ...over([one]), ...REDIS });
    const others = await four(createMigratedDatabase);
    const several = { ...over([one, others[0], others[1], others[2]]), ...REDIS };
    await expect(start(several)).rejects.toThrow('a process of the service runs');
    await read(service);
    await service.close();
    await expect(start(several)).rejects.toThrow('Write a backup without DATABASE_SHARDS');
    await expect(start({ ...over([others[0], others[1], one, others[2]]) })).rejects.toThrow(
      '128-191 is not empty',
    );
    await expect(start(over([others[3], databases[1], others[1], others[2]]))).rejects.toThrow(
      '64-127 belongs to another first database',
    );
    const url = new URL(others[1].serviceUrl);
    url.searchParams.set('application_name', 'twice');
    const twice = { ...others[1], serviceUrl: url.href };
    await expect(start(over([others[3], others[1], twice, others[2]]))).rejects.toThrow(
      'names one database with two URLs',
    );
    expect(await query(others[3].url, 'SELECT FROM shard_places')).toEqual([]);
    await start(over([one]));
  });
});

describe('a backup of all databases', () => {
  const file = () => join(folder, 'all');
  beforeAll(() =>
    onEveryDatabase(testConfig(over(databases)), ([first, ...others]) =>
      writeBackup([first.client, ...others.map(({ client }) => client)], file(), new Date()),
    ),
  );

  it('is restored into others with another map, and into one', async () => {
    const wanted = await rowsIn(databases);
    const answered = await allAnswers(app);
    const [a, b, c, d] = await four(createTestDatabase);
    for (const place of [[a, b, c], [d]] as const) {
      await restoreBackup(testConfig(over(place)), file());
      expect(await rowsIn(place)).toEqual(wanted);
      const service = await startApp(over(place));
      expect(await allAnswers(service)).toEqual(answered);
      await service.close();
    }
    expect((await rowsIn([a])).length).toBeGreaterThan(0);
    for (const some of [b, c]) expect((await rowsIn([some])).length).toBeGreaterThan(0);
  });

  it('leaves all databases empty when one cannot take it', async () => {
    const [a, b, c, d] = await four(createTestDatabase);
    await query(d.url, 'CREATE TABLE mine (a int)');
    await expect(restoreBackup(testConfig(over([a, b, c, d])), file())).rejects.toThrow('not empty');
    for (const { url } of [a, b, c])
      expect(await query(url, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual(
        [],
      );
  });
});

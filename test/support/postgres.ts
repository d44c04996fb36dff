import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Client } from 'pg';
import { asMigrationClient, migrate } from '../../src/adapters/persistence/data-source';
import { distribute } from '../../src/adapters/persistence/distribution';
import { type Config, loadConfig } from '../../src/config/env';
import { BROKER_PORT, SERVICE } from './broker';
import { coordinatorUrl, isOverCitus, joinNodes, onWorkers } from './citus';
import { FAR_LIMITS } from './far-limits';
import { isThroughPool, leftInPool, throughPool } from './pgbouncer';

export interface TestDatabase {
  /** As the role that owns the tables. */
  url: string;
  /** As a role that may read and write rows and owns nothing: how an application is run in production. */
  serviceUrl: string;
  /** Ends every open connection. */
  drop(): Promise<void>;
}

/** An empty database of its own on the server of this run, which the first caller starts. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

export interface MigratedDatabase extends TestDatabase {
  /** As the role that owns the tables. */
  config: Config;
}

/** As `createTestDatabase`, with the schema in it: a copy of one database that the first caller migrates. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  await (migrated ??= prepareTemplate());
  const database = await createDatabase(TEMPLATE);
  const config = testConfig({ DATABASE_URL: database.url });
  // Limits of a role are no part of a copy; without a pool each connection brings its own.
  if (isThroughPool())
    for (const DATABASE_URL of [database.url, database.serviceUrl])
      await migrate(testConfig({ DATABASE_URL, DATABASE_MIGRATION_URL: database.url }));
  return { ...database, config };
}

const TEMPLATE = 'template_migrated';
let migrated: Promise<void> | undefined;

/** Once per run: workers of Jest that ask at the same time wait for one another. */
async function prepareTemplate(): Promise<void> {
  const server = await serverUrl();
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    await onNodes(server, (node) =>
      asAdmin(
        node,
        `DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`,
        `CREATE DATABASE ${UNFINISHED}`,
        LESSER_ROLE,
      ),
    );
    const url = databaseAt(server, UNFINISHED);
    const config = testConfig({ DATABASE_URL: asRole(url, SERVICE), DATABASE_MIGRATION_URL: url });
    if (isOverCitus()) await joinNodes(UNFINISHED);
    await migrate(config);
    if (isOverCitus()) await asMigrationClient(config, distribute);
    // The coordinator last: its template is the one that is looked for.
    await onNodes(server, (node) => asAdmin(node, ...TO_TEMPLATE));
  } finally {
    await client.end();
  }
}

const UNFINISHED = 'template_unfinished';
/** Nobody is connected to it from then on, or it cannot be copied: Citus has a daemon in each database. */
const TO_TEMPLATE = [
  `ALTER DATABASE ${UNFINISHED} ALLOW_CONNECTIONS false`,
  `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${UNFINISHED}'`,
  `ALTER DATABASE ${UNFINISHED} RENAME TO ${TEMPLATE}`,
];

/** The servers on which each database is: one, or the nodes of a cluster, the coordinator last. */
async function onNodes(server: string, work: (node: string) => Promise<void>): Promise<void> {
  if (isOverCitus()) for (const node of await onWorkers('postgres')) await work(node);
  await work(server);
}

/** An empty database on one PostgreSQL, also in a run over Citus. */
export const createSingleDatabase = async (): Promise<TestDatabase> =>
  createDatabase('template1', await askBroker(), (server, work) => work(server));

async function createDatabase(template: string, given?: string, each = onNodes): Promise<TestDatabase> {
  const server = given ?? (await serverUrl());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await each(server, (node) => asAdmin(node, `CREATE DATABASE ${name} TEMPLATE ${template}`, LESSER_ROLE));
  const url = databaseAt(server, name);
  return {
    url,
    serviceUrl: asRole(url, SERVICE),
    drop: async () => {
      const left = [...(await leftInPool(url)), ...(await leftInPool(asRole(url, SERVICE)))];
      await each(server, (node) => asAdmin(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      if (left.length > 0) throw new Error(`Left on connections of the pool: ${left.join(', ')}`);
    },
  };
}

/** One role for all databases of the run; several suites may come with it at once. */
const LESSER_ROLE = `DO $$ BEGIN
  CREATE ROLE ${SERVICE.name} LOGIN PASSWORD '${SERVICE.password}' NOSUPERUSER NOCREATEDB NOCREATEROLE;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

/** The same database for another role. */
function asRole(url: string, { name, password }: { name: string; password: string }): string {
  const other = new URL(url);
  other.username = name;
  other.password = password;
  return other.href;
}

/** A configuration that knows nothing of the environment the tests run in, and waits for a busy machine. */
export const testConfig = (env: Record<string, string>): Config =>
  loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...FAR_LIMITS,
    FIRST_USER_IS_OPERATOR: 'false',
    ...throughPool(env),
  });

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

let known: Promise<string> | undefined;
const serverUrl = (): Promise<string> =>
  (known ??= isOverCitus() ? Promise.resolve(coordinatorUrl()) : askBroker());

function askBroker(): Promise<string> {
  const port = process.env[BROKER_PORT];
  if (port === undefined)
    throw new Error('The test services are not set up: see globalSetup in jest.config.cjs');
  return new Promise((resolve, reject) => {
    let text = '';
    connect(Number(port), '127.0.0.1')
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .on('error', reject)
      .on('end', () => {
        const answer = JSON.parse(text) as { url?: string; error?: string };
        if (answer.url === undefined) reject(new Error(`No PostgreSQL for the tests: ${answer.error}`));
        else resolve(answer.url);
      });
  });
}

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Client } from 'pg';
import { migrate } from '../../src/adapters/persistence/data-source';
import { type Config, loadConfig } from '../../src/config/env';
import { BROKER_PORT } from './broker';

export interface TestDatabase {
  url: string;
  /** Ends whoever is still connected. */
  drop(): Promise<void>;
}

/** An empty database of its own on the server of this run, which the first caller starts. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** As `createTestDatabase`, with the schema in it. */
export async function createMigratedDatabase(): Promise<TestDatabase & { config: Config }> {
  const database = await createTestDatabase();
  const config = testConfig({ DATABASE_URL: database.url });
  await migrate(config);
  return { ...database, config };
}

/** A configuration that knows nothing of the environment the tests run in. */
export const testConfig = (env: Record<string, string>): Config =>
  loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let known: Promise<string> | undefined;
const serverUrl = (): Promise<string> => (known ??= askBroker());

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

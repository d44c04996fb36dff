import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { Client } from 'pg';
import { bootApi, type RunningApp } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { loadConfig } from '../../src/config/env';
import type { Target } from '../accounts/client';
import { withOverrides } from '../app.factory';
import { freePort } from '../launcher/run';
import { throughPool } from '../support/pgbouncer';
import { createMigratedDatabase } from '../support/postgres';
import { temporaryFolder } from '../support/temporary-folder';

export interface TalkativeService extends Target, RunningApp {
  /** All that it has logged. */
  log(): string;
  inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Stops what still runs, and leaves nothing. */
  close(): Promise<void>;
}

/**
 * The service as operators start it, in this process, with its most detailed log: for tests that look for
 * secrets in what it leaves. The environment of this process is another one until it is closed.
 */
export async function startTalkative(env: Record<string, string>): Promise<TalkativeService> {
  const database = await createMigratedDatabase();
  const dataDir = temporaryFolder('cost-basis-talkative-');
  const environment = { ...process.env };
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'trace',
    REDIS_URL: '',
    FIRST_USER_IS_OPERATOR: 'false',
    PORT: await freePort(),
    DATA_DIR: dataDir,
    ...throughPool({ DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url }),
    ...env,
  });
  const cleanUp = async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };

  let log = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const { app, url, ...running } = await bootApi({
    config: loadConfig(process.env),
    logger: createLogger('trace', sink),
    runsJobs: true,
    create: withOverrides([]),
    onFatal: (reason) => {
      throw reason;
    },
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= running.stop());

  return {
    app,
    url,
    dataDir,
    log: () => log,
    inDatabase: (work) => asOwner(database.url, work),
    stop,
    close: async () => {
      await stop();
      await cleanUp();
    },
  };
}

async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table as text. */
export async function dump(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) texts.push(...(await rowsOf(client, name)));
  return texts.join('\n');
}

export async function rowsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
  return rows.map(({ row }) => row);
}

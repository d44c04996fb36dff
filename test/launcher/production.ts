import { type Agent, request } from 'node:http';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { ONE_THREAD, Run } from './run';

export interface Answer {
  status?: number;
  connection?: string;
}

/** With a body: a POST of JSON. */
export const ask = (port: string, path: string, agent?: Agent, body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const [method, headers] =
      body === undefined ? ['GET', {}] : ['POST', { 'Content-Type': 'application/json' }];
    request({ host: '127.0.0.1', port, path, agent, method, headers }, (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    })
      .on('error', reject)
      .end(body);
  });

export let database: TestDatabase;
const runs: Run[] = [];
export const run = (module: string, env: Record<string, string>): Run => {
  const secrets = { JWT_SECRET: 'j'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(32) };
  const one = new Run(module, [], {
    NODE_ENV: 'production',
    DATABASE_URL: database.serviceUrl,
    DATABASE_MIGRATION_URL: database.url,
    ...secrets,
    ...ONE_THREAD,
    ...env,
  });
  runs.push(one);
  return one;
};

/** Each test of the file has a database of its own; what it started is ended. */
export function withDatabase(): void {
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const one of runs.splice(0)) {
      one.child.kill('SIGKILL');
      await one.finished;
    }
    await database.drop();
  });
}

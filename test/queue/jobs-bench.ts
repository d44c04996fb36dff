import { Client } from 'pg';
import type { JobHandler } from '../../src/ports/work/jobs';
import { REDIS_AWAY } from '../app.factory';
import { createMigratedDatabase, testConfig } from '../support/postgres';
import { type JobsApp, startJobs } from './jobs-app';

type Rules = Parameters<typeof startJobs>[2];

export interface JobsBench {
  /** As the role that owns the tables. */
  url: string;
  sql: Client;
  /** One more process. @param handler works jobs of type index_wallet; null: a process that takes requests alone */
  start(handler: JobHandler<'index_wallet'> | null, rules?: Rules): Promise<JobsApp>;
  /** Ends all processes and forgets all jobs. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Processes of the service that share the jobs of one database, and find them by polling. */
export async function jobsBench(): Promise<JobsBench> {
  const { url, drop } = await createMigratedDatabase();
  const config = testConfig({ DATABASE_URL: url, ...REDIS_AWAY });
  const sql = new Client({ connectionString: url });
  await sql.connect();
  const apps: JobsApp[] = [];
  return {
    url,
    sql,
    start: async (handler, rules) => {
      const app = await startJobs(config, handler, rules);
      apps.push(app);
      return app;
    },
    clear: async () => {
      await Promise.all(apps.splice(0).map((app) => app.close()));
      await sql.query('TRUNCATE jobs');
    },
    close: async () => {
      await sql.end();
      await drop();
    },
  };
}

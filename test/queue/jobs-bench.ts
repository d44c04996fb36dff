import { Client } from 'pg';
import type { JobHandler, Jobs } from '../../src/ports/work/jobs';
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
  /** The leases of jobs at work end now, as when their workers have not renewed them for long. */
  endLeases(): Promise<unknown>;
  /** Resolves when a worker has done a job ordered after all others: a snapshot, which has places of its own. */
  lookedForJobs(jobs: Jobs): Promise<void>;
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
  let markers = 0;
  return {
    url,
    sql,
    start: async (handler, rules) => {
      const app = await startJobs(config, handler, rules);
      apps.push(app);
      return app;
    },
    endLeases: () =>
      sql.query(`UPDATE jobs SET lease_until = now() - interval '1 s' WHERE status = 'running'`),
    lookedForJobs: async (jobs) => {
      const key = `marker ${++markers}`;
      const { jobId } = await jobs.enqueue(
        'compute_snapshot',
        key,
        { given: key, owned: [] },
        { requester: 'user:marker' },
      );
      const outcome = await jobs.outcome(jobId, new AbortController().signal);
      expect(outcome).toMatchObject({ status: 'completed' });
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

import { REDIS_AWAY } from '../app.factory';
import { testConfig } from '../support/postgres';
import { startJobs } from './jobs-app';

/** A worker that takes a job, prints that and never ends it. */
const config = testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '', ...REDIS_AWAY });
startJobs(config, async (_payload, { jobId }) => {
  process.stdout.write(jobId);
  await new Promise(() => undefined);
}).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

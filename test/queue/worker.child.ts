import { testConfig } from '../support/postgres';
import { startJobs } from './jobs-app';

/** A worker that takes a job, says so and never ends it. */
startJobs(testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '' }), async (_payload, { jobId }) => {
  process.stdout.write(jobId);
  await new Promise(() => undefined);
}).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

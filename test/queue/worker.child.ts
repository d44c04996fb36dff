import { testConfig } from '../support/postgres';
import { startJobs } from './jobs-app';

/** A worker that takes a job, says so and never ends it. */
startJobs(testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '' }), async (_payload, { jobId }) => {
  console.log(jobId);
  await new Promise(() => undefined);
}).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

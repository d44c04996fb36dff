import { migrate } from '../../src/adapters/persistence/data-source';
import { testConfig } from '../support/postgres';

/** One starting process: brings the schema up to date and prints what it ran. */
migrate(testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '' })).then(
  (ran) => process.stdout.write(JSON.stringify(ran)),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);

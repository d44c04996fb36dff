import { migrate } from '../../src/adapters/persistence/data-source';
import { testConfig } from '../support/postgres';

/** One starting process: brings the schema up to date and prints what it ran. */
migrate(testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '' })).then(
  (ran) => console.log(JSON.stringify(ran)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

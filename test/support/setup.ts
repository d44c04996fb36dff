import fc from 'fast-check';
import { testSeed } from './seeded';
import { reportWaits } from './until';

/** Before each suite. A failure is reported as it was found: to make it smaller can take hours. */
fc.configureGlobal({ seed: testSeed(), endOnFailure: true });

const report = (): void => reportWaits().forEach((line) => process.stderr.write(`${line}\n`));
afterEach(report);
afterAll(report);

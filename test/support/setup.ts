import fc from 'fast-check';
import { testSeed } from './seeded';
import { reportWaits } from './until';

/** Before each suite. */
fc.configureGlobal({ seed: testSeed() });

const report = (): void => reportWaits().forEach((line) => process.stderr.write(`${line}\n`));
afterEach(report);
afterAll(report);

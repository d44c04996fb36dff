import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storyOracle } from './oracle';

/** `node -r ./test/support/typescript-hook.cjs test/support/exchanges/write-oracle.ts`, after a change of the story. */
writeFileSync(join(__dirname, 'expected.json'), `${JSON.stringify(storyOracle(), null, 2)}\n`);

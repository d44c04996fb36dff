import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import globalSetup, { stopServices } from '../../support/global-setup';
import { examplesOf } from './recording';
import { startTour, walk } from './walk';

/** npm run examples */
const FILE = join(__dirname, '../../../openapi/examples.json');

async function main(): Promise<void> {
  await globalSetup();
  const { tour, app } = await startTour();
  try {
    await walk(tour);
    const text = JSON.stringify(examplesOf(tour));
    writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
  } finally {
    await app.close();
    await stopServices();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);

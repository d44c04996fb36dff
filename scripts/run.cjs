'use strict';
/** node scripts/run.cjs <module of src> [arguments]: builds when needed, then runs it in this very process. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const [module_, ...args] = process.argv.slice(2);
require('./build-if-stale.cjs')();
// `node --watch` (npm run dev) has processes report what they load: the service would send that to the launcher.
delete process.env.WATCH_REPORT_DEPENDENCIES;
// What is set in the environment wins over the files.
for (const settings of [process.env.ENV_FILE, join(__dirname, '..', '.env')])
  if (settings && existsSync(settings)) process.loadEnvFile(settings);
const file = join(__dirname, '..', 'dist', 'src', `${module_}.js`);
process.argv.splice(1, process.argv.length - 1, file, ...args);
require(file);

'use strict';
/** Writes .env.example from the table of variables. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

require('./build-if-stale.cjs')();
const { envExample } = require('../dist/src/config/env-example.js');
writeFileSync(join(__dirname, '..', '.env.example'), envExample());

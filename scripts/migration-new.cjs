'use strict';
/** npm run migration:new -- <name in kebab case>: an empty migration with its way back. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  process.stderr.write('Usage: npm run migration:new -- <name-in-kebab-case>\n');
  process.exit(2);
}
const stamp = Date.now();
const className = name.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter) => letter.toUpperCase());
const file = join('migrations', `${stamp}-${name}.ts`);
writeFileSync(
  join(__dirname, '..', file),
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className}${stamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }
}
`,
  { flag: 'wx' },
);
process.stdout.write(`${file}\n`);

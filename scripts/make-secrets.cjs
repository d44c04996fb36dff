'use strict';
/**
 * node scripts/make-secrets.cjs <folder of the service> <folder of the database>: makes the secrets of a new
 * installation, each once. A value in the environment is used instead of a new one. Existing files stay.
 */
const { chownSync, existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');

/** Users of the official images: `node`, and `postgres` of the Alpine variant. */
const SERVICE_UID = 1000;
const DATABASE_UID = 70;

const made = () => randomBytes(32).toString('base64url');
const given = (name) => process.env[name] || made();

function main([service, database]) {
  if (!service || !database) throw new Error('Usage: make-secrets.cjs <service folder> <database folder>');
  // Written last: when it exists, the installation has all of its secrets.
  if (existsSync(join(service, 'service.env'))) return;
  const [owner, role] = [given('POSTGRES_PASSWORD'), given('SERVICE_PASSWORD')];
  for (const password of [owner, role])
    if (!/^[\w.~-]+$/.test(password))
      throw new Error('A database password may contain letters, digits and . _ ~ - only');
  write(database, 'password', owner, DATABASE_UID);
  write(
    database,
    '10-service-role.sql',
    `CREATE ROLE cost_basis_service LOGIN PASSWORD '${role}';\n`,
    DATABASE_UID,
  );
  const url = (user, password) => `postgresql://${user}:${password}@postgres:5432/cost_basis`;
  const variables = {
    DATABASE_URL: url('cost_basis_service', role),
    DATABASE_MIGRATION_URL: url('cost_basis', owner),
    JWT_SECRET: given('JWT_SECRET'),
    ENCRYPTION_KEY: given('ENCRYPTION_KEY'),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  write(service, 'service.env', lines.join(''), SERVICE_UID);
}

/** Complete or absent, and readable by one user only. */
function write(folder, name, text, uid) {
  mkdirSync(folder, { recursive: true });
  const aside = join(folder, `.${name}.new`);
  writeFileSync(aside, text, { mode: 0o400 });
  if (process.getuid?.() === 0) chownSync(aside, uid, uid);
  renameSync(aside, join(folder, name));
}

main(process.argv.slice(2));

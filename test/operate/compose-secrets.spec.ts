import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/env';

const root = join(__dirname, '../..');

describe('the installation with containers', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'compose-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const [service, database] = ['service', 'database'];
  const make = (env: Record<string, string> = {}): number | null =>
    spawnSync(
      process.execPath,
      [join(root, 'scripts/make-secrets.cjs'), join(folder, service), join(folder, database)],
      { env: { PATH: process.env.PATH, ...env } },
    ).status;
  const text = (of: string, name: string): string => readFileSync(join(folder, of, name), 'utf8');
  const variables = (): Record<string, string> =>
    Object.fromEntries(
      text(service, 'service.env')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  it('has no password and no secret in its files', () => {
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    expect(compose).not.toMatch(/(PASSWORD|SECRET|KEY)[^\n]*:-[^}\s]/);
    expect(compose).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
  });

  it('makes its secrets at the first start, and keeps them', () => {
    expect(make()).toBe(0);
    const env = variables();
    expect(() => loadConfig({ NODE_ENV: 'production', ...env })).not.toThrow();
    const passwordOf = (name: string): string => new URL(env[name] ?? '').password;
    expect(text(database, 'password')).toBe(passwordOf('DATABASE_MIGRATION_URL'));
    expect(text(database, '10-service-role.sql')).toContain(`PASSWORD '${passwordOf('DATABASE_URL')}'`);
    const values = [
      ...Object.keys(env)
        .filter((name) => name.endsWith('URL'))
        .map(passwordOf),
      env['JWT_SECRET'],
      env['ENCRYPTION_KEY'],
    ];
    expect(new Set(values).size).toBe(4);
    for (const [of, name] of [
      ...readdirSync(join(folder, service)).map((name) => [service, name]),
      ...readdirSync(join(folder, database)).map((name) => [database, name]),
    ] as [string, string][])
      expect(statSync(join(folder, of, name)).mode & 0o777).toBe(0o400);
    expect(make()).toBe(0);
    expect(variables()).toEqual(env);
  });

  it('uses what the operator has set', () => {
    const given = {
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      POSTGRES_PASSWORD: 'owner-1',
      SERVICE_PASSWORD: 'role-1',
    };
    expect(make(given)).toBe(0);
    expect(variables()).toEqual({
      JWT_SECRET: given.JWT_SECRET,
      ENCRYPTION_KEY: given.ENCRYPTION_KEY,
      DATABASE_URL: 'postgresql://cost_basis_service:role-1@postgres:5432/cost_basis',
      DATABASE_MIGRATION_URL: 'postgresql://cost_basis:owner-1@postgres:5432/cost_basis',
    });
  });

  it('refuses a password that would change the SQL or the URL', () => {
    expect(make({ POSTGRES_PASSWORD: "x'; DROP" })).not.toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

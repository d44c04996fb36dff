import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** Violations that the linter must find in the domain. */
const LINTED: [name: string, code: string][] = [
  ['clock-now', 'export const at = Date.now();'],
  ['clock-new', 'export const at = new Date();'],
  ['chance', 'export const n = Math.random();'],
  ['async', 'export async function f(): Promise<number> { return 1; }'],
  ['float', "export const n = parseFloat('1.5');"],
  ['float-member', "export const n = Number.parseFloat('1.5');"],
];

/** Time in SQL that a test could not move. */
const TIMED: [name: string, code: string][] = [
  ['sql-now', "export const sql = 'SELECT Now()';"],
  ['sql-now-in-template', 'export const sql = (id: string) => `UPDATE t SET at = now() WHERE id = ${id}`;'],
  ['sql-default', "export const column = { default: () => 'now()' };"],
  ['sql-keyword', "export const sql = 'SELECT CURRENT_TIMESTAMP';"],
  ['sql-local', "export const sql = 'SELECT localtimestamp';"],
  ['sql-clock', "export const sql = 'SELECT clock_timestamp()';"],
];
const SERVICE_TIME = `export const clock = { now: () => 1 };
export const at = clock.now();
export const sql = 'SELECT service_now(), current_timestamp_of FROM t';`;

/** Globals that the tsconfig of the domain must not have. */
const TYPED: [name: string, code: string][] = [
  ['process', 'export const x = process.env;'],
  ['fetch', "export const x = fetch('http://localhost');"],
  ['console', "console.log('x'); export {};"],
  ['timer', 'export const x = setTimeout(() => undefined, 1);'],
  ['buffer', "export const x = Buffer.from('');"],
  ['crypto', 'export const x = crypto.randomUUID();'],
  ['node', "import 'node:fs';"],
];

describe('the ground floor is pure', () => {
  let tree: string;
  let lint: Map<string, string[]>;
  let types: string;

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'purity-'));
    mkdirSync(join(tree, 'src/domain/kernel'), { recursive: true });
    for (const file of ['eslint.config.mjs', 'tsconfig.json', 'package.json', 'src/domain/tsconfig.json']) {
      cpSync(join(root, file), join(tree, file));
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const [name, code] of [...LINTED, ...TYPED])
      writeFileSync(join(tree, `src/domain/kernel/${name}.ts`), `${code}\n`);
    mkdirSync(join(tree, 'src/adapters'));
    for (const [name, code] of [...TIMED, ['sql-service-now', SERVICE_TIME] as const])
      writeFileSync(join(tree, `src/adapters/${name}.ts`), `${code}\n`);
    const run = (bin: string, args: string[]) =>
      spawnSync(process.execPath, [join(root, 'node_modules', bin), ...args], { cwd: tree, encoding: 'utf8' })
        .stdout;
    const results = JSON.parse(run('eslint/bin/eslint.js', ['src', '--format', 'json'])) as {
      filePath: string;
      messages: { ruleId: string }[];
    }[];
    lint = new Map(
      results.map((r) => [r.filePath.replace(/^.*\/|\.ts$/g, ''), r.messages.map((m) => m.ruleId)]),
    );
    types = run('typescript/bin/tsc', ['-p', 'src/domain/tsconfig.json', '--pretty', 'false']);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(LINTED)('the linter refuses %s', (name) =>
    expect(lint.get(name)).toContain('no-restricted-syntax'),
  );
  it.each(TIMED)('the linter refuses %s', (name) => expect(lint.get(name)).toEqual(['service/sql-time']));
  it('the linter takes service_now()', () => expect(lint.get('sql-service-now')).toEqual([]));
  it.each(TYPED)('the compiler refuses %s', (name) =>
    expect(types).toContain(`src/domain/kernel/${name}.ts(`),
  );
});

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
const SQL_TIMED: [name: string, code: string][] = [
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
/** Times of the machine that the linter must find outside of the clock. */
const TIMED: [name: string, rule: string, code: string][] = [
  ['timeout', 'no-restricted-globals', 'export const t = setTimeout(() => undefined, 1);'],
  ['interval', 'no-restricted-globals', 'export const t = setInterval(() => undefined, 1);'],
  ['elapsed', 'no-restricted-globals', 'export const ms = performance.now();'],
  ['sleep', 'no-restricted-imports', "export { setTimeout as sleep } from 'node:timers/promises';"],
  [
    'timers',
    'no-restricted-imports',
    "import { setTimeout } from 'node:timers';\nexport const t = setTimeout;",
  ],
  ['perf-hooks', 'no-restricted-imports', "export { performance } from 'perf_hooks';"],
  ['rxjs', 'no-restricted-imports', "export { interval } from 'rxjs';"],
  ['now', 'no-restricted-syntax', 'export const now = Date.now;'],
  ['today', 'no-restricted-syntax', 'export const today = new Date();'],
  ['text', 'no-restricted-syntax', 'export const text = Date();'],
  ['global', 'no-restricted-syntax', 'export const t = globalThis.setTimeout(() => undefined, 1);'],
  ['abort', 'no-restricted-syntax', 'export const signal = AbortSignal.timeout(1);'],
];

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

describe('the linter and the compiler', () => {
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
    for (const [name, code] of [...SQL_TIMED, ['sql-service-now', SERVICE_TIME] as const])
      writeFileSync(join(tree, `src/adapters/${name}.ts`), `${code}\n`);
    mkdirSync(join(tree, 'src/pipeline'));
    for (const [name, , code] of TIMED) writeFileSync(join(tree, `src/pipeline/${name}.ts`), `${code}\n`);
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

  it.each(TIMED)('find time beside the clock: %s, by %s', (name, rule) =>
    expect(lint.get(name)).toContain(rule),
  );
  it.each(LINTED)('refuse %s in the domain', (name) =>
    expect(lint.get(name)).toContain('no-restricted-syntax'),
  );
  it.each(SQL_TIMED)('refuse %s', (name) => expect(lint.get(name)).toEqual(['service/sql-time']));
  it('take service_now()', () => expect(lint.get('sql-service-now')).toEqual([]));
  it.each(TYPED)('refuse %s in the domain by its types', (name) =>
    expect(types).toContain(`src/domain/kernel/${name}.ts(`),
  );
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SECOND_FILES, IMPORTED, PLANTS } from './plants';

const root = resolve(__dirname, '../..');

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
}

function cruise(cwd: string, folders: string[]): Cruise {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const output = execFileSync(
    process.execPath,
    [bin, ...folders, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  return JSON.parse(output) as Cruise;
}

const RULES =
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the rules are a CommonJS file
  (require('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }).forbidden.map(
    (rule) => rule.name,
  );

describe('import rules', () => {
  it('hold in the project, and the tool reads it', () => {
    const { summary } = cruise(root, ['src', 'console/src', 'migrations', 'test']);
    expect(summary.violations.map((v) => `${v.rule.name}: ${v.from}`)).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThan(100);
  });

  describe('find planted violations', () => {
    let tree: string;
    let found: Map<string, string[]>;

    beforeAll(() => {
      tree = mkdtempSync(join(tmpdir(), 'import-rules-'));
      for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
        cpSync(join(root, file), join(tree, file));
      symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
      const files = {
        ...IMPORTED,
        ...SECOND_FILES,
        ...Object.fromEntries(PLANTS.map((plant) => [plant.file, plant.code])),
      };
      for (const [path, code] of Object.entries(files)) {
        mkdirSync(dirname(join(tree, path)), { recursive: true });
        writeFileSync(join(tree, path), `${code}\nexport {};\n`);
      }
      found = new Map();
      for (const { from, rule } of cruise(tree, ['src', 'console/src', 'migrations', 'test']).summary
        .violations) {
        found.set(from, [...(found.get(from) ?? []), rule.name]);
      }
    });

    afterAll(() => rmSync(tree, { recursive: true, force: true }));

    it.each(PLANTS)('$rule finds $file', ({ rule, file, also = [] }) => {
      expect([...new Set(found.get(file))].sort()).toEqual([rule, ...also].sort());
    });

    it('has a planted violation for every rule', () => {
      expect(PLANTS.map((plant) => plant.rule).sort()).toEqual([...RULES].sort());
    });

    it('reports no other file', () => {
      const planted = new Set([...PLANTS.map((plant) => plant.file), ...Object.keys(SECOND_FILES)]);
      expect([...found.keys()].filter((file) => !planted.has(file))).toEqual([]);
    });
  });
});

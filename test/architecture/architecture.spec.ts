import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ACCOMPLICES, GROUND, PLANTS } from './plants';

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

describe('the walls', () => {
  it('stand in the house as it is, and the tool really looked', () => {
    const { summary } = cruise(root, ['src', 'migrations', 'test']);
    expect(summary.violations.map((v) => `${v.rule.name}: ${v.from}`)).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThan(100);
  });

  describe('are alive', () => {
    let tree: string;
    let caught: Map<string, string[]>;

    beforeAll(() => {
      tree = mkdtempSync(join(tmpdir(), 'walls-'));
      for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
        cpSync(join(root, file), join(tree, file));
      symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
      const files = {
        ...GROUND,
        ...ACCOMPLICES,
        ...Object.fromEntries(PLANTS.map((plant) => [plant.file, plant.code])),
      };
      for (const [path, code] of Object.entries(files)) {
        mkdirSync(dirname(join(tree, path)), { recursive: true });
        writeFileSync(join(tree, path), `${code}\nexport {};\n`);
      }
      caught = new Map();
      for (const { from, rule } of cruise(tree, ['src', 'migrations', 'test']).summary.violations) {
        caught.set(from, [...(caught.get(from) ?? []), rule.name]);
      }
    });

    afterAll(() => rmSync(tree, { recursive: true, force: true }));

    it.each(PLANTS)('$rule catches $file', ({ rule, file, also = [] }) => {
      expect([...new Set(caught.get(file))].sort()).toEqual([rule, ...also].sort());
    });

    it('has a planted violation for every rule', () => {
      expect(PLANTS.map((plant) => plant.rule).sort()).toEqual([...RULES].sort());
    });

    it('accuses nobody innocent', () => {
      const guilty = new Set([...PLANTS.map((plant) => plant.file), ...Object.keys(ACCOMPLICES)]);
      expect([...caught.keys()].filter((file) => !guilty.has(file))).toEqual([]);
    });
  });
});

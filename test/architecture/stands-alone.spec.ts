import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BESIDE, outsideReads } from './outside-reads';

const root = resolve(__dirname, '../..');
const SOURCES = /\.(?:ts|cjs|mjs|js|sh)$|^package\.json$/;

const FOLDERS = ['bench', 'migrations', 'scripts', 'src', 'test'];

const files = [
  ...readdirSync(root),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ),
].filter((file) => SOURCES.test(file));

describe('the repository', () => {
  it('needs no file outside itself', () => {
    const found = files
      .filter((file) => file !== BESIDE && !file.startsWith('test/architecture/'))
      .flatMap((file) =>
        outsideReads(root, file, readFileSync(join(root, file), 'utf8')).map((path) => `${file}: ${path}`),
      );
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
  });

  it.each([
    ['test/forms/x.spec.ts', "readFileSync(join(__dirname, '../../../shared/cases/a.json'))"],
    ['test/forms/x.spec.ts', "join(__dirname, '..', '..', '..', 'shared')"],
    ['test/forms/x.spec.ts', "join(root, '..', 'recordings')"],
    ['src/domain/x.spec.ts', "resolve('../shared', 'prices.csv')"],
    ['bench/x.ts', 'const data = process.env.SHARED_DIR;'],
    ['bench/x.ts', "readFileSync('/work/data/ledger.csv')"],
    ['scripts/x.cjs', "require('../../tool.cjs')"],
    ['package.json', '{ "scripts": { "x": "node -r /home/me/hook.cjs ../x" }, "y": "/home/me/z" }'],
  ])('is found to need one: %s %s', (file, text) => {
    expect(outsideReads(root, file, text)).toHaveLength(1);
  });

  it.each([
    ['test/forms/x.spec.ts', "import { buy } from './ledgers'; import { startApp } from '../app.factory';"],
    ['test/forms/x.spec.ts', "join(__dirname, '../..', 'docs', 'webhooks.md')"],
    ['test/forms/x.spec.ts', "mkdtempSync(join(tmpdir(), 'x-')); readFileSync('/proc/self/status')"],
    ['test/accounts/x.spec.ts', "forge({ kid: '../../../../dev/null' })"],
    ['src/main.ts', "import { start } from './bootstrap/nowhere.js'; get('/api/v1/health')"],
  ])('is not found to: %s %s', (file, text) => {
    expect(outsideReads(root, file, text)).toEqual([]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../support/project-root';

/** SECURITY.md lists every promise with the test that holds it. */

const read = (name: string): string => readFileSync(join(PROJECT_ROOT, name), 'utf8');
const [, section = ''] = read('SECURITY.md').split('## Promises, and the tests that hold them\n');
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|---)/.test(line))
  .map((line) => line.split(' | '));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

it('there is a table of promises', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length);
});

it.each(rows.map(([promise = '', tests = '']) => [promise.slice(2), tests] as const))('%s', (_, tests) => {
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const specs = named.filter((name) => name.endsWith('spec.ts'));
  const commands = named.filter((name) => name.startsWith('npm run -s '));
  expect(specs.length).toBeGreaterThan(0);
  expect(named).toHaveLength(specs.length + commands.length);
  expect(specs.filter((spec) => !existsSync(join(PROJECT_ROOT, spec)))).toEqual([]);
  expect(commands.filter((command) => !scripts[command.slice('npm run -s '.length)])).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../test/support/project-root';

const ON_LINUX = process.platform === 'linux';

(ON_LINUX ? it : it.skip)('a worker gives way with all its threads', () => {
  const script = `
    const { readdirSync, readFileSync } = require('node:fs');
    const niceOf = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
    require('./src/bootstrap/process').giveWay();
    console.log(JSON.stringify(readdirSync('/proc/self/task').map(niceOf)));`;
  const hook = join(PROJECT_ROOT, 'test/support/typescript-hook.cjs');
  const output = execFileSync(process.execPath, ['-r', hook, '-e', script], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const priorities = JSON.parse(output) as number[];
  // The threads for garbage collection and compilation have started before.
  expect(priorities.length).toBeGreaterThan(4);
  expect(new Set(priorities).size).toBe(1);
  expect(priorities[0]).toBeGreaterThanOrEqual(10);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../test/support/project-root';

const ON_LINUX = process.platform === 'linux';

describe('a worker gives way', () => {
  /** Nice values of its threads. */
  const priorities = (start = ''): number[] => {
    const script = `
    const { readdirSync, readFileSync } = require('node:fs');
    const niceOf = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
    const { giveWay } = require('./src/bootstrap/process');
    ${start}
    giveWay();
    console.log(JSON.stringify(readdirSync('/proc/self/task').map(niceOf)));`;
    const hook = join(PROJECT_ROOT, 'test/support/typescript-hook.cjs');
    const output = execFileSync(process.execPath, ['-r', hook, '-e', script], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    });
    return JSON.parse(output) as number[];
  };

  (ON_LINUX ? it : it.skip)('with all its threads', () => {
    const all = priorities();
    // The threads for garbage collection and compilation have started before.
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toBeGreaterThanOrEqual(10);
  });

  (ON_LINUX ? it : it.skip)('and keeps a lower priority that it was started with', () => {
    // Raising it needs root.
    const user = `require('node:os').setPriority(19); if (process.getuid() === 0) process.setuid(65534);`;
    expect(priorities(user)[0]).toBe(19);
  });
});

describe('a process that stops in order', () => {
  /** Exit code, and whether it stopped in order: it does so when the second reason, 400 ms after the first, has passed. */
  const ended = (second: string, env: Record<string, string>) => {
    const script = `
      const { createLogger } = require('./src/bootstrap/logger');
      const { stopOnSignal } = require('./src/bootstrap/process');
      let finish;
      const end = stopOnSignal(() => new Promise((resolve) => (finish = resolve)), createLogger('info'));
      let signals = 0;
      process.on('SIGTERM', () => { if (++signals === 2) finish(); });
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => { ${second} }, 400);
      setTimeout(() => undefined, 60_000);`;
    const hook = join(PROJECT_ROOT, 'test/support/typescript-hook.cjs');
    const { npm_lifecycle_event: _ofThisRun, ...rest } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['-r', hook, '-e', script], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      env: { ...rest, ...env },
    });
    return [status, stdout.includes('"stopped"')];
  };
  const AGAIN = `process.kill(process.pid, 'SIGTERM');`;
  const UNDER_NPM = { npm_lifecycle_event: 'worker' };

  it('ends at once on a second signal', () => {
    expect(ended(AGAIN, {})).toEqual([1, false]);
  });

  it('goes on when npm passes on the signal late', () => {
    expect(ended(AGAIN, UNDER_NPM)).toEqual([0, true]);
  });

  it('goes on when npm exits meanwhile', () => {
    expect(ended(`end('npm has exited'); finish();`, {})).toEqual([0, true]);
  });
});

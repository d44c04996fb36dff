import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../test/support/project-root';

const ON_LINUX = process.platform === 'linux';

describe('a worker gives way', () => {
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
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toBeGreaterThanOrEqual(10);
  });

  (ON_LINUX ? it : it.skip)('and keeps a lower priority that it was started with', () => {
    const user = `require('node:os').setPriority(19); if (process.getuid() === 0) process.setuid(65534);`;
    expect(priorities(user)[0]).toBe(19);
  });
});

describe('a process that stops in order', () => {
  const ended = (second: string, afterMs: number, env: Record<string, string> = {}) => {
    const script = `
      const { createLogger } = require('./src/bootstrap/logger');
      const { stopOnSignal } = require('./src/bootstrap/process');
      const { TestClock } = require('./test/fakes/test-clock');
      const clock = new TestClock();
      let finish;
      const stop = () => new Promise((resolve) => (finish = resolve));
      const end = stopOnSignal(stop, createLogger('info'), clock);
      process.emit('SIGTERM', 'SIGTERM');
      clock.advance(${afterMs});
      ${second}
      finish();`;
    const hook = join(PROJECT_ROOT, 'test/support/typescript-hook.cjs');
    const { npm_lifecycle_event: _ofThisRun, ...rest } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['-r', hook, '-e', script], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      env: { ...rest, ...env },
    });
    return [status, stdout.includes('"stopped"')];
  };
  const AGAIN = `process.emit('SIGTERM', 'SIGTERM');`;
  const UNDER_NPM = { npm_lifecycle_event: 'worker' };

  it('ends at once on a second signal', () => {
    expect(ended(AGAIN, 1)).toEqual([1, false]);
  });

  it('goes on when npm passes on the signal late', () => {
    expect(ended(AGAIN, 2_000, UNDER_NPM)).toEqual([0, true]);
    expect(ended(AGAIN, 2_001, UNDER_NPM)).toEqual([1, false]);
  });

  it('goes on when npm exits meanwhile', () => {
    expect(ended(`end('npm has exited');`, 1)).toEqual([0, true]);
  });
});

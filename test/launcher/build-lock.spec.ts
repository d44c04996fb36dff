import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../support/project-root';
import { temporaryFolder } from '../support/temporary-folder';

/** The lock of the build that `npm start` makes, in a project whose compiler does nothing. */
describe('the lock of the build', () => {
  let root: string;
  const lock = (): string => join(root, 'node_modules', '.build-lock');

  beforeEach(() => {
    root = temporaryFolder('build-lock-');
    for (const folder of ['scripts', 'src', 'dist', 'node_modules/@swc/core'])
      mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(PROJECT_ROOT, 'scripts/build-if-stale.cjs'), join(root, 'scripts/build-if-stale.cjs'));
    writeFileSync(join(root, 'scripts/compile.cjs'), '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const build = (limit = ''): number | null =>
    spawnSync('sh', ['-c', `${limit} exec '${process.execPath}' scripts/build-if-stale.cjs`], {
      cwd: root,
    }).status;

  it.each([
    ['is empty: its process ended, or the disk was full, before it was written', ''],
    ['names a process that has ended', String(spawnSync(process.execPath, ['-e', '']).pid)],
  ])('holds up no later build when it %s', (_, text) => {
    writeFileSync(lock(), text);
    const before = Date.now() / 1_000 - 60;
    utimesSync(lock(), before, before);
    expect(build()).toBe(0);
    expect(existsSync(lock())).toBe(false);
  });

  it('is not left behind by a build on a full disk', () => {
    expect(build('ulimit -f 0;')).not.toBe(0);
    expect(existsSync(lock())).toBe(false);
    expect(build()).toBe(0);
  });
});

import { spawnSync } from 'node:child_process';

const isOnPath = spawnSync('python3', ['--version']).status === 0;

/** A suite that asks python3. Without it on PATH it is skipped with a message; where `CI` is `true` it fails instead. */
export function describeWithPython(name: string, body: () => void): void {
  if (!isOnPath && process.env.CI === 'true') {
    it(`${name}: needs python3 on PATH`, () => {
      throw new Error('python3 is not on PATH, and CI=true');
    });
    return;
  }
  const suite = isOnPath ? describe : describe.skip;
  suite(isOnPath ? name : `${name} (skipped: no python3 on PATH)`, body);
}

/** Runs a program over standard input. @throws Error with what it complained about */
export function python(program: string, input: string): string {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

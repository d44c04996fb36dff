import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMutant, type Mutant } from './mutant';

const PARTS = ['src', 'test', 'docs', 'migrations', 'package.json', 'jest.config.cjs', 'tsconfig.json'];
/** Far above what a run takes: a mutant must not hang. Milliseconds. */
const PATIENCE = 300_000;

/** The result of a run of tests: full names of the red ones, and why suites did not even start. */
export interface TestRun {
  red: string[];
  broken: string[];
}
/** As written by the reporter beside this file. */
interface SuiteReport {
  file: string;
  failure: string | null;
  red: string[];
}

/** A copy of the project in which sources may be broken. */
export class Workspace {
  private readonly dir: string;

  constructor(root: string) {
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), 'mutants-')));
    for (const part of PARTS) cpSync(join(root, part), join(this.dir, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.dir, 'node_modules'));
  }

  /** Runs suites with one mistake in the source, and puts the source back. */
  async withMutant(mutant: Mutant, suites: readonly string[]): Promise<TestRun> {
    const file = join(this.dir, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, applyMutant(source, mutant));
    try {
      return await this.test(suites);
    } finally {
      writeFileSync(file, source);
    }
  }

  /** @throws Error when the run does not end, or prints nothing */
  async test(suites: readonly string[]): Promise<TestRun> {
    const output = join(this.dir, 'report.json');
    rmSync(output, { force: true });
    await this.jest(suites, output);
    const reports = JSON.parse(readFileSync(output, 'utf8')) as SuiteReport[];
    const inOrder = suites.flatMap((suite) => reports.filter(({ file }) => file === join(this.dir, suite)));
    return {
      red: inOrder.flatMap(({ red }) => red),
      broken: inOrder.flatMap(({ red, failure }) => (failure !== null && red.length === 0 ? [failure] : [])),
    };
  }

  private jest(suites: readonly string[], output: string): Promise<void> {
    const jest = join(this.dir, 'node_modules/jest/bin/jest.js');
    const reporter = join(this.dir, 'test/mutants/reporter.cjs');
    const args = [jest, '--runInBand', '--silent', '--reporters', reporter, '--runTestsByPath', ...suites];
    const env = { ...process.env, MUTANT_REPORT: output };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, { cwd: this.dir, env, timeout: PATIENCE }, (error, _out, said) => {
        if (error?.killed) reject(new Error('The tests do not end'));
        else if (existsSync(output)) resolve();
        else reject(new Error(`The tests did not run: ${said.slice(-500)}`));
      });
    });
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

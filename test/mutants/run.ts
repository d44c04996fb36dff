import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TESTS, type Mutant, type Tests } from './mutant';
import { MUTANTS } from './mutants';
import { Workspace, type TestRun } from './workspace';

/**
 * Applies one mutant after the other to a copy of the project and expects a red test each time. Exit code 1 when one
 * survives, when its text is gone, or when the tests are red without any.
 *
 * Arguments: parts of names, to run only those mutants; `--write` renews docs/mutants.md.
 */
const ROOT = join(__dirname, '../..');
const DOCS = join(ROOT, 'docs/mutants.md');
const WORKERS = 2;

interface Outcome {
  mutant: Mutant;
  /** The first test that turned red; null when none did. */
  killer: string | null;
  killers: number;
  /** Why there is no verdict. */
  failure: string | null;
}
type Baseline = Map<Tests, TestRun>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function baselineOf(workspace: Workspace, mutants: readonly Mutant[]): Promise<Baseline> {
  const baseline: Baseline = new Map();
  for (const tests of new Set(mutants.map((mutant) => mutant.tests)))
    baseline.set(tests, await workspace.test(TESTS[tests]));
  return baseline;
}

/** Tests that were red before prove nothing; a mutant that does not even load is no mutant. */
async function outcomeOf(workspace: Workspace, mutant: Mutant, baseline: Baseline): Promise<Outcome> {
  try {
    const { red, broken } = await workspace.withMutant(mutant, TESTS[mutant.tests]);
    const known = new Set(baseline.get(mutant.tests)?.red);
    const killers = red.filter((name) => !known.has(name));
    const killer = killers[0] ?? null;
    const failure = killer === null && broken.length > 0 ? (broken[0] ?? null) : null;
    return { mutant, killer, killers: killers.length, failure };
  } catch (error) {
    return { mutant, killer: null, killers: 0, failure: String(error) };
  }
}

async function runAll(mutants: readonly Mutant[], workspaces: readonly Workspace[], baseline: Baseline) {
  const outcomes = new Map<Mutant, Outcome>();
  const waiting = [...mutants];
  await Promise.all(
    workspaces.map(async (workspace) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const outcome = await outcomeOf(workspace, mutant, baseline);
        outcomes.set(mutant, outcome);
        say(`${verdictOf(outcome).padEnd(9)} ${mutant.name}: ${outcome.killer ?? outcome.failure ?? ''}`);
      }
    }),
  );
  return mutants.flatMap((mutant) => outcomes.get(mutant) ?? []);
}

const verdictOf = ({ killer, failure }: Outcome): string =>
  killer !== null ? 'killed' : failure !== null ? 'FAILED' : 'SURVIVED';

function table(outcomes: readonly Outcome[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
  const rows = outcomes.map((outcome) => {
    const { mutant, killer, killers } = outcome;
    const by =
      killer === null ? verdictOf(outcome) : killer + (killers > 1 ? ` (and ${killers - 1} more)` : '');
    return `| ${[mutant.name, mutant.mistake, by].map(cell).join(' | ')} |`;
  });
  return ['| Mutant | The mistake | Killed by |', '| --- | --- | --- |', ...rows].join('\n');
}

const page = (outcomes: readonly Outcome[]): string => `# Mutants

This page lists typical mistakes in a cost-basis engine. Each is an edit of the source in \`test/mutants/lists\`. The runner
applies one at a time to a copy of the project and expects failing tests: the project's own example tests, without the
random histories and the case files of other projects. A mutant that survives is a rule without a test: add the test,
keep the mutant.

\`\`\`
npm run test:mutants              # all mutants; exit code 1 when one survives; a part of test:nightly
npm run test:mutants -- wash txf  # mutants with these words in the name
npm run test:mutants -- --write   # all mutants, and update this page
\`\`\`

Run them on a machine without other work: a mutant that is slow to fail ends after five minutes.
A mutant whose text does not occur exactly once in the source fails the run.

Last run: ${outcomes.filter(({ killer }) => killer !== null).length} of ${outcomes.length} killed.

${table(outcomes)}
`;

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const mutants = MUTANTS.filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  if (mutants.length === 0) throw new Error('No mutant of that name');
  const workspaces = Array.from({ length: WORKERS }, () => new Workspace(ROOT));
  try {
    const baseline = await baselineOf(workspaces[0] as Workspace, mutants);
    const sick = [...baseline.values()].flatMap(({ red, broken }) => [...red, ...broken]);
    for (const test of sick) say(`red without any mutant: ${test}`);
    const outcomes = await runAll(mutants, workspaces, baseline);
    const killed = outcomes.filter(({ killer }) => killer !== null).length;
    say(`\n${table(outcomes)}\n\n${killed} of ${outcomes.length} killed`);
    if (args.includes('--write') && names.length === 0) writeFileSync(DOCS, page(outcomes));
    const failed = outcomes.length - killed + sick.length;
    say(`${killed} passed, ${failed} failed, 0 skipped`);
    return failed === 0 ? 0 : 1;
  } finally {
    for (const workspace of workspaces) workspace.remove();
  }
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, UsageError } from '../../src/commands';
import { checkArguments, findCommand, helpOf } from '../../src/commands/usage';
import { type Finished, Run } from './run';
import { temporaryFolder } from '../support/temporary-folder';

/** The operator's commands as npm runs them: what they answer before any database is touched. */

const NAMES = Object.keys(COMMANDS);
const helpTo = (name: string): string => helpOf(findCommand(name.split(' ')));

describe('npm run cli', () => {
  let dataDir: string;
  const cli = (...words: string[]): Promise<Finished> =>
    new Run('cli', words, { DATA_DIR: dataDir }).finished;

  beforeEach(() => (dataDir = temporaryFolder('cli-')));
  afterEach(() => {
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([['--help'], ['-h']])('lists every command on %s', async (option) => {
    const { code, stdout, stderr } = await cli(option);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of NAMES) expect(stdout).toContain(`\n  ${name} `);
  });

  it('describes a command on --help, before its arguments are looked at', async () => {
    const name = 'user set-plan';
    expect(await cli(...name.split(' '), '--help')).toEqual({ code: 0, stdout: helpTo(name), stderr: '' });
  });

  it('lists the commands of a group on --help', async () => {
    const { code, stdout } = await cli('partner-key', '--help');
    expect([code, stdout.match(/^ {2}partner-key \w+/gm)?.length]).toEqual([0, 3]);
    expect(stdout).not.toContain('migrate');
  });

  it.each([
    [['nonsense', '--help'], 'Unknown command "nonsense".\n'],
    [['migrate', '--force'], "Unknown option '--force'.\n"],
  ])('refuses %j and lists the commands', async (words, reason) => {
    const { code, stdout, stderr } = await cli(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(reason)).toBe(true);
    expect(stderr).toContain('  partner-key create <name>');
  });

  it('refuses a command without its argument, and describes it', async () => {
    const reason = 'partner-key create requires <name>.\n\n';
    expect(await cli('partner-key', 'create')).toEqual({
      code: 2,
      stdout: '',
      stderr: reason + helpTo('partner-key create'),
    });
  });

  it.each([
    [
      ['user', 'set-plan', 'a@example.com', 'gold'],
      'Unknown plan "gold"; known: free, basic, professional, defi.\n',
    ],
    [['wallet', 'status', '0x12'], 'Not a valid EVM, Bitcoin or Solana address\n'],
  ])('fails on %j without a stack', async (words, reason) => {
    expect(await cli(...words)).toEqual({ code: 1, stdout: '', stderr: reason });
  });
});

describe('a command line', () => {
  it.each(NAMES)('%s is described by its arguments and what it does', (name) => {
    const { args = [], does = '?' } = COMMANDS[name] ?? {};
    expect(helpTo(name)).toContain(`Usage: npm run -s cli -- ${[name, ...args].join(' ')}\n`);
    expect(helpTo(name)).toContain(does);
  });

  it.each([
    [['nonsense'], 'Unknown command "nonsense".'],
    [['partner-key', 'lst'], 'Unknown command "partner-key lst". Did you mean "partner-key list"?'],
    [['migrat'], 'Unknown command "migrat". Did you mean "migrate"?'],
    [['partner-key'], '"partner-key" is incomplete: add a subcommand.'],
    [[], 'No command was given.'],
    [['partner-key', 'create', ''], 'partner-key create takes no empty argument.'],
    [['user', 'set-plan', 'a@example.com'], 'user set-plan requires <plan>.'],
    [['migrate', 'x'], 'migrate does not take "x".'],
  ])('%j is refused', (words, reason) => {
    expect(() => checkArguments(findCommand(words))).toThrow(new UsageError(reason));
  });

  it('with a place in the audit log that is none is refused', async () => {
    const { command, args } = findCommand(['audit', 'verify', '7']);
    await expect(async () => command.run(args)).rejects.toThrow(/^"7" is not <count>:<hash>/);
  });
});

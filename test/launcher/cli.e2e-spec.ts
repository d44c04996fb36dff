import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/commands';
import { type Finished, Run } from './run';
import { temporaryFolder } from '../support/temporary-folder';

/** The operator's commands as npm runs them: what they answer before any database is touched. */

const NAMES = Object.keys(COMMANDS);

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

  it.each(NAMES)('describes %s on --help, before its arguments are looked at', async (name) => {
    const { code, stdout, stderr } = await cli(...name.split(' '), '--help');
    expect([code, stderr]).toEqual([0, '']);
    const { args = [], does = '?' } = COMMANDS[name] ?? {};
    expect(stdout).toContain(`Usage: npm run -s cli -- ${[name, ...args].join(' ')}\n`);
    expect(stdout).toContain(does);
  });

  it('lists the commands of a group on --help', async () => {
    const { code, stdout } = await cli('partner-key', '--help');
    expect([code, stdout.match(/^ {2}partner-key \w+/gm)?.length]).toEqual([0, 3]);
    expect(stdout).not.toContain('migrate');
  });

  it.each([
    [['nonsense'], 'Unknown command "nonsense".\n'],
    [['nonsense', '--help'], 'Unknown command "nonsense".\n'],
    [['partner-key', 'lst'], 'Unknown command "partner-key lst". Did you mean "partner-key list"?'],
    [['migrat'], 'Unknown command "migrat". Did you mean "migrate"?'],
    [['partner-key'], '"partner-key" is incomplete: add a subcommand.'],
    [[], 'No command was given.'],
    [['migrate', '--force'], "Unknown option '--force'.\n"],
  ])('refuses %j and lists the commands', async (words, reason) => {
    const { code, stdout, stderr } = await cli(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(reason)).toBe(true);
    expect(stderr).toContain('  partner-key create <name>');
  });

  it.each([
    [['partner-key', 'create'], 'partner-key create requires <name>.', 'partner-key create <name>'],
    [
      ['partner-key', 'create', ''],
      'partner-key create takes no empty argument.',
      'partner-key create <name>',
    ],
    [['user', 'set-plan', 'a@example.com'], 'user set-plan requires <plan>.', 'user set-plan <email> <plan>'],
    [['migrate', 'x'], 'migrate does not take "x".', 'migrate'],
    [['audit', 'verify', '7'], '"7" is not <count>:<hash>', 'audit verify [<count>:<hash>]'],
  ])('refuses %j and describes the command', async (words, reason, usage) => {
    const { code, stdout, stderr } = await cli(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(reason)).toBe(true);
    expect(stderr).toContain(`Usage: npm run -s cli -- ${usage}\n`);
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagsOf, npmScripts } from './run';

const ROOT = join(__dirname, '../..');
/** The lines that run the service without npm. */
const commandsOf = (file: string): string[] =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .filter((line) => /scripts\/run\.cjs['"], ['"](main|worker)['"]/.test(line));

describe('Node is started alike', () => {
  const flags = flagsOf('main');

  it.each(['launcher/start', 'worker'])('by the npm script for %s', (module) => {
    expect(flagsOf(module)).toEqual(flags);
  });

  it('by the benchmark of the engine', () => {
    expect(npmScripts()['bench:engine']?.match(/--[a-z-]+=\d+/g)).toEqual(flags);
  });

  it.each(['Dockerfile', 'docker-compose.yml'])('in %s', (file) => {
    const commands = commandsOf(file);
    expect(commands).toHaveLength(1);
    for (const command of commands) expect(command.match(/--[a-z-]+=\d+/g)).toEqual(flags);
  });
});

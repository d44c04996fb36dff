import { nearest } from '../domain/kernel/nearest';
import { type Command, COMMANDS, UsageError } from '.';

export interface Call {
  name: string;
  command: Command;
  args: readonly string[];
}

const names = Object.keys(COMMANDS);
const RUN = 'npm run -s cli --';

/** @throws UsageError when the words match no command */
export function findCommand(words: readonly string[]): Call {
  const name = names.find((each) => `${words.join(' ')} `.startsWith(`${each} `));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || command === undefined) throw new UsageError(unknown(words));
  return { name, command, args: words.slice(name.split(' ').length) };
}

export function checkArguments({ name, command: { args: expected }, args }: Call): void {
  const missing = expected.slice(args.length).filter((arg) => !arg.startsWith('['));
  const surplus = args.slice(expected.length);
  if (missing.length > 0) throw new UsageError(`${name} requires ${missing.join(' ')}.`);
  if (args.some((arg) => arg === '')) throw new UsageError(`${name} takes no empty argument.`);
  if (surplus.length > 0) throw new UsageError(`${name} does not take "${surplus.join(' ')}".`);
}

export function usage(words: readonly string[] = []): string {
  const listed = Object.entries(COMMANDS).filter(([name]) => isWithin(name, words));
  const lines = listed.map(([name, command]) => `  ${line(name, command).padEnd(34)}${command.does}`);
  return `Usage: ${RUN} <command>\n\n${lines.join('\n')}\n\n${RUN} <command> --help describes one of them.\n`;
}

export const helpOf = ({ name, command }: Call): string =>
  [
    `Usage: ${RUN} ${line(name, command)}`,
    '',
    `  ${command.does}`,
    ...(command.notes ?? []).map((note) => `  ${note}`),
    '',
  ].join('\n');

const line = (name: string, { args }: Command): string => [name, ...args].join(' ');

/** `partner-key` is within `partner-key list`. */
export const isWithin = (name: string, words: readonly string[]): boolean =>
  `${name} `.startsWith(words.map((word) => `${word} `).join(''));

function unknown(words: readonly string[]): string {
  if (words.length === 0) return 'No command was given.';
  const given = words.slice(0, 2).join(' ');
  if (names.some((name) => isWithin(name, words))) return `"${given}" is incomplete: add a subcommand.`;
  const meant = nearest(given, names) ?? nearest(words[0] ?? '', names);
  return `Unknown command "${given}".${meant === null ? '' : ` Did you mean "${meant}"?`}`;
}

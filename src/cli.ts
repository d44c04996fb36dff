import { fstatSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LaunchError } from './bootstrap/launch-error';
import { refuse } from './bootstrap/process';
import { COMMANDS, UsageError } from './commands';
import { checkArguments, findCommand, helpOf, isWithin, usage } from './commands/usage';

const isBad = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'valid' in result && result.valid === false;

/** Exit 2: the command line is wrong. Exit 1: the command failed, or found what it looked for. */
async function main(line: string[]): Promise<void> {
  const { values, positionals: words } = read(line);
  if (
    values.help &&
    Object.keys(COMMANDS).some((name) => isWithin(name, words) && name !== words.join(' '))
  ) {
    process.stdout.write(usage(words));
    return;
  }
  const call = findCommand(words);
  if (values.help) {
    process.stdout.write(helpOf(call));
    return;
  }
  try {
    checkArguments(call);
    const result = await call.command.run(call.args);
    print(`${JSON.stringify(result)}\n`);
    if (isBad(result)) process.exitCode = 1;
  } catch (error) {
    if (error instanceof UsageError) return wrong(error.message, helpOf(call));
    throw error;
  }
}

/** A full disk can cut a write to a file short. `process.stdout` ignores that. */
function print(text: string): void {
  const { fd } = process.stdout;
  if (!fstatSync(fd).isFile()) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(fd, text);
  } catch (error) {
    throw new LaunchError(`The result cannot be written: ${(error as Error).message}`);
  }
}

/** @throws UsageError for an option that does not exist */
function read(line: string[]) {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: line, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. .*/s, '.'));
  }
}

function wrong(message: string, help: string): void {
  process.stderr.write(`${message}\n\n${help}`);
  process.exitCode = 2;
}

// A reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

main(process.argv.slice(2)).catch((error: unknown) =>
  error instanceof UsageError ? wrong(error.message, usage()) : refuse(error),
);

import { refuse } from './app.process';

type Work = typeof import('./app.commands');

interface Command {
  usage: string;
  does: string;
  /** Null: the arguments do not fit. Else what is to be done and printed, as JSON. */
  run: (args: readonly string[]) => ((work: Work) => Promise<unknown>) | null;
}

/** `<count>:<hash>`, as the log and `audit verify` print the end of the chain. */
const anchorOf = (text: string): { count: number; hash: string } | null => {
  const [, count, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return count !== undefined && hash !== undefined ? { count: Number(count), hash } : null;
};

const COMMANDS = {
  migrate: {
    usage: 'migrate',
    does: 'brings the schema up to this release',
    run: (args) => (args.length === 0 ? (work) => work.migrateDatabase() : null),
  },
  'partner-key create': {
    usage: 'partner-key create <name>',
    does: 'makes a key and prints it, once',
    run: ([name, ...rest]) => (name && rest.length === 0 ? (work) => work.createPartnerKey(name) : null),
  },
  'partner-key list': {
    usage: 'partner-key list',
    does: 'lists keys, never their secret part',
    run: (args) => (args.length === 0 ? (work) => work.listPartnerKeys() : null),
  },
  'partner-key revoke': {
    usage: 'partner-key revoke <id>',
    does: 'ends a key at once',
    run: ([id, ...rest]) => (id && rest.length === 0 ? (work) => work.revokePartnerKey(id) : null),
  },
  'user make-operator': {
    usage: 'user make-operator <email>',
    does: 'lets an account see all accounts',
    run: ([email, ...rest]) => (email && rest.length === 0 ? (work) => work.makeOperator(email) : null),
  },
  'audit verify': {
    usage: 'audit verify [<count>:<hash>]',
    does: 'walks the audit log, names what was tampered with',
    run: ([text, ...rest]) => {
      const anchor = text === undefined ? null : anchorOf(text);
      return rest.length > 0 || (text !== undefined && !anchor) ? null : (work) => work.verifyAudit(anchor);
    },
  },
  'audit prune': {
    usage: 'audit prune',
    does: 'drops its months beyond 400 days, if they verify',
    run: (args) => (args.length === 0 ? (work) => work.pruneAudit() : null),
  },
  'billing held': {
    usage: 'billing held',
    does: 'lists payment events that had no effect',
    run: (args) => (args.length === 0 ? (work) => work.heldPayments() : null),
  },
  'billing catch-up': {
    usage: 'billing catch-up',
    does: 'asks the payment processor for what never came',
    run: (args) => (args.length === 0 ? (work) => work.catchUpPayments() : null),
  },
  openapi: {
    usage: 'openapi',
    does: 'prints the OpenAPI document',
    run: (args) => (args.length === 0 ? (work) => work.openApi() : null),
  },
} as const satisfies Record<string, Command>;

const USAGE = `Usage: npm run -s cli -- <command>\n\n${Object.values(COMMANDS)
  .map(({ usage, does }) => `  ${usage.padEnd(32)}${does}`)
  .join('\n')}\n`;

/** A result that says of itself that something is wrong. */
const isBad = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'valid' in result && result.valid === false;

/**
 * One command, its result as JSON on stdout, everything else on stderr. Exit 2: no such command; 1: it failed, or found
 * what it looked for.
 */
async function main(words: readonly string[]): Promise<void> {
  const found = Object.entries<Command>(COMMANDS).find(([name]) =>
    `${words.join(' ')} `.startsWith(`${name} `),
  );
  const job = found?.[1].run(words.slice(found[0].split(' ').length)) ?? null;
  if (job === null) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const result = await job(await import('./app.commands.js'));
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (isBad(result)) process.exitCode = 1;
}

main(process.argv.slice(2)).catch(refuse);

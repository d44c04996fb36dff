/** One command of the operator. Its file is loaded when it runs. */
export interface Command {
  does: string;
  /** Names of its arguments, in order; one in brackets may be left out. */
  args: readonly string[];
  /** Further lines of its help. */
  notes?: readonly string[];
  /** @returns what is printed as JSON. @throws UsageError for an argument of the wrong form */
  run: (args: readonly string[]) => Promise<unknown>;
}

/** The words after the name of a command do not fit. */
export class UsageError extends Error {}

export const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    does: 'brings the schema up to this release',
    args: [],
    run: async () => (await import('./schema.js')).migrateDatabase(),
  },
  'partner-key create': {
    does: 'makes a key and prints it, once',
    args: ['<name>'],
    run: async ([name = '']) => (await import('./partner-keys.js')).createPartnerKey(name),
  },
  'partner-key list': {
    does: 'lists keys, never their secret part',
    args: [],
    run: async () => (await import('./partner-keys.js')).listPartnerKeys(),
  },
  'partner-key revoke': {
    does: 'ends a key at once',
    args: ['<id>'],
    run: async ([id = '']) => (await import('./partner-keys.js')).revokePartnerKey(id),
  },
  'user list': {
    does: 'lists accounts with plan and role',
    args: [],
    run: async () => (await import('./users.js')).listUsers(),
  },
  'user make-operator': {
    does: 'lets an account see all accounts',
    args: ['<email>'],
    run: async ([email = '']) => (await import('./users.js')).makeOperator(email),
  },
  'user set-plan': {
    does: 'gives an account a plan without an end',
    args: ['<email>', '<plan>'],
    notes: ['<plan> is free, basic, professional or defi.'],
    run: async ([email = '', plan = '']) => (await import('./users.js')).setPlan(email, plan),
  },
  'wallet status': {
    does: 'shows how far the history of an address has been read',
    args: ['<address>'],
    run: async ([address = '']) => (await import('./wallets.js')).walletStatus(address),
  },
  'audit verify': {
    does: 'reads the audit log and lists what was tampered with',
    args: ['[<count>:<hash>]'],
    notes: [
      '<count>:<hash> is the end of the chain as an earlier run or the log printed it; it must still be there.',
      'Exit code 1 when the log does not verify.',
    ],
    run: async ([text]) =>
      (await import('./audit.js')).verifyAudit(text === undefined ? null : anchorOf(text)),
  },
  'audit prune': {
    does: 'drops its months beyond 400 days, if they verify',
    args: [],
    run: async () => (await import('./audit.js')).pruneAudit(),
  },
  'billing held': {
    does: 'lists payment events that had no effect',
    args: [],
    run: async () => (await import('./held-payments.js')).heldPayments(),
  },
  'billing catch-up': {
    does: 'asks the payment processor for events that did not arrive',
    args: [],
    run: async () => (await import('./catch-up.js')).catchUpPayments(),
  },
  openapi: {
    does: 'prints the OpenAPI document',
    args: [],
    run: async () => (await import('./openapi.js')).openApi(),
  },
};

/** `<count>:<hash>`, as the log and `audit verify` print the end of the chain. */
function anchorOf(text: string): { count: number; hash: string } {
  const [, count, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (count === undefined || hash === undefined)
    throw new UsageError(`"${text}" is not <count>:<hash>, a whole number and 64 hexadecimal digits.`);
  return { count: Number(count), hash };
}

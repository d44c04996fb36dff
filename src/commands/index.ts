import { writtenDocument } from '../http/docs/written-document';

export interface Command {
  does: string;
  /** In order. An argument in brackets is optional. */
  args: readonly string[];
  notes?: readonly string[];
  /** @throws UsageError for a malformed argument */
  run: (args: readonly string[]) => Promise<unknown>;
}

export class UsageError extends Error {}

export const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    does: 'migrates the schema to this release',
    args: [],
    run: async () => (await import('./schema.js')).migrateDatabase(),
  },
  'database distribute': {
    does: 'distributes the tables of a migrated database over the nodes of Citus',
    args: [],
    notes: [
      'DATABASE_URL (or DATABASE_MIGRATION_URL) names the coordinator. Rows that are stored move; tables that are distributed stay.',
    ],
    run: async () => (await import('./schema.js')).distributeDatabase(),
  },
  'partner-key create': {
    does: 'creates a key and prints it once',
    args: ['<name>'],
    run: async ([name = '']) => (await import('./partner-keys.js')).createPartnerKey(name),
  },
  'partner-key list': {
    does: 'lists keys, never their secret part',
    args: [],
    run: async () => (await import('./partner-keys.js')).listPartnerKeys(),
  },
  'partner-key revoke': {
    does: 'revokes a key immediately',
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
    does: 'sets the plan of an account, without an end date',
    args: ['<email>', '<plan>'],
    notes: ['<plan> is free, basic, professional or defi.'],
    run: async ([email = '', plan = '']) => (await import('./users.js')).setPlan(email, plan),
  },
  'user reset-password': {
    does: 'prints a link under which the owner sets a new password',
    args: ['<email>'],
    notes: [
      'The link works once, for one hour, and ends all sessions. Verify the identity of the person first.',
    ],
    run: async ([email = '']) => (await import('./users.js')).resetPassword(email),
  },
  'user reset-totp': {
    does: 'removes the second factor of an account',
    args: ['<email>'],
    notes: ['For an owner who lost the app and the recovery codes. Verify the identity of the person first.'],
    run: async ([email = '']) => (await import('./users.js')).resetTotp(email),
  },
  'user export': {
    does: 'prints all data of an account',
    args: ['<email>'],
    notes: ['Secrets and hashes are left out.'],
    run: async ([email = '']) => (await import('./personal-data.js')).exportUser(email),
  },
  'user delete': {
    does: 'deletes an account with all its data',
    args: ['<email>'],
    notes: [
      'Audit entries stay without personal fields, payments without the account. This cannot be undone.',
    ],
    run: async ([email = '']) => (await import('./personal-data.js')).deleteUser(email),
  },
  'wallet add': {
    does: 'orders the reading of the history of an address',
    args: ['<address>'],
    notes: ['The running service, or the next one, reads it. See the progress with wallet status.'],
    run: async ([address = '']) => (await import('./wallets.js')).addWallet(address),
  },
  'wallet status': {
    does: 'shows how far the history of an address has been read',
    args: ['<address>'],
    run: async ([address = '']) => (await import('./wallets.js')).walletStatus(address),
  },
  backup: {
    does: 'writes the whole database to a new file',
    args: ['<file>'],
    notes: [
      'The service can run meanwhile. The file is readable by its owner only.',
      'Secrets in it stay sealed: keep the keys that the output names, too.',
    ],
    run: async ([file = '']) => (await import('./backup.js')).backup(file),
  },
  restore: {
    does: 'restores a backup into an empty database',
    args: ['<file>'],
    notes: [
      'Stop the service first. DATA_DIR may hold key files (*.secret) only; copy those of the backup there first.',
      'A backup of an older release is migrated; one of a newer release is refused.',
    ],
    run: async ([file = '']) => (await import('./backup.js')).restore(file),
  },
  'forms fetch': {
    does: 'fetches the official Form 8949 and Schedule D of a year',
    args: ['<year>'],
    notes: [
      'Calls www.irs.gov, and nothing else. Installs both in DATA_DIR/irs-forms, or none.',
      'Refuses drafts, and forms with other fields than are known.',
    ],
    run: async ([year = '']) => (await import('./forms/official-forms.js')).fetchForms(year),
  },
  'forms add': {
    does: 'installs an official form from a file',
    args: ['<file>'],
    notes: ['For a machine without access to www.irs.gov. The form and its year are read from the file.'],
    run: async ([file = '']) => (await import('./forms/official-forms.js')).addForm(file),
  },
  'forms check': {
    does: 'checks the installed official forms',
    args: [],
    notes: [
      'Compares each with its SHA-256, fills every field and reads it back. Exit code 1 when one does not fit.',
    ],
    run: async () => (await import('./forms/official-forms.js')).checkForms(),
  },
  'webhooks listen': {
    does: 'receives webhooks on this machine and prints them',
    args: ['[<port>]'],
    notes: [
      'Default port: 4000. Create a webhook with the URL http://127.0.0.1:4000/ (EGRESS_POLICY=allow-private).',
      'Prints one JSON line for each event, and verifies its signature. Ctrl-C ends.',
    ],
    run: async ([port]) => (await import('./webhooks.js')).listen(port),
  },
  'audit verify': {
    does: 'verifies the audit log and lists each change made to it',
    args: ['[<count>:<hash>]'],
    notes: [
      '<count>:<hash> is an earlier end of the chain, as printed by a run or in the log; it must still exist.',
      'Exit code 1 when the log does not verify.',
    ],
    run: async ([text]) =>
      (await import('./audit.js')).verifyAudit(text === undefined ? null : anchorOf(text)),
  },
  verify: {
    does: 'computes an evidence archive again from its inputs',
    args: ['<file>', '[<digest>]'],
    notes: [
      '<digest> is that of the header X-Input-Hash with which the archive was downloaded.',
      'Needs no database and no network. Exit code 1 when the archive does not verify.',
    ],
    run: async ([file = '', digest]) =>
      (await import('./archives/verify.js')).verifyArchive(
        file,
        digest === undefined ? null : digestOf(digest),
      ),
  },
  'audit prune': {
    does: 'drops months older than 400 days, if they verify',
    args: [],
    run: async () => (await import('./audit.js')).pruneAudit(),
  },
  'billing held': {
    does: 'lists payment events that had no effect',
    args: [],
    run: async () => (await import('./held-payments.js')).heldPayments(),
  },
  'billing catch-up': {
    does: 'fetches missed events from the payment processor',
    args: [],
    run: async () => (await import('./catch-up.js')).catchUpPayments(),
  },
  'secrets rewrap': {
    does: 'encrypts every stored secret again, under the first key',
    args: [],
    notes: [
      'The first key of ENCRYPTION_KEY seals; afterwards the other keys can be removed.',
      'Exit code 1 when a secret cannot be read with any key.',
    ],
    run: async () => (await import('./secrets.js')).rewrapSecrets(),
  },
  openapi: {
    does: 'prints the OpenAPI document',
    args: [],
    run: async () => writtenDocument() ?? (await import('./openapi.js')).openApi(),
  },
};

/** Parses `<count>:<hash>`, the end of the chain as the log and `audit verify` print it. */
function anchorOf(text: string): { count: number; hash: string } {
  const [, count, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (count === undefined || hash === undefined)
    throw new UsageError(`"${text}" is not <count>:<hash> (a whole number and 64 hexadecimal digits).`);
  return { count: Number(count), hash };
}

function digestOf(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError(`"${text}" is no digest (64 hexadecimal digits in lower case).`);
}

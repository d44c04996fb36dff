import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { DISTRIBUTION_COLUMNS } from '../../src/adapters/persistence/distribution';

const SRC = join(__dirname, '../../src');

/** Tables that grow with accounts and with what they order. They are not distributed. */
export const OTHER_TABLES: Readonly<Record<string, readonly string[]>> = {
  'accounts, their credentials and settings': [
    'users',
    'signup_attempts',
    'sessions',
    'mail_tokens',
    'mail_outbox',
    'counted_attempts',
    'known_networks',
    'totp_factors',
    'recovery_codes',
    'api_keys',
    'usage_days',
    'partner_keys',
    'idempotent_requests',
  ],
  'which wallets and accounts a user has': [
    'linked_wallets',
    'portfolios',
    'portfolio_addresses',
    'space_members',
    'space_invitations',
    'exchange_accounts',
    'exchange_credentials',
    'tracked_wallets',
    'watches',
    'change_feeds',
  ],
  'what a user filed': ['filed_years', 'broker_forms'],
  'queues and schedules over all wallets': ['jobs', 'events', 'wallet_reads', 'news_cursor'],
  'deliveries to users': ['webhooks', 'webhook_addresses', 'webhook_deliveries', 'webhook_attempts'],
  'one log': ['audit_logs', 'audit_head', 'audit_checkpoints', 'audit_erasures'],
  payments: ['checkouts', 'payment_events', 'payment_scans'],
  'the schema': ['migrations'],
};

/** Statements over several keys, and why. Each of them has to be sent to every database. */
export const OVER_KEYS: readonly { file: string; table: string; contains: string; why: string }[] = [
  {
    file: 'adapters/persistence/ledgers/wallet-snapshots.store.ts',
    table: 'wallet_snapshots',
    contains: 'SELECT scope AS name',
    why: 'scopes that an address is a part of',
  },
  {
    file: 'adapters/persistence/ledgers/wallet-snapshots.store.ts',
    table: 'wallet_snapshots',
    contains: 'DELETE FROM wallet_snapshots',
    why: 'scopes that an address is a part of',
  },
  {
    file: 'adapters/persistence/ledgers/ledgers.store.ts',
    table: 'ledgers',
    contains: 'NOT bool_or(scope IN (SELECT scope FROM wallet_snapshots))',
    why: 'ledgers that no snapshot belongs to',
  },
  {
    file: 'adapters/persistence/ledgers/ledgers.store.ts',
    table: 'wallet_snapshots',
    contains: 'NOT bool_or(scope IN (SELECT scope FROM wallet_snapshots))',
    why: 'ledgers that no snapshot belongs to',
  },
  {
    file: 'adapters/persistence/ledgers/ledgers.store.ts',
    table: 'ledgers',
    contains: "UPDATE ledgers SET state = ''",
    why: 'ledgers that an address is a part of, or that exceed a quota',
  },
  {
    file: 'adapters/persistence/ledgers/ledgers.store.ts',
    table: 'ledgers',
    contains: 'WHERE cardinality(wallets) > 1',
    why: 'the sets of wallets that a quota counts',
  },
  {
    file: 'modules/auth/personal-data/personal-data.repository.ts',
    table: 'lineage_books',
    contains: 'SELECT books FROM lineage_books',
    why: 'additions of a user to any set of wallets',
  },
  {
    file: 'modules/auth/personal-data/personal-tables.ts',
    table: 'ledgers',
    contains: 'SELECT id FROM ledgers WHERE user_id',
    why: 'ledgers with additions of a user',
  },
];

export interface Statement {
  file: string;
  line: number;
  text: string;
}

/** Texts of a source file that name a table after FROM, JOIN, INTO or UPDATE. Constants of the file are filled in. */
export function statementsIn(file: string, source: string): Statement[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const texts: Statement[] = [];
  const textOf = (node: ts.Expression, depth = 0): string => {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, span) => text + textOf(span.expression, depth) + span.literal.text,
        node.head.text,
      );
    if (ts.isBinaryExpression(node)) return textOf(node.left, depth) + textOf(node.right, depth);
    // Conditions on the rows of a ledger: each begins with its id and version (`versioned`).
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'text') return 'ledger_id =';
    const constant = ts.isIdentifier(node) && depth < 5 ? constants.get(node.text) : undefined;
    return constant ? textOf(constant, depth + 1) : '';
  };
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      texts.push({ file, line: line + 1, text: textOf(node) });
    } else ts.forEachChild(node, visit);
  };
  collect(tree);
  visit(tree);
  return texts.filter(({ text }) => tablesIn(text).length > 0);
}

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+"?([a-z_]+)/g)]
    .map(([, table = '']) => table)
    .filter((table) => table in DISTRIBUTION_COLUMNS);

/** Tables of a statement that neither compares their key nor writes it. */
export const withoutKey = ({ text }: Statement): string[] =>
  tablesIn(text).filter((table) => {
    const key = DISTRIBUTION_COLUMNS[table] ?? '';
    const compared = `\\b${key}\\s*(=|IN\\b)|=\\s*(\\w+\\.)?${key}\\b|USING \\([^)]*\\b${key}\\b`;
    const written = `INTO ${table}\\b[^()]*\\([^)]*\\b${key}\\b`;
    return !new RegExp(`${compared}|${written}`).test(text);
  });

/** Every statement of the product. Migrations run over whole tables. */
export const statements = (): Statement[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .flatMap((file) => statementsIn(file, readFileSync(join(SRC, file), 'utf8')));

import tseslint from 'typescript-eslint';

/** Impure or inexact things the domain must not name; the types cannot forbid these. */
const impure = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'The domain has no clock: take the time as an argument.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The domain has no clock: take the time as an argument.' },
  { selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']", message: 'The domain is deterministic.' },
  { selector: ':function[async=true]', message: 'The domain is synchronous.' },
  { selector: 'AwaitExpression', message: 'The domain is synchronous.' },
  { selector: "CallExpression[callee.name='parseFloat']", message: 'Money and quantities are never floats.' },
  { selector: "CallExpression[callee.object.name='Number'][callee.property.name='parseFloat']", message: 'Money and quantities are never floats.' },
];

/** A test has no limit of its own: on a slow machine it would fail. `testTimeout` of jest.config.cjs bounds a hang. */
const limits = [
  { selector: "CallExpression[callee.name=/^(it|test)$/][arguments.length>2]", message: 'A test has no time limit of its own.' },
  { selector: "CallExpression[callee.type='CallExpression'][callee.callee.object.name=/^(it|test)$/][arguments.length>2]", message: 'A test has no time limit of its own.' },
  { selector: "CallExpression[callee.name=/^(before|after)(All|Each)$/][arguments.length>1]", message: 'A hook has no time limit of its own.' },
  { selector: "CallExpression[callee.object.name='jest'][callee.property.name='setTimeout']", message: 'A suite has no time limit of its own.' },
];

const SQL_TIME = /\b(now\s*\(\s*\)|(clock|statement|transaction|current)_timestamp|localtimestamp|current_(date|time)|localtime|timeofday)(?!\w)/i;

/** Time in texts of SQL, which a test could not move. Texts of errors and of documents do not name these functions. */
const sqlTime = {
  create(context) {
    const look = (node, text) => {
      if (SQL_TIME.test(text))
        context.report({ node, message: 'Write service_now(), or give the time as a parameter (migrations/README.md).' });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    };
  },
};
const CLOCK = 'Take the time and the timers from the Clock (src/ports/clock.ts): a test moves it.';

/** Time of the machine, which only the adapter of the clock may ask for. */
const machineTime = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: CLOCK },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
  { selector: "CallExpression[callee.name='Date']", message: CLOCK },
  { selector: "MemberExpression[object.name=/^(globalThis|global)$/][property.name=/^(set|clear)(Timeout|Interval)$|^performance$/]", message: CLOCK },
];
const machineTimers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'];
const machineModules = ['timers', 'timers/promises', 'perf_hooks'].flatMap((name) => [name, `node:${name}`]);
const rxjsTimers = ['timer', 'interval', 'delay', 'timeout', 'debounceTime', 'throttleTime', 'auditTime'];
const abortTimer = { selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']", message: CLOCK };

/** Files with a time that no test can move. */
const BESIDE_THE_CLOCK = [
  'src/adapters/system/system-clock.ts',
  // A thread of its own, without an application: its nonces follow the clock of an exchange.
  'src/adapters/exchanges/api/connection.thread.ts',
  // They measure what the processor does in one turn of the event loop.
  'src/common/turns.ts',
  // They measure the engine for a metric, also in threads without an application. Nothing depends on it.
  'src/modules/tax/calculate/posted-ledger.ts',
  'src/pipeline/ledger/replay-in-turns.ts',
  // The pace of the bytes of one socket.
  'src/http/body/receive.ts',
  'src/http/unread-body.ts',
  // They look again and again at processes and locks of the operating system.
  'src/launcher/postgres.ts',
  'src/launcher/processes.ts',
  'src/launcher/supervised-postgres.ts',
];

/** Each bounds one call over a real connection. */
const NETWORK_CALLS = [
  'src/adapters/mail/smtp-mailer.ts',
  'src/adapters/outbound/guarded-download.ts',
  'src/adapters/providers/rwa/rwa.provider.ts',
];

export default tseslint.config(
  { ignores: ['dist/**', 'clients/typescript/dist/**', 'clients/typescript/src/generated/**', 'node_modules/**', 'coverage/**', '.data/**', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-restricted-properties': ['error', { object: 'URL', property: 'canParse', message: 'Wrong about names beyond ASCII once it is compiled: urlOf of src/common/url.' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts', ...BESIDE_THE_CLOCK],
    rules: {
      'no-restricted-globals': ['error', ...machineTimers.map((name) => ({ name, message: CLOCK }))],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...machineModules.map((name) => ({ name, message: CLOCK })),
            { name: 'rxjs', importNames: rxjsTimers, message: CLOCK },
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...machineTime, abortTimer],
    },
  },
  {
    files: NETWORK_CALLS,
    rules: { 'no-restricted-syntax': ['error', ...machineTime] },
  },
  {
    files: ['src/domain/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...impure] },
  },
  {
    files: ['console/**/*.{ts,tsx}'],
    rules: { 'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Operator output and the launcher speak to a terminal.
    files: ['src/cli.ts', 'src/launcher/**/*.ts', 'bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': ['error', ...limits],
    },
  },
  {
    // The only time of SQL is service_now(): tests replace it.
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { service: { rules: { 'sql-time': sqlTime } } },
    rules: { 'service/sql-time': 'error' },
  },
);

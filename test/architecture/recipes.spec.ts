import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** One change of a file: text that exists, and its replacement. */
interface Step {
  file: string;
  find: string;
  add: string;
}

interface Recipe {
  /** The row of CONTRIBUTING.md. */
  name: string;
  steps: readonly Step[];
  /** Files that mention one of these names are compiled. */
  names: RegExp;
}

const row = (file: string, find: string, add: string): Step => ({ file, find, add: `${find}\n${add}` });

/** RECIPES: the recipes of CONTRIBUTING.md that the compiler follows, with the changes they name. */
const RECIPES: readonly Recipe[] = [
  {
    name: 'an endpoint',
    names: /\b(RwaController|RwaService)\b/,
    steps: [
      row(
        'src/modules/rwa/rwa.controller.ts',
        'constructor(private readonly rwa: RwaService) {}',
        `/** Count the tokens of the registry */
        @Get('counts')
        @Responds(RwaCountsResponse)
        countRwaTokens(): RwaCountsResponse { return this.rwa.counts(); }`,
      ),
      row('src/modules/rwa/rwa.controller.ts', 'RwaTokensResponse,', 'RwaCountsResponse,'),
      row(
        'src/modules/rwa/rwa.service.ts',
        "import { toReport, toRows } from './tax-report.presenter';",
        "import type { RwaCountsResponse } from './rwa.shapes.dto';",
      ),
      {
        file: 'src/modules/rwa/rwa.service.ts',
        find: 'tokens(): RwaTokensResponse {',
        add: 'counts(): RwaCountsResponse { return { count: RWA_LIST.length }; }\ntokens(): RwaTokensResponse {',
      },
      {
        file: 'src/modules/rwa/rwa.shapes.dto.ts',
        find: 'export class RwaTokensResponse {',
        add: 'export class RwaCountsResponse { count!: number; }\nexport class RwaTokensResponse {',
      },
    ],
  },
  {
    name: 'a chain',
    names: /\b(EvmChainName|ChainName|CHAINS|CHAIN_SOURCES)\b/,
    steps: [
      row(
        'src/domain/kernel/chain.ts',
        'export const CHAINS = {',
        "celo: evm(42220, 'CELO', 'Celo', '0x471ece3750da237f93b8e339c536989b8978a438', 'https://celoscan.io'),",
      ),
      row(
        'src/adapters/providers/chains.ts',
        'export const CHAIN_SOURCES = {',
        `celo: {
          prices: { llama: 'celo', platform: 'celo', native: coin('celo') },
          reading: { order: ['etherscan'], lists: LISTS, rereadBlocks: 120 },
        },`,
      ),
    ],
  },
  {
    name: 'a background job',
    names: /\b(JobPayloads|JobType|QUEUE_OF|Work)\b/,
    steps: [
      row('src/ports/work/jobs.ts', 'export interface JobPayloads {', 'archive_wallet: { given: string };'),
      row('src/ports/work/work-queues.ts', 'export const QUEUE_OF = {', "archive_wallet: 'indexing',"),
    ],
  },
  {
    name: 'a cost-basis method',
    names: /\b(MethodName|METHODS)\b/,
    steps: [
      row(
        'src/domain/engine/methods/index.ts',
        'export const METHODS = {',
        "newest_first: { ...lifo, title: 'Newest first' },",
      ),
    ],
  },
  {
    name: 'an error code',
    names: /\b(ErrorCode|ERRORS)\b/,
    steps: [
      row(
        'src/domain/kernel/errors.ts',
        'export const ERRORS = {',
        "PLANTED: { status: 409, message: 'Planted' },",
      ),
    ],
  },
  {
    name: 'a webhook event',
    names: /\b(EventType|EVENTS)\b/,
    steps: [
      row(
        'src/domain/webhooks/events.ts',
        'export const EVENTS = {',
        "'lot.moved': { description: 'lot moved to another wallet of the owner' },",
      ),
      row(
        'src/http/openapi/events.ts',
        'const EVENT_SCHEMAS: Readonly<Record<EventType | typeof TEST_EVENT, string>> = {',
        "'lot.moved': 'LotCreatedData',",
      ),
      row(
        'src/domain/webhooks/sample-events.ts',
        '  return {',
        "'lot.moved': { ...ETH, address: ADDRESS, lot_id: id(2) },",
      ),
    ],
  },
  {
    name: 'a tokenized fund',
    names: /\b(RwaSymbol|RWA_TOKENS)\b/,
    steps: [
      row(
        'src/domain/rwa/registry.ts',
        'export const RWA_TOKENS = {',
        `PLANT: { ...PLACEHOLDER, symbol: 'PLANT', name: 'Planted Fund', issuer: 'Planted', underlying: 'bills',
          investorRequirement: 'none', contracts: { ethereum: ['0x00000000000000000000000000000000000000f1'] } },`,
      ),
    ],
  },
];

const configFile = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(configFile.config, ts.sys, ROOT);
const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => join('src', file));
const parsed = new Map<string, ts.SourceFile | undefined>();
const resolved = ts.createModuleResolutionCache(ROOT, (name) => name, options);

/** @returns the files, relative to the root, that do not compile after the steps */
function brokenBy(steps: readonly Step[], names: RegExp): string[] {
  const changed = new Map<string, string>();
  for (const { file, find, add } of steps) {
    const path = join(ROOT, file);
    const before = changed.get(path) ?? read(file);
    expect(before).toContain(find);
    changed.set(
      path,
      before.replace(find, () => add),
    );
  }
  const host = ts.createCompilerHost(options);
  const original = host.getSourceFile.bind(host);
  host.getModuleResolutionCache = () => resolved;
  host.getSourceFile = (path, ...rest) => {
    const text = changed.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0], true);
    if (!parsed.has(path)) parsed.set(path, original(path, ...rest));
    return parsed.get(path);
  };
  const roots = SOURCES.filter((file) => names.test(read(file))).map((file) => join(ROOT, file));
  const program = ts.createProgram(roots, { ...options, noEmit: true, incremental: false }, host);
  return roots
    .filter((path) => program.getSemanticDiagnostics(program.getSourceFile(path)).length > 0)
    .map((path) => relative(ROOT, path));
}

/** Files that do not compile with all recipes followed at once: one program is faster than one per recipe. */
let broken: string[] | undefined;
const brokenByAll = (): string[] =>
  (broken ??= brokenBy(
    RECIPES.flatMap(({ steps }) => steps),
    new RegExp(RECIPES.map(({ names }) => names.source).join('|')),
  ));

/** As the page writes it: a recipe for any feature names no file of one. */
const placeOf = (file: string): string => file.replace(/^(src\/modules\/)[\w-]+\/.*/, '$1<feature>');

const PROVIDERS = 'src/adapters/providers';

describe('the recipes of CONTRIBUTING.md', () => {
  const rows = read('CONTRIBUTING.md')
    .split('\n')
    .filter((line) => line.startsWith('| **'));

  it.each(RECIPES)('$name: the steps compile, and no step can be left out', ({ name, steps, names }) => {
    const text = rows.find((line) => line.startsWith(`| **${name}**`));
    expect(text).toBeDefined();
    for (const { file } of steps) expect(text).toContain(placeOf(file));
    expect(brokenByAll()).toEqual([]);
    const [first, ...more] = steps;
    if (first && more.length > 0) expect(brokenBy([first], names)).not.toEqual([]);
  });

  it('a provider: every history source has its row, a schema and a mapper', () => {
    const names = readdirSync(join(ROOT, PROVIDERS)).filter((name) => {
      const file = `${PROVIDERS}/${name}/${name}.provider.ts`;
      return existsSync(join(ROOT, file)) && read(file).includes('HistorySource extends');
    });
    const [, table = ''] = /export const PROVIDERS = \{([^]*?)\n\}/.exec(read(`${PROVIDERS}/index.ts`)) ?? [];
    expect([...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).sort()).toEqual(names.sort());
    const parts = names.flatMap((name) => ['schema', 'mapper'].map((part) => `${name}/${name}.${part}.ts`));
    expect(parts.filter((file) => !existsSync(join(ROOT, PROVIDERS, file)))).toEqual([]);
    expect(parts.length).toBeGreaterThan(0);
  });

  it.each([
    ['an endpoint', ['reference', 'client', 'examples']],
    ['an error code', ['reference', 'client']],
    ['a permission', ['reference', 'client']],
    ['a webhook event', ['client']],
  ])('%s: the recipe names the commands that write the pages and types of it again', (name, commands) => {
    const text = rows.find((line) => line.startsWith(`| **${name}`));
    for (const command of commands) expect(text).toContain(`\`npm run ${command}\``);
  });

  it('name only files, commands and tables that exist', () => {
    const commands = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const sources = SOURCES.map(read).join('\n');
    const missing = rows.flatMap((line) =>
      [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => {
        if (/^(src|test|docs|migrations|bench)\/[\w./-]+$/.test(code) && !code.includes('NNNN'))
          return existsSync(join(ROOT, code)) ? [] : [code];
        if (code.startsWith('npm run ')) return commands.includes(code.split(' ').at(-1) ?? '') ? [] : [code];
        if (/^[A-Z][A-Z_]+$/.test(code)) return sources.includes(code) ? [] : [code];
        return [];
      }),
    );
    expect(missing).toEqual([]);
  });
});

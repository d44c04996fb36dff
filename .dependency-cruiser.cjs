/**
 * The import rules: which layer may import which.
 * test/architecture runs them, plants a violation of each rule and expects it to be found.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const npm = (name) => `node_modules/${name}(/|$)`;
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** layer -> the layers it may import, besides itself; lowest first. */
const LAYERS = {
  domain: [],
  ports: ['domain'],
  common: ['ports', 'domain'],
  config: ['domain', 'common'],
  adapters: ['ports', 'domain', 'common', 'config'],
  pipeline: ['ports', 'domain', 'common', 'config'],
  presenters: ['domain'],
  http: ['presenters', 'ports', 'domain', 'common', 'config'],
  modules: ['pipeline', 'presenters', 'http', 'ports', 'domain', 'common', 'config'],
};

/**
 * Files a layer may import as well: the table of advisory locks, shared columns, the transaction of a keyed request for
 * repositories, and the lease engine for work that a module stores itself.
 */
const ALSO = { modules: ['^src/adapters/(persistence/(advisory-locks|columns|effects)\\.ts$|queue/lease/)'] };

/** What puts the layers together: entry files, the start of a process, the launcher and the commands. */
const COMPOSITION = '^src/(main|worker|cli|app\\.module)\\.ts$';
const STARTERS = ['^src/(main|worker|cli)\\.ts$', '^src/(bootstrap|launcher|commands)/'];

/** Packages that the pure domain may use, each imported by one file (docs/adr/0001). */
const DOMAIN_PACKAGES = {
  'decimal\\.js': 'decimal',
  '@noble/hashes': 'hash',
  '@scure/base': 'address',
  'csv-stringify': 'csv',
};

module.exports = {
  forbidden: [
    ...Object.entries(LAYERS).map(([layer, below]) =>
      error(
        `layer-${layer}`,
        `src/${layer} may import ${['itself', ...below].join(', ')} only.`,
        { path: `^src/${layer}/` },
        {
          path: '^src/',
          pathNot: [...[layer, ...below].map((name) => `^src/${name}/`), ...(ALSO[layer] ?? [])],
        },
      ),
    ),
    error(
      'bootstrap-without-launcher',
      'What starts a process does not know the launcher of `npm start` or the commands.',
      { path: '^src/bootstrap/' },
      { path: '^src/(launcher|commands)/' },
    ),

    // --- the domain is pure
    error(
      'domain-no-packages',
      'No framework, no I/O, no Node modules: the domain imports its few pure packages only.',
      { path: '^src/domain/', pathNot: '\\.spec\\.ts$' },
      { pathNot: ['^src/', ...Object.keys(DOMAIN_PACKAGES).map(npm)] },
    ),
    ...Object.entries(DOMAIN_PACKAGES).map(([name, file]) =>
      error(
        `one-importer-${file}`,
        `Only domain/kernel/${file}.ts imports ${name.replace('\\', '')}: its settings are made once.`,
        { path: '^src/', pathNot: `^src/domain/kernel/${file}\\.ts$` },
        { path: npm(name) },
      ),
    ),
    error(
      'kernel-imports-kernel',
      'The kernel imports nothing else of the domain.',
      { path: '^src/domain/kernel/' },
      { path: '^src/domain/', pathNot: '^src/domain/kernel/' },
    ),
    error(
      'engine-imports-kernel',
      'Plans, permissions, normalisation, RWA and webhooks never change a tax number. The register of law states dates.',
      { path: '^src/domain/engine/' },
      { path: '^src/domain/', pathNot: '^src/domain/(engine|kernel|law)/' },
    ),
    error(
      'bills-reach-no-form',
      'What makes, stores or prints forms and reports does not know comparisons with bills.',
      {
        path: '^src/(domain/(engine|forms|filing|broker|evidence)|adapters|pipeline/ledger|modules/(filed-years|broker-forms|tax/(filing|generate|reports)))/',
      },
      { path: '^src/(domain/comparison|pipeline/law)/' },
    ),
    error(
      'comparisons-store-nothing',
      'A comparison with a bill has no access to what is stored.',
      { path: '^src/(domain/comparison|pipeline/law)/' },
      { path: '^src/(ports/storage|adapters)/' },
    ),
    error(
      'domain-by-index',
      'engine, chain and rwa are imported by their index.ts; two transaction types are files of their own.',
      { path: '^(src|test)/', pathNot: '^src/domain/(engine|chain|rwa)/' },
      {
        path: '^src/domain/(engine|chain|rwa)/',
        pathNot: [
          '^src/domain/(engine|chain|rwa)/index\\.ts$',
          '^src/domain/chain/facts/(chain|wallet)-transaction\\.ts$',
        ],
      },
    ),
    error(
      'engine-by-index',
      'The rest of the domain imports the engine by its index.ts too.',
      { path: '^src/domain/', pathNot: '^src/domain/engine/' },
      { path: '^src/domain/engine/', pathNot: '^src/domain/engine/index\\.ts$' },
    ),
    error(
      'rwa-without-engine',
      'Records and tables do not compute tax.',
      { path: '^src/domain/(rwa|plans|access|webhooks)/' },
      { path: '^src/domain/(engine|chain)/' },
    ),

    // --- neighbours
    error(
      'ports-no-packages',
      'A port is an interface of our own.',
      { path: '^src/ports/' },
      { pathNot: '^src/' },
    ),
    error(
      'modules-by-port',
      'Feature modules talk through ports (events, look-ups), never by import.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: '^src/modules/$1/' },
    ),
    error(
      'providers-apart',
      'Only providers/index.ts imports more than one provider. All read the table of chains.',
      { path: '^src/adapters/providers/([^/]+)/' },
      { path: '^src/adapters/providers/', pathNot: '^src/adapters/providers/($1/|chains\\.ts$)' },
    ),
    error(
      'composition-root',
      'Only what starts a process, and tests, import the composition root.',
      { path: '^src/', pathNot: STARTERS },
      { path: [COMPOSITION, '^src/(bootstrap|launcher|commands)/'] },
    ),

    // --- each kind of file keeps to its task
    error(
      'typeorm-in-repositories',
      'Entities, repositories, stores, modules and migrations use the ORM; other files do not.',
      {
        path: '^src/',
        pathNot: ['\\.(entity|repository|store|module|spec)\\.ts$', '^src/adapters/(persistence|health)/'],
      },
      { path: [npm('typeorm'), npm('@nestjs/typeorm')] },
    ),
    error(
      'bull-in-processors',
      'Background work starts in a `*.processor.ts`. Only the wake-up and its connections know the queues of Redis.',
      { path: '^src/', pathNot: ['\\.processor\\.ts$', '^src/adapters/(queue/wake-up|redis)/'] },
      { path: [npm('@nestjs/bull'), npm('bull')] },
    ),
    error(
      'ccxt-in-its-thread',
      'The library of exchanges needs 80 MB: only the program of a thread loads it, never the start of a process.',
      { path: '^(src|test|bench)/', pathNot: '^src/adapters/exchanges/api/connection\\.thread\\.ts$' },
      { path: npm('ccxt') },
    ),
    error(
      'threads-are-programs',
      'The program of a thread is started by its file name and imported by no file.',
      { path: '^(src|test|bench)/' },
      { path: '\\.thread\\.ts$' },
    ),
    error(
      'controllers-are-thin',
      'A controller imports its service, its DTOs and src/http.',
      { path: '\\.controller\\.ts$', pathNot: '^src/http/' },
      {
        path: [
          '^src/(domain/engine|domain/chain|domain/rwa|pipeline|ports)/',
          '\\.(entity|repository)\\.ts$',
        ],
      },
    ),
    error(
      'entities-in-repositories',
      'Only a repository and the module import an entity.',
      { path: '^src/modules/', pathNot: '\\.(repository|module|entity)\\.ts$' },
      { path: '\\.entity\\.ts$' },
    ),
    error(
      'pure-by-suffix',
      'Presenters, mappers and CSV writers are plain functions.',
      { path: '\\.(presenter|mapper|csv)\\.ts$' },
      {
        path: [
          npm('@nestjs'),
          npm('typeorm'),
          '^src/(pipeline|http)/',
          '\\.(service|repository|entity)\\.ts$',
        ],
      },
    ),

    error(
      'console-by-api',
      'The console knows the service by its API only.',
      { path: '^console/' },
      { path: '^(src|test|migrations)/' },
    ),
    error(
      'service-without-console',
      'The service serves the built console and imports nothing of its sources.',
      { path: '^(src|migrations)/' },
      { path: '^console/' },
    ),

    // --- hygiene
    error('no-cycles', 'A cycle has no first file to read.', {}, { circular: true }),
    error(
      'src-without-test',
      'The product never imports a test.',
      { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
      { path: ['^test/', '\\.spec\\.ts$'] },
    ),
    error(
      'tests-boot-the-product',
      'An application under test starts through src/bootstrap/boot.ts, as the product does: process claim, migrations, drain.',
      { path: '^(test|bench)/', pathNot: '^test/contract/http-app\\.ts$' },
      { path: '^src/(app\\.module|bootstrap/setup)\\.ts$' },
    ),
    error(
      'migrations-import-nothing',
      'A migration that imports an entity changes meaning when the entity does.',
      { path: '^migrations/' },
      { path: '^src/' },
    ),
    error('resolvable', 'Every import is found.', {}, { couldNotResolve: true }),
    error(
      'declared',
      'The product imports what package.json declares for production.',
      { path: '^src/', pathNot: '\\.spec\\.ts$' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // type-only imports count
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

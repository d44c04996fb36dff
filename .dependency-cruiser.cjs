/**
 * The house rules: which floor may import which. One table, read from the ground up.
 * Run: npm run check:architecture. test/architecture plants a violation of each rule and expects it caught.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const npm = (name) => `node_modules/${name}(/|$)`;
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** floor -> the floors it may import, besides itself. Order is the height of the floor. */
const FLOORS = {
  domain: [],
  ports: ['domain'],
  config: ['domain'],
  adapters: ['ports', 'domain', 'config'],
  pipeline: ['ports', 'domain', 'config'],
  http: ['ports', 'domain', 'config'],
  modules: ['pipeline', 'http', 'ports', 'domain', 'config'],
};

/** Single files a layer may import as well: all repositories share the table of advisory locks. */
const ALSO = { modules: ['^src/adapters/persistence/advisory-locks\\.ts$'] };

/** The pure packages of the ground floor, each behind the one file that may name it (ADR 0002). */
const DOORS = {
  'decimal\\.js': 'decimal',
  '@noble/hashes': 'hash',
  '@scure/base': 'address',
};

module.exports = {
  forbidden: [
    ...Object.entries(FLOORS).map(([floor, below]) =>
      error(
        `floor-${floor}`,
        `src/${floor} may import ${['itself', ...below].join(', ')}; nothing above or beside it.`,
        { path: `^src/${floor}/` },
        { path: '^src/', pathNot: [...[floor, ...below].map((f) => `^src/${f}/`), ...(ALSO[floor] ?? [])] },
      ),
    ),

    // --- the ground floor is pure
    error(
      'domain-no-packages',
      'No framework, no I/O, no node core: the domain knows only its few pure packages.',
      { path: '^src/domain/', pathNot: '\\.spec\\.ts$' },
      { pathNot: ['^src/', ...Object.keys(DOORS).map(npm)] },
    ),
    ...Object.entries(DOORS).map(([name, file]) =>
      error(
        `one-door-${file}`,
        `${name.replace('\\', '')} is known to domain/kernel/${file}.ts alone: its settings are made once.`,
        { path: '^src/', pathNot: `^src/domain/kernel/${file}\\.ts$` },
        { path: npm(name) },
      ),
    ),
    error(
      'kernel-is-the-basement',
      'The kernel stands on nothing of ours.',
      { path: '^src/domain/kernel/' },
      { path: '^src/domain/', pathNot: '^src/domain/kernel/' },
    ),
    error(
      'engine-knows-only-kernel',
      'Plans, permissions, normalising, RWA and webhooks never change a tax number.',
      { path: '^src/domain/engine/' },
      { path: '^src/domain/', pathNot: '^src/domain/(engine|kernel)/' },
    ),
    error(
      'front-door',
      'The rooms engine, normalise and rwa are entered by index.ts (contracts between rooms are types of their own).',
      { path: '^(src|test)/', pathNot: '^src/domain/(engine|normalise|rwa)/' },
      {
        path: '^src/domain/(engine|normalise|rwa)/',
        pathNot: ['^src/domain/(engine|normalise|rwa)/index\\.ts$', '^src/domain/normalise/(chain|wallet)-transaction\\.ts$'],
      },
    ),
    error(
      'engine-front-door-inside-domain',
      'Other rooms of the domain enter the engine by index.ts too.',
      { path: '^src/domain/', pathNot: '^src/domain/engine/' },
      { path: '^src/domain/engine/', pathNot: '^src/domain/engine/index\\.ts$' },
    ),
    error(
      'rwa-not-inside-engine',
      'Records and tables do not compute tax.',
      { path: '^src/domain/(rwa|plans|access|webhooks)/' },
      { path: '^src/domain/(engine|normalise)/' },
    ),

    // --- walls between neighbours
    error('ports-no-packages', 'A port is a shape in our own words.', { path: '^src/ports/' }, { pathNot: '^src/' }),
    error(
      'modules-do-not-meet',
      'Feature modules talk through ports (events, lookups), never by import.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: '^src/modules/$1/' },
    ),
    error(
      'providers-do-not-meet',
      'Only providers/index.ts sees more than one provider.',
      { path: '^src/adapters/providers/([^/]+)/' },
      { path: '^src/adapters/providers/', pathNot: '^src/adapters/providers/$1/' },
    ),
    error(
      'app-is-the-roof',
      'Only the entry files and tests look at the composition root.',
      { path: '^src/', pathNot: ['^src/(main|worker|cli|app\\.[a-z]+)\\.ts$', '^src/(launcher|commands)/'] },
      { path: '^src/(main|worker|cli|app\\.[a-z]+)\\.ts$' },
    ),

    // --- each kind of file keeps to its job
    error(
      'typeorm-in-its-place',
      'The ORM is known to entities, repositories, stores, module wiring and migrations.',
      { path: '^src/', pathNot: ['\\.(entity|repository|store|module|spec)\\.ts$', '^src/adapters/persistence/'] },
      { path: [npm('typeorm'), npm('@nestjs/typeorm')] },
    ),
    error(
      'controllers-are-thin',
      'A controller knows its service, its dto and src/http.',
      { path: '\\.controller\\.ts$', pathNot: '^src/http/' },
      { path: ['^src/(domain/engine|domain/normalise|domain/rwa|pipeline|ports)/', '\\.(entity|repository)\\.ts$'] },
    ),
    error(
      'entities-stay-home',
      'A table shape is seen by its repository and wiring, not by services or the wire.',
      { path: '^src/modules/', pathNot: '\\.(repository|module|entity)\\.ts$' },
      { path: '\\.entity\\.ts$' },
    ),
    error(
      'pure-by-suffix',
      'Presenters, mappers and csv writers are plain functions.',
      { path: '\\.(presenter|mapper|csv)\\.ts$' },
      {
        path: [npm('@nestjs'), npm('typeorm'), '^src/(pipeline|http)/', '\\.(service|repository|entity)\\.ts$'],
        // What more than one module answers is presented there.
        pathNot: '^src/http/presenters/',
      },
    ),

    // --- hygiene
    error('no-cycles', 'A cycle has no bottom to start reading from.', {}, { circular: true }),
    error(
      'src-not-to-test',
      'The product never imports a test.',
      { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
      { path: ['^test/', '\\.spec\\.ts$'] },
    ),
    error(
      'tests-boot-the-product',
      'An application under test starts through src/app.boot.ts, as the product does: process claim, migrations, drain.',
      { path: '^(test|bench)/', pathNot: '^test/contract/http-app\\.ts$' },
      { path: '^src/app\\.(module|setup)\\.ts$' },
    ),
    error(
      'migrations-stand-alone',
      'A migration that imports an entity changes meaning when the entity does.',
      { path: '^migrations/' },
      { path: '^src/' },
    ),
    error('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    error(
      'declared',
      'The product imports what package.json declares for production.',
      { path: '^src/', pathNot: '\\.spec\\.ts$' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // type-only imports count: a type leak is a leak
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};

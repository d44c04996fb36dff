/** One violation of each import rule, planted in a tree of its own: it proves that the rule works. */
export interface Plant {
  rule: string;
  /** The file that breaks the rule, and its code. */
  file: string;
  code: string;
  /** Other rules that the same import always breaks. */
  also?: string[];
}

/** Files that the violations import. */
export const IMPORTED: Record<string, string> = {
  'src/domain/kernel/thing.ts': 'export const thing = 1;',
  'src/domain/engine/index.ts': 'export const engine = 1;',
  'src/domain/engine/inner.ts': 'export const inner = 1;',
  'src/domain/chain/index.ts': 'export const chain = 1;',
  'src/domain/plans/plans.ts': 'export const plans = 1;',
  'src/domain/comparison/index.ts': 'export const comparison = 1;',
  'src/ports/port.ts': 'export const port = 1;',
  'src/ports/storage/store.ts': 'export const store = 1;',
  'src/config/env.ts': 'export const env = 1;',
  'src/adapters/providers/evm/evm.provider.ts': 'export const evm = 1;',
  'src/adapters/providers/evm/row.ts': 'export const row = 1;',
  'src/adapters/exchanges/api/connection.thread.ts': 'export const program = 1;',
  'src/pipeline/history.ts': 'export const history = 1;',
  'src/http/reply.ts': 'export const reply = 1;',
  'src/modules/tax/tax.service.ts': 'export const tax = 1;',
  'src/modules/wallets/wallet.entity.ts': 'export const entity = 1;',
  'src/launcher/start.ts': 'export const start = 1;',
  'src/app.module.ts': 'export const app = 1;',
  'console/src/api.ts': 'export const api = 1;',
  'test/fakes/fake.ts': 'export const fake = 1;',
};

export const PLANTS: Plant[] = [
  { rule: 'layer-domain', file: 'src/domain/kernel/a1.ts', code: "import '../../ports/port';", also: [] },
  { rule: 'layer-ports', file: 'src/ports/a2.ts', code: "import '../config/env';" },
  { rule: 'layer-common', file: 'src/common/a0.ts', code: "import '../config/env';" },
  { rule: 'layer-config', file: 'src/config/a3.ts', code: "import '../ports/port';" },
  { rule: 'layer-adapters', file: 'src/adapters/a4.ts', code: "import '../pipeline/history';" },
  { rule: 'layer-pipeline', file: 'src/pipeline/a5.ts', code: "import '../http/reply';" },
  { rule: 'layer-http', file: 'src/http/a6.ts', code: "import '../modules/tax/tax.service';" },
  {
    rule: 'layer-modules',
    file: 'src/modules/tax/a7.ts',
    code: "import '../../adapters/providers/evm/row';",
  },
  { rule: 'layer-presenters', file: 'src/presenters/a8.ts', code: "import '../http/reply';" },
  {
    rule: 'bootstrap-without-launcher',
    file: 'src/bootstrap/a9.ts',
    code: "import '../launcher/start';",
  },
  { rule: 'domain-no-packages', file: 'src/domain/engine/b1.ts', code: "import 'node:crypto';" },
  {
    rule: 'one-importer-decimal',
    file: 'src/adapters/b2.ts',
    code: "import type { Decimal } from 'decimal.js'; export type D = Decimal;",
  },
  { rule: 'one-importer-hash', file: 'src/domain/kernel/b3.ts', code: "import '@noble/hashes/sha2.js';" },
  { rule: 'one-importer-address', file: 'src/domain/kernel/b4.ts', code: "import '@scure/base';" },
  { rule: 'one-importer-csv', file: 'src/domain/forms/b5.ts', code: "import 'csv-stringify/sync';" },
  { rule: 'kernel-imports-kernel', file: 'src/domain/kernel/c1.ts', code: "import '../plans/plans';" },
  { rule: 'engine-imports-kernel', file: 'src/domain/engine/c2.ts', code: "import '../plans/plans';" },
  { rule: 'domain-by-index', file: 'src/pipeline/c3.ts', code: "import '../domain/engine/inner';" },
  {
    rule: 'engine-by-index',
    file: 'src/domain/chain/c4.ts',
    code: "import '../engine/inner';",
  },
  { rule: 'bills-reach-no-form', file: 'src/domain/forms/c8.ts', code: "import '../comparison/index';" },
  {
    rule: 'comparisons-store-nothing',
    file: 'src/pipeline/law/c9.ts',
    code: "import '../../ports/storage/store';",
  },
  { rule: 'rwa-without-engine', file: 'src/domain/plans/c5.ts', code: "import '../engine/index';" },
  { rule: 'console-by-api', file: 'console/src/c6.ts', code: "import '../../src/domain/kernel/thing';" },
  { rule: 'service-without-console', file: 'src/http/c7.ts', code: "import '../../console/src/api';" },
  { rule: 'ports-no-packages', file: 'src/ports/d1.ts', code: "import 'rxjs';" },
  { rule: 'modules-by-port', file: 'src/modules/wallets/d2.ts', code: "import '../tax/tax.service';" },
  {
    rule: 'providers-apart',
    file: 'src/adapters/providers/demo/d3.ts',
    code: "import '../evm/evm.provider';",
  },
  { rule: 'composition-root', file: 'src/http/d4.ts', code: "import '../app.module';", also: ['layer-http'] },
  {
    rule: 'ccxt-in-its-thread',
    file: 'src/adapters/exchanges/e3.ts',
    code: "export const load = () => import('ccxt');",
  },
  {
    rule: 'threads-are-programs',
    file: 'src/adapters/exchanges/e4.ts',
    code: "import './api/connection.thread';",
  },
  { rule: 'bull-in-processors', file: 'src/modules/tax/e0.service.ts', code: "import '@nestjs/bull';" },
  { rule: 'typeorm-in-repositories', file: 'src/modules/tax/e1.service.ts', code: "import 'typeorm';" },
  {
    rule: 'controllers-are-thin',
    file: 'src/modules/tax/e2.controller.ts',
    code: "import '../../pipeline/history';",
  },
  {
    rule: 'entities-in-repositories',
    file: 'src/modules/wallets/e3.service.ts',
    code: "import './wallet.entity';",
  },
  { rule: 'pure-by-suffix', file: 'src/modules/tax/e4.presenter.ts', code: "import '@nestjs/common';" },
  { rule: 'no-cycles', file: 'src/pipeline/f1.ts', code: "import './f1b'; export const f1 = 1;" },
  { rule: 'src-without-test', file: 'src/pipeline/f2.ts', code: "import '../../test/fakes/fake';" },
  { rule: 'tests-boot-the-product', file: 'test/fakes/f6.ts', code: "import '../../src/app.module';" },
  { rule: 'migrations-import-nothing', file: 'migrations/f3.ts', code: "import '../src/config/env';" },
  { rule: 'resolvable', file: 'src/pipeline/f4.ts', code: "import './nowhere';" },
  { rule: 'declared', file: 'src/adapters/f5.ts', code: "import 'fast-check';" },
];

/** Second files that some violations need. */
export const SECOND_FILES: Record<string, string> = {
  'src/pipeline/f1b.ts': "import './f1'; export const f1b = 1;",
};

import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository';
import { toVerdict, type Verdict } from '../../src/modules/audit/audit-report.presenter';
import { type MainProcess, startMain } from '../support/main-process';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';
import { temporaryFolder } from '../support/temporary-folder';

/** Several API processes over one database, as the role of the service, and requests at all of them at once. */
export class Swarm {
  private readonly children = new Set<ChildProcess>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 100 });

  private constructor(
    readonly database: MigratedDatabase,
    private readonly dataDir: string,
  ) {}

  static async begin(): Promise<Swarm> {
    return new Swarm(await createMigratedDatabase(), temporaryFolder('cost-basis-swarm-'));
  }

  async spawn(): Promise<MainProcess> {
    const process = await startMain({
      DATABASE_URL: this.database.serviceUrl,
      DATABASE_MIGRATION_URL: this.database.url,
      DATA_DIR: this.dataDir,
    });
    this.children.add(process.child);
    void process.ended.finally(() => this.children.delete(process.child));
    return process;
  }

  /** Asks for paths there are none of; all at once. @returns how many were answered, with 404 */
  async ask(url: string, count: number): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => this.one(`${url}/api/v1/x/${i}`)),
    );
    return answers.filter((status) => status === 404).length;
  }

  private one(url: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      request(url, { agent: this.agent }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode));
      })
        // A process that was killed.
        .on('error', () => resolve(undefined))
        .end();
    });
  }

  /** The chain as it is now. */
  async verify(): Promise<Verdict> {
    const { config } = this.database;
    const options = { ...dataSourceOptions(config, 'service'), entities: [], migrations: [] };
    const dataSource = await new DataSource(options).initialize();
    try {
      return toVerdict(await new AuditChainRepository(dataSource).verify(null), Date.now());
    } finally {
      await dataSource.destroy();
    }
  }

  async end(): Promise<void> {
    this.agent.destroy();
    for (const child of this.children) child.kill('SIGKILL');
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

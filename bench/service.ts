import { rmSync } from 'node:fs';
import type { Abstract, Type } from '@nestjs/common';
import { bootService } from '../src/bootstrap/background/service';
import { bootApi, type CreateApp } from '../src/bootstrap/boot';
import { createLogger } from '../src/bootstrap/logger';
import { loadConfig } from '../src/config/env';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { temporaryFolder } from '../test/support/temporary-folder';

export interface BenchService {
  url: string;
  dataDir: string;
  query<T>(sql: string, values?: unknown[]): Promise<T[]>;
  /** A part of the running application. */
  part<T>(of: Type<T> | Abstract<T>): T;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** A database that others use as well. Default: one of its own that is thrown away. */
  database?: string;
  /** Default: true. */
  runsJobs?: boolean;
  create?: CreateApp;
}

/** The whole service in this process. */
export async function startService(
  env: Record<string, string>,
  { database, runsJobs = true, create }: ServiceOptions = {},
): Promise<BenchService> {
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = database === undefined ? await startEmbeddedPostgres({ dataDir }) : null;
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PORT: '0',
    // A busy machine opens connections slowly, and that is not what is measured.
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    DATA_DIR: dataDir,
    DATABASE_URL: database ?? postgres?.url,
    ...env,
  });
  const options = {
    config: loadConfig(process.env),
    logger: createLogger('error'),
    ...(create && { create }),
    onFatal: (reason: Error) => {
      throw reason;
    },
  };
  const running = await (runsJobs ? bootService(options) : bootApi({ ...options, runsJobs }));
  const { DataSource } = await import('typeorm');
  const source = running.app.get(DataSource);
  return {
    url: running.url,
    dataDir,
    query: <T>(sql: string, values: unknown[] = []) => source.query<T[]>(sql, values),
    part: <T>(of: Type<T> | Abstract<T>) => running.app.get<T>(of, { strict: false }),
    stop: async () => {
      await running.stop();
      await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

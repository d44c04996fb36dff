import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries';
import { DATABASE, knownCluster, prepareCluster } from './cluster';
import { readConnection, removeConnection, writeConnection } from './connection-file';
import { type DataDirLock, lockDataDir, lockHolder, type LockPurpose } from './data-dir-lock';
import { AlreadyRunningError, LaunchError } from '../bootstrap/launch-error';
import { databaseUser, publicFolders } from './os-user';
import { checkPort } from '../bootstrap/port';
import { commandOf, isAlive } from './processes';
import { ResilientClient } from '../adapters/persistence/resilient-client';
import { keptSecret } from '../config/secrets/private-file';
import { endOrphan, pidFile, type PostgresCommand, SupervisedPostgres } from './supervised-postgres';

export interface EmbeddedOptions {
  /** Created when missing. Holds the database, its password (mode 0600) and its log. */
  dataDir: string;
  settings?: Readonly<Record<string, string>>;
  purpose?: LockPurpose;
  /** PUBLIC_BASE_URL of the service, for commands beside it. */
  publicUrl?: string;
  log?: (line: string) => void;
  /** Called when the server ended and could not be restarted. */
  onLost?: (reason: LaunchError) => void;
  /** On the loopback interface. Called again when another process takes the port. */
  choosePort?: () => Promise<number>;
}

export interface EmbeddedPostgres {
  /** With user and password, on the loopback interface. */
  readonly url: string;
  pid(): number | null;
  /** Sessions end, and all data is on disk. */
  stop(): Promise<void>;
}

/** After this number of exits within a minute, the server is not restarted. */
const RESTARTS_PER_MINUTE = 5;
const JOIN_TIMEOUT_MS = 60_000;
const PORTS_TRIED = 3;

/**
 * Keeps a private PostgreSQL server running until `stop`. The server always ends with this process.
 * @throws AlreadyRunningError when a live process serves the directory
 * @throws LaunchError when PostgreSQL is missing or cannot run there
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDir(options.dataDir);
  const lock = await takeLock(dataDir, options.purpose ?? 'server');
  try {
    const { server, command } = await startSomewhere(
      await prepare(dataDir, options.settings ?? {}),
      options.choosePort ?? freePort,
    );
    const url = await databaseUrl(server, command.port, keptSecret(dataDir, 'postgres'));
    const { publicUrl } = options;
    writeConnection(dataDir, { token: lock.token, url, ...(publicUrl !== undefined && { publicUrl }) });
    return new KeptPostgres(server, command, url, options, () => {
      removeConnection(dataDir, lock.token);
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Joins a running server, or starts one for the duration. `stop` does not stop a joined server. */
export async function joinOrStartPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'> & { publicUrl?: string }> {
  const dataDir = resolve(options.dataDir);
  for (let waited = 0; ; waited += 50) {
    const holder = lockHolder(dataDir);
    if (holder?.purpose === 'server') {
      const connection = readConnection(dataDir);
      if (connection?.token === holder.token)
        return { url: connection.url, publicUrl: connection.publicUrl, stop: () => Promise.resolve() };
    }
    if (!holder) {
      try {
        return await startEmbeddedPostgres({ ...options, purpose: 'command' });
      } catch (error) {
        if (!(error instanceof AlreadyRunningError)) throw error;
      }
    }
    if (waited > JOIN_TIMEOUT_MS)
      throw new AlreadyRunningError(`${dataDir} stays in use by process ${holder?.pid}.`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** A command releases the directory soon. A server does not. */
async function takeLock(dataDir: string, purpose: LockPurpose): Promise<DataDirLock> {
  for (let waited = 0; ; waited += 50) {
    try {
      return lockDataDir(dataDir, purpose);
    } catch (error) {
      const isPassing = lockHolder(dataDir)?.purpose !== 'server';
      const isHeld = error instanceof AlreadyRunningError;
      if (!isHeld || purpose === 'command' || !isPassing || waited > JOIN_TIMEOUT_MS) throw error;
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }
}

function makeDataDir(given: string): string {
  const dataDir = resolve(given);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LaunchError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
  return dataDir;
}

async function prepare(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Omit<PostgresCommand, 'port'>> {
  const user = databaseUser([knownCluster(dataDir), dataDir]);
  const binaries = findBinaries(user, [dataDir, ...publicFolders()]);
  const cluster = await prepareCluster(dataDir, binaries, user, keptSecret(dataDir, 'postgres'));
  const logFile = join(dataDir, 'postgres.log');
  return { program: binaries.postgres, cluster, settings, user, logFile };
}

/** Another process can take the port between the check and the start. */
async function startSomewhere(
  anywhere: Omit<PostgresCommand, 'port'>,
  choosePort: () => Promise<number>,
): Promise<{ server: SupervisedPostgres; command: PostgresCommand }> {
  for (let attempt = 1; ; attempt++) {
    const command = { ...anywhere, port: await choosePort() };
    try {
      return { server: await startClean(command), command };
    } catch (error) {
      if (attempt === PORTS_TRIED || (await isFree(command.port))) throw error;
    }
  }
}

/** This process holds the lock, so leftovers of an earlier start have no owner. */
async function startClean(command: PostgresCommand): Promise<SupervisedPostgres> {
  const left = pidFile(command.cluster);
  if (left && isAlive(left.pid) && isServerOf(left.pid, command.cluster)) await endOrphan(left.pid);
  rmSync(join(command.cluster, 'postmaster.pid'), { force: true });
  return SupervisedPostgres.start(command);
}

/** Process ids are reused: the id in an old file can belong to any process. */
function isServerOf(pid: number, cluster: string): boolean {
  const line = commandOf(pid) ?? '';
  return line.includes('postgres') && line.includes(cluster);
}

class KeptPostgres implements EmbeddedPostgres {
  private readonly ends: number[] = [];
  private stopping = false;
  private revival: Promise<void> = Promise.resolve();

  constructor(
    private server: SupervisedPostgres,
    private readonly command: PostgresCommand,
    readonly url: string,
    private readonly options: EmbeddedOptions,
    private readonly released: () => void,
  ) {
    this.watch();
  }

  pid(): number | null {
    return this.server.pid;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.revival;
    await this.server.stop();
    this.released();
  }

  private watch(): void {
    void this.server.ended.then(() => {
      if (!this.stopping) this.revival = this.revive().catch((error: unknown) => this.giveUp(error));
    });
  }

  private async revive(): Promise<void> {
    const now = performance.now();
    this.ends.push(now);
    const recent = this.ends.filter((at) => now - at < 60_000).length;
    if (recent > RESTARTS_PER_MINUTE) {
      throw new LaunchError(`PostgreSQL ended ${recent} times within a minute; see ${this.command.logFile}`);
    }
    this.options.log?.('PostgreSQL ended unexpectedly; restarting it');
    this.server = await startAgain(this.command);
    this.options.log?.('PostgreSQL restarted; no committed data was lost');
    this.watch();
  }

  private giveUp(error: unknown): void {
    this.options.onLost?.(error instanceof LaunchError ? error : new LaunchError(String(error)));
  }
}

/** Sessions of the previous server process can take a moment to end. */
async function startAgain(command: PostgresCommand): Promise<SupervisedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startClean(command);
    } catch (error) {
      if (attempt === 5) throw error;
      await new Promise((wake) => setTimeout(wake, 200 * attempt));
    }
  }
}

async function databaseUrl(server: SupervisedPostgres, port: number, password: string): Promise<string> {
  const urlOf = (database: string): string =>
    `postgresql://${DATABASE}:${password}@127.0.0.1:${port}/${database}`;
  const client = new ResilientClient({ connectionString: urlOf('postgres') });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
    return urlOf(DATABASE);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end();
  }
}

function isFree(port: number): Promise<boolean> {
  return checkPort('127.0.0.1', port).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolvePort(port));
    });
  });
}

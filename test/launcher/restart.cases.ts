import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../src/launcher/processes';
import { until } from '../support/until';
import { servicePid } from '../support/service-pid';
import { freePort, ONE_THREAD, Run } from './run';
import { temporaryFolder } from '../support/temporary-folder';

/** @param isWhole also what takes minutes, or starts more processes */
export function describeRestart(isWhole: boolean): void {
  describe('the service process of npm start', () => {
    let dataDir: string;
    let port: string;
    let server: Run;

    const serviceOf = (): number => servicePid(server.child.pid ?? 0) ?? 0;
    const databasePid = (): number =>
      Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    /** The product gives its database 1.5 s for a check: on a slow machine it can be "down" once. */
    const isReady = (): Promise<number> =>
      until(
        async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status,
        (status) => status === 200,
      );
    const runsAgain = (times: number): Promise<unknown> =>
      until(
        () => server.stdout,
        (log) => log.split('the service process runs again').length - 1 >= times,
      );

    beforeAll(async () => {
      dataDir = temporaryFolder('restart-');
      port = await freePort();
      server = new Run('launcher/start', [], {
        DATA_DIR: dataDir,
        PORT: port,
        ...(isWhole ? {} : ONE_THREAD),
      });
      await server.says('Ctrl-C stops everything.');
    });
    afterAll(async () => {
      server.child.kill('SIGKILL');
      await server.finished;
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('starts again after a crash, with a longer pause each time, and the log reports it', async () => {
      const database = databasePid();
      for (const [crash, seconds] of [1, 2].entries()) {
        const killed = serviceOf();
        process.kill(killed, 'SIGKILL');
        await runsAgain(crash + 1);
        expect(serviceOf()).not.toBe(killed);
        await isReady();
        expect(server.stdout).toContain(
          `the service process ended unexpectedly; it starts again in ${seconds} s`,
        );
      }
      expect(databasePid()).toBe(database);
      expect(server.stdout.split('Ctrl-C stops everything.')).toHaveLength(2);
    });

    if (isWhole) {
      it('is ended and starts again when it no longer answers', async () => {
        const stopped = serviceOf();
        process.kill(stopped, 'SIGSTOP');
        await runsAgain(3);
        expect(isAlive(stopped)).toBe(false);
        await isReady();
        expect(server.stdout).toContain('the service process has not answered for 60 s; it is ended');
      });

      it('is not started again when its first start fails', async () => {
        const { url } = JSON.parse(readFileSync(join(dataDir, 'postgres.connection'), 'utf8')) as {
          url: string;
        };
        const other = temporaryFolder('restart-other-');
        const env = { DATA_DIR: other, PORT: await freePort(), DATABASE_URL: url };
        const refused = await new Run('launcher/start', [], env).finished;
        rmSync(other, { recursive: true, force: true });
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain('Another process already serves this database');
        expect(refused.stdout).not.toContain('starts again');
      });
    }

    it('ends with the launcher', async () => {
      const [service, database] = [serviceOf(), databasePid()];
      server.child.kill('SIGINT');
      expect((await server.finished).code).toBe(0);
      expect(isAlive(service)).toBe(false);
      await until(() => !isAlive(database));
    });

    if (!isWhole) return;

    it('ends when the launcher is killed', async () => {
      server = new Run('launcher/start', [], { DATA_DIR: dataDir, PORT: port });
      await server.says('Ctrl-C stops everything.');
      const service = serviceOf();
      server.child.kill('SIGKILL');
      await until(() => !isAlive(service));
    });
  });
}

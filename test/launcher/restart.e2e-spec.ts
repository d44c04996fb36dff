import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, waitUntilGone } from '../../src/launcher/processes';
import { servicePid } from '../support/service-pid';
import { freePort, Run } from './run';
import { temporaryFolder } from '../support/temporary-folder';

const SOON_MS = 10_000;
/** Longer than a service may be silent. */
const SILENT_MS = 150_000;

describe('the service process of npm start', () => {
  let dataDir: string;
  let port: string;
  let server: Run;

  const serviceOf = (): number => servicePid(server.child.pid ?? 0) ?? 0;
  const databasePid = (): number =>
    Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  const health = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
  const runsAgain = async (times: number, withinMs = 60_000): Promise<void> => {
    const count = (): number => server.stdout.split('the service process runs again').length - 1;
    const deadline = Date.now() + withinMs;
    while (count() < times) {
      if (Date.now() > deadline) throw new Error(server.stdout);
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };

  beforeAll(async () => {
    dataDir = temporaryFolder('restart-');
    port = await freePort();
    server = new Run('launcher/start', [], { DATA_DIR: dataDir, PORT: port });
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
      expect(await health()).toBe(200);
      expect(server.stdout).toContain(
        `the service process ended unexpectedly; it starts again in ${seconds} s`,
      );
    }
    expect(databasePid()).toBe(database);
    expect(server.stdout.split('Ctrl-C stops everything.')).toHaveLength(2);
  });

  it('is ended and starts again when it no longer answers', async () => {
    const stopped = serviceOf();
    process.kill(stopped, 'SIGSTOP');
    await runsAgain(3, SILENT_MS);
    expect([isAlive(stopped), await health()]).toEqual([false, 200]);
    expect(server.stdout).toContain('the service process has not answered for 60 s; it is ended');
  });

  it('is not started again when its first start fails', async () => {
    const { url } = JSON.parse(readFileSync(join(dataDir, 'postgres.connection'), 'utf8')) as { url: string };
    const other = temporaryFolder('restart-other-');
    const env = { DATA_DIR: other, PORT: await freePort(), DATABASE_URL: url };
    const refused = await new Run('launcher/start', [], env).finished;
    rmSync(other, { recursive: true, force: true });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Another process already serves this database');
    expect(refused.stdout).not.toContain('starts again');
  });

  it('ends with the launcher', async () => {
    const [service, database] = [serviceOf(), databasePid()];
    server.child.kill('SIGINT');
    expect((await server.finished).code).toBe(0);
    expect([isAlive(service), await waitUntilGone(database, SOON_MS)]).toEqual([false, true]);
  });

  it('ends when the launcher is killed', async () => {
    server = new Run('launcher/start', [], { DATA_DIR: dataDir, PORT: port });
    await server.says('Ctrl-C stops everything.');
    const service = serviceOf();
    server.child.kill('SIGKILL');
    expect(await waitUntilGone(service, SOON_MS)).toBe(true);
  });
});

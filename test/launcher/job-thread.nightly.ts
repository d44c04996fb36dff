import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority } from 'node:os';
import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { HELPER_NICE, WORKER_NICE } from '../../src/bootstrap/process';
import { buildIfStale } from '../journeys/product';
import { servicePid } from '../support/service-pid';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';
import { freePort, Run } from './run';

/** Nice values of all threads of a process. */
const priorities = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // The field after the state, which follows the name, is the 4th; the nice value is the 19th.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe.each([
  ['true', 1],
  ['false', 0],
])('npm start with BACKGROUND_THREAD=%s', (setting, threads) => {
  let dataDir: string;
  let url: string;
  let server: Run;

  beforeAll(async () => {
    buildIfStale();
    dataDir = temporaryFolder('job-thread-');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = new Run('launcher/start', [], {
      DATA_DIR: dataDir,
      PORT: port,
      BACKGROUND_THREAD: setting,
    });
    await server.says('Ctrl-C stops everything.');
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.finished;
    rmSync(dataDir, { recursive: true, force: true });
  });

  const metric = async (name: string): Promise<string[]> => {
    const page = await (await fetch(`${url}/metrics`)).text();
    return page.split('\n').filter((line) => line.startsWith(name));
  };

  it('reads a wallet in a job, and counts it on the page of metrics', async () => {
    const answer = await fetch(`${url}/api/wallets/${DEMO_ADDRESSES[0]?.address}/positions`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { positions: unknown[] }).positions).not.toEqual([]);
    // The thread counts the job after it has stored what the answer reads.
    const count = 'cost_basis_job_seconds_count{type="index_wallet",outcome="completed"}';
    const counted = await until(
      () => metric(count),
      ({ length }) => length > 0,
    );
    expect(counted).toEqual([`${count} 1`]);
    // What describes the process is there once, as without a thread.
    expect(await metric('process_resident_memory_bytes ')).toHaveLength(1);
    expect(await metric('cost_basis_build_info{')).toHaveLength(1);
    expect(await metric('cost_basis_database_connections{state="idle"}')).toHaveLength(1);
  });

  it('gives the thread for jobs a lower priority than the others', () => {
    const own = getPriority();
    const all = priorities(servicePid(server.child.pid ?? 0) ?? 0);
    expect(all.filter((nice) => nice === WORKER_NICE)).toHaveLength(threads);
    // Threads that collect garbage for both are between the two, when there are two.
    expect(new Set(all)).toEqual(new Set(threads > 0 ? [own, HELPER_NICE, WORKER_NICE] : [own]));
  });

  it('ends in order', async () => {
    server.child.kill('SIGINT');
    expect((await server.finished).code).toBe(0);
    expect(server.stderr).toBe('');
  });
});

import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { LaunchError } from '../../src/bootstrap/launch-error';
import { startService } from '../app.factory';
import { sql } from '../audit/entries';
import { until } from '../support/until';
import { type Answer, ask, database, run, withDatabase } from './production';
import { freePort } from './run';

/** As a deployment that has one role for everything, or keeps the owner's password elsewhere. */
const NO_OWNER = { DATABASE_MIGRATION_URL: '' };
const DEMO_WALLET = '0xde300000000000000000000000000000000a11ce';
const POSTED = JSON.stringify({
  transactions: [
    { id: 'a', timestamp: '2024-01-01', type: 'buy', symbol: 'BTC', quantity: '1', value_usd: '100' },
    { id: 'b', timestamp: '2024-06-01', type: 'sell', symbol: 'BTC', quantity: '1', value_usd: '150' },
  ],
});

withDatabase();

/** What ends a start in this process; the command prints it. */
const refusal = (env: Record<string, string>): Promise<unknown> =>
  startService(env).then(
    async (service) => {
      await service.close();
      throw new Error('it started');
    },
    (error: unknown) => error,
  );

describe('npm run start:prod without Redis', () => {
  it('finishes what is under way on SIGTERM, resets nobody, and exits with 0', async () => {
    const port = await freePort();
    const server = run('main', {
      PORT: port,
      DEMO_WALLETS: 'true',
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_RPD: '1000000',
    });
    await server.says('"listening"');
    const wallet = `/api/wallets/${DEMO_WALLET}/positions`;
    // Read once, so that what follows is answered whole.
    await until(
      () => ask(port, wallet),
      ({ status }) => status === 200,
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const answers: (Answer & { path: string })[] = [];
    const broken: string[] = [];
    let going = true;
    const client = async (_: unknown, index: number): Promise<void> => {
      const [path = '', body] = [['/api/v1/health'], [wallet], ['/api/calculate/cost-basis', POSTED]][
        index % 3
      ] as [string, string?];
      while (going) {
        await ask(port, path, agent, body).then(
          (answer) => answers.push({ ...answer, path }),
          (error: NodeJS.ErrnoException) => {
            // The port is closed: so a client learns that the process is gone.
            if (error.code === 'ECONNREFUSED') going = false;
            else broken.push(String(error.code));
          },
        );
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    await until(() => answers.length >= 60);
    server.child.kill('SIGTERM');
    const { code } = await server.finished;
    await clients;
    agent.destroy();
    expect(code).toBe(0);
    expect(broken).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.some(({ connection }) => connection === 'close')).toBe(true);
    // What was gathered for the audit log is in it; the first readings are beside those of the clients.
    const posted = answers.filter(({ path }) => path === '/api/calculate/cost-basis').length;
    expect(
      await sql(
        database.url,
        `SELECT count(*)::integer AS n FROM audit_logs WHERE route LIKE '/api/calculate/%'`,
      ),
    ).toEqual([{ n: posted }]);
  });

  it('ends at once on a second SIGTERM, whatever is under way', async () => {
    const port = await freePort();
    const server = run('main', { PORT: port });
    await server.says('"listening"');
    // A request whose body never comes whole keeps the first signal waiting.
    const hanging = request({
      host: '127.0.0.1',
      port,
      path: '/api/calculate/cost-basis',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    });
    const isCut = new Promise((resolve) => hanging.once('error', resolve));
    await new Promise<void>((resolve) => hanging.write('{', () => resolve()));
    await ask(port, '/api/v1/health');
    server.child.kill('SIGTERM');
    await server.says('shutting down');
    server.child.kill('SIGTERM');
    const { code, stdout } = await server.finished;
    expect(code).toBe(1);
    expect(stdout).not.toContain('"stopped"');
    await isCut;
  });

  it('says what is missing, and what cannot be reached', async () => {
    const port = await freePort();
    const silent = createServer();
    await new Promise<void>((wake) => silent.listen(0, '127.0.0.1', wake));
    const { port: unanswered } = silent.address() as AddressInfo;
    const refused = new URL(database.url);
    refused.password = 'CANARY';
    refused.pathname = '/absent';
    const starting = { ...NO_OWNER, PORT: '0' };
    const [without, nowhere, waiting, lasting] = await Promise.all([
      run('main', { ...NO_OWNER, PORT: '0', DATABASE_URL: '' }).finished,
      run('main', {
        ...starting,
        DATABASE_URL: `postgresql://someone:CANARY@127.0.0.1:${port}/db`,
        DATABASE_START_TIMEOUT_MS: '300',
      }).finished,
      refusal({
        ...starting,
        DATABASE_URL: `postgresql://someone:CANARY@127.0.0.1:${unanswered}/db`,
        DATABASE_CONNECT_TIMEOUT_MS: '300',
        DATABASE_START_TIMEOUT_MS: '1',
      }),
      refusal({ ...starting, DATABASE_URL: refused.href, DATABASE_START_TIMEOUT_MS: '120000' }),
    ]);
    silent.close();
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('DATABASE_URL is not set');
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain(`The database 127.0.0.1:${port}/db cannot be used`);
    expect(nowhere.stderr + nowhere.stdout).not.toContain('CANARY');
    expect(waiting).toEqual(
      new LaunchError(`The database 127.0.0.1:${unanswered}/db cannot be used: timeout expired`),
    );
    expect(lasting).toBeInstanceOf(LaunchError);
    expect((lasting as LaunchError).message).toMatch(/absent cannot be used: (?!.*CANARY)/);
    const worker = await run('worker', {}).finished;
    expect(worker.code).toBe(1);
    expect(worker.stderr).toContain('needs REDIS_URL');
  });
});

import { join } from 'node:path';
import { finished, spawnTypescript } from '../support/child';
import { describeWithRedis } from '../support/redis';
import { type RedisGate, startGate } from '../support/redis-gate';
import { until } from '../support/until';
import { ask, database, run, withDatabase } from './production';
import { freePort } from './run';

withDatabase();

describe('npm run start:prod without Redis', () => {
  it('stops in order on a SIGTERM in the moment in which its port is open', async () => {
    const child = spawnTypescript(join(__dirname, 'signalled-at-listen.child.ts'), {
      NODE_ENV: 'test',
      PORT: await freePort(),
      DATABASE_URL: database.serviceUrl,
      DATABASE_MIGRATION_URL: database.url,
    });
    const { code, output } = await finished(child);
    expect([code, output.includes('"stopped"')]).toEqual([0, true]);
  });
});

/** The URLs of the database behind a gate. */
const behind = ({ url }: RedisGate) => {
  const through = (text: string): string => {
    const moved = new URL(text);
    moved.port = new URL(url).port;
    return moved.href;
  };
  return { DATABASE_URL: through(database.serviceUrl), DATABASE_MIGRATION_URL: through(database.url) };
};

describeWithRedis('npm run start:prod and npm run worker with Redis', (redis) => {
  it('wait for a database that starts after them, start together on it, and end in order', async () => {
    const gate = await startGate(database.url);
    await gate.set('shut');
    const env = { ...behind(gate), REDIS_URL: redis().url };
    const ports = [await freePort(), await freePort()];
    const servers = ports.map((port) => run('main', { ...env, PORT: port }));
    const workerPort = await freePort();
    const worker = run('worker', { ...env, WORKER_METRICS_PORT: workerPort });
    const all = [...servers, worker];
    await Promise.all(all.map((each) => each.says('"waiting for the database"')));
    // It listens before it is ready.
    const before = gate.made;
    await gate.set('slamming');
    await until(() => gate.made >= before + 2);
    await gate.set('open');
    await Promise.all([
      ...servers.map((server) => server.says('"listening"')),
      worker.says('"worker started"'),
    ]);
    for (const port of [...ports, workerPort])
      for (const path of ['/health/ready', '/metrics'])
        expect([path, (await ask(port, path)).status]).toEqual([path, 200]);
    expect((await ask(workerPort, '/api/v1/health')).status).toBe(404);
    // The database was empty.
    expect(all.filter(({ stdout }) => stdout.includes('schema migrated'))).toHaveLength(1);

    const alone = await run('main', { PORT: '0' }).finished;
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain('Without REDIS_URL only one can run');

    for (const one of all) one.child.kill('SIGTERM');
    const ends = await Promise.all(all.map(({ finished }) => finished));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    await gate.close();
  });
});

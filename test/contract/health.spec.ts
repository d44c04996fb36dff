import { Readiness } from '../../src/http/health/readiness';
import { type Checks, DependencyHealth, type DependencyReport } from '../../src/ports/health';
import { send, startHttpApp, type RunningHttpApp } from './http-app';

class SettableHealth extends DependencyHealth {
  state: Checks = { database: 'up', queue: 'up', cache: 'up' };
  asked = 0;
  check(): Promise<DependencyReport> {
    this.asked++;
    const oldestQueuedSeconds = this.state.database === 'down' ? null : 7.9;
    return Promise.resolve({ checks: this.state, oldestQueuedSeconds });
  }
}

let running: RunningHttpApp;
let health: SettableHealth;
beforeEach(async () => {
  health = new SettableHealth();
  running = await startHttpApp({
    controllers: [],
    providers: [{ provide: DependencyHealth, useValue: health }],
  });
});
afterEach(() => running.close());

const statuses = async (): Promise<unknown[]> => {
  const answers = await Promise.all(
    ['/api/v1/health', '/health', '/health/ready'].map((path) => send(running.url, path)),
  );
  return answers.map(({ status }) => status);
};

it('the versioned check touches nothing', async () => {
  const { status, body } = await send(running.url, '/api/v1/health');
  expect([status, body.success, body.data, health.asked]).toEqual([200, true, { status: 'ok' }, 0]);
});

it.each(['/health', '/api/health', '/health/ready', '/api/health/ready'])(
  '%s has no envelope',
  async (path) => {
    const { status, body } = await send(running.url, path);
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        version: '1.0.0',
        uptime_seconds: expect.any(Number) as number,
        checks: { database: 'up', queue: 'up', cache: 'up' },
        oldest_queued_seconds: 7,
      },
    ]);
  },
);

it.each(['queue', 'cache'] as const)('without %s the service is degraded and serves', async (dependency) => {
  health.state[dependency] = 'down';
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await send(running.url, '/health')).body['status']).toBe('degraded');
});

it('with jobs that wait too long the service is degraded and serves', async () => {
  health.state.queue = 'degraded';
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await send(running.url, '/health')).body).toMatchObject({
    status: 'degraded',
    checks: { queue: 'degraded' },
  });
});

it('without its database it is down, but the process is alive', async () => {
  health.state.database = 'down';
  expect(await statuses()).toEqual([200, 503, 503]);
  expect((await send(running.url, '/health')).body).toMatchObject({
    status: 'down',
    oldest_queued_seconds: null,
  });
});

it.each(['migrating', 'stopping'] as const)('while %s it wants no requests', async (phase) => {
  running.app.get(Readiness).enter(phase);
  expect(await statuses()).toEqual([200, 200, 503]);
});

it('who is stopping does not become ready again', async () => {
  const readiness = running.app.get(Readiness);
  readiness.enter('stopping');
  readiness.enter('ready');
  expect(readiness.phase).toBe('stopping');
  expect(await statuses()).toEqual([200, 200, 503]);
});

import { Writable } from 'node:stream';
import { Client } from 'pg';
import { createLogger } from '../../src/bootstrap/logger';
import { Clock } from '../../src/ports/clock';
import { account, call, post } from '../accounts/client';
import { startService, type TestService } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';

/** The database refuses each new portfolio, as it does when a table cannot grow. */
const FULL = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON portfolios EXECUTE FUNCTION refuse()`;

let service: TestService;
let owner: Client;
let log = '';
const clock = new FakeClock();

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  service = await startService({ EVM_CHAINS: '' }, [[Clock, clock]], createLogger('error', sink));
  owner = new Client({ connectionString: service.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await service?.close();
});

it('is degraded while the disk of the database is full, and says so once', async () => {
  const { token } = await account(service);
  const create = () => post(service, '/api/v1/portfolios', { name: 'p', addresses: [] }, { token });
  const health = async () => (await call(service, 'GET', '/health')).body;
  expect((await create()).status).toBe(201);
  expect(await health()).toMatchObject({ status: 'ok', checks: { database: 'up' } });

  await owner.query(FULL);
  for (const answer of [await create(), await create()]) {
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  }
  expect(await health()).toMatchObject({ status: 'degraded', checks: { database: 'degraded' } });
  expect((await call(service, 'GET', '/health/ready')).status).toBe(200);
  expect((await call(service, 'GET', '/api/v1/portfolios', { token })).status).toBe(200);
  expect(log.match(/The disk of the database is full/g)).toHaveLength(1);

  await owner.query('DROP TRIGGER full_disk ON portfolios');
  expect((await create()).status).toBe(201);
  clock.advance(60_000);
  expect(await health()).toMatchObject({ status: 'ok', checks: { database: 'up' } });
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { isOutage } from '../../src/ports/storage/outage';
import { testConfig } from '../support/postgres';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** Accepts and then ends every connection with the same packet, as a database that is shut down meanwhile may. */
async function brusqueServer(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('a database that ends a connection it has just made', () => {
  let server: Server;
  let url: string;

  beforeEach(async () => {
    server = await brusqueServer();
    url = `postgresql://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`;
  });
  afterEach(() => new Promise((wake) => server.close(wake)));

  it('is an outage for who asked, and does not end the process', async () => {
    const source = new DataSource(dataSourceOptions(testConfig({ DATABASE_URL: url }), 'service'));
    const outcome = await source.initialize().then(
      () => null,
      (error: unknown) => error,
    );
    expect(isOutage(outcome)).toBe(true);
  });
});

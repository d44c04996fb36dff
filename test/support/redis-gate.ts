import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to connections: passed on; made and left without an answer; cut as soon as made; not made. */
export type GateState = 'open' | 'silent' | 'slamming' | 'shut';

/** Stands between clients and a Redis, and removes what a test names. */
export interface RedisGate {
  readonly url: string;
  /** Those that stand are cut by `slamming` and `shut`, and hear nothing more by `silent`. */
  set(state: GateState): Promise<void>;
  /** Connections that stand now. */
  readonly standing: number;
  /** Connections ever made. */
  readonly made: number;
  close(): Promise<void>;
}

/** One client and its way to Redis. What comes from Redis waits while the gate is silent. */
interface Pair {
  client: Socket;
  server: Socket;
}

export async function startGate(redisUrl: string): Promise<RedisGate> {
  const target = Number(new URL(redisUrl).port);
  const pairs = new Set<Pair>();
  let state: GateState = 'open';
  let made = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    made += 1;
    client.on('error', () => client.destroy());
    if (state === 'slamming') client.destroy();
    else join(client, target, pairs, () => state);
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const { client, server: upstream } of pairs) for (const end of [client, upstream]) end.destroy();
    });
  const port = await listen(0);
  return {
    url: `redis://127.0.0.1:${port}`,
    get standing() {
      return pairs.size;
    },
    get made() {
      return made;
    },
    set: async (next) => {
      state = next;
      if (next === 'shut' || next === 'slamming') await stopListening();
      if (next !== 'shut' && !server.listening) await listen(port);
      for (const pair of pairs) pass(pair, state);
    },
    close: async () => {
      if (server.listening) await stopListening();
    },
  };
}

/** A client that disconnects receives what Redis has answered until then, as from Redis itself. */
function join(client: Socket, target: number, pairs: Set<Pair>, state: () => GateState): void {
  const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
  const pair = { client, server };
  pairs.add(pair);
  server.on('error', () => client.destroy()).on('data', (data) => client.write(data));
  client.on('data', (data) => server.write(data));
  client.on('end', () => {
    server.end();
    server.resume();
  });
  server.on('end', () => client.end());
  client.on('close', () => {
    pairs.delete(pair);
    server.destroy();
  });
  pass(pair, state());
}

function pass({ server }: Pair, state: GateState): void {
  if (state === 'silent') server.pause();
  else server.resume();
}

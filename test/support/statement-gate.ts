import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where a client ends: before PostgreSQL has one byte of the statement, a part of it, or has answered it. */
export type CutPlace = 'before' | 'within' | 'after';
export const CUT_PLACES: readonly CutPlace[] = ['before', 'within', 'after'];

/** Stands between a client and PostgreSQL, and ends the client at a statement. */
export interface StatementGate {
  /** The given URL, through the gate. */
  url: string;
  /**
   * Counts statements from the first one that contains the mark, which is number 0.
   * @param number of the statement that is the last one of the client
   * @param kill ends the client. Nothing of it passes any more
   */
  cut(mark: string, number: number, place: CutPlace, kill: () => void): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  /** What came from the client and has not passed. */
  waiting: Buffer;
  isStarted: boolean;
}

/** First bytes of messages that contain the text of a statement. @source PostgreSQL, "Message Formats" */
const [QUERY, PARSE] = [0x51, 0x50];

export async function startStatementGate(databaseUrl: string): Promise<StatementGate> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let plan: { mark: string; number: number; place: CutPlace; kill: () => void } | null = null;
  let count: number | null = null;
  /** The connection whose statement is the last one. */
  let last: Pair | null = null;

  const end = (): void => {
    plan?.kill();
    plan = null;
    for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy();
  };
  /** Passes a part of what waits, and ends the client when the server has it. */
  const endWithin = ({ server, waiting }: Pair): void => {
    const part = waiting.subarray(0, waiting.length >> 1);
    if (part.length === 0) end();
    else server.write(part, end);
  };
  const isLast = (message: Buffer): boolean => {
    if (count !== null) count += 1;
    else if (plan !== null && message.includes(plan.mark)) count = 0;
    return count !== null && count === plan?.number;
  };

  const pass = (pair: Pair): void => {
    while (last === null) {
      // Only the first message has no type before its length.
      const head = pair.isStarted ? 1 : 0;
      if (pair.waiting.length < head + 4) return;
      const size = head + pair.waiting.readInt32BE(head);
      if (pair.waiting.length < size) return;
      const message = pair.waiting.subarray(0, size);
      const isStatement = pair.isStarted && (message[0] === QUERY || message[0] === PARSE);
      pair.isStarted = true;
      if (isStatement && isLast(message)) last = pair;
      else {
        pair.server.write(message);
        pair.waiting = pair.waiting.subarray(size);
      }
    }
    if (last !== pair || plan === null) return;
    if (plan.place === 'before') return end();
    if (plan.place === 'within') return endWithin(pair);
    pair.server.write(pair.waiting);
    pair.waiting = Buffer.alloc(0);
  };

  const server = createServer((client) => {
    const pair: Pair = {
      client,
      server: connect(Number(target.port), target.hostname),
      waiting: Buffer.alloc(0),
      isStarted: false,
    };
    pairs.add(pair);
    for (const socket of [client, pair.server]) socket.on('error', () => undefined);
    client.on('close', () => pair.server.destroy());
    client.on('data', (data) => {
      pair.waiting = Buffer.concat([pair.waiting, data]);
      pass(pair);
    });
    pair.server.on('close', () => {
      pairs.delete(pair);
      client.destroy();
    });
    // The client never learns that its last statement was answered.
    pair.server.on('data', (data) => (last === pair ? end() : client.write(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: (mark, number, place, kill) => {
      [plan, count, last] = [{ mark, number, place, kill }, null, null];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { client, server: upstream } of pairs)
          for (const socket of [client, upstream]) socket.destroy();
      }),
  };
}

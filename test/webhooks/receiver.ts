import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: Buffer;
}

export interface Receiver {
  url: string;
  port: number;
  requests: Received[];
  /** From now on answered so; default 200. */
  answer: (answer: (request: Received, response: ServerResponse) => void) => void;
  close(): Promise<void>;
}

/** The endpoint of a user: keeps every byte it is sent. */
export async function startReceiver(): Promise<Receiver> {
  let answer = (_: Received, response: ServerResponse): void => void response.end('ok');
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        at: Date.now(),
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
      };
      requests.push(received);
      answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer: (next) => (answer = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As a receiver would: over the raw bytes. @param at when it is checked, ms */
export function isSigned(request: Received, secret: string, at: number = Date.now()): boolean {
  const header = String(request.headers['x-service-signature']);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const age = Math.floor(at / 1000) - Number(t);
  const hmac = createHmac('sha256', secret).update(`${t}.`).update(request.body).digest('hex');
  return hmac === v1 && age >= 0 && age <= 300;
}

/** As the libraries of Standard Webhooks do. @param secret as `standard_secret` */
export function isStandard({ headers, body }: Received, secret: string): boolean {
  const [id = '', at = '', given = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name]),
  );
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64');
  return given.split(' ').includes(`v1,${signature}`);
}

export const eventOf = (request: Received): { event: string; event_id: string; data: unknown } =>
  JSON.parse(request.body.toString()) as { event: string; event_id: string; data: unknown };

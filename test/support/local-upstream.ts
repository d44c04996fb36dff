import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request; the URL is parsed, its origin meaningless. */
export type Responder = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

export interface LocalUpstream {
  url: string;
  /** What was asked, in order. */
  requests: URL[];
  /** From now on answered so. */
  respond: (responder: Responder) => void;
  close: () => Promise<void>;
}

/** A data provider on the loopback interface that answers what the test sets. */
export async function startLocalUpstream(first: Responder): Promise<LocalUpstream> {
  let responder = first;
  const requests: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    requests.push(url);
    responder(url, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: (next) => {
      responder = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(`<html><body><h1>${status}, please see our plans</h1></body></html>`);
}

import { request } from 'node:http';
import { nextAddress } from './connections';

/** One request to the product, written down. */
export interface Ask {
  path: string;
  /** Default GET. */
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Signed in; without it, no credential. */
  as?: 'user';
}

export interface Answer {
  status: number;
  type: string;
  text: string;
}

/** Sends it as written: a client of fetch would repair the path and the headers. @param from default: an address of its own */
export function ask(
  url: string,
  token: string,
  { path, method = 'GET', body, headers, as }: Ask,
  from = nextAddress(),
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        path,
        method,
        localAddress: from,
        headers: {
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
          ...(as ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
        );
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

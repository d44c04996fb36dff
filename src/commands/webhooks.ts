import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { LaunchError } from '../bootstrap/launch-error';
import { SecretBox } from '../config/secrets/secret-box';
import { SecretKeys } from '../config/secrets/secret-keys';
import { signedText } from '../domain/webhooks/signature';
import { withTables } from './database';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 4000;
const MAX_BYTES = 1024 * 1024;

/**
 * Receives webhooks on this machine and prints one JSON line for each, until Ctrl-C. Signatures are verified with the
 * secrets of the webhooks whose URL leads to this port.
 * @throws LaunchError for a port that is not one, or is in use
 */
export async function listen(text = String(DEFAULT_PORT)): Promise<unknown> {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw new LaunchError(`"${text}" is not a port.`);
  let received = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      response.writeHead(body === null ? 413 : 204).end();
      if (body === null) return;
      received++;
      // Read for each event: a secret can change at any time.
      const signature = signatureOf(request, body, await secretsFor(port));
      process.stdout.write(`${JSON.stringify(line(request, body, signature))}\n`);
    })().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new LaunchError(`Cannot listen on port ${port}: ${error.message}`)),
    );
    server.listen(port, HOST, resolve);
  });
  process.stderr.write(`Listening. Create a webhook with the URL http://${HOST}:${port}/ ; Ctrl-C ends.\n`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  server.close();
  server.closeAllConnections();
  return { received };
}

const line = ({ headers }: IncomingMessage, body: string, signature: string) => ({
  event: headers['x-service-event'] ?? null,
  event_id: headers['x-service-event-id'] ?? null,
  signature,
  body: parsed(body),
});

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const secretsFor = (port: number): Promise<string[]> =>
  withTables([], async (connection, config) => {
    const box = new SecretBox(new SecretKeys(config));
    const rows = await connection.query<{ id: string; url: string; secret: string }[]>(
      'SELECT id, url, secret FROM webhooks',
    );
    return rows
      .filter(({ url }) => leadsTo(url, port))
      .map(({ id, secret }) => box.open(secret, 'webhook secret', id));
  });

function leadsTo(text: string, port: number): boolean {
  const url = new URL(text);
  return ['localhost', '127.0.0.1'].includes(url.hostname) && Number(url.port || 80) === port;
}

function signatureOf(
  { headers }: IncomingMessage,
  body: string,
  secrets: readonly string[],
): 'valid' | 'invalid' | 'missing' | 'unknown' {
  const given = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'] ?? ''));
  const [, at, hex] = given ?? [];
  if (at === undefined || hex === undefined) return 'missing';
  if (secrets.length === 0) return 'unknown';
  const isRight = secrets.some((secret) => {
    const digest = createHmac('sha256', secret)
      .update(signedText(Number(at), body))
      .digest();
    return timingSafeEqual(digest, Buffer.from(hex, 'hex'));
  });
  return isRight ? 'valid' : 'invalid';
}

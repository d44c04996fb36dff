import { connect, type Socket } from 'node:net';
import type { HostileBody } from './hostile-bodies';

/** Clients that do not behave, each from an address of its own in 127.0.0.0/8. */

let count = 0;
/** An IPv4 address of this machine that no earlier client had. */
export function nextAddress(): string {
  count++;
  return `127.${1 + ((count >> 16) & 127)}.${(count >> 8) & 255}.${count & 255 || 1}`;
}

export interface Held {
  socket: Socket;
  /** What the server wrote so far. */
  readonly answer: string;
  close(): void;
}

/**
 * Sends the head of a request and a part of its body, and keeps the connection.
 * @param drip milliseconds between further single bytes; none without it
 */
export async function hold(
  url: string,
  path: string,
  { bytes, headers }: HostileBody,
  { part, from = nextAddress(), drip }: { part: number; from?: string; drip?: number },
): Promise<Held> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const held = { answer: '' };
  socket.on('data', (chunk) => (held.answer += chunk.toString()));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  const lines = Object.entries({ Host: 'x', ...headers, 'Content-Length': bytes.length });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  socket.write(bytes.subarray(0, part));
  let sent = part;
  const timer =
    drip === undefined
      ? undefined
      : setInterval(() => {
          if (!socket.destroyed && sent < bytes.length - 1) socket.write(bytes.subarray(sent, ++sent));
        }, drip);
  const close = (): void => {
    clearInterval(timer);
    socket.destroy();
  };
  socket.once('close', () => clearInterval(timer));
  return {
    socket,
    close,
    get answer() {
      return held.answer;
    },
  };
}

/** Sends a whole request from an address. @returns status (0: the connection was cut), milliseconds and the answer */
export function send(
  url: string,
  path: string,
  { bytes, headers }: HostileBody,
  { from = nextAddress(), timeoutMs = 120_000 }: { from?: string; timeoutMs?: number } = {},
): Promise<{ status: number; ms: number; text: string }> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    const parts: Buffer[] = [];
    let received = 0;
    /** Bytes of the whole answer, once its head has arrived. */
    let whole: number | undefined;
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('connect', () => {
      const lines = Object.entries({
        Host: 'x',
        Connection: 'close',
        ...headers,
        ...('Transfer-Encoding' in headers ? {} : { 'Content-Length': bytes.length }),
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      );
      socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      parts.push(chunk);
      received += chunk.length;
      whole ??= wholeLength(Buffer.concat(parts));
      // A refusal of a body that is still sent keeps the connection for a while.
      if (whole !== undefined && received >= whole) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const ms = performance.now() - began;
      const text = Buffer.concat(parts).toString();
      resolve({ status: Number(text.split(' ', 2)[1] ?? 0), ms, text });
    });
  });
}

/** @returns undefined until the head of an answer is complete; Infinity when it states no length */
function wholeLength(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, end));
  return length ? end + 4 + Number(length[1]) : Infinity;
}

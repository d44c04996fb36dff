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
    let text = '';
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
      text += chunk.toString();
      // A refusal of a body that is still sent keeps the connection for a while.
      const length = /content-length: (\d+)/i.exec(text);
      const head = text.indexOf('\r\n\r\n');
      if (head !== -1 && length && Buffer.byteLength(text.slice(head + 4)) >= Number(length[1]))
        socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve({ status: Number(text.split(' ', 2)[1] ?? 0), ms: performance.now() - began, text }),
    );
  });
}

import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

export const STDOUT = 1;
export const STDERR = 2;

/** Retries of a blocked write, 10 ms apart. The line is then dropped. */
const WAITS = 100;
const WAIT_MS = 10;
const cell = new Int32Array(new SharedArrayBuffer(4));

export function logTo(fd: number): DestinationStream {
  return { write: isatty(fd) ? (line) => write(fd, readable(line)) : (line) => write(fd, line) };
}

/** Synchronous, so that the last lines of a process are not lost. A full disk or a closed pipe loses lines. */
function write(fd: number, line: string): void {
  let rest = Buffer.from(line);
  for (let waits = 0; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++waits > WAITS) return;
      Atomics.wait(cell, 0, 0, WAIT_MS);
    }
  }
}

interface RequestFields {
  req?: { method?: string; path?: string };
  res?: { status?: number };
  responseTime?: number;
}

const format = prettyFactory({
  colorize: process.env['NO_COLOR'] === undefined,
  singleLine: true,
  translateTime: "UTC:HH:MM:ss'Z'",
  ignore: 'pid,hostname,req,res,responseTime',
  messageFormat: (record, messageKey) => requestOf(record) ?? String(record[messageKey]),
});

function requestOf({ req, res, responseTime }: RequestFields): string | null {
  if (!req || !res) return null;
  return `${req.method} ${req.path} ${res.status} ${responseTime} ms`;
}

/** Values can come from any source. Escaped control characters cannot control the terminal. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

const readable = (line: string): string =>
  format(
    JSON.parse(line, (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(CONTROL, '') : value,
    ),
  );

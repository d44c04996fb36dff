import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root';
import { until } from '../until';

export interface ReplayRequest {
  method: string;
  path: string;
  provider: string;
  status: number | null;
  /** Mode of the order that changed the answer. */
  fault?: string;
  concurrentAtProvider: number;
}

export interface BigWallet {
  address: string;
  rows: Record<'txlist' | 'txlistinternal' | 'tokentx', number>;
  wei: string;
  usdc: string;
}

/** Orders after which a provider gives no answer that can be used. */
export const OUTAGES = [
  'timeout',
  'reset',
  'truncated',
  'garbage',
  'empty',
  '500',
  '502html',
  '429',
  '429html',
  'ratelimit200',
];

/** The stand-in for all public APIs (README.md), as a process of its own. */
export interface Replay {
  url: string;
  pid: number;
  /** Every base-URL variable of the service, pointed at it. */
  env: Record<string, string>;
  order: (rule: { match: string; mode: string; delay_ms?: number; times?: number }) => Promise<void>;
  /** Clears the orders, and answers what `hold` holds. */
  calm: () => Promise<void>;
  /** Waits until `hold` holds a request whose path contains the text. */
  holds: (part: string) => Promise<void>;
  requests: () => Promise<ReplayRequest[]>;
  forget: () => Promise<void>;
  big: (wallet: {
    address: string;
    transactions: number;
    shown?: number;
    per_block?: number;
  }) => Promise<BigWallet>;
  close: () => Promise<void>;
}

export async function startReplay(): Promise<Replay> {
  // The server is no TypeScript: a compiled bench finds it where the sources are.
  const server = join(PROJECT_ROOT, 'test/support/replay/server.mjs');
  const child = spawn(process.execPath, ['--max-old-space-size=512', server, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, env } = JSON.parse(line.toString()) as Pick<Replay, 'url' | 'env'>;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the stand-in refused ${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const requests = async () => (await call('GET', '/__requests')) as ReplayRequest[];
  if (child.pid === undefined) throw new Error('the stand-in has no process');
  return {
    url,
    pid: child.pid,
    env,
    order: async (rule) => void (await call('POST', '/__control', rule)),
    calm: async () => void (await call('DELETE', '/__control')),
    holds: async (part) =>
      void (await until(requests, (log) =>
        log.some(({ fault, status, path }) => fault === 'hold' && status === null && path.includes(part)),
      )),
    requests,
    forget: async () => void (await call('DELETE', '/__requests')),
    big: async (wallet) => (await call('POST', '/__big', wallet)) as BigWallet,
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

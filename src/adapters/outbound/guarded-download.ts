import { request as httpRequest } from 'node:http';
import type { EgressPolicy } from './egress-policy';
import { failureWords } from './failure-words';
import { GuardedConnections, Refused } from './guarded-connections';

export class DownloadFailed extends Error {}

export interface DownloadLimits {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Uses a new guarded connection. Follows no redirect: the operator must confirm a new place.
 * @throws DownloadFailed for a forbidden address, another status than 200, and an answer that is late or too large
 */
export async function download(
  address: string,
  policy: EgressPolicy,
  { maxBytes, timeoutMs }: DownloadLimits,
): Promise<Uint8Array> {
  const refusal = policy.refusal(address);
  if (refusal !== null) throw new DownloadFailed(`${address}: ${refusal}`);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(address);
    const socket = await new GuardedConnections(policy).connect(url, signal);
    return await new Promise<Uint8Array>((resolve, reject) => {
      const request = httpRequest({
        path: url.pathname + url.search,
        createConnection: () => socket,
        setHost: false,
        headers: {
          Host: url.host,
          Accept: 'application/pdf',
          'User-Agent': 'cost-basis-service',
          Connection: 'close',
        },
        signal,
      });
      request.once('error', reject);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let left = maxBytes;
        const fail = (reason: string) => request.destroy(new DownloadFailed(reason));
        if (response.statusCode !== 200) return void fail(`the server answered ${response.statusCode}`);
        response.on('data', (chunk: Buffer) => {
          left -= chunk.length;
          if (left < 0) fail(`the file is larger than ${maxBytes} bytes`);
          else chunks.push(chunk);
        });
        response.once('error', reject);
        response.once('end', () => {
          if (response.complete) resolve(Buffer.concat(chunks));
          else reject(new DownloadFailed('the answer ended early'));
        });
      });
      request.end();
    });
  } catch (error) {
    if (signal.aborted) throw new DownloadFailed(`${address}: no complete answer in ${timeoutMs} ms`);
    const reason =
      error instanceof DownloadFailed
        ? error.message
        : error instanceof Refused
          ? 'its name has no address that may be called'
          : failureWords(error);
    throw new DownloadFailed(`${address}: ${reason}`);
  }
}

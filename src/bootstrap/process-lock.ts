import type { Client } from 'pg';
import { tryLockForSession } from '../adapters/persistence/advisory-locks';
import { ResilientClient } from '../adapters/persistence/resilient-client';
import type { Clock } from '../ports/clock';
import { LaunchError } from './launch-error';

/** Time for a previous process to shut down, or for Postgres to detect that it ended. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 250;

export interface ProcessClaim {
  release(): Promise<void>;
}

/**
 * Holds the process lock of the database. Without Redis, queue, counters and cache are in memory, so one process
 * holds the lock exclusively. Processes with Redis share the lock, so the two modes never run together.
 * @param onLost called when the connection was lost and another process took the lock
 * @throws LaunchError when another process holds it
 */
export async function claimDatabase(
  url: string,
  alone: boolean,
  timeoutMs: number,
  onLost: (reason: LaunchError) => void,
  clock: Clock,
): Promise<ProcessClaim> {
  const claim = new Claim(url, alone, timeoutMs, onLost, clock);
  await claim.take(PATIENCE_MS);
  return claim;
}

class Claim implements ProcessClaim {
  private client: Client | null = null;
  private released = false;

  constructor(
    private readonly url: string,
    private readonly alone: boolean,
    private readonly timeoutMs: number,
    private readonly onLost: (reason: LaunchError) => void,
    private readonly clock: Clock,
  ) {}

  async take(patienceMs: number): Promise<void> {
    const client = await this.connect();
    const mode = this.alone ? 'alone' : 'shared';
    for (let waited = 0; ; waited += RETRY_MS) {
      if (await tryLockForSession(client, 'process', mode)) break;
      if (waited >= patienceMs) {
        await client.end();
        throw new LaunchError(refusal(this.alone));
      }
      await this.clock.sleep(RETRY_MS);
    }
    this.client = client;
    client.once('end', () => void this.takeAgain());
  }

  async release(): Promise<void> {
    this.released = true;
    await this.client?.end();
  }

  private async connect(): Promise<Client> {
    // The `end` event reports the loss.
    const client = new ResilientClient({
      connectionString: this.url,
      connectionTimeoutMillis: this.timeoutMs,
      application_name: 'cost-basis-process-lock',
      keepAlive: true,
    });
    await client.connect();
    return client;
  }

  private async takeAgain(): Promise<void> {
    while (!this.released) {
      try {
        await this.take(0);
        return;
      } catch (error) {
        if (error instanceof LaunchError) return this.onLost(error);
        await this.clock.sleep(RETRY_MS);
      }
    }
  }
}

function refusal(alone: boolean): string {
  return alone
    ? 'Another process already serves this database. Without REDIS_URL only one can run; stop it, or set the same REDIS_URL for all of them.'
    : 'A process without REDIS_URL serves this database. Stop it, or set the same REDIS_URL for it.';
}

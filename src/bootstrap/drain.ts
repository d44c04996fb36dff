import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Clock } from '../ports/clock';

/** Readiness fails, but the server still accepts connections, so that load balancers can move away. */
const LOOK_ELSEWHERE_MS = 500;
/** No new connection is accepted. Responses on open ones carry `Connection: close`. */
const GOODBYE_MS = 1_000;
/** Incomplete requests are then aborted, so that the shutdown fits into its 15 s. */
const CUT_MS = 10_000;

export class Drain {
  private readonly open = new Set<ServerResponse>();
  private leaving = false;

  constructor(
    private readonly server: Server,
    private readonly clock: Clock,
  ) {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.leaving) response.setHeader('Connection', 'close');
    });
  }

  async finish(): Promise<void> {
    await this.whileConnected(LOOK_ELSEWHERE_MS);
    // `Server.close` of http also closes idle connections, on which a request can be in transit.
    const ended = new Promise((resolve) => NetServer.prototype.close.call(this.server, resolve));
    this.leaving = true;
    for (const response of this.open) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    await this.whileConnected(GOODBYE_MS);
    this.server.closeIdleConnections();
    const cut = this.clock.setTimeout(() => this.server.closeAllConnections(), CUT_MS);
    await ended;
    this.clock.clearTimeout(cut);
  }

  private async whileConnected(ms: number): Promise<void> {
    for (let waited = 0; waited < ms && (await this.connections()) > 0; waited += 20) {
      await this.clock.sleep(20);
    }
  }

  private connections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_error, count) => resolve(count)));
  }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Clock } from '../ports/clock';

/**
 * Readiness fails, and the server still accepts connections. Load balancers have time to use other servers.
 */
const LOOK_ELSEWHERE_MS = 500;
/**
 * The server accepts no new connection. The next response on each open connection carries `Connection:
 * close`.
 */
const GOODBYE_MS = 1_000;
/** Requests that are not complete by then are aborted, so that the shutdown fits into its 15 s. */
const CUT_MS = 10_000;

/** Stops a server without resetting open connections. */
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

  /** Resolves when every active request is complete and the server no longer listens. */
  async finish(): Promise<void> {
    await this.whileConnected(LOOK_ELSEWHERE_MS);
    // `Server.close` of http is not used: it also closes idle connections, on which a request can be in
    // transit.
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

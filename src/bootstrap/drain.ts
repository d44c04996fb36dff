import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Readiness says no, and connections are still taken: time for load balancers to look elsewhere. */
const LOOK_ELSEWHERE_MS = 500;
/** Nobody new is taken; those who are here learn by their next answer that their connection goes. */
const GOODBYE_MS = 1_000;
/** Answers not finished by then are cut, so that the rest of a shutdown fits into its 15 s. */
const CUT_MS = 10_000;

/** Ends a server without resetting anybody's connection. */
export class Drain {
  private readonly open = new Set<ServerResponse>();
  private leaving = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.leaving) response.setHeader('Connection', 'close');
    });
  }

  /** Resolves when every answer under way is out and nothing listens any more. */
  async finish(): Promise<void> {
    await this.whileConnected(LOOK_ELSEWHERE_MS);
    // Not Server.close of http: it also ends idle connections, on which a request may be on its way.
    const ended = new Promise((resolve) => NetServer.prototype.close.call(this.server, resolve));
    this.leaving = true;
    for (const response of this.open) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    await this.whileConnected(GOODBYE_MS);
    this.server.closeIdleConnections();
    const cut = setTimeout(() => this.server.closeAllConnections(), CUT_MS);
    await ended;
    clearTimeout(cut);
  }

  private async whileConnected(ms: number): Promise<void> {
    for (let waited = 0; waited < ms && (await this.connections()) > 0; waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private connections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_error, count) => resolve(count)));
  }
}

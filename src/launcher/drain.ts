import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Clients that keep a connection learn within this, by their next answer, that it is going. */
const GOODBYE_MS = 1_000;
/** Answers not finished by then are cut, so that the rest of a shutdown fits into its 15 s. */
const CUT_MS = 11_000;

/** Ends a server without resetting anybody's connection. */
export class Drain {
  private readonly open = new Set<ServerResponse>();
  private draining = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.draining) response.setHeader('Connection', 'close');
    });
  }

  /** Resolves when every answer under way is out and nothing listens any more. */
  async finish(): Promise<void> {
    this.draining = true;
    for (const response of this.open) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    for (let waited = 0; waited < GOODBYE_MS && (await this.connections()) > 0; waited += 25) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const cut = setTimeout(() => this.server.closeAllConnections(), CUT_MS);
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(cut);
  }

  private connections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_error, count) => resolve(count)));
  }
}

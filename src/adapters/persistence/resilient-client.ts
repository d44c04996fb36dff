import { Client, type ClientConfig } from 'pg';

/**
 * Adds an error listener, so that a closed connection does not end the process. A server can close a
 * connection while no statement runs and no listener exists: a pool hands out a connection before its user
 * listens. The next statement then fails.
 */
export class ResilientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

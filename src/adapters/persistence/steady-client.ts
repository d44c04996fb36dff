import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose end does not end the process. What a server says when it closes one may come while no statement
 * is under way and nobody listens (a pool hands out a new connection a moment before its user listens to it); the
 * next statement fails by itself then.
 */
export class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

import { Client, type ClientConfig } from 'pg';

/** A pool hands out a connection before its user listens: an unheard error would end the process. */
export class ResilientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

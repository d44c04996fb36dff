import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type EgressPolicy, literalOf } from './egress-policy';
import { HostNames } from './host-names';

export class Refused extends Error {}

/** Resolves once, checks every address and the connected peer. Uses no proxy. @source reliability.md D10 */
export class GuardedConnections {
  constructor(
    private readonly policy: EgressPolicy,
    private readonly names: HostNames = new HostNames(),
    private readonly trusted?: string,
  ) {}

  /** @throws Refused when any address of the name is blocked, even if another one is allowed */
  async connect(url: URL, signal: AbortSignal): Promise<Socket> {
    const literal = literalOf(url.hostname);
    const addresses = literal === null ? await this.addressesOf(url.hostname, signal) : [literal];
    if (!addresses.every((address) => this.policy.allowsAddress(address))) throw new Refused();
    let failure: Error | undefined;
    for (const address of addresses) {
      signal.throwIfAborted();
      try {
        return await this.open(url, address, signal);
      } catch (error) {
        failure = error as Error;
      }
    }
    throw failure ?? new Refused();
  }

  private async addressesOf(name: string, signal: AbortSignal): Promise<string[]> {
    try {
      return await this.names.addressesOf(name, signal);
    } catch (error) {
      const { code } = error as { code?: unknown };
      throw this.policy.hidesNames && (code === 'ENOTFOUND' || code === 'ENODATA') ? new Refused() : error;
    }
  }

  private open(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
    const isTls = url.protocol === 'https:';
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const target = { host: address, port };
    const name = literalOf(url.hostname) === null ? url.hostname.replace(/\.$/, '') : undefined;
    return new Promise((resolve, reject) => {
      const socket = isTls
        ? connectTls({ ...target, servername: name ?? '', ca: this.trusted, ALPNProtocols: ['http/1.1'] })
        : connectTcp(target);
      const fail = (error: Error): void => {
        signal.removeEventListener('abort', abort);
        socket.destroy();
        reject(error);
      };
      const abort = (): void => fail(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      // The listener stays: the connection can fail later, and more than once.
      socket.on('error', fail);
      // Checks the peer again before any byte of the message is sent.
      socket.once('connect', () => {
        if (!this.policy.allowsAddress(socket.remoteAddress ?? '')) fail(new Refused());
      });
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        if (socket.destroyed) return;
        signal.removeEventListener('abort', abort);
        socket.setNoDelay(true);
        resolve(socket);
      });
    });
  }
}

import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '../domain/access/principal';
import type { Clock } from '../ports/clock';
import type { KnownStates } from '../ports/storage/raw-history-store';
import type { CredentialKind } from './auth/credential';
import { clientNetwork } from './rate-limit/client';

/** How a request stands with the limits: not yet counted, exempt, refused or let through. */
export type RateState = null | 'exempt' | 'charged' | { requestsToday: number };

/** What one request carries besides its input. Made by `configureApp` before anything else runs. */
export class RequestContext {
  readonly #abort = new AbortController();
  /** Milliseconds UTC. */
  readonly startedAt: number;
  readonly #arrived: number;
  #principal: Principal = { kind: 'anonymous' };

  /** Null until the limiter has looked at this request. */
  rate: RateState = null;

  /** What the request failed with: a public code, or REQUEST_TIMEOUT, whose answer names none. Null: it did not. */
  errorCode: string | null = null;

  /** Kinds of credential that the route takes. */
  accepted: readonly CredentialKind[] = [];

  /** States of the wallets as this request has read them, while no read of an upstream is due. */
  knownStates: KnownStates | undefined;

  /** True while the body arrives. */
  isReceiving = false;

  constructor(
    private readonly clock: Clock,
    /** UUID; the `X-Request-Id` header and `meta.request_id`. */
    readonly requestId: string,
    /** Address of the client as Express gives it, proxies taken into account. */
    readonly ip?: string,
  ) {
    this.startedAt = clock.now();
    this.#arrived = clock.elapsed();
  }

  /** Anonymous until the access guard has verified the credential. */
  get principal(): Principal {
    return this.#principal;
  }

  identify(principal: Principal): void {
    this.#principal = principal;
  }

  /** Checks the credential again, for answers that take long. Null: it has ended. Set by the access guard. */
  reidentify: () => Promise<Principal | null> = () => Promise.resolve(this.#principal);

  /** The network that reads of wallets are charged to, when there is no credential. */
  get network(): string {
    return clientNetwork(this.ip);
  }

  /** Aborted when the wall clock of the request runs out, and when the client goes away. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Milliseconds since arrival, on a clock that never jumps. */
  elapsedMs(): number {
    return this.clock.elapsed() - this.#arrived;
  }
}

const CONTEXTS = new WeakMap<IncomingMessage, RequestContext>();

export const attachContext = (request: IncomingMessage, context: RequestContext): void => {
  CONTEXTS.set(request, context);
};

/** @throws Error when the application was not configured by `configureApp` */
export function contextOf(request: IncomingMessage): RequestContext {
  const context = CONTEXTS.get(request);
  if (!context)
    throw new Error('The application is not configured: call configureApp(app) before it listens');
  return context;
}

/** Handler parameter: the RequestContext. */
export const Context = createParamDecorator((_: unknown, execution: ExecutionContext): RequestContext =>
  contextOf(execution.switchToHttp().getRequest<IncomingMessage>()),
);

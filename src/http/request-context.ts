import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '../domain/access/principal';
import type { Clock } from '../ports/clock';
import type { KnownStates } from '../ports/storage/raw-history-store';
import type { CredentialKind } from './auth/credential';
import { clientNetwork } from './rate-limit/client';

export type RateState = null | 'exempt' | 'charged' | { requestsToday: number };

/** Made by `configureApp` before anything else runs. */
export class RequestContext {
  readonly #abort = new AbortController();
  /** Milliseconds UTC. */
  readonly startedAt: number;
  readonly #arrived: number;
  #caller: Principal = { kind: 'anonymous' };
  #inSpace: Principal | null = null;

  rate: RateState = null;

  /** Public code of a failure, or REQUEST_TIMEOUT, whose answer has no code. */
  errorCode: string | null = null;

  accepted: readonly CredentialKind[] = [];

  /** States of the wallets as this request has read them, while no upstream read is due. */
  knownStates: KnownStates | undefined;

  isReceiving = false;

  constructor(
    private readonly clock: Clock,
    readonly requestId: string,
    readonly ip?: string,
  ) {
    this.startedAt = clock.now();
    this.#arrived = clock.elapsed();
  }

  /** Whose records the request is about: the caller, or the space that the caller acts in. */
  get principal(): Principal {
    return this.#inSpace ?? this.#caller;
  }

  /** Whom limits, usage and the audit log count. Anonymous until the access guard has verified the credential. */
  get caller(): Principal {
    return this.#caller;
  }

  identify(caller: Principal): void {
    this.#caller = caller;
  }

  enter(space: Principal): void {
    this.#inSpace = space;
  }

  /** Checks the credential again, for long answers. Null: the credential has ended. The access guard sets it. */
  reidentify: () => Promise<Principal | null> = () => Promise.resolve(this.principal);

  /** Reads of wallets without a credential are charged to this network. */
  get network(): string {
    return clientNetwork(this.ip);
  }

  /** Aborted when the wall clock runs out, and when the client goes away. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

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

export const Context = createParamDecorator((_: unknown, execution: ExecutionContext): RequestContext =>
  contextOf(execution.switchToHttp().getRequest<IncomingMessage>()),
);

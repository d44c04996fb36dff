/** The message to send, composed just before sending so that its signature is current. */
export interface OutboundMessage {
  /** The service's headers override the user's headers. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface OutboundRequest {
  url: string;
  /** One deadline in ms for name lookup, connection, TLS and the response headers. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called once, after the connection is established. Null: send nothing. */
  compose: () => Promise<OutboundMessage | null>;
}

/** The result of an attempt. A status means that the receiver answered. The body is ignored. */
export type OutboundOutcome =
  | { kind: 'answered'; statusCode: number; elapsedMs: number }
  | { kind: 'failed'; error: string; elapsedMs: number }
  /** `compose` returned null, or the signal was aborted before sending. */
  | { kind: 'not sent'; elapsedMs: number }
  /** The signal was aborted after the request was sent. */
  | { kind: 'aborted'; elapsedMs: number };

/** POSTs to user-defined receivers. Blocks destinations that only the service itself may reach. */
export abstract class OutboundHttp {
  /** @returns the reason why such a URL is never called, as text for the user; null when it may be called */
  abstract refusal(url: string): string | null;
  /** Never throws. */
  abstract post(request: OutboundRequest): Promise<OutboundOutcome>;
}

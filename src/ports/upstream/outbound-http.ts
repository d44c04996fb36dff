/** What is sent, decided at the last moment: the signature in it is of now. */
export interface OutboundMessage {
  /** Ours win over those a user chose. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface OutboundRequest {
  url: string;
  /** One deadline over name lookup, connection, TLS and the answer's head, ms. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Asked once, when the connection stands; null: nothing is sent after all. */
  compose: () => Promise<OutboundMessage | null>;
}

/** How an attempt ended. A status means that the receiver answered; the body is nobody's business. */
export type OutboundOutcome =
  | { kind: 'answered'; statusCode: number; elapsedMs: number }
  | { kind: 'failed'; error: string; elapsedMs: number }
  /** `compose` said no, or the signal was aborted before anything was sent. */
  | { kind: 'not sent'; elapsedMs: number }
  /** The signal was aborted while the receiver had the request. */
  | { kind: 'aborted'; elapsedMs: number };

/** POSTs to receivers a user named, without letting the user reach where the service alone may. */
export abstract class OutboundHttp {
  /** @returns why such a URL is never called, in words for the user; null when it may be tried */
  abstract refusal(url: string): string | null;
  /** Never throws. */
  abstract post(request: OutboundRequest): Promise<OutboundOutcome>;
}

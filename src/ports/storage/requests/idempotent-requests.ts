/** A request with a key of its sender. */
export interface KeyedRequest {
  /** Account or partner of the caller, or its network. */
  owner: string;
  /** The credential of the owner that was used. Empty for a session. In a space a session is its member's. */
  credential: string;
  /** Method and template of the path. */
  route: string;
  key: string;
  /** Digest of path and body: another digest under the same key is another request. */
  digest: string;
}

export interface KeyedAnswer {
  text: string;
  /** True when an earlier request made it. */
  isReplay: boolean;
}

/** Does the work of a keyed request once, whatever number of requests arrive, on any process. */
export abstract class IdempotentRequests {
  /**
   * Does the work, or returns the answer that it had. Effects of `inEffect` commit together with the answer. Failed
   * work is not kept.
   * @param work returns the answer as text
   * @param signal ends the wait for work of another request
   * @throws AppError CONFLICT when the key belongs to another request
   */
  abstract once(
    request: KeyedRequest,
    work: () => Promise<string>,
    signal: AbortSignal,
  ): Promise<KeyedAnswer>;
}

import { UpstreamFailure, worstOf } from './upstream-failure';

/** Failures caused by the query, not by the upstream: the caller handles them. */
const QUESTION_AT_FAULT: ReadonlySet<string> = new Set(['query_timeout']);

interface Endpoint {
  provider: string;
}

/**
 * The endpoints of one chain during one read. The first working endpoint is kept. A failed endpoint is not used
 * again. An endpoint that does not support a query is skipped for that query.
 */
export class Relay<E extends Endpoint> {
  private readonly failed = new Map<E, UpstreamFailure>();
  private readonly unfit = new Map<string, Map<E, UpstreamFailure>>();
  private last: E['provider'];

  constructor(
    private readonly endpoints: readonly [E, ...E[]],
    private readonly signal: AbortSignal,
  ) {
    this.last = endpoints[0].provider;
  }

  get lastProvider(): E['provider'] {
    return this.last;
  }

  /**
   * @param topic of the query; an endpoint without support for it is still used for other topics
   * @param isGood other results are used only when no endpoint has a better one
   * @throws UpstreamFailure the most severe one, when every endpoint fails
   */
  async ask<T>(
    topic: string,
    work: (endpoint: E) => Promise<T>,
    isGood: (answer: T) => boolean = () => true,
  ): Promise<T> {
    const unfit = this.unfitFor(topic);
    let secondBest: { answer: T; endpoint: E } | null = null;
    for (const endpoint of this.endpoints) {
      if (this.failed.has(endpoint) || unfit.has(endpoint)) continue;
      try {
        const answer = await work(endpoint);
        if (isGood(answer)) return this.answered(endpoint, answer);
        secondBest ??= { answer, endpoint };
      } catch (error) {
        this.signal.throwIfAborted();
        if (!(error instanceof UpstreamFailure) || QUESTION_AT_FAULT.has(error.kind)) throw error;
        (error.kind === 'unsupported' ? unfit : this.failed).set(endpoint, error);
      }
    }
    if (secondBest) return this.answered(secondBest.endpoint, secondBest.answer);
    const [first, ...others] = this.endpoints.flatMap((e) => this.failed.get(e) ?? unfit.get(e) ?? []);
    if (!first) throw new Error('nobody was asked');
    throw worstOf([first, ...others]);
  }

  private answered<T>(endpoint: E, answer: T): T {
    this.last = endpoint.provider;
    return answer;
  }

  private unfitFor(topic: string): Map<E, UpstreamFailure> {
    const known = this.unfit.get(topic) ?? new Map<E, UpstreamFailure>();
    this.unfit.set(topic, known);
    return known;
  }
}

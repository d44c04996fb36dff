import { UpstreamFailure, worstOf } from '../../upstream/upstream-failure';
import type { EvmEndpoint } from './evm.upstreams';

/** Failures that concern the question, not the upstream: the caller mends them. */
const QUESTION_AT_FAULT: ReadonlySet<string> = new Set(['query_timeout']);

/**
 * The endpoints of one chain for the length of one reading: the first that works is stayed with; one that failed
 * is not asked again; one that merely does not know a list is left out for that list.
 */
export class Relay {
  private readonly failed = new Map<EvmEndpoint, UpstreamFailure>();
  private readonly unfit = new Map<string, Map<EvmEndpoint, UpstreamFailure>>();
  private last: string;

  /** @param endpoints at least one */
  constructor(
    private readonly endpoints: readonly [EvmEndpoint, ...EvmEndpoint[]],
    private readonly signal: AbortSignal,
  ) {
    this.last = endpoints[0].provider;
  }

  get lastProvider(): string {
    return this.last;
  }

  /**
   * @param topic what is asked about; an endpoint that does not support it keeps its other topics
   * @param isGood an answer that is not good is used only when no other endpoint has a better one
   * @throws UpstreamFailure the gravest of all, when nobody answers
   */
  async ask<T>(
    topic: string,
    work: (endpoint: EvmEndpoint) => Promise<T>,
    isGood: (answer: T) => boolean = () => true,
  ): Promise<T> {
    const unfit = this.unfitFor(topic);
    let secondBest: { answer: T; endpoint: EvmEndpoint } | null = null;
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

  private answered<T>(endpoint: EvmEndpoint, answer: T): T {
    this.last = endpoint.provider;
    return answer;
  }

  private unfitFor(topic: string): Map<EvmEndpoint, UpstreamFailure> {
    const known = this.unfit.get(topic) ?? new Map<EvmEndpoint, UpstreamFailure>();
    this.unfit.set(topic, known);
    return known;
  }
}

import { UpstreamFailure, worstOf } from '../../upstream/upstream-failure';
import type { SolanaEndpoint } from './solana.upstreams';

/** The nodes for the length of one reading: the first that works is stayed with, one that failed is left out. */
export class Relay {
  private readonly failed = new Map<SolanaEndpoint, UpstreamFailure>();
  private last: SolanaEndpoint['provider'];

  constructor(
    private readonly endpoints: readonly [SolanaEndpoint, ...SolanaEndpoint[]],
    private readonly signal: AbortSignal,
  ) {
    this.last = endpoints[0].provider;
  }

  get lastProvider(): SolanaEndpoint['provider'] {
    return this.last;
  }

  /**
   * @param isGood an answer that is not good is used only when no other node has a better one
   * @throws UpstreamFailure the gravest of all, when nobody answers
   */
  async ask<T>(
    work: (endpoint: SolanaEndpoint) => Promise<T>,
    isGood: (answer: T) => boolean = () => true,
  ): Promise<T> {
    const poor: T[] = [];
    for (const endpoint of this.endpoints) {
      if (this.failed.has(endpoint)) continue;
      try {
        const answer = await work(endpoint);
        if (!isGood(answer)) {
          poor.push(answer);
          continue;
        }
        this.last = endpoint.provider;
        return answer;
      } catch (error) {
        this.signal.throwIfAborted();
        if (!(error instanceof UpstreamFailure)) throw error;
        this.failed.set(endpoint, error);
      }
    }
    const [best] = poor;
    if (best !== undefined) return best;
    const [first, ...others] = this.failed.values();
    if (!first) throw new Error('nobody was asked');
    throw worstOf([first, ...others]);
  }
}

import { Rules } from '../../common/rules';

/** Times in ms: of one attempt, and of all with the waits between them. */
export interface Trying {
  attempts: number;
  attemptMs: number;
  wholeMs: number;
}

/** A request has a waiting caller, background work has none. */
export class UpstreamRules extends Rules {
  readonly connectMs: number = 5_000;
  readonly patience: Readonly<Record<'request' | 'background', Trying>> = {
    request: { attempts: 2, attemptMs: 8_000, wholeMs: 12_000 },
    background: { attempts: 4, attemptMs: 12_000, wholeMs: 30_000 },
  };
  /** Of one attempt at the payment processor: one retry after a pause still fits a light request. */
  readonly paymentMs: number = 5_000;
  /** Of a figure that has a substitute. */
  readonly spareMs: number = 3_000;
}

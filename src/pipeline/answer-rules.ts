import { Rules } from '../common/rules';

/** How long work waits for facts that it can do without. Times in ms. */
export class AnswerRules extends Rules {
  /** An answer, for the balances that a chain states. */
  readonly balancesMs: number = 4_000;
  /** A read of a wallet, for the balances that its history is compared with. */
  readonly comparisonMs: number = 8_000;
  /** An answer, for the figures of tokenized assets. */
  readonly figuresMs: number = 5_000;
}

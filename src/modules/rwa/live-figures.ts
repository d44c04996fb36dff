import type { Decimal } from '../../domain/kernel/decimal';
import type { RwaQuote } from '../../domain/rwa';

/** What is known of one token now, and why not more. */
export interface LiveFigures extends RwaQuote {
  /** Assets under management, USD; null when not to be had. */
  aum: Decimal | null;
  /** Why value or yield is missing; null when neither is, or no source publishes them. */
  error: string | null;
}

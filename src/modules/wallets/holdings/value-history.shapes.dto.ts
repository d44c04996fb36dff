import type { Interval } from '../../../domain/portfolio/history/periods';
import type { Gap } from '../../../domain/portfolio/history/value-history';

/** The holdings of one wallet at the end of a day. */
export class ValuePointResponse {
  /** A day of the report zone. @example "2024-03-31" */
  date!: string;
  /** USD, of the holdings with a price; null when the day has no value. @example "3978.6858" */
  value!: string | null;
  /**
   * Why there is no value; null when there is one. `prices_pending`: a price has not been fetched yet;
   * `price_missing`: a holding has prices before and after this day only; `no_price`: no holding has a price.
   * @example null
   */
  gap!: Gap | null;
  /** Holdings valued at a price of an earlier day: their own day has none. @example 0 */
  estimated_count!: number;
  /** Holdings without a price: `value` does not include them. @example 0 */
  unpriced_count!: number;
}

/** Value over time. */
export class ValueHistoryResponse {
  /** IANA zone of the days. @example "UTC" */
  timezone!: string;
  /** @example "month" */
  interval!: Interval;
  /** Oldest first. Empty while the history is being read. */
  points!: ValuePointResponse[];
}

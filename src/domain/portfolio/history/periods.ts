import { DAY_MS } from '../../kernel/durations';

/** Each period has the value of its last day. */
export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Weeks end on Sunday. */
const ENDS: Readonly<Record<Interval, (day: number) => boolean>> = {
  day: () => true,
  week: (day) => (day + 4) % 7 === 0,
  month: (day) => new Date((day + 1) * DAY_MS).getUTCDate() === 1,
};

/**
 * @returns last days, oldest first. The last period ends with `last`
 * @param first and `last`: day numbers, as in `kernel/calendar`
 */
export function periodEnds(first: number, last: number, interval: Interval): number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day++) if (day === last || ENDS[interval](day)) days.push(day);
  return days;
}

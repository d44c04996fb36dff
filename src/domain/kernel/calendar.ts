import { DAY_MS } from './durations';

/**
 * Calendar days of the taxpayer. A day is the number of days since 1970-01-01 of the local date, so days compare and
 * add as integers. UTC needs no tables. Other zones use Intl, cached per day.
 * @source tax-rules 1.6, 5.1
 */

/** Bitcoin began. */
export const FIRST_TAX_YEAR = 2009;

/** @param at milliseconds UTC @param timezone IANA name */
export function dayOf(at: number, timezone: string): number {
  return Math.floor((timezone === 'UTC' ? at : at + zoneOf(timezone).offset(at)) / DAY_MS);
}

export function dayCounter(timezone: string): (at: number) => number {
  if (timezone === 'UTC') return (at) => Math.floor(at / DAY_MS);
  const zone = zoneOf(timezone);
  return (at) => Math.floor((at + zone.offset(at)) / DAY_MS);
}

/** `YYYY-MM-DD` */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** @returns NaN for other text than `YYYY-MM-DD`, and for 2023-02-30: Date.parse takes it for a day in March */
export function parseDay(text: string): number {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return !Number.isNaN(day) && dayText(day) === text ? day : NaN;
}

/** @param month 1..12 */
export const dayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY_MS;

export const yearOfDay = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/**
 * The first day on which a sale is long-term. The day after acquisition is day one, and more than one year must pass.
 * A 29 February that does not exist becomes 1 March.
 * @source tax-rules 5.1; IRC 1222; Rev. Rul. 66-7
 */
export function longTermDay(acquired: number): number {
  const start = new Date((acquired + 1) * DAY_MS);
  return dayNumber(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, start.getUTCDate());
}

/** @param acquired day number. A year and a day is 366 or 367 days, so only 366 needs the calendar */
export function isLongTermDays(acquired: number, sold: number): boolean {
  const held = sold - acquired;
  if (held !== 366) return held > 366;
  return sold >= longTermDay(acquired);
}

/** An unknown date of acquisition is short-term (5.3). */
export function isLongTerm(acquiredAt: number | null, at: number, timezone: string): boolean {
  return acquiredAt !== null && isLongTermDays(dayOf(acquiredAt, timezone), dayOf(at, timezone));
}

/** `YYYY-MM-DD` */
export const longTermOn = (acquiredAt: number, timezone: string): string =>
  dayText(longTermDay(dayOf(acquiredAt, timezone)));

export const taxYearOf = (at: number, timezone: string): number => yearOfDay(dayOf(at, timezone));

/** `until` is exclusive. Searches around the UTC year: years start at local midnight. */
export function yearBounds(year: number, timezone: string): { from: number; until: number } {
  return {
    from: startOfDay(dayNumber(year, 1, 1), timezone),
    until: startOfDay(dayNumber(year + 1, 1, 1), timezone),
  };
}

/** First time of a local year, and one past the last of another. */
export const boundsOfYears = (first: number, last: number, timezone: string) => ({
  from: yearBounds(first, timezone).from,
  until: yearBounds(last, timezone).until,
});

/** Start of a local day. If a clock change skips midnight, the first time of the day. */
export function startOfDay(day: number, timezone: string): number {
  const utc = day * DAY_MS;
  if (timezone === 'UTC') return utc;
  let low = utc - DAY_MS;
  let high = utc + DAY_MS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (dayOf(middle, timezone) >= day) high = middle;
    else low = middle + 1;
  }
  return low;
}

class Zone {
  private readonly format: Intl.DateTimeFormat;
  /** UTC day -> offset of the whole day. Null for a day with a clock change. */
  private readonly days = new Map<number, number | null>();

  constructor(timezone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Milliseconds to add to UTC. */
  offset(at: number): number {
    const day = Math.floor(at / DAY_MS);
    let whole = this.days.get(day);
    if (whole === undefined) {
      const first = this.measure(day * DAY_MS);
      whole = first === this.measure((day + 1) * DAY_MS - 1000) ? first : null;
      this.days.set(day, whole);
    }
    return whole ?? this.measure(at);
  }

  private measure(at: number): number {
    const field = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of this.format.formatToParts(at))
      if (type in field) field[type as keyof typeof field] = Number(value);
    const local = Date.UTC(field.year, field.month - 1, field.day, field.hour, field.minute, field.second);
    return local - Math.floor(at / 1000) * 1000;
  }
}

/** A formatter costs 60 microseconds. Zones are IANA names, so the map stays small. */
const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone);
  if (!zone) zones.set(timezone, (zone = new Zone(timezone)));
  return zone;
}

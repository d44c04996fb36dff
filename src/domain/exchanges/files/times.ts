/** ZONES: names of zones in files of the United States -> hours. A name states whether it is summer. */
const ZONES: Readonly<Record<string, string>> = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
};
const ZONE_AT_END = new RegExp(`\\s*\\(?\\b(${Object.keys(ZONES).join('|')})\\)?$`, 'i');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `Jan. 28, 2022, 12:13 AM`, `Nov 23 2025 02:03:01`. */
const MONTH_DAY = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b[,\s]*/;
/** `28 Jan 2022 12:13`. */
const DAY_MONTH = /^(\d{1,2})[\s-]([A-Za-z]{3,9})\.?[\s-](\d{4})\b[,\s]*/;

/** `2022-01-16 10:23:00+00`: the minutes of the zone are left out. */
const SHORT_ZONE = /(:\d{2}(?:\.\d+)?)([+-]\d{2})$/;

/**
 * A time as text -> the same time in digits, with its zone apart. Names of months and of zones become numbers.
 * @returns `zone` null where the text names none of them
 */
export function plainTime(given: string): { text: string; zone: string | null } {
  if (/^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/.test(given)) return { text: given, zone: null };
  const [found = '', name = ''] = ZONE_AT_END.exec(given) ?? [];
  const zone = ZONES[name.toUpperCase()] ?? null;
  const bare = zone === null ? given : given.slice(0, given.length - found.length);
  return { text: withMonthNumber(bare).replace(SHORT_ZONE, '$1$2:00'), zone };
}

function withMonthNumber(text: string): string {
  const [all, first = '', second = '', year = ''] = MONTH_DAY.exec(text) ?? DAY_MONTH.exec(text) ?? [];
  if (all === undefined) return text;
  const [name, day] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? text : `${month}/${day}/${year} ${text.slice(all.length)}`.trim();
}

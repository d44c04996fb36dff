/** @param date `YYYY-MM-DD`, or null for VARIOUS @returns `MM/DD/YYYY` */
export function usDate(date: string | null): string {
  if (date === null) return 'VARIOUS';
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

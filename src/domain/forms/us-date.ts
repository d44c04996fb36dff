/** @param date `YYYY-MM-DD`, or a word @returns `MM/DD/YYYY`, or the word */
export function usDate(date: string): string {
  const [year, month, day] = date.split('-');
  return day === undefined ? date : `${month}/${day}/${year}`;
}

/** Programs that import files know no word for an unknown date but VARIOUS. */
export const importedDate = (date: string): string => (date === 'UNKNOWN' ? 'VARIOUS' : usDate(date));

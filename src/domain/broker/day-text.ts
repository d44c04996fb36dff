const MS_PER_DAY = 86_400_000;

/** @param day `YYYY-MM-DD` @returns days since 1970 */
export const dayOfText = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;

/** Date.parse takes 2023-02-30 for a day in March. @param day `YYYY-MM-DD` */
export const isDay = (day: string): boolean => {
  const number = dayOfText(day);
  return !Number.isNaN(number) && new Date(number * MS_PER_DAY).toISOString().startsWith(day);
};

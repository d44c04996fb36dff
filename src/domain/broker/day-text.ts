const MS_PER_DAY = 86_400_000;

/** @param day `YYYY-MM-DD` @returns days since 1970 */
export const dayOfText = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;

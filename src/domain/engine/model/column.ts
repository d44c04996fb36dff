/**
 * Room for so many values at once: growing step by step would copy a column several times. The first slot is written
 * so that the array is one of objects from the start; code compiled before that would be thrown away.
 */
export function columnOf<T>(rows: number): T[] {
  const column = new Array<T | null>(rows);
  if (rows > 0) column[0] = null;
  return column as T[];
}

/**
 * Allocates all rows at once, because growing copies the column. Writes the first slot so that V8 treats the array as
 * an array of objects from the start and keeps compiled code.
 */
export function columnOf<T>(rows: number): T[] {
  const column = new Array<T | null>(rows);
  if (rows > 0) column[0] = null;
  return column as T[];
}

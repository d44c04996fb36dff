import type { DataSource } from 'typeorm';

/** Parsing so many rows takes a few milliseconds. */
const FETCHED_ROWS = 500;

/** Rows of one moment. Other requests are served between the parts. @param select ordered, without a limit */
export async function fetchRows<T>(
  dataSource: DataSource,
  select: string,
  parameters: unknown[],
): Promise<T[]> {
  const first = await dataSource.query<T[]>(`${select} LIMIT ${FETCHED_ROWS + 1}`, parameters);
  if (first.length <= FETCHED_ROWS) return first;
  return dataSource.transaction(async (manager) => {
    await manager.query(`DECLARE listed NO SCROLL CURSOR FOR ${select}`, parameters);
    const rows: T[] = [];
    for (;;) {
      const fetched = await manager.query<T[]>(`FETCH ${FETCHED_ROWS} FROM listed`);
      for (const row of fetched) rows.push(row);
      if (fetched.length < FETCHED_ROWS) return rows;
    }
  });
}

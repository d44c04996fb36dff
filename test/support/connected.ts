import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { createMigratedDatabase } from './postgres';

export interface Connected {
  /** As the role that owns the tables, past the pool. */
  url: string;
  sql: DataSource;
  close(): Promise<void>;
}

/** A database of its own with the schema in it, reached as the service reaches it. @param entities asked for by repository */
export async function connectDatabase(entities: (new () => object)[] = []): Promise<Connected> {
  const database = await createMigratedDatabase();
  const options = { ...dataSourceOptions(database.config, 'service'), entities };
  const sql = await new DataSource(options).initialize();
  return {
    url: database.url,
    sql,
    close: async () => {
      await sql.destroy();
      await database.drop();
    },
  };
}

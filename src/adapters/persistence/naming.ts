import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Column `user_id` for the property `userId`, key `sessions_pkey`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? property.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }
}

import type { AccountRecord, PersonalDataRepository } from './personal-data.repository';
import { PERSONAL_TABLES, TABLE_NAMES } from './personal-tables';

const EXPORTED = TABLE_NAMES.filter((name) => PERSONAL_TABLES[name].columns !== null);

/**
 * JSON text with `generated_at`, `account`, and one list for each table. Written in pieces: the whole text is never
 * in memory. The caller puts it into an envelope.
 */
export async function* exportPieces(
  data: PersonalDataRepository,
  account: AccountRecord,
  generatedAt: string,
): AsyncGenerator<string> {
  yield `{"generated_at":${JSON.stringify(generatedAt)},"account":${JSON.stringify(account)}`;
  for (const name of EXPORTED) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const rows of data.rows(account, name)) {
      yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}';
}

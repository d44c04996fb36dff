import type { AccountRecord, PersonalDataRepository } from './personal-data.repository';
import { PERSONAL_TABLES, TABLE_NAMES } from './personal-tables';

/** Tables whose rows an export contains. */
const EXPORTED = TABLE_NAMES.filter((name) => PERSONAL_TABLES[name].columns !== null);

/**
 * The export of one account as JSON text: `generated_at`, `account`, and one list for each table. Written piece by piece:
 * the whole text is never in memory. The caller puts it into an envelope.
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

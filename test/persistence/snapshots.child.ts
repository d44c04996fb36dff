import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { PostgresWalletSnapshots } from '../../src/adapters/persistence/ledgers/wallet-snapshots.store';
import { testConfig } from '../support/postgres';
import { FIRST_STATEMENT, numbered, SCOPE } from './numbered-snapshot';

/** A worker that replaces a snapshot once, or again and again until it is killed. */
async function main(): Promise<void> {
  const { DATABASE_URL = '', FROM, TIMES = 'Infinity' } = process.env;
  const config = testConfig({ DATABASE_URL });
  const source = await new DataSource(dataSourceOptions(config, 'service')).initialize();
  const store = new PostgresWalletSnapshots(source);
  await source.query(FIRST_STATEMENT);
  for (let n = Number(FROM); n < Number(FROM) + Number(TIMES); n++) {
    const { basis, snapshot } = numbered(n);
    await store.save(SCOPE, basis, snapshot, Date.now(), false);
    process.stdout.write('.');
  }
  await source.destroy();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

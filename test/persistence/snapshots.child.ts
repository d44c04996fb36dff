import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { PostgresWalletSnapshots } from '../../src/adapters/persistence/ledgers/wallet-snapshots.store';
import { testConfig } from '../support/postgres';
import { numbered, SCOPE } from './numbered-snapshot';

/** A worker that replaces one snapshot again and again until it is killed. */
async function main(): Promise<void> {
  const config = testConfig({ DATABASE_URL: process.env.DATABASE_URL ?? '' });
  const store = new PostgresWalletSnapshots(
    await new DataSource(dataSourceOptions(config, 'service')).initialize(),
  );
  for (let n = Number(process.env.FROM); ; n++) {
    const { basis, snapshot } = numbered(n);
    await store.save(SCOPE, basis, snapshot, Date.now(), false);
    process.stdout.write('.');
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

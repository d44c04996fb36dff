import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdaptersModule } from '../adapters/adapters.module';
import { PostgresRawHistoryStore } from '../adapters/persistence/wallets/raw-history.store';
import { SystemClock } from '../adapters/system/system-clock';
import { quietLogger } from '../bootstrap/logger';
import { ProcessState } from '../common/process-state';
import { ConfigModule } from '../config/config.module';
import { parseAddress } from '../domain/kernel/address';
import type { ChainState } from '../ports/storage/raw-history-store';
import { indexWalletKey, Jobs } from '../ports/work/jobs';
import { onCurrentDatabase, withTables } from './database';

@Module({ imports: [AdaptersModule] })
class QueueOnlyModule {}

/** A running service reads the address within seconds. @throws AppError INVALID_ADDRESS */
export async function addWallet(text: string): Promise<unknown> {
  const { value, given } = parseAddress(text);
  return onCurrentDatabase(async (config) => {
    const root = {
      module: QueueOnlyModule,
      imports: [ConfigModule.forRoot(config, new ProcessState(false))],
    };
    const context = await NestFactory.create(root, { logger: quietLogger(), abortOnError: false });
    await context.init();
    try {
      const payload = { address: value, given };
      const { jobId } = await context
        .get(Jobs, { strict: false })
        .enqueue('index_wallet', indexWalletKey(value), payload, { requester: null });
      return { address: given, job_id: jobId };
    } finally {
      await context.close();
    }
  });
}

/** Calls no upstream. @throws AppError INVALID_ADDRESS */
export async function walletStatus(text: string): Promise<unknown> {
  const address = parseAddress(text);
  return withTables([], async (connection) => {
    const states = await new PostgresRawHistoryStore(connection, new SystemClock()).chainStates(
      address.value,
    );
    return { address: address.given, is_known: states.length > 0, chains: states.map(toReading) };
  });
}

const toReading = (state: ChainState) => ({
  chain: state.chain,
  is_complete: state.complete,
  indexed_at: state.indexedAt === null ? null : new Date(state.indexedAt).toISOString(),
  row_count: state.rowCount,
  provider: state.provider,
  is_truncated: state.truncated,
  is_incomplete: state.incomplete,
  error_code: state.errorCode,
});

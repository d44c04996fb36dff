import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pino from 'pino';
import { AdaptersModule } from './adapters/adapters.module';
import { asOwner, migrate } from './adapters/persistence/data-source';
import { AppLogger, createLogger } from './app.logger';
import { AppModule } from './app.module';
import { openApiDocument } from './app.setup';
import { ConfigModule } from './config/config.module';
import { type Config, loadConfig } from './config/env';
import { ProcessState } from './config/process-state';
import type { Link } from './domain/audit/chain';
import { prunableBefore } from './domain/audit/retention';
import { LaunchError } from './launcher/launch-error';
import { joinOrStartPostgres } from './launcher/postgres';
import { AuditChainRepository } from './modules/audit/audit-chain.repository';
import { toPruning, toVerdict, type Pruning, type Verdict } from './modules/audit/audit-report.presenter';
import { AuthModule } from './modules/auth/auth.module';
import { BillingModule } from './modules/billing/billing.module';
import { CatchUp, type Round } from './modules/billing/catch-up.service';
import { toHeldEvent } from './modules/billing/held.presenter';
import { HeldEventsRepository } from './modules/billing/held-events.repository';
import { UserRepository } from './modules/auth/user.repository';
import { PartnerKeysService } from './modules/auth/partner-keys.service';

/** What commands need of the service; no HTTP, no background work. */
@Module({ imports: [ConfigModule, AdaptersModule, AuthModule, BillingModule] })
class CommandModule {}

/** @returns the names of the migrations that were run */
export function migrateDatabase(): Promise<unknown> {
  return withDatabase(async (config) => ({ migrations: await migrate(config) }));
}

/** @returns id, name and the key itself, this once */
export function createPartnerKey(name: string): Promise<unknown> {
  return withPartnerKeys((keys) => keys.create(name));
}

export function listPartnerKeys(): Promise<unknown> {
  return withPartnerKeys((keys) => keys.list());
}

/** @throws LaunchError when there is no active key with this id */
export function revokePartnerKey(id: string): Promise<unknown> {
  return withPartnerKeys(async (keys) => {
    if (!(await keys.revoke(id))) throw new LaunchError(`There is no active partner key ${id}.`);
    return { id, revoked: true };
  });
}

/** @throws LaunchError when no verified account has this address */
export function makeOperator(email: string): Promise<unknown> {
  return withDatabase(async (config) => {
    await migrate(config);
    const address = email.trim().toLowerCase();
    const isMade = await inContext((context) =>
      context.get(UserRepository, { strict: false }).makeOperator(address),
    );
    if (!isMade) throw new LaunchError(`There is no verified account with the address ${address}.`);
    return { email: address, role: 'operator' };
  });
}

/**
 * Walks the whole audit log, beside whoever writes it.
 * @param anchor a place in the chain noted earlier, which must still be in it
 */
export function verifyAudit(anchor: Link | null): Promise<Verdict> {
  return withDatabase(async (config) => {
    await migrate(config);
    return asOwner(config, async (owner) =>
      toVerdict(await new AuditChainRepository(owner).verify(anchor), Date.now()),
    );
  });
}

/** Drops the months of the audit log that are older than they have to be kept; nothing, when it does not verify. */
export function pruneAudit(): Promise<Pruning> {
  return withDatabase(async (config) => {
    await migrate(config);
    return asOwner(config, async (owner) => {
      const now = Date.now();
      const before = prunableBefore(now);
      return toPruning(before, await new AuditChainRepository(owner).prune(before, now));
    });
  });
}

const MOST_HELD = 1_000;

/** Events of the payment processor that had no effect, oldest first. */
export function heldPayments(): Promise<unknown> {
  return withDatabase(async (config) => {
    await migrate(config);
    return inContext(async (context) => {
      const held = await context.get(HeldEventsRepository, { strict: false }).list(MOST_HELD);
      return { held: held.map(toHeldEvent) };
    });
  });
}

/** Asks the processor for what never came, and looks again at what is held and due. */
export function catchUpPayments(): Promise<Round> {
  return withDatabase(async (config) => {
    await migrate(config);
    return inContext((context) => context.get(CatchUp, { strict: false }).run());
  });
}

/** On the database of the running server, or on the embedded one, started for the moment. */
async function withDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  const given = loadConfig(process.env);
  if (given.DATABASE_URL !== undefined) return work(given);
  const postgres = await joinOrStartPostgres({ dataDir: given.DATA_DIR });
  try {
    process.env['DATABASE_URL'] = postgres.url;
    return await work(loadConfig(process.env));
  } finally {
    await postgres.stop();
  }
}

function withPartnerKeys<T>(work: (keys: PartnerKeysService) => Promise<T>): Promise<T> {
  return withDatabase(async (config) => {
    await migrate(config);
    return inContext(async (context) => work(context.get(PartnerKeysService, { strict: false })));
  });
}

async function inContext<T>(work: (context: INestApplicationContext) => Promise<T>): Promise<T> {
  const context = await NestFactory.create(CommandModule, { logger: quiet(), abortOnError: false });
  context.get(ProcessState).runsJobs = false;
  await context.init();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Read off the classes alone: nothing is connected, nothing listens. */
export async function openApi(): Promise<unknown> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    // Preview mode announces itself as a warning.
    logger: quiet('error'),
    preview: true,
    abortOnError: false,
  });
  return openApiDocument(app);
}

function quiet(level = 'warn'): AppLogger {
  return new AppLogger(createLogger(level, pino.destination(2)));
}

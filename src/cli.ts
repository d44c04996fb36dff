import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pino from 'pino';
import { AdaptersModule } from './adapters/adapters.module';
import { migrate } from './adapters/persistence/data-source';
import { AppLogger, createLogger } from './app.logger';
import { AppModule } from './app.module';
import { refuse } from './app.process';
import { openApiDocument } from './app.setup';
import { ConfigModule } from './config/config.module';
import { type Config, loadConfig } from './config/env';
import { ProcessState } from './config/process-state';
import { LaunchError } from './launcher/launch-error';
import { joinOrStartPostgres } from './launcher/postgres';
import { AuthModule } from './modules/auth/auth.module';
import { PartnerKeysService } from './modules/auth/partner-keys.service';

/** What commands need of the service; no HTTP, no background work. */
@Module({ imports: [ConfigModule, AdaptersModule, AuthModule] })
class CommandModule {}

type Arguments = readonly string[];

interface Command {
  usage: string;
  does: string;
  /** Null: the arguments do not fit. Else what is printed, as JSON. */
  run: (args: Arguments) => Promise<unknown> | null;
}

const COMMANDS = {
  migrate: {
    usage: 'migrate',
    does: 'brings the schema up to this release',
    run: (args) =>
      args.length === 0 ? withDatabase(async (config) => ({ migrations: await migrate(config) })) : null,
  },
  'partner-key create': {
    usage: 'partner-key create <name>',
    does: 'makes a key and prints it, once',
    run: ([name, ...rest]) =>
      name && rest.length === 0 ? withPartnerKeys((keys) => keys.create(name)) : null,
  },
  'partner-key list': {
    usage: 'partner-key list',
    does: 'lists keys, never their secret part',
    run: (args) => (args.length === 0 ? withPartnerKeys((keys) => keys.list()) : null),
  },
  'partner-key revoke': {
    usage: 'partner-key revoke <id>',
    does: 'ends a key at once',
    run: ([id, ...rest]) => (id && rest.length === 0 ? withPartnerKeys((keys) => revoke(keys, id)) : null),
  },
  openapi: {
    usage: 'openapi',
    does: 'prints the OpenAPI document',
    run: (args) => (args.length === 0 ? openApi() : null),
  },
} as const satisfies Record<string, Command>;

const USAGE = `Usage: npm run -s cli -- <command>\n\n${Object.values(COMMANDS)
  .map(({ usage, does }) => `  ${usage.padEnd(28)}${does}`)
  .join('\n')}\n`;

/** One command, its result as JSON on stdout, everything else on stderr. Exit 2: no such command. */
async function main(words: Arguments): Promise<void> {
  const found = Object.entries<Command>(COMMANDS).find(([name]) =>
    `${words.join(' ')} `.startsWith(`${name} `),
  );
  const result = found?.[1].run(words.slice(found[0].split(' ').length)) ?? null;
  if (result === null) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  process.stdout.write(`${JSON.stringify(await result)}\n`);
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

async function revoke(keys: PartnerKeysService, id: string): Promise<{ id: string; revoked: true }> {
  if (!(await keys.revoke(id))) throw new LaunchError(`There is no active partner key ${id}.`);
  return { id, revoked: true };
}

/** Read off the classes alone: nothing is connected, nothing listens. */
async function openApi(): Promise<unknown> {
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

main(process.argv.slice(2)).catch(refuse);

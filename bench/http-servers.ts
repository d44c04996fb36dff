import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Header, Module, Param, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createApp } from '../src/bootstrap/boot';
import { giveWay } from '../src/bootstrap/process';
import { Needs } from '../src/http/auth/decorators';
import { RawResponse } from '../src/http/reply';
import { OwnedWalletsQuery, Wallet, type WalletRequest } from '../src/http/validation/fields';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { startService } from './service';

/** The servers that `http.ts` compares, each in a process of its own. */

export interface Ready {
  url: string;
  key: string | null;
}

export interface Server extends Ready {
  child: ChildProcess;
}

const LIMITS = { PARTNER_RATE_LIMIT_RPM: '100000000', PARTNER_RATE_LIMIT_RPD: '100000000' };

@Controller()
class Hello {
  @Get()
  hello(): { hello: string } {
    return { hello: 'world' };
  }
}

@Module({ controllers: [Hello] })
class HelloModule {}

/** The texts that the service answered, by the name of the route. */
const texts = new Map<string, string>();

/** The least that an application with these guards, limits, pipes, filters, logs and audit can do per request. */
@Controller('api/v1/bytes/:address')
class Bytes {
  @Get(':name')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Needs('read:holdings')
  read(@Wallet() _: WalletRequest, @Param('name') name: string, @Query() __: OwnedWalletsQuery): RawResponse {
    return new RawResponse(texts.get(name) ?? '');
  }
}

@Module({ controllers: [Bytes] })
class BytesModule {}

async function serveHello(): Promise<Ready> {
  const app = await NestFactory.create(HelloModule, { logger: false });
  process.on('message', reportUsage);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as { address(): AddressInfo };
  return { url: `http://127.0.0.1:${server.address().port}`, key: null };
}

/** `DATABASE_URL` and `REDIS_URL` are set when several processes share them; another process then runs the jobs. */
async function serve(role: string): Promise<Ready> {
  // Without Redis it is the only process, as that of `npm start`.
  const isWorker = role === 'worker' && process.env['REDIS_URL'] !== undefined;
  if (isWorker) giveWay();
  const database = process.env['BENCH_DATABASE'];
  const service = await startService(
    { EVM_CHAINS: 'ethereum', ...LIMITS, ...(isWorker && { BACKGROUND_THREAD: 'false' }) },
    {
      ...(database !== undefined && { database, runsJobs: role === 'worker' }),
      ...(role === 'bytes' && {
        create: (module, options) => createApp({ module: BytesModule, imports: [module] }, options),
      }),
    },
  );
  process.on('message', (message: { stop?: true; usage?: true; texts?: [string, string][] }) => {
    if (message.usage) reportUsage();
    for (const [name, text] of message.texts ?? []) texts.set(name, text);
    if (message.stop) void service.stop().then(() => process.exit());
  });
  const { key } = await service.part(PartnerKeysService).create('bench');
  return { url: service.url, key };
}

interface Usage {
  /** Microseconds of CPU so far. */
  cpu: number;
  /** Bytes. */
  memory: NodeJS.MemoryUsage;
}

async function usageOf({ child }: Server): Promise<Usage> {
  child.send({ usage: true });
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}

/** Microseconds of CPU that the process of a server has used so far. */
export const cpuOf = async (server: Server): Promise<number> => (await usageOf(server)).cpu;

/** Megabytes in memory. */
export const memoryOf = async (server: Server): Promise<number> =>
  Math.round((await usageOf(server)).memory.rss / 1e6);

/** Megabytes by kind. */
export const memoryPartsOf = async (server: Server): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries((await usageOf(server)).memory).map(([kind, bytes]) => [kind, Math.round(bytes / 1e6)]),
  );

function reportUsage(): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage() });
}

/** Starts `role` in a process of its own. */
export async function start(role: string, env: Record<string, string> = {}): Promise<Server> {
  const child = fork(__filename, [role], { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2, 'ipc'] });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { ...ready, child };
}

export async function stop({ child }: Server, role: string): Promise<void> {
  if (role === 'hello') child.kill();
  else child.send({ stop: true });
  await once(child, 'exit');
}

const [role] = process.argv.slice(2);
if (require.main === module && role !== undefined) {
  // A bench that fails leaves no server behind.
  process.on('disconnect', () => process.exit());
  void (role === 'hello' ? serveHello() : serve(role)).then((ready) => process.send?.(ready));
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import autocannon from 'autocannon';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { startReplay } from '../test/support/replay';
import { startService } from './service';

/**
 * Requests per second of the routes a screen is drawn from, on a wallet of 10,000 transactions that has been read,
 * beside a bare Nest "hello" in the same run. Each server has a process of its own; the load comes from this one.
 */
const WALLET = '0x00000000000000000000000000000000000b1600';
const TRANSACTIONS = 10_000;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const CONNECTIONS = 32;

const ROUTES = {
  health: '/api/v1/health',
  dashboard: `/api/v1/wallets/${WALLET}/dashboard`,
  positions: `/api/v1/wallets/${WALLET}/positions`,
  holdings: `/api/v1/wallets/${WALLET}/holdings`,
  holdings_summary: `/api/v1/wallets/${WALLET}/holdings/summary`,
  cost_basis: `/api/v1/wallets/${WALLET}/cost-basis`,
  transactions: `/api/v1/wallets/${WALLET}/transactions`,
  legacy_positions: `/api/wallets/${WALLET}/positions`,
} as const;

interface Ready {
  url: string;
  key: string | null;
}

@Controller()
class Hello {
  @Get()
  hello(): { hello: string } {
    return { hello: 'world' };
  }
}

@Module({ controllers: [Hello] })
class HelloModule {}

async function serveHello(): Promise<Ready> {
  const app = await NestFactory.create(HelloModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as { address(): AddressInfo };
  return { url: `http://127.0.0.1:${server.address().port}`, key: null };
}

async function serve(): Promise<Ready> {
  const service = await startService({
    EVM_CHAINS: 'ethereum',
    PARTNER_RATE_LIMIT_RPM: '100000000',
    PARTNER_RATE_LIMIT_RPD: '100000000',
  });
  process.on('message', () => void service.stop().then(() => process.exit()));
  const { key } = await service.part(PartnerKeysService).create('bench');
  return { url: service.url, key };
}

/** This file again, in another role. */
async function start(role: string, env: Record<string, string>): Promise<Ready & { child: ChildProcess }> {
  const child = fork(__filename, [role], { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2, 'ipc'] });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { ...ready, child };
}

async function load(
  url: string,
  key: string | null,
  seconds: number,
): Promise<{ rps: number; p99_ms: number }> {
  const headers = key === null ? {} : { 'X-Partner-Key': key };
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0)
    throw new Error(`${url} answered ${result.non2xx} times with something else than 2xx`);
  return { rps: Math.round(result.requests.average), p99_ms: result.latency.p99 };
}

/** Asks until nothing of the wallet is pending any more. */
async function read(service: Ready): Promise<void> {
  for (;;) {
    const response = await fetch(`${service.url}${ROUTES.dashboard}`, {
      headers: { 'X-Partner-Key': service.key ?? '' },
    });
    const { data } = (await response.json()) as { data?: { partial: boolean } };
    if (data?.partial === false) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function main(): Promise<void> {
  const replay = await startReplay();
  await replay.big({ address: WALLET, transactions: TRANSACTIONS });
  const hello = await start('hello', {});
  const service = await start('service', replay.env);
  await read(service);
  await load(hello.url, null, 1);
  const bare = await load(hello.url, null, SECONDS);
  const routes: Record<string, { rps: number; ratio: number; p99_ms: number }> = {};
  for (const [name, path] of Object.entries(ROUTES)) {
    await load(service.url + path, service.key, 1);
    const measured = await load(service.url + path, service.key, SECONDS);
    routes[name] = { ...measured, ratio: Number((measured.rps / bare.rps).toFixed(3)) };
  }
  console.log(
    JSON.stringify({ transactions: TRANSACTIONS, connections: CONNECTIONS, hello_rps: bare.rps, routes }),
  );
  hello.child.kill();
  service.child.send('stop');
  await once(service.child, 'exit');
  await replay.close();
}

const [role] = process.argv.slice(2);
if (role === 'hello' || role === 'service') {
  void (role === 'hello' ? serveHello() : serve()).then((ready) => process.send?.(ready));
} else void main();

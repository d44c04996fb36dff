import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { startRedis } from '../test/support/redis';
import { startReplay } from '../test/support/replay';
import { limitProcessor } from './processor-share';
import { cpuOf, start, stop, type Server } from './http-servers';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * Requests per second of the routes a screen is drawn from, on a wallet of 10,000 transactions that has been read,
 * beside a bare Nest "hello", and beside an application with the same guards, limits, pipes, filters, logs and audit
 * that returns the same bytes. Servers take turns within each round; the figures are medians of the rounds. Ratios of
 * CPU per request stand beside those of rates: on a busy machine only they can be compared.
 * `--processes N`: the same with N processes of each over one database, Redis and one worker.
 * `--share S`: each of them has that share of a processor, so that the load and Redis have the rest.
 */
const WALLET = '0x00000000000000000000000000000000000b1600';
const TRANSACTIONS = 10_000;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CONNECTIONS = 32;
/** For each process of a kind: until then its code is compiled. */
const WARM_UP_SECONDS = 3;

const ROUTES = {
  holdings: `/api/v1/wallets/${WALLET}/holdings`,
  dashboard: `/api/v1/wallets/${WALLET}/dashboard`,
  positions: `/api/v1/wallets/${WALLET}/positions`,
  summary: `/api/v1/wallets/${WALLET}/holdings/summary`,
  cost_basis: `/api/v1/wallets/${WALLET}/cost-basis`,
  transactions: `/api/v1/wallets/${WALLET}/transactions`,
  lots: `/api/v1/wallets/${WALLET}/lots`,
  tax_summary: `/api/v1/tax-reports/${WALLET}/summary`,
} as const;

type RouteName = keyof typeof ROUTES;
const NAMES = Object.keys(ROUTES) as RouteName[];

interface Load {
  rps: number;
  /** Microseconds of CPU of the server, per request. The load of the machine changes it less than the rate. */
  cpu_us: number;
  p99_ms: number;
}

interface Figures {
  cpu_ratio_to_same_parts: number;
  cpu_ratio_to_hello: number;
  cpu_us: number;
  ratio_to_same_parts: number;
  ratio_to_hello: number;
  rps: number;
  hello_rps: number;
  p99_ms: number;
  p99_to_hello: number;
}

async function load(
  server: Server,
  path: string,
  seconds: number,
  etag: string | null = null,
): Promise<Load> {
  const { url, key } = server;
  const before = await cpuOf(server);
  const headers = {
    ...(key !== null && { 'X-Partner-Key': key }),
    ...(etag !== null && { 'If-None-Match': etag }),
  };
  const result = await autocannon({ url: url + path, headers, connections: CONNECTIONS, duration: seconds });
  const expected = etag === null ? result['2xx'] : result['3xx'];
  const others = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] - expected;
  // The minute changes during a run: one answer in thousands is then sent whole.
  if (others > expected / 100) throw new Error(`${path} answered ${others} times with another status`);
  const used = (await cpuOf(server)) - before;
  return { rps: result.requests.average, cpu_us: used / result.requests.total, p99_ms: result.latency.p99 };
}

/** All servers at once; the sum of their requests, and the worst of their percentiles. */
async function loadAll(
  servers: readonly Server[],
  path: string,
  seconds: number,
  etag?: string | null,
): Promise<Load> {
  const all = await Promise.all(servers.map((server) => load(server, path, seconds, etag)));
  return {
    rps: all.reduce((sum, { rps }) => sum + rps, 0),
    cpu_us: all.reduce((sum, { cpu_us }) => sum + cpu_us, 0) / all.length,
    p99_ms: Math.max(...all.map(({ p99_ms }) => p99_ms)),
  };
}

const ask = ({ url, key }: Server, path: string): Promise<Response> =>
  fetch(url + path, { headers: { 'X-Partner-Key': key ?? '' } });

/** Asks until nothing of the wallet is pending any more. */
async function read(service: Server): Promise<void> {
  for (;;) {
    const response = await ask(service, ROUTES.dashboard);
    const { data } = (await response.json()) as { data?: { partial: boolean } };
    if (data?.partial === false) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number): number => Number(value.toFixed(3));

interface Servers {
  hello: Server[];
  bytes: Server[];
  service: Server[];
}

/** One route, by all servers in turn. */
async function measure(
  { hello, bytes, service }: Servers,
  name: RouteName,
  etag: string | null,
): Promise<Figures> {
  const rounds: { bare: Load; same: Load; own: Load }[] = [];
  await loadAll(service, ROUTES[name], 1, etag);
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      bare: await loadAll(hello, '/', SECONDS),
      same: await loadAll(bytes, `/api/v1/bytes/${WALLET}/${name}`, SECONDS),
      own: await loadAll(service, ROUTES[name], SECONDS, etag),
    });
  return {
    cpu_ratio_to_same_parts: rounded(median(rounds.map(({ own, same }) => same.cpu_us / own.cpu_us))),
    cpu_ratio_to_hello: rounded(median(rounds.map(({ own, bare }) => bare.cpu_us / own.cpu_us))),
    cpu_us: Math.round(median(rounds.map(({ own }) => own.cpu_us))),
    ratio_to_same_parts: rounded(median(rounds.map(({ own, same }) => own.rps / same.rps))),
    ratio_to_hello: rounded(median(rounds.map(({ own, bare }) => own.rps / bare.rps))),
    rps: Math.round(median(rounds.map(({ own }) => own.rps))),
    hello_rps: Math.round(median(rounds.map(({ bare }) => bare.rps))),
    p99_ms: median(rounds.map(({ own }) => own.p99_ms)),
    p99_to_hello: rounded(median(rounds.map(({ own, bare }) => own.p99_ms / bare.p99_ms))),
  };
}

/** Every process has read the wallet and has compiled its code. */
async function prepare(servers: Servers, names: readonly RouteName[]): Promise<void> {
  const [first] = servers.service;
  if (!first) throw new Error('no service');
  for (const service of servers.service) await read(service);
  const texts: [RouteName, string][] = [];
  for (const name of names) texts.push([name, await (await ask(first, ROUTES[name])).text()]);
  for (const { child } of servers.bytes) child.send({ texts });
  const warmUp = WARM_UP_SECONDS * servers.service.length;
  await loadAll(servers.hello, '/', warmUp);
  for (const [name, text] of texts) {
    console.error(`${name}: ${text.length} characters`);
    await loadAll(servers.bytes, `/api/v1/bytes/${WALLET}/${name}`, warmUp);
    await loadAll(servers.service, ROUTES[name], warmUp);
  }
}

async function compare(servers: Servers, names: readonly RouteName[]): Promise<Record<string, Figures>> {
  const [first] = servers.service;
  if (!first) throw new Error('no service');
  const figures: Record<string, Figures> = {};
  for (const name of names) {
    const measured = await measure(servers, name, null);
    figures[name] = measured;
    console.error(`${name}: ${JSON.stringify(measured)}`);
  }
  const etag = (await ask(first, ROUTES.positions)).headers.get('etag');
  if (etag === null) throw new Error('positions have no ETag');
  figures['not_modified'] = await measure(servers, 'positions', etag);
  return figures;
}

/** @returns the figures of one process of each kind */
async function alone(upstreams: Record<string, string>): Promise<Record<string, Figures>> {
  const servers = {
    hello: [await start('hello')],
    bytes: [await start('bytes', upstreams)],
    service: [await start('service', upstreams)],
  };
  await prepare(servers, NAMES);
  const figures = await compare(servers, NAMES);
  for (const [role, all] of Object.entries(servers)) for (const one of all) await stop(one, role);
  return figures;
}

interface Scaling {
  /** Requests per second of one of several processes, beside those of the only one. */
  service_per_process: number;
  hello_per_process: number;
  /** CPU per request of one process, beside that of several: 1 when they do not slow each other. */
  cpu_per_request: number;
  /** Cores that the processes use together. The load, Redis and the database use more of the same. */
  cores_used: number;
}

function scalingOf(one: Figures | undefined, all: Figures | undefined, processes: number): Scaling {
  if (!one || !all) throw new Error('a route was not measured');
  return {
    service_per_process: rounded(all.rps / one.rps / processes),
    hello_per_process: rounded(all.hello_rps / one.hello_rps / processes),
    cpu_per_request: rounded(one.cpu_us / all.cpu_us),
    cores_used: rounded((all.rps * all.cpu_us) / 1e6),
  };
}

/** @returns the figures of several processes of each kind, and how they relate to one */
async function together(
  upstreams: Record<string, string>,
  processes: number,
  share: number | null,
): Promise<object> {
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  const env = { ...upstreams, BENCH_DATABASE: postgres.url, REDIS_URL: redis.url };
  const worker = await start('worker', env);
  const several = async (role: string): Promise<Server[]> => {
    const servers: Server[] = [];
    for (let i = 0; i < processes; i++) servers.push(await start(role, role === 'hello' ? {} : env));
    return servers;
  };
  const servers: Servers = {
    hello: await several('hello'),
    bytes: await several('bytes'),
    service: await several('service'),
  };
  const names = ['holdings', 'dashboard'] as const;
  await prepare(servers, names);
  const pids = [servers.hello, servers.bytes, servers.service].flat().map(({ child }) => child.pid ?? 0);
  const endLimit = share === null ? null : limitProcessor(pids, share);
  const all = await compare(servers, names);
  const [hello, bytes, service] = [servers.hello, servers.bytes, servers.service].map((list) =>
    list.slice(0, 1),
  );
  const one = await compare({ hello, bytes, service } as Servers, names);
  const scaling = names.map((name): [RouteName, Scaling] => [
    name,
    scalingOf(one[name], all[name], processes),
  ]);
  for (const [role, list] of Object.entries(servers))
    for (const server of list as Server[]) await stop(server, role);
  endLimit?.();
  await stop(worker, 'worker');
  await redis.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { processes, share, all, one, scaling: Object.fromEntries(scaling) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { processes: { type: 'string', default: '1' }, share: { type: 'string' } },
  });
  const processes = Number(values.processes);
  const share = values.share === undefined ? null : Number(values.share);
  const replay = await startReplay();
  await replay.big({ address: WALLET, transactions: TRANSACTIONS });
  const routes = processes > 1 ? await together(replay.env, processes, share) : await alone(replay.env);
  console.log(JSON.stringify({ transactions: TRANSACTIONS, connections: CONNECTIONS, routes }));
  await replay.close();
}

void main();

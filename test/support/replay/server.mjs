// A stand-in for the public APIs the service reads, serving recorded data on the loopback interface.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA_DIR, loadData } from './data.mjs';
import { requestKey } from './recordings.mjs';
import { answerEvm, evmProvider } from './evm.mjs';
import { BigWallet } from './big.mjs';
import { Faults, faultReply, providerOf } from './faults.mjs';

const LOG_LIMIT = 100_000,
  BODY_LIMIT = 1_000_000;
const POST_ONLY = {
  status: 405,
  type: 'text/plain',
  body: 'Used HTTP Method is not allowed. POST or OPTIONS is required',
};

export const environment = (url) => ({
  ETHERSCAN_BASE_URL: `${url}/etherscan/v2/api`,
  ETHERSCAN_API_KEY: 'replay',
  BLOCKSCOUT_BASE_URL: `${url}/blockscout`,
  BLOCKSCOUT_API_KEY: 'replay',
  ROUTESCAN_BASE_URL: `${url}/routescan`,
  SQD_BASE_URL: 'off',
  EVM_NODE_URL: 'off',
  ESPLORA_BASE_URL: `${url}/esplora`,
  SOLANA_RPC_URL: `${url}/solana`,
  DEFILLAMA_COINS_BASE_URL: `${url}/llama/coins`,
  DEFILLAMA_YIELDS_BASE_URL: `${url}/llama/yields`,
  DEFILLAMA_API_BASE_URL: `${url}/llama/api`,
  COINGECKO_BASE_URL: `${url}/coingecko/api/v3`,
});

const readBody = async (request) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new RangeError('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
const parseJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Starts the replay server. Port 0 picks a free one; `onRequest` sees each log entry. */
export async function startReplay({ dataDir = DATA_DIR, port = 0, onRequest } = {}) {
  const data = loadData(dataDir),
    faults = new Faults(),
    log = [];
  const inFlight = new Map(); // provider, and '' for all -> requests being answered
  const count = (name, change) => inFlight.set(name, (inFlight.get(name) ?? 0) + change).get(name);

  const big = (options) => {
    const wallet = new BigWallet(options, (time) => data.prices.usd('ETH', time));
    data.evm.big.set(wallet.address, wallet);
    return wallet.summary();
  };

  function answer(method, url, body) {
    const { pathname, searchParams } = url,
      under = (prefix) => pathname.slice(prefix.length);
    const evm = evmProvider(pathname);
    if (evm) return answerEvm(data.evm, evm, searchParams);
    if (pathname.startsWith('/esplora/')) return data.bitcoin.answer(under('/esplora'));
    if (/^\/blockscout\/\d+\/api\/v2\//.test(pathname))
      return { status: 404, body: { message: 'Not found' }, weak: true };
    if (/^\/solana\/?$/.test(pathname)) return method === 'POST' ? data.solana.answer(body) : POST_ONLY;
    if (pathname.startsWith('/llama/coins/'))
      return data.prices.coins(under('/llama/coins'), searchParams, (chain, time) =>
        data.evm.blockAt(chain, time),
      );
    if (pathname.startsWith('/llama/yields/')) return data.yields.pools(under('/llama/yields'));
    if (pathname.startsWith('/llama/api/')) return data.yields.protocol(under('/llama/api'));
    if (pathname.startsWith('/coingecko/api/v3/'))
      return data.prices.coingecko(under('/coingecko/api/v3'), searchParams);
    return undefined;
  }

  /** Computed answer, else the recording of exactly this request, else the provider's own empty answer. */
  function resolve(method, url, body) {
    const computed = answer(method, url, body);
    if (computed && !computed.weak) return computed;
    const recording = data.recordings.get(requestKey(method, url.pathname, url.searchParams, body));
    if (!recording)
      return (
        computed ?? {
          status: 404,
          body: { error: 'nothing recorded for this request', method, path: url.pathname + url.search },
        }
      );
    const { status, limits, type, body: recorded } = recording;
    return {
      status,
      body: recorded,
      headers: limits,
      type: typeof recorded === 'string' ? (type ?? 'text/plain') : undefined,
    };
  }

  function manage(method, path, text) {
    const body = parseJson(text) ?? {};
    const action = {
      'GET /__wallets': () => data.wallets(),
      'GET /__requests': () => log,
      'DELETE /__requests': () => log.splice(0) && [],
      'GET /__control': () => faults.list(),
      'POST /__control': () => faults.add(body),
      'DELETE /__control': () => faults.clear() ?? [],
      'POST /__big': () => big(body),
    }[`${method} ${path}`];
    if (!action) return undefined;
    try {
      return { body: action() };
    } catch (error) {
      return { status: 400, body: { error: error.message } };
    }
  }

  function send(response, { status = 200, body, headers = {}, type }, cut = false) {
    const text = type ? String(body) : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': type ?? 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      ...headers,
    });
    if (!cut) return response.end(text);
    return response.write(text.slice(0, Math.max(1, text.length >> 1)), () => response.destroy());
  }

  async function handle(request, response) {
    const url = new URL(request.url, 'http://replay');
    const text = await readBody(request);
    const managed = manage(request.method, url.pathname, text);
    if (managed) return send(response, managed);

    const body = request.method === 'POST' ? parseJson(text) : undefined;
    const methods = [body]
      .flat()
      .map((call) => call?.method)
      .filter((name) => typeof name === 'string');
    const rule = faults.take(request.url, methods);
    const provider = providerOf(url.pathname);
    const entry = {
      method: request.method,
      path: request.url,
      provider,
      time: new Date().toISOString(),
      status: null,
      concurrent: count('', 1),
      concurrentAtProvider: count(provider, 1),
      ...(methods.length && { rpc: methods }),
      ...(rule && { fault: rule.mode }),
    };
    log.push(entry);
    if (log.length > LOG_LIMIT) log.shift();
    onRequest?.(entry);
    response.once('close', () => {
      count('', -1);
      count(provider, -1);
    });

    if (rule?.mode === 'timeout')
      return rule.delay === null ? undefined : sleep(rule.delay).then(() => response.destroy());
    if (rule && (rule.delay ?? (rule.mode === 'slow' ? 1000 : 0))) await sleep(rule.delay ?? 1000);
    if (rule?.mode === 'hold') {
      await faults.hold();
      // Who asked has gone: nobody was answered.
      if (response.destroyed) return undefined;
    }
    if (rule?.mode === 'reset') return request.socket.resetAndDestroy();
    const reply = (rule && faultReply(rule.mode, url.pathname)) ?? resolve(request.method, url, body);
    entry.status = reply.status ?? 200;
    return send(response, reply, rule?.mode === 'truncated');
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent && !response.destroyed)
        send(response, { status: 500, body: { error: `replay failed: ${error.message}` } });
    });
  });
  await new Promise((resolvePort, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolvePort),
  );
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    env: environment(url),
    wallets: () => data.wallets(),
    big,
    control: Object.assign((rule) => faults.add(rule), {
      clear: () => faults.clear(),
      list: () => faults.list(),
    }),
    requests: Object.assign(() => log.map((e) => ({ ...e })), {
      clear: () => {
        log.length = 0;
      },
    }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      data: { type: 'string', default: DATA_DIR },
      quiet: { type: 'boolean', default: false },
    },
  });
  const onRequest = values.quiet
    ? undefined
    : ({ method, path, rpc = [], fault = '' }) => console.error(method, path, ...rpc, fault);
  const replay = await startReplay({ dataDir: values.data, port: Number(values.port), onRequest });
  console.log(JSON.stringify({ url: replay.url, env: replay.env }));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => replay.close().then(() => process.exit(0)));
}

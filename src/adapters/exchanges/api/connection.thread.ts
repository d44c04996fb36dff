import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { CcxtExchange, ExchangeClass } from 'ccxt';
import { faultOf, retryAfterOf } from './faults';
import type { ThreadCall, ThreadReply, ThreadStart } from './thread-messages';

/** Only this thread loads the library, and one exchange of it: half the time and memory of all. */
const start = workerData as ThreadStart;
const port = parentPort;
if (!port) throw new Error('This file is the program of a thread');

const opening = open();

async function open(): Promise<CcxtExchange> {
  const { exchange: name, credentials, urls, timeoutMs } = start;
  const Exchange = await load(name);
  const exchange = new Exchange({
    apiKey: credentials.apiKey,
    secret: credentials.apiSecret,
    ...(credentials.passphrase === null ? {} : { password: credentials.passphrase }),
    timeout: timeoutMs,
    // A stand-in has no rate limits.
    enableRateLimit: urls === null,
    ...(urls === null ? {} : { urls: { api: urls } }),
  });
  if (start.countsNonces) {
    let last = 0;
    exchange.nonce = () => (last = Math.max(Date.now(), last + 1));
  }
  return exchange;
}

/** The package does not export the file of an exchange. */
async function load(name: string): Promise<ExchangeClass> {
  const file = join(dirname(require.resolve('ccxt')), '..', 'js', 'src', `${name}.js`);
  const { default: Exchange } = (await import(pathToFileURL(file).href)) as { default: ExchangeClass };
  return Exchange;
}

let isTimed = false;

async function reply({ id, method, params }: ThreadCall): Promise<ThreadReply> {
  const exchange = await opening;
  const call = exchange[method];
  if (typeof call !== 'function') return { id, fault: 'answer', retryAfterMs: null };
  exchange.last_request_url = undefined;
  exchange.last_response_headers = undefined;
  try {
    if (!isTimed && start.setsClock) await exchange.loadTimeDifference?.();
    isTimed = true;
    const answer: unknown = await (call as (given: object) => Promise<unknown>).call(exchange, { ...params });
    // The library reports no error for an empty body, or one that is no JSON.
    if (typeof answer !== 'object' || answer === null) return { id, fault: 'answer', retryAfterMs: null };
    return { id, answer: JSON.parse(JSON.stringify(answer)) as unknown };
  } catch (error) {
    const fault = faultOf(error, exchange.last_request_url !== undefined);
    if (fault === 'clock') isTimed = false;
    return { id, fault, retryAfterMs: retryAfterOf(exchange.last_response_headers) };
  }
}

port.on('message', (call: ThreadCall) => {
  void reply(call).then(
    (answer) => port.postMessage(answer),
    () => port.postMessage({ id: call.id, fault: 'answer', retryAfterMs: null } satisfies ThreadReply),
  );
});

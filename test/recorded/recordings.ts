import { dataNames, readData } from './data';

/** One question to a public API, and what it answered. */
export interface Recording {
  request: { method: string; url: string; body?: { method?: string; params?: unknown[] } | null };
  response: { status: number; headers?: Record<string, string>; body: unknown };
}

/** As it is stored: README.md. */
interface StoredAnswer {
  method: string;
  url: string;
  /** The body that was sent. */
  sent?: { method?: string; params?: unknown[] };
  status: number;
  /** Content type. */
  type: string | null;
  /** Headers of rate limits. */
  limits?: Record<string, string>;
  body: unknown;
}

const PREFIX = 'answers-';

/** Names of all providers whose answers were recorded. */
export const recordedProviders = (): string[] =>
  dataNames()
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));

export const recordingsOf = (provider: string): Recording[] =>
  readData<StoredAnswer[]>(PREFIX + provider).map(({ method, url, sent, status, type, limits, body }) => ({
    request: { method, url, body: sent ?? null },
    response: { status, headers: { ...limits, ...(type === null ? {} : { 'content-type': type }) }, body },
  }));

/** Parameters of the question, names in lower case. */
export const questionOf = ({ request }: Recording): Map<string, string> =>
  new Map([...new URL(request.url).searchParams].map(([name, value]) => [name.toLowerCase(), value]));

/** A field of the body; undefined where it is no object. */
export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/**
 * What the words of a refusal under HTTP 200 mean, stated here a second time so that the test does not depend on the code.
 * @source providers.md 1.6
 */
export function codeOfWords(body: unknown): 'PROVIDER_ENTITLEMENT_ERROR' | 'DATA_PROVIDER_ERROR' | null {
  const [status, message, result] = ['status', 'message', 'result'].map((name) => fieldOf(body, name));
  if (String(status) !== '0') return null;
  const isEmpty = !Array.isArray(result) || result.length === 0;
  if (/^No .* found$/.test(String(message)) && isEmpty) return null;
  const said = `${String(message)} ${String(result)}`;
  const isPlan = [/upgrade your api plan/, /Max daily/, /Invalid API Key/i, /Missing.*API Key/i, /API Pro/];
  const isChain = /chain not supported/.test(said);
  const isOurs = isPlan.some((words) => words.test(said)) && !/temporarily/.test(said);
  return isOurs || isChain ? 'PROVIDER_ENTITLEMENT_ERROR' : 'DATA_PROVIDER_ERROR';
}

/** The transactions of blockchain.info and BlockCypher, in the form of Esplora. */
export interface Retold {
  /** Whose change is known, and how much it was in satoshi. */
  change: { addresses: readonly string[]; satoshi: bigint } | null;
  body: unknown;
}

interface Side {
  address: string | null;
  value: number;
}
const UNKNOWN_TXID = '0'.repeat(64);

function retold(txid: string, height: number, time: number, ins: readonly Side[], outs: readonly Side[]) {
  const place = ({ address, value }: Side) => ({
    ...(address === null ? {} : { scriptpubkey_address: address }),
    value,
  });
  return {
    txid,
    vin: ins.map((side) => ({ txid: UNKNOWN_TXID, prevout: place(side) })),
    vout: outs.map(place),
    status: { confirmed: true, block_height: height, block_time: time },
  };
}

interface ChainInfoTx {
  hash: string;
  block_height?: number | null;
  time: number;
  /** Net change of the addresses asked for. */
  result?: number;
  inputs: { prev_out?: { addr?: string; value: number } | null }[];
  out: { addr?: string; value: number }[];
}
interface CypherTx {
  hash: string;
  block_height: number;
  confirmed?: string;
  inputs: { addresses?: string[] | null; output_value?: number }[];
  outputs: { addresses?: string[] | null; value: number }[];
}

const fromChainInfo = (tx: ChainInfoTx): unknown =>
  retold(
    tx.hash,
    tx.block_height ?? 1,
    tx.time,
    tx.inputs.flatMap(({ prev_out: spent }) =>
      spent ? [{ address: spent.addr ?? null, value: spent.value }] : [],
    ),
    tx.out.map(({ addr, value }) => ({ address: addr ?? null, value })),
  );

const fromCypher = (tx: CypherTx): unknown =>
  retold(
    tx.hash,
    tx.block_height,
    Math.floor(Date.parse(tx.confirmed ?? '2020-01-01T00:00:00Z') / 1000),
    tx.inputs.map(({ addresses, output_value }) => ({
      address: addresses?.[0] ?? null,
      value: output_value ?? 0,
    })),
    tx.outputs.map(({ addresses, value }) => ({ address: addresses?.[0] ?? null, value })),
  );

/** @returns nothing for an answer without transactions */
export function retoldTransactions(provider: string, { request, response }: Recording): Retold[] {
  const { body } = response;
  const listed = fieldOf(body, 'txs') ?? (fieldOf(body, 'hash') ? [body] : []);
  if (provider === 'blockcypher')
    return (listed as CypherTx[]).map((tx) => ({ change: null, body: fromCypher(tx) }));
  const addresses = (new URL(request.url).searchParams.get('active') ?? '').split('|');
  return (listed as ChainInfoTx[]).map((tx) => ({
    change: tx.result === undefined ? null : { addresses, satoshi: BigInt(tx.result) },
    body: fromChainInfo(tx),
  }));
}

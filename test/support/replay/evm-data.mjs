// EVM wallets: Etherscan-shaped rows per chain, address, list and source, kept in block order.
import { chainById } from './tokens.mjs';

export const LISTS = [
  'txlist',
  'txlistinternal',
  'tokentx',
  'tokennfttx',
  'token1155tx',
  'txsBeaconWithdrawal',
];
const PROVIDERS = ['etherscan', 'blockscout', 'routescan'];
const KINDS = { window: 'recorded window', export: 're-shaped export', file: 'file' };
const RANK = { window: 0, export: 1, file: 2 }; // among the sources of a list the higher kind answers
const NATIVE_AS_TOKEN = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'; // Optimism's ether in token lists

/** A row moved nothing when its receipt reports failure; without a receipt status isError decides. */
const failed = (r) => (r.txreceipt_status ? r.txreceipt_status === '0' : r.isError === '1');
export const rowTime = (row) => Number(row.timeStamp ?? row.timestamp);
export const rowHash = (row) => row.hash ?? row.transactionHash;

/** Rows of a table of the data: `{ columns, rows }`; an empty cell (null) is a field the row does not have. */
const rowsOf = ({ columns, rows }) =>
  rows.map((cells) =>
    Object.fromEntries(columns.map((name, i) => [name, cells[i]]).filter(([, v]) => v !== null)),
  );

export function span(times) {
  const known = times.filter(Boolean),
    day = (pick) => (known.length ? new Date(known.reduce(pick) * 1000).toISOString().slice(0, 10) : null);
  return { first: day((a, b) => (a < b ? a : b)), last: day((a, b) => (a > b ? a : b)) };
}

export class EvmData {
  lists = new Map(); // "chain:address:list" -> Map(source provider -> { kind, rows })
  internalsByHash = new Map(); // "chain:hash" -> Map(source provider -> rows)
  incomplete = new Map(); // "chain:address:list" or "chain:hash" -> message of a recorded Blockscout status 2
  tokens = new Map(); // "chain:contract" -> { symbol, decimals }
  big = new Map(); // address -> generated wallet
  #blockByTime = new Map(); // "chain:timestamp:closest" -> recorded block
  #recordedBalances = new Map(); // "chain:address" -> wei
  #balances = new Map();
  #anchors = new Map();

  constructor({ lists, traces, unprocessed, blocks, balances }) {
    for (const { chain, hash, provider, rows } of traces) this.#addInternals(chain, hash, provider, rows);
    for (const table of lists) this.#add(table, rowsOf(table));
    this.incomplete = new Map(unprocessed);
    for (const [chain, time, closest, block] of blocks)
      this.#blockByTime.set(`${chain}:${time}:${closest}`, block);
    for (const [chain, address, wei] of balances)
      this.#recordedBalances.set(`${chain}:${address}`, BigInt(wei));
  }

  #add({ chain, address, list, provider, kind }, rows) {
    const key = `${chain}:${address}:${list}`;
    if (!this.lists.has(key)) this.lists.set(key, new Map());
    this.lists.get(key).set(provider, { kind, rows });
    if (list === 'tokentx') {
      for (const { contractAddress, tokenSymbol: symbol, tokenDecimal: decimals } of rows) {
        this.tokens.set(`${chain}:${contractAddress.toLowerCase()}`, { symbol, decimals });
      }
    }
    if (list === 'txlistinternal') this.#addTraces(chain, provider, rows);
  }

  /** The rows of a list by transaction: what a provider answers by hash where no such answer was recorded. */
  #addTraces(chain, provider, rows) {
    const byHash = new Map();
    for (const row of rows) byHash.set(rowHash(row), [...(byHash.get(rowHash(row)) ?? []), row]);
    for (const [hash, own] of byHash) this.#addInternals(chain, hash, provider, own);
  }

  #addInternals(chain, hash, provider, rows) {
    const key = `${chain}:${hash}`;
    if (!this.internalsByHash.has(key)) this.internalsByHash.set(key, new Map());
    const sources = this.internalsByHash.get(key);
    if (!sources.get(provider)?.length) sources.set(provider, rows); // a recorded answer by hash comes first: it holds the whole trace
  }

  /** The rows of a list for an endpoint: the better kind of source first, among equals the endpoint's own. */
  rows(provider, chain, address, list) {
    const generated = this.big.get(address);
    if (generated?.chain === chain) return { rows: generated.lists[list] ?? [] };
    const sources = this.lists.get(`${chain}:${address}:${list}`) ?? new Map();
    const rank = (name) =>
      RANK[sources.get(name).kind] * 10 + (name === provider ? 5 : 0) - PROVIDERS.indexOf(name);
    const from = [...sources.keys()].sort((a, b) => rank(b) - rank(a))[0];
    return { rows: [], from, ...sources.get(from) };
  }

  internals(provider, chain, hash) {
    const sources = this.internalsByHash.get(`${chain}:${hash}`);
    const own = sources?.get(provider) ?? [...(sources?.values() ?? [])].find((rows) => rows.length);
    return (
      own ??
      [...this.big.values()].flatMap((wallet) => (wallet.chain === chain ? wallet.internalsOf(hash) : []))
    );
  }

  /** Block at a time: the recorded answer, else interpolated between the rows at hand. Null before the first block. */
  blockAt(chain, time, closest = 'before') {
    const recorded = this.#blockByTime.get(`${chain}:${time}:${closest}`);
    if (recorded !== undefined) return recorded;
    if (!this.#anchors.has(chain)) this.#anchors.set(chain, this.#collectAnchors(chain));
    const anchors = this.#anchors.get(chain),
      step = chainById.get(chain).blockSeconds,
      at = Math.min(time, Math.floor(Date.now() / 1000));
    if (!anchors.length) return Math.max(0, Math.floor((at - 1438269973) / step));
    const next = anchors.findIndex(([t]) => t > at),
      before = anchors.at(next < 0 ? -1 : next - 1);
    if (next === 0) {
      const block = anchors[0][1] - Math.ceil((anchors[0][0] - at) / step);
      return block < 0 ? null : block;
    }
    const perSecond = next < 0 ? 1 / step : (anchors[next][1] - before[1]) / (anchors[next][0] - before[0]);
    return (
      before[1] +
      Math.floor((at - before[0]) * perSecond) +
      (closest === 'after' && before[0] !== time ? 1 : 0)
    );
  }

  #collectAnchors(chain) {
    const points = [];
    for (const [key, block] of this.#blockByTime) {
      const [chainId, time, closest] = key.split(':');
      if (Number(chainId) === chain && closest === 'before') points.push([Number(time), block]);
    }
    for (const [key, sources] of this.lists) {
      if (key.startsWith(`${chain}:`))
        for (const { rows } of sources.values())
          for (const r of rows) points.push([rowTime(r), Number(r.blockNumber)]);
    }
    const anchors = [];
    for (const point of points.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      const last = anchors.at(-1);
      if (last?.[0] === point[0]) last[1] = Math.max(last[1], point[1]);
      else if (!last || point[1] >= last[1]) anchors.push(point);
    }
    return anchors;
  }

  /** Native balance in wei: the recorded one, else in - out - fees with internal transactions and withdrawals. */
  native(chain, address) {
    const key = `${chain}:${address}`;
    if (this.#recordedBalances.has(key)) return this.#recordedBalances.get(key);
    if (this.big.get(address)?.chain === chain) return this.big.get(address).wei;
    return this.#cached(key, () => {
      const list = (name) => this.rows('etherscan', chain, address, name).rows;
      const moved = new Set();
      let wei = 0n;
      const move = (r) => {
        if (failed(r) || r.value === '0') return;
        if (r.from === address) wei -= BigInt(r.value);
        if ((r.to || r.contractAddress) === address) wei += BigInt(r.value);
        moved.add(rowHash(r));
      };
      for (const r of [...list('txlist'), ...list('txlistinternal')]) move(r);
      for (const r of list('tokentx'))
        if (r.contractAddress === NATIVE_AS_TOKEN && !moved.has(r.hash)) move(r); // a bridge deposit shows nowhere else
      for (const r of list('txlist')) if (r.from === address) wei -= BigInt(r.gasUsed) * BigInt(r.gasPrice);
      for (const r of list('txsBeaconWithdrawal')) wei += BigInt(r.amount) * 1_000_000_000n;
      return wei;
    });
  }

  /** Token balance: the sum of its rows, plus the wraps and unwraps a wrapped native coin makes without a Transfer row. */
  token(chain, address, contract) {
    if (this.big.get(address)?.chain === chain) return this.big.get(address).tokenBalance(contract);
    return this.#cached(`${chain}:${address}:${contract}`, () => {
      const list = (name) => this.rows('etherscan', chain, address, name).rows,
        shown = new Set();
      let units = 0n;
      for (const r of list('tokentx')) {
        if (r.contractAddress.toLowerCase() !== contract) continue;
        if (r.to === address) units += BigInt(r.value);
        if (r.from === address) units -= BigInt(r.value);
        shown.add(`${r.hash}:${r.value}:${r.to === address}`);
      }
      if (chainById.get(chain).wrapped !== contract) return units;
      const unshown = (r, wrap) => !failed(r) && !shown.has(`${rowHash(r)}:${r.value}:${wrap}`);
      for (const r of list('txlist'))
        if (r.from === address && r.to === contract && unshown(r, true)) units += BigInt(r.value);
      for (const r of list('txlistinternal'))
        if (r.from === contract && r.to === address && unshown(r, false)) units -= BigInt(r.value);
      return units;
    });
  }

  #cached(key, compute) {
    if (!this.#balances.has(key)) {
      const value = compute();
      this.#balances.set(key, value > 0n ? value : 0n);
    } // partial data never shows a negative balance
    return this.#balances.get(key);
  }

  wallets() {
    const found = new Map();
    const put = (address, chain, list, info, times) => {
      const key = `${chain}:${address}`;
      if (!found.has(key))
        found.set(key, {
          address,
          chain: chainById.get(chain)?.name ?? String(chain),
          chainId: chain,
          lists: {},
          times: [],
        });
      found.get(key).lists[list] = info;
      found.get(key).times.push(...times);
    };
    for (const key of this.lists.keys()) {
      const [chain, address, list] = key.split(':'),
        { rows, kind, from } = this.rows('etherscan', Number(chain), address, list);
      put(address, Number(chain), list, { rows: rows.length, from, kind: KINDS[kind] }, rows.map(rowTime));
    }
    for (const { address, chain, lists, span: times } of this.big.values()) {
      for (const [list, { length }] of Object.entries(lists))
        put(address, chain, list, { rows: length, kind: 'generated' }, times);
    }
    return [...found.values()].map(({ times, ...wallet }) => ({ ...wallet, ...span(times) }));
  }
}

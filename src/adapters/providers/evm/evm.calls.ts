import type { InnerCall } from '../../../domain/normalise/facts/chain-transaction';
import { BUNDLES, isWithdrawalRequests } from '../../../domain/normalise';

const SELECTOR = /^0x[0-9a-f]{8}/i;

/** Four-byte selector of call data; null for a plain payment. Some upstreams leave `methodId` empty. */
export function selectorOfInput(input: string): string | null {
  const [selector] = SELECTOR.exec(input) ?? [];
  return selector && selector !== '0x00000000' ? selector.toLowerCase() : null;
}

/**
 * Call data of functions that run other calls. Positions of words (32 bytes) after the selector:
 * `data` is the word that points to the inner call data, `to` the word with its target; `list` points to an
 * array of call data, `targets` to one of their targets; `tuples` points to an array of (target, data, ...);
 * `packed` points to calls without padding; `mode` states whether the call data is that of one call or of a batch.
 */
interface Wrapper {
  data?: number;
  to?: number;
  list?: number;
  targets?: number;
  tuples?: number;
  at?: number;
  packed?: number;
  mode?: number;
}
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  '0x6a761202': { to: 0, data: 2 }, // execTransaction(address,uint256,bytes,...)
  '0x468721a7': { to: 0, data: 2 }, // execTransactionFromModule(address,uint256,bytes,uint8)
  '0xb61d27f6': { to: 0, data: 2 }, // execute(address,uint256,bytes)
  '0x51945447': { to: 0, data: 2 }, // execute(address,uint256,bytes,uint8)
  '0x7bb37428': { to: 0, data: 2 }, // executeUserOp(address,uint256,bytes,uint8)
  '0x541d63c8': { to: 0, data: 2 }, // executeUserOpWithErrorString(address,uint256,bytes,uint8)
  '0x0000189a': { to: 0, data: 2 }, // execute_ncC(address,uint256,bytes)
  '0x00004680': { targets: 0, list: 2 }, // executeBatch_y6U(address[],uint256[],bytes[])
  '0xe9ae5c53': { mode: 0, data: 1 }, // execute(bytes32,bytes)
  '0x1cff79cd': { to: 0, data: 1 }, // execute(address,bytes)
  '0x0c53c51c': { data: 1 }, // executeMetaTransaction(address,bytes,...)
  '0xac9650d8': { list: 0 }, // multicall(bytes[])
  '0x5ae401dc': { list: 1 }, // multicall(uint256,bytes[])
  '0x1f0464d1': { list: 1 }, // multicall(bytes32,bytes[])
  '0x374f435d': { tuples: 0 }, // multicall((address,bytes,uint256,bool,bytes32)[])
  '0x8d80ff0a': { packed: 0 }, // multiSend(bytes)
  '0x18dfb3c7': { targets: 0, list: 1 }, // executeBatch(address[],bytes[])
  '0x47e1da2a': { targets: 0, list: 2 }, // executeBatch(address[],uint256[],bytes[])
  '0x34fcd5be': { tuples: 0, at: 2 }, // executeBatch((address,uint256,bytes)[])
  '0x252dba42': { tuples: 0 }, // aggregate((address,bytes)[])
  '0x82ad56cb': { tuples: 0, at: 2 }, // aggregate3((address,bool,bytes)[])
};

/** Longest call data that is stored for a wrapper: enough for the calls of usual batches. */
export const MAX_WRAPPER_INPUT = 2 + 8 + 64 * 60;
/** The same for a bundle of operations, which have signatures and payments beside their calls. */
const MAX_BUNDLE_INPUT = 2 + 8 + 64 * 200;
const isBundle = (input: string): boolean => BUNDLES.has(input.slice(0, 10).toLowerCase());
export const isWrapper = (input: string): boolean => WRAPPERS[input.slice(0, 10).toLowerCase()] !== undefined;

/** Changes of a concentrated position: the first word is the id of its token, `liquidity` another word. */
export const DECREASE = '0x0c49ccbe';
const POSITION_CALLS: Readonly<Record<string, { liquidity?: number }>> = {
  '0x219f5d17': {}, // increaseLiquidity((uint256,...))
  [DECREASE]: { liquidity: 1 }, // decreaseLiquidity((uint256,uint128,...))
  '0xfc6f7865': {}, // collect((uint256,...))
  '0x42966c68': {}, // burn(uint256)
};

/** Orders that others fill: the words with the units sold, the units bought and the contract bought. */
const ORDER_CALLS: Readonly<Record<string, { sell: number; buy: number; buys: number }>> = {
  '0x322bba21': { buys: 0, sell: 2, buy: 3 }, // createOrder((address,address,uint256,uint256,...))
  '0x1b33d412': { sell: 0, buy: 2, buys: 3 }, // offer(uint256,address,uint256,address,uint256)
  '0xe1a6f014': { sell: 0, buy: 2, buys: 3 }, // offer(uint256,address,uint256,address,uint256,bool)
  '0xf09ea2a6': { sell: 0, buy: 2, buys: 3 }, // offer(uint256,address,uint256,address)
  '0x093f5198': { buys: 1, sell: 2, buy: 3 }, // make(address,address,uint128,uint128)
};
const ORDER_INPUT = 2 + 8 + 4 * 64;

/** Withdrawals from farms. The word with the units: zero units only collect rewards. */
const UNITS_OF_FARM: Readonly<Record<string, number>> = {
  '0x441a3e70': 1, // withdraw(uint256,uint256)
  '0x0ad58d2f': 1, // withdraw(uint256,uint256,address)
  '0x2e1a7d4d': 0, // withdraw(uint256)
  '0x2e17de78': 0, // unstake(uint256)
  '0x1058d281': 0, // leaveStaking(uint256)
};

/** Calls of cross-chain networks, and the word that points to their memo. */
const MEMO_CALLS: Readonly<Record<string, number>> = {
  '0x44bc937b': 3, // depositWithExpiry(address,address,uint256,string,uint256)
  '0x1fece7b4': 3, // deposit(address,address,uint256,string)
};
/** Words before the memo, its length, and a memo of the longest kind. */
const MEMO_INPUT = 2 + 8 + 64 * 16;

/** The memo of a call, as far as it is stored. */
export function memoOf(input: string): string | null {
  const at = MEMO_CALLS[input.slice(0, 10).toLowerCase()];
  const hex = at === undefined ? null : new Words(input.slice(10)).bytesAt(0, at);
  const memo = hex === null ? '' : Buffer.from(hex.slice(2), 'hex').toString('latin1');
  return /^[\x20-\x7e]+$/.test(memo) ? memo : null;
}

/** Selectors and two words. */
const SHORT_INPUT = 2 + 8 + 2 * 64;
/** Characters of call data that the rules read. */
export const readLength = (input: string): number =>
  isBundle(input)
    ? MAX_BUNDLE_INPUT
    : isWrapper(input)
      ? MAX_WRAPPER_INPUT
      : isOrder(input)
        ? ORDER_INPUT
        : MEMO_CALLS[input.slice(0, 10).toLowerCase()] === undefined
          ? SHORT_INPUT
          : MEMO_INPUT;
const isOrder = (input: string): boolean => ORDER_CALLS[input.slice(0, 10).toLowerCase()] !== undefined;

interface Called {
  input: string;
  /** Null: not known. */
  to?: string | null;
}

const MOST_CALLS = 16;
/** Depth of calls inside calls: an account runs a batch. */
const DEEPEST = 2;

/** A request to a validator has no selector: its public key, and the units of 10^9 wei. @source EIP-7002 */
const WITHDRAWAL = /^0x[0-9a-f]{96}([0-9a-f]{16})$/i;
const GWEI = 1_000_000_000n;

/** A call that runs no others. */
function callOf(to: string | null, data: string): InnerCall {
  const [, amount] = (isWithdrawalRequests(to) && WITHDRAWAL.exec(data)) || [];
  return amount === undefined
    ? { to, id: selectorOfInput(data) }
    : { to, id: null, withdraws: BigInt(`0x${amount}`) * GWEI };
}

/**
 * Calls inside the call data, as far as it is stored. Invalid or cut data gives fewer calls, never an error.
 */
export function innerCalls({ input, to: called = null }: Called, depth = 0): InnerCall[] {
  if (depth === 0 && isWithdrawalRequests(called)) return [callOf(called, input)];
  const selector = input.slice(0, 10).toLowerCase();
  const wrapper = WRAPPERS[selector];
  const words = new Words(input.slice(10));
  if (POSITION_CALLS[selector]) return [positionCall(selector, words)];
  if (ORDER_CALLS[selector]) return orderCall(selector, words);
  const units = UNITS_OF_FARM[selector];
  if (units !== undefined && words.integer(units) === 0n)
    return [{ to: null, id: selector, isOfNothing: true }];
  if (!wrapper || depth >= DEEPEST) return [];
  const found: { to: string | null; data: string }[] = [];
  if (wrapper.mode !== undefined && wrapper.data !== undefined) {
    found.push(...callsByMode(words.word(wrapper.mode) ?? '', words.bytesAt(0, wrapper.data) ?? '0x'));
  } else if (wrapper.data !== undefined) {
    const data = words.bytesAt(0, wrapper.data);
    if (data !== null) found.push({ to: wrapper.to === undefined ? null : words.address(wrapper.to), data });
  } else if (wrapper.list !== undefined) {
    const targets = wrapper.targets === undefined ? [] : words.addresses(wrapper.targets);
    for (const [i, { start, offset }] of words.items(wrapper.list).entries()) {
      const data = words.bytes(start + offset);
      if (data !== null) found.push({ to: targets[i] ?? null, data });
    }
  } else if (wrapper.packed !== undefined) {
    found.push(...packedCalls(words.bytesAt(0, wrapper.packed) ?? '0x'));
  } else if (wrapper.tuples !== undefined) {
    for (const { start, offset } of words.items(wrapper.tuples)) {
      const data = words.bytesAt(start + offset, wrapper.at ?? 1);
      if (data !== null) found.push({ to: words.address(start + offset), data });
    }
  }
  return found.flatMap(({ to, data }) => {
    const inner = innerCalls({ input: data }, depth + 1);
    return inner.length > 0
      ? inner.map((call) => ({ ...call, to: call.to ?? to }))
      : [callOf(to, data)];
  });
}

/** @source ERC-7579: the first byte of the mode is 0 for one call, 1 for a batch */
function callsByMode(mode: string, bytes: string): { to: string | null; data: string }[] {
  const head = 2 * (20 + 32);
  if (mode.startsWith('00') && bytes.length >= 2 + head)
    return [{ to: `0x${bytes.slice(2, 42).toLowerCase()}`, data: `0x${bytes.slice(2 + head)}` }];
  if (!mode.startsWith('01')) return [];
  const words = new Words(bytes.slice(2));
  return words.items(0).flatMap(({ start, offset }) => {
    const data = words.bytesAt(start + offset, 2);
    return data === null ? [] : [{ to: words.address(start + offset), data }];
  });
}

/** Calls of a Safe, one after the other: operation (1 byte), target (20), value (32), length (32), call data. */
function packedCalls(bytes: string): { to: string; data: string }[] {
  const found: { to: string; data: string }[] = [];
  const head = 2 * (1 + 20 + 32 + 32);
  for (let at = 2; at + head <= bytes.length && found.length < MOST_CALLS;) {
    const length = Number.parseInt(bytes.slice(at + head - 64, at + head), 16);
    const end = at + head + 2 * length;
    found.push({
      to: `0x${bytes.slice(at + 2, at + 42).toLowerCase()}`,
      data: `0x${bytes.slice(at + head, end)}`,
    });
    at = Number.isFinite(end) ? end : bytes.length;
  }
  return found;
}

function positionCall(selector: string, words: Words): InnerCall {
  const { liquidity } = POSITION_CALLS[selector] ?? {};
  const tokenId = words.integer(0);
  const amount = liquidity === undefined ? null : words.integer(liquidity);
  return {
    to: null,
    id: selector,
    ...(tokenId === null ? {} : { tokenId: String(tokenId) }),
    ...(amount === null ? {} : { liquidity: amount }),
  };
}

function orderCall(selector: string, words: Words): InnerCall[] {
  const at = ORDER_CALLS[selector];
  const [sell, buy] = at ? [words.integer(at.sell), words.integer(at.buy)] : [null, null];
  const buys = at ? words.address(at.buys) : null;
  if (sell === null || buy === null || buys === null) return [];
  return [{ to: null, id: selector, order: { buys, sell, buy } }];
}

/** Call data as words of 32 bytes. Offsets count in words from the start. */
export class Words {
  constructor(private readonly hex: string) {}

  address(word: number): string | null {
    const text = this.word(word);
    return text === null ? null : `0x${text.slice(24).toLowerCase()}`;
  }

  integer(word: number): bigint | null {
    const text = this.word(word);
    return text === null ? null : BigInt(`0x${text}`);
  }

  /** The byte string that the word points to, from the start of its tuple. */
  bytesAt(tuple: number, word: number): string | null {
    const offset = this.offset(tuple + word);
    return offset === null ? null : this.bytes(tuple + offset);
  }

  /** The byte string whose length is in that word, cut where the data is cut. */
  bytes(word: number): string | null {
    const length = this.number(word);
    if (length === null) return null;
    const start = 64 * (word + 1);
    return `0x${this.hex.slice(start, start + 2 * length)}`;
  }

  /** Offsets of the items of an array, from the word after its length. */
  items(word: number): { start: number; offset: number }[] {
    const array = this.offset(word);
    const length = array === null ? null : this.number(array);
    if (array === null || length === null) return [];
    const start = array + 1;
    const items: { start: number; offset: number }[] = [];
    for (let i = 0; i < Math.min(length, MOST_CALLS); i++) {
      const offset = this.offset(start + i);
      if (offset !== null) items.push({ start, offset });
    }
    return items;
  }

  /** Addresses of the array that the word points to. */
  addresses(word: number): (string | null)[] {
    const array = this.offset(word);
    const length = array === null ? null : this.number(array);
    if (array === null || length === null) return [];
    return Array.from({ length: Math.min(length, MOST_CALLS) }, (_, i) => this.address(array + 1 + i));
  }

  private offset(word: number): number | null {
    const bytes = this.number(word);
    return bytes === null || bytes % 32 !== 0 ? null : bytes / 32;
  }

  private number(word: number): number | null {
    const text = this.word(word);
    if (text === null || !/^0{56}/.test(text)) return null;
    const value = Number.parseInt(text.slice(56), 16);
    return value > this.hex.length ? null : value;
  }

  word(word: number): string | null {
    const text = this.hex.slice(64 * word, 64 * (word + 1));
    return text.length === 64 && /^[0-9a-f]+$/i.test(text) ? text : null;
  }
}

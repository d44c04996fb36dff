import type { InnerCall } from '../../../domain/chain/facts/chain-transaction';
import { BUNDLES, isWithdrawalRequests } from '../../../domain/chain';
import { callsByShape } from './batches/evm.call-shapes';
import { changesLiquidity, liquidityCalls } from './batches/evm.liquidity';
import { MOST_CALLS, Words, type DirectCall } from './batches/evm.words';
import { wrapperOf } from './batches/evm.wrappers';

const SELECTOR = /^0x[0-9a-f]{8}/i;

/** Null for a plain payment. Some upstreams leave `methodId` empty. */
export function selectorOfInput(input: string): string | null {
  const [selector] = SELECTOR.exec(input) ?? [];
  return selector && selector !== '0x00000000' ? selector.toLowerCase() : null;
}

/** Longest call data that is stored for a wrapper: enough for the calls of usual batches. */
export const MAX_WRAPPER_INPUT = 2 + 8 + 64 * 60;
/** A bundle of operations also has signatures and payments. */
const MAX_BUNDLE_INPUT = 2 + 8 + 64 * 200;
const isBundle = (input: string): boolean => BUNDLES.has(input.slice(0, 10).toLowerCase());
export const isWrapper = (input: string): boolean =>
  wrapperOf(input) !== undefined || callsByShape(input).length > 0;

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
/** Words before the memo, its length, and the longest memo. */
const MEMO_INPUT = 2 + 8 + 64 * 16;

export function memoOf(input: string): string | null {
  const at = MEMO_CALLS[input.slice(0, 10).toLowerCase()];
  const hex = at === undefined ? null : new Words(input.slice(10)).bytesAt(0, at);
  const memo = hex === null ? '' : Buffer.from(hex.slice(2), 'hex').toString('latin1');
  return /^[\x20-\x7e]+$/.test(memo) ? memo : null;
}

const SHORT_INPUT = 2 + 8 + 2 * 64;
export const readLength = (input: string): number =>
  isBundle(input)
    ? MAX_BUNDLE_INPUT
    : isWrapper(input) || changesLiquidity(input)
      ? MAX_WRAPPER_INPUT
      : isOrder(input)
        ? ORDER_INPUT
        : MEMO_CALLS[input.slice(0, 10).toLowerCase()] === undefined
          ? SHORT_INPUT
          : MEMO_INPUT;
const isOrder = (input: string): boolean => ORDER_CALLS[input.slice(0, 10).toLowerCase()] !== undefined;

interface Called {
  input: string;
  to?: string | null;
}

/** Depth of calls inside calls: a module runs an account, which runs a batch of batches. */
const DEEPEST = 4;

/** A request to a validator has no selector: its public key, and the units of 10^9 wei. @source EIP-7002 */
const WITHDRAWAL = /^0x[0-9a-f]{96}([0-9a-f]{16})$/i;
const GWEI = 1_000_000_000n;

function callOf(to: string | null, data: string): InnerCall {
  const [, amount] = (isWithdrawalRequests(to) && WITHDRAWAL.exec(data)) || [];
  return amount === undefined
    ? { to, id: selectorOfInput(data) }
    : { to, id: null, withdraws: BigInt(`0x${amount}`) * GWEI };
}

/** Calls inside the stored part of the call data. Invalid or cut data gives fewer calls, never an error. */
export function innerCalls({ input, to: called = null }: Called, depth = 0): InnerCall[] {
  if (depth === 0 && isWithdrawalRequests(called)) return [callOf(called, input)];
  const selector = input.slice(0, 10).toLowerCase();
  const words = new Words(input.slice(10));
  if (POSITION_CALLS[selector]) return [positionCall(selector, words)];
  if (changesLiquidity(input)) return liquidityCalls(input);
  if (ORDER_CALLS[selector]) return orderCall(selector, words);
  const units = UNITS_OF_FARM[selector];
  if (units !== undefined && words.integer(units) === 0n)
    return [{ to: null, id: selector, isOfNothing: true }];
  return depth >= DEEPEST ? [] : directCalls(input).flatMap((call) => flattened(call, depth + 1));
}

function flattened({ to, data }: DirectCall, depth: number): InnerCall[] {
  const inner = innerCalls({ input: data }, depth);
  return inner.length > 0 ? inner.map((call) => ({ ...call, to: call.to ?? to })) : [callOf(to, data)];
}

export function callsOfAccount(input: string): InnerCall[] {
  const known = innerCalls({ input });
  return known.length > 0 ? known : callsByShape(input).flatMap((call) => flattened(call, 1));
}

export function directCalls(input: string): DirectCall[] {
  const wrapper = wrapperOf(input);
  if (!wrapper) return [];
  const words = new Words(input.slice(10));
  const { mode, modes, data, to, list, targets, packed, tuples, inside, at = 1 } = wrapper;
  if (mode !== undefined && data !== undefined)
    return callsByMode(words.word(mode) ?? '', words.bytesAt(0, data) ?? '0x');
  if (data !== undefined) {
    const bytes = words.bytesAt(0, data);
    return bytes === null ? [] : [{ to: to === undefined ? null : words.address(to), data: bytes }];
  }
  if (packed !== undefined) return packedCalls(words.bytesAt(0, packed) ?? '0x');
  if (list !== undefined) {
    const receivers = targets === undefined ? [] : words.addresses(targets);
    const bytes = words.items(list).map(({ start, offset }) => words.bytes(start + offset) ?? '0x');
    return modes === undefined
      ? bytes.flatMap((one, i) => (one === '0x' ? [] : [{ to: receivers[i] ?? null, data: one }]))
      : bytes.flatMap((one, i) => callsByMode(words.itemOf(modes, i) ?? '', one));
  }
  const base = inside === undefined ? 0 : words.pointer(0, inside);
  if (tuples === undefined || base === null) return [];
  return words.items(tuples, base).flatMap(({ start, offset }) => {
    const bytes = words.bytesAt(start + offset, at);
    return bytes === null ? [] : [{ to: words.address(start + offset + (to ?? 0)), data: bytes }];
  });
}

/** @source ERC-7821 */
const BATCH_OF_BATCHES = '78210002';

/** @source ERC-7579: the first byte of the mode is 0 for one call, 1 for a batch, 255 for foreign code */
function callsByMode(mode: string, bytes: string): DirectCall[] {
  // A call has a value before its data. Code that runs in place of the account has none.
  const head = mode.startsWith('ff') ? 2 * 20 : 2 * (20 + 32);
  if (/^(00|ff)/.test(mode) && bytes.length >= 2 + head)
    return [{ to: `0x${bytes.slice(2, 42).toLowerCase()}`, data: `0x${bytes.slice(2 + head)}` }];
  if (!mode.startsWith('01')) return [];
  const words = new Words(bytes.slice(2));
  if (mode.startsWith(BATCH_OF_BATCHES, 12))
    return words
      .items(0)
      .flatMap(({ start, offset }) => callsByMode('01', words.bytes(start + offset) ?? '0x'));
  return words.items(0).flatMap(({ start, offset }) => {
    const data = words.bytesAt(start + offset, 2);
    return data === null ? [] : [{ to: words.address(start + offset), data }];
  });
}

/** Calls of a Safe, one after the other: operation (1 byte), target (20), value (32), length (32), call data. */
function packedCalls(bytes: string): DirectCall[] {
  const found: DirectCall[] = [];
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

/** A delegated call shows a value but moves none. Files add the place: `call_0_1`. */
export const isDelegated = (type: string): boolean =>
  /^(delegate_?call|call_?code|static_?call)(_\d+)*$/i.test(type);

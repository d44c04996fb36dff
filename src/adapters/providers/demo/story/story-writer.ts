import { nativeAsset } from '../../../../domain/kernel/asset';
import { CHAINS, type ChainName } from '../../../../domain/kernel/chain';
import { sha256Hex } from '../../../../domain/kernel/hash';
import type { DemoEntry } from '../demo.schema';
import { FUND, ZERO } from './parties';

export interface Part {
  what: string;
  whom: string | null;
  isOut: boolean;
  kind?: DemoEntry['moves'][number]['kind'];
}
type Kind = Part['kind'];

export const pays = (what: string, whom: string | null): Part => ({ what, whom, isOut: true });
export const gets = (what: string, whom: string | null, kind?: Kind): Part => ({
  what,
  whom,
  isOut: false,
  kind,
});

export interface Call {
  to: string | null;
  /** `approve 0x095ea7b3`: name, then selector where the chain has one. */
  method?: string;
  /** In the native coin. */
  fee: string;
  failed?: boolean;
}

export interface Event {
  /** The signer. Null for a block reward or a protocol withdrawal. */
  by: string | null;
  to?: string | null;
  method?: string;
  flags?: string[];
}

const SWAP = 'exactInputSingle 0x04e45aaf';

/** One wallet on one chain. Times are UTC, to the minute: `2021-04-15 10:02`. */
export function storyWriter(chain: ChainName, wallet: string) {
  const signs = (when: string, call: Call, ...parts: Part[]): DemoEntry => ({
    ...frame(chain, wallet, when, parts),
    from: wallet,
    to: call.to,
    succeeded: !call.failed,
    method: methodOf(call.method),
    fee: call.fee,
    flags: [],
  });
  const sees = (when: string, event: Event, ...parts: Part[]): DemoEntry => ({
    ...frame(chain, wallet, when, parts),
    from: event.by,
    to: event.to ?? wallet,
    succeeded: true,
    method: methodOf(event.method),
    fee: null,
    flags: event.flags ?? [],
  });
  return {
    signs,
    sees,
    swaps: (when: string, call: Call, sold: string, bought: string): DemoEntry =>
      signs(when, call, pays(sold, call.to), gets(bought, call.to)),
    tradesOn: (router: string, pool: string) => (when: string, fee: string, sold: string, bought: string) =>
      signs(when, { to: router, method: SWAP, fee }, pays(sold, pool), gets(bought, pool)),
    buysOn: (router: string, pool: string) => (when: string, fee: string, sold: string, bought: string) =>
      signs(when, { to: router, method: SWAP, fee }, pays(sold, router), gets(bought, pool)),
    /** The tokenized fund mints units for the payment. */
    subscribes: (when: string, fee: string, paid: string, units: string): DemoEntry =>
      signs(when, { to: FUND, method: 'subscribe 0x22d4a175', fee }, pays(paid, FUND), gets(units, ZERO)),
    approves: (when: string, token: string, fee: string): DemoEntry =>
      signs(when, { to: token, method: 'approve 0x095ea7b3', fee }),
    receives: (when: string, by: string, method: string, what: string): DemoEntry =>
      sees(when, { by, to: by, method }, gets(what, by)),
  };
}

type Frame = Pick<DemoEntry, 'chain' | 'hash' | 'at' | 'block' | 'moves'>;

function frame(chain: ChainName, wallet: string, when: string, parts: readonly Part[]): Frame {
  const at = Date.parse(`${when.replace(' ', 'T')}:00Z`);
  return {
    chain,
    hash: hashOf(chain, `${chain} ${wallet} ${when}`),
    at,
    block: blockAt(chain, at),
    moves: parts.map((part) => moveOf(chain, wallet, part)),
  };
}

function moveOf(chain: ChainName, wallet: string, part: Part): DemoEntry['moves'][number] {
  const space = part.what.indexOf(' ');
  const symbol = part.what.slice(space + 1);
  const isNative = symbol === nativeAsset(chain).symbol;
  return {
    asset: `${chain}:${symbol}`,
    amount: part.what.slice(0, space),
    from: part.isOut ? wallet : part.whom,
    to: part.isOut ? part.whom : wallet,
    kind: part.kind ?? defaultKind(chain, isNative, part.isOut),
  };
}

function defaultKind(chain: ChainName, isNative: boolean, isOut: boolean): NonNullable<Kind> {
  const { family } = CHAINS[chain];
  if (family === 'bitcoin') return 'utxo';
  if (family === 'solana') return 'balance';
  if (!isNative) return 'token';
  return isOut ? 'native' : 'internal';
}

function methodOf(text: string | undefined): DemoEntry['method'] {
  const [name, id] = text?.split(' ') ?? [];
  return { id: id ?? null, name: name ?? null };
}

function hashOf(chain: ChainName, key: string): string {
  const hex = sha256Hex(key);
  const { family } = CHAINS[chain];
  if (family === 'bitcoin') return hex;
  return family === 'evm' ? `0x${hex}` : base58(hex + sha256Hex(hex));
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Without the leading ones that stand for zero bytes. Hashes do not have them. */
export function base58(hex: string): string {
  let text = '';
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n) text = BASE58.charAt(Number(rest % 58n)) + text;
  return text;
}

/** First block and mean seconds per block. The computed heights are close to the real ones. */
const PACE: Partial<Record<ChainName, readonly [genesis: string, seconds: number]>> = {
  ethereum: ['2015-07-30', 13.5],
  base: ['2023-06-15', 2],
  bitcoin: ['2009-01-03', 596],
  solana: ['2020-03-16', 0.47],
};

function blockAt(chain: ChainName, at: number): number {
  const [genesis, seconds] = PACE[chain] ?? ['1970-01-01', 1];
  return Math.floor((at - Date.parse(genesis)) / 1000 / seconds);
}

import { nativeAsset, type Asset } from '../../src/domain/kernel/asset';
import type { ChainName } from '../../src/domain/kernel/chain';
import { toUnits } from '../../src/domain/kernel/units';
import type { ChainTransaction, Movement } from '../../src/domain/chain/facts/chain-transaction';
import { ME, ROUTER } from './parties';

/** Small hand-made transactions: `move('-1 ETH', ROUTER)` is one ether from the wallet to the router. */
const KNOWN: Record<string, [contract: string | null, decimals: number]> = {
  ETH: [null, 18],
  POL: [null, 18],
  WETH: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 18],
  USDC: ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6],
  DAI: ['0x6b175474e89094c44da98b954eedeac495271d0f', 18],
  SAI: ['0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359', 18],
  UNI: ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', 18],
  COMP: ['0xc00e94cb662c3520282e6f5717214004a7f26888', 18],
  stETH: ['0xae7ab96520de3a18e5e111b5eaab095312d7fe84', 18],
};
/** Any other symbol is an unlisted token whose contract follows from it. */
const contractOf = (symbol: string): string =>
  `0x${Buffer.from(symbol).toString('hex').padEnd(40, 'e').slice(0, 40)}`;

export function asset(symbol: string, chain: ChainName = 'ethereum', name = symbol): Asset {
  const [contract, decimals] = KNOWN[symbol] ?? [contractOf(symbol), 18];
  if (contract === null) return nativeAsset(chain);
  const [root = contract, tokenId] = symbol.includes('#')
    ? [contractOf(symbol.split('#')[0] ?? ''), symbol.split('#')[1]]
    : [contract];
  const id = tokenId === undefined ? `${chain}:${root}` : `${chain}:${root}#${tokenId}`;
  return { id, chain, contract: root, symbol, name, decimals: tokenId === undefined ? decimals : 0 };
}

export interface Step {
  amount: string;
  other: string | null;
  kind?: Movement['kind'];
  as?: Asset;
}

/** @param amount signed: minus leaves the wallet */
export const move = (amount: string, other: string | null, kind?: Movement['kind'], as?: Asset): Step => ({
  amount,
  other,
  kind,
  as,
});

let counter = 0;
export interface TxOptions extends Partial<Omit<ChainTransaction, 'movements' | 'method' | 'fee'>> {
  method?: string;
  feeWei?: bigint | null;
}

/** A transaction that the wallet sent itself unless `from` is another address; each a minute after the one before. */
export function tx(steps: readonly Step[], options: TxOptions = {}): ChainTransaction {
  counter++;
  const { method, feeWei, ...rest } = options;
  const chain = options.chain ?? 'ethereum';
  const wallet = options.wallet ?? ME;
  const from = options.from === undefined ? wallet : options.from;
  return {
    chain,
    hash: `0x${counter.toString(16).padStart(64, '0')}`,
    wallet,
    at: Date.UTC(2024, 0, 1) + counter * 60_000,
    block: 19_000_000 + counter,
    txIndex: 0,
    from,
    to: ROUTER,
    succeeded: true,
    method: { id: null, name: method ?? null },
    fee:
      from === wallet && feeWei !== null
        ? { asset: nativeAsset(chain), quantity: feeWei ?? 10n ** 15n }
        : null,
    movements: steps.map((step, logIndex) => toMovement(step, wallet, chain, logIndex)),
    flags: [],
    ...rest,
  };
}

function toMovement(step: Step, wallet: string, chain: ChainName, logIndex: number): Movement {
  const [, sign, amount = '', symbol = ''] = /^([+-])([\d.]+) (.+)$/.exec(step.amount) ?? [];
  const what = step.as ?? asset(symbol, chain);
  return {
    asset: what,
    from: sign === '-' ? wallet : step.other,
    to: sign === '-' ? step.other : wallet,
    quantity: toUnits(amount, what.decimals),
    logIndex,
    kind: step.kind ?? (what.contract === null ? 'native' : what.id.includes('#') ? 'nft' : 'token'),
  };
}

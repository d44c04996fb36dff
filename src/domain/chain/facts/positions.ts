import type { Asset } from '../../kernel/asset';
import { CHAINS, isChainName } from '../../kernel/chain';
import type { Quantity } from '../../kernel/units';
import { PAY_FEES_INSIDE, POSITION_MANAGERS } from '../protocols/position-managers';
import { isNative, isNft } from './assets';

/**
 * A concentrated position is one token. Its units are shares of the position, so that a part can leave: one
 * piece has this many decimals.
 */
export const POSITION_DECIMALS = 18;

export const isPosition = (chain: string, contract: string): boolean =>
  POSITION_MANAGERS.of(chain, contract) !== null;

/** True for a manager whose logs state the units that are taken out. */
export const logsDecreases = (chain: string, contract: string): boolean =>
  isPosition(chain, contract) && !PAY_FEES_INSIDE.has(POSITION_MANAGERS.of(chain, contract) ?? '');

/** Forks keep the name of the token, of which only the first words are theirs: `Uniswap V3 Positions NFT-V1`. */
const POSITION_NAME = /\bpositions? NFT\b|\bNFT positions? manager\b/i;

/** True for a token of a manager that is not listed: its name states what it is. */
export const namesPosition = (name: string): boolean => POSITION_NAME.test(name);

/** Pieces of positions are counted in shares. */
export const isPositionShare = (asset: Asset): boolean =>
  isNft(asset) &&
  asset.contract !== null &&
  (asset.decimals === POSITION_DECIMALS || isPosition(asset.chain, asset.contract));

export const DECREASE = '0x0c49ccbe';
export const INCREASE = '0x219f5d17';
export const COLLECT = '0xfc6f7865';

/** What a transaction does to a position of the wallet whose opening is known. */
export interface PositionChange {
  asset: Asset;
  kind: 'increased' | 'decreased';
  /** Shares that are held (increased), or that leave (decreased). */
  shares: Quantity;
  /** Units collected beyond the principal, by `unitOf`. */
  fees?: ReadonlyMap<string, Quantity>;
  /** All positions of which one transaction takes liquidity out, this one among them, with the units it is taken out of. */
  parts?: readonly PositionPart[];
  /** The farm that holds the position. Not set: the wallet. */
  place?: string;
  /** True when the logs of the manager state the principal. Else it is derived from what was put in. */
  isExact: boolean;
}

/** Shares of one of several positions, and the units that are paid for them, by `unitOf`. */
export interface PositionPart {
  asset: Asset;
  shares: Quantity;
  drawn: ReadonlyMap<string, Quantity>;
  place?: string;
}

export interface PositionState {
  asset: Asset;
  /** Shares whose liquidity was not taken out. */
  held: Quantity;
  /** Units that were put into them, by `unitOf`. */
  principal: Amounts;
  /** Tokens of the pool that have moved, by `unitOf`. */
  units: Set<string>;
}

/** Units by asset. The native coin and its wrapped form are one. */
export type Amounts = Map<string, Quantity>;

/** The key of an asset in the amounts of a position: keys sort like the tokens of a pool. */
export function unitOf(asset: Asset): string {
  const wrapped = isNative(asset) && isChainName(asset.chain) ? CHAINS[asset.chain].wrapped : null;
  return wrapped === null ? asset.id : `${asset.chain}:${wrapped}`;
}

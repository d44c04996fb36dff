import type { Asset } from '../../kernel/asset';
import { DEPOSITS } from '../protocols/deposits';
import { DISTRIBUTORS, type Distributor } from '../protocols/distributors';
import { isNft, looksLikeReceipt } from './assets';

/**
 * Returns the distributor that paid the units. A farm pays rewards and returns deposits: a share that it
 * returns is no reward.
 */
export function distributorOf(
  chain: string,
  { direction, asset, counterparty }: { direction: 'in' | 'out'; asset: Asset; counterparty: string | null },
): Distributor | null {
  if (direction !== 'in' || isNft(asset)) return null;
  if (DEPOSITS.of(chain, counterparty) !== null && looksLikeReceipt(asset)) return null;
  return DISTRIBUTORS.of(chain, counterparty);
}

import { RWA_LIST } from '../../../domain/rwa';
import { CHAINS, type ChainName, isChainName } from '../../../domain/kernel/chain';
import { firstForm } from '../../../domain/chain';
import { EXCHANGE_COINS } from './exchange-coins';
import { CHAIN_SOURCES, type NativeCoin } from '../chains';

export type Coin = { kind: 'native'; id: string } | { kind: 'contract'; chain: ChainName; contract: string };

/** Null for assets without a market price: NFTs, and labels of unknown chains. */
export function coinOf(assetId: string, atMs: number): Coin | null {
  const [chain = '', contract = ''] = assetId.split(':');
  if (chain === 'exchange') return exchangeCoin(contract);
  if (!isChainName(chain) || contract === '' || contract.includes('#')) return null;
  if (contract !== 'native') return { kind: 'contract', chain, contract };
  const natives: readonly NativeCoin[] = CHAIN_SOURCES[chain].prices.native;
  const id = natives.findLast(({ from }) => from <= atMs)?.id ?? CHAIN_SOURCES[chain].prices.native[0].id;
  return { kind: 'native', id };
}

const exchangeCoin = (code: string): Coin | null =>
  Object.hasOwn(EXCHANGE_COINS, code) ? { kind: 'native', id: EXCHANGE_COINS[code] ?? '' } : null;

/** @returns the native coin that an asset wraps one to one */
export function unwrapped(assetId: string): string | null {
  const [chain = '', contract] = assetId.split(':');
  return isChainName(chain) && CHAINS[chain].wrapped === contract ? `${chain}:native` : null;
}

/** @returns another form of the asset with the same price. @source coverage.md 1 */
export const twinOf = (assetId: string): string | null => unwrapped(assetId) ?? firstForm(assetId);

const FUND_UNITS: ReadonlyMap<string, string> = new Map(
  RWA_LIST.flatMap(({ contracts, unitPrice }) =>
    unitPrice === undefined
      ? []
      : Object.entries(contracts).flatMap(([chain, list]) =>
          list.map((contract): [string, string] => [`${chain}:${contract}`, unitPrice]),
        ),
  ),
);

/** @returns USD per unit of a fund that keeps its price. @source providers.md 3 */
export const fundPriceOf = (assetId: string): string | null => FUND_UNITS.get(assetId) ?? null;

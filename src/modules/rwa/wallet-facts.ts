import type { Lot, Position } from '../../domain/engine';
import { dec } from '../../domain/kernel/decimal';
import { formatMoney, formatUnits } from '../../domain/kernel/units';
import { listedSymbol } from '../../domain/normalise';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import {
  recognise,
  RWA_LIST,
  rwaToken,
  type RwaLot,
  type RwaPosition,
  type RwaToken,
} from '../../domain/rwa';

/** What a wallet holds of registry tokens and what it cost; JSON, so that it can be cached. */
export interface WalletFacts {
  positions: { symbol: string; lots: LotFacts[] }[];
  syncStatus: SyncStatus;
}

interface LotFacts {
  quantity: string;
  cost: string | null;
  acquiredAt: number | null;
  isInterest: boolean;
}

/**
 * Positions of one wallet -> those in registry tokens, chains summed, in the order of the registry.
 * @param isPending whether the basis of a lot is still being computed
 */
export function rwaFacts(
  positions: readonly Position[],
  transactions: readonly WalletTransaction[],
  isPending: (lot: Lot) => boolean,
): WalletFacts['positions'] {
  const spam = spamAssets(transactions);
  const lots = new Map<string, LotFacts[]>();
  for (const { asset, lots: open } of positions) {
    // Amounts of unknown scale, and single pieces, are no units of a fund.
    if (asset.decimalsUnknown || asset.id.includes('#')) continue;
    const { chain, contract, symbol, id } = asset;
    const token = recognise({ chain, contract, symbol, isSpam: spam.has(id), listedAs: listedSymbol(id) });
    if (!token) continue;
    const facts = open.map((lot) => lotFacts(lot, isPending(lot)));
    lots.set(token.symbol, [...(lots.get(token.symbol) ?? []), ...facts]);
  }
  return RWA_LIST.flatMap(({ symbol }) => {
    const held = lots.get(symbol);
    return held ? [{ symbol, lots: held }] : [];
  });
}

const lotFacts = (lot: Lot, isPending: boolean): LotFacts => ({
  quantity: formatUnits(lot.remaining, lot.asset.decimals),
  cost: isPending || lot.isUntracked || lot.basisSource === 'none' ? null : formatMoney(lot.cost),
  acquiredAt: lot.acquiredAt,
  isInterest: lot.incomeType === 'interest',
});

/** Assets with a transaction that was classified as spam. */
function spamAssets(transactions: readonly WalletTransaction[]): Set<string> {
  const spam = transactions.filter(({ isSpam }) => isSpam);
  return new Set(spam.flatMap(({ legs }) => legs.map(({ asset }) => asset.id)));
}

export const toPositions = ({ positions }: WalletFacts): RwaPosition[] =>
  positions.flatMap(({ symbol, lots }) => {
    const token = rwaToken(symbol);
    return token ? [toPosition(token, lots.map(toLot))] : [];
  });

const toPosition = (token: RwaToken, lots: readonly RwaLot[]): RwaPosition => ({
  token,
  balance: lots.reduce((sum, { quantity }) => sum.plus(quantity), dec(0)),
  lots,
});

const toLot = ({ quantity, cost, ...rest }: LotFacts): RwaLot => ({
  ...rest,
  quantity: dec(quantity),
  cost: cost === null ? null : dec(cost),
});

/** Nothing is missing, and a later call will not know more. */
export const isWhole = ({ historyPending, pricesPending, unavailable, stale }: SyncStatus): boolean =>
  !historyPending && !pricesPending && unavailable.length === 0 && stale.length === 0;

import { GAINLESS, positions, type Disposal, type Lot, type Position } from '../../domain/engine';
import { isPriceable, type Asset } from '../../domain/kernel/asset';
import { dec, type Decimal } from '../../domain/kernel/decimal';
import { formatMoney, formatUnits, type Money, type Quantity } from '../../domain/kernel/units';
import { listedSymbol } from '../../domain/chain';
import type { ReadRecords } from '../../pipeline/ledger/reader/ledger-reader';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import {
  recognise,
  RWA_LIST,
  rwaToken,
  type DisposedLot,
  type RwaLot,
  type RwaPosition,
  type RwaToken,
} from '../../domain/rwa';

/** What a wallet holds and held of registry tokens and what it cost; JSON, so that it can be cached. */
export interface WalletFacts {
  positions: { symbol: string; lots: LotFacts[]; disposed: DisposedFacts[] }[];
  syncStatus: SyncStatus;
}

interface LotFacts {
  quantity: string;
  cost: string | null;
  acquiredAt: number | null;
  isInterest: boolean;
}

interface DisposedFacts extends LotFacts {
  disposedAt: number;
  disposalId: string;
  kind: string;
  proceeds: string | null;
  isLongTerm: boolean;
}

/** True for an asset that the registry can recognise, unless its costs or its transactions speak against it. */
export const canBeRwa = (asset: Asset): boolean =>
  recognise({ ...asset, isSpam: false, listedAs: listedSymbol(asset.id), unitCost: null }) !== null;

/** Records of one wallet -> those of registry tokens, chains summed, in the order of the registry. */
export function rwaFacts({ lots, disposals, spam, isPending }: ReadRecords): WalletFacts['positions'] {
  const held = positions({ lots }, null);
  const tokenOf = recogniser(spam, unitCosts(held, disposals));
  const lotsById = new Map(lots.map((lot) => [lot.id, lot]));
  const facts = new Map<string, Pick<WalletFacts['positions'][number], 'lots' | 'disposed'>>();
  const factsOf = (asset: Asset) => {
    const token = tokenOf(asset);
    if (!token) return null;
    const known = facts.get(token.symbol) ?? { lots: [], disposed: [] };
    facts.set(token.symbol, known);
    return known;
  };
  for (const { asset, lots: open } of held)
    factsOf(asset)?.lots.push(...open.map((lot) => lotFacts(lot, isPending(lot))));
  for (const disposal of disposals) {
    const lot = lotsById.get(disposal.lotId);
    factsOf(disposal.asset)?.disposed.push(disposedFacts(disposal, lot, lot !== undefined && isPending(lot)));
  }
  return RWA_LIST.flatMap(({ symbol }) => {
    const known = facts.get(symbol);
    return known ? [{ symbol, ...known }] : [];
  });
}

/** Asset id -> USD that a unit of known cost cost. */
function unitCosts(
  positions: readonly Position[],
  disposals: readonly Disposal[],
): (asset: Asset) => Decimal | null {
  const sums = new Map<string, { units: Quantity; cost: Money }>();
  const add = ({ id }: Asset, units: Quantity, cost: Money): void => {
    const sum = sums.get(id) ?? { units: 0n, cost: 0n };
    sums.set(id, { units: sum.units + units, cost: sum.cost + cost });
  };
  for (const { asset, lots } of positions)
    for (const lot of lots) if (!lot.isUntracked && lot.cost > 0n) add(asset, lot.remaining, lot.cost);
  for (const { asset, quantity, costBasis } of disposals) if (costBasis > 0n) add(asset, quantity, costBasis);
  return ({ id, decimals }) => {
    const sum = sums.get(id);
    return sum ? dec(formatMoney(sum.cost)).div(formatUnits(sum.units, decimals)) : null;
  };
}

/** Looks up each asset once. */
function recogniser(
  spam: ReadonlySet<string>,
  unitCost: (asset: Asset) => Decimal | null,
): (asset: Asset) => RwaToken | null {
  const known = new Map<string, RwaToken | null>();
  const find = (asset: Asset): RwaToken | null => {
    // Amounts of unknown scale, and single pieces, are no units of a fund.
    if (!isPriceable(asset)) return null;
    const { chain, contract, symbol, id } = asset;
    const known = { isSpam: spam.has(id), listedAs: listedSymbol(id), unitCost: unitCost(asset) };
    return recognise({ chain, contract, symbol, ...known });
  };
  return (asset) => {
    const found = known.get(asset.id);
    if (found !== undefined) return found;
    const token = find(asset);
    known.set(asset.id, token);
    return token;
  };
}

/** Whether the cost of a lot is its cost, and no provisional amount. */
const hasCost = (lot: Lot, isPending: boolean): boolean =>
  !isPending && !lot.isUntracked && lot.basisSource !== 'none' && lot.valueStatus === 'known';

const lotFacts = (lot: Lot, isPending: boolean): LotFacts => ({
  quantity: formatUnits(lot.remaining, lot.asset.decimals),
  cost: hasCost(lot, isPending) ? formatMoney(lot.cost) : null,
  acquiredAt: lot.acquiredAt,
  isInterest: lot.incomeType === 'interest',
});

function disposedFacts(disposal: Disposal, lot: Lot | undefined, isPending: boolean): DisposedFacts {
  const { asset, type } = disposal;
  const proceeds = disposal.valueStatus === 'known' ? disposal.proceeds : disposal.knownProceeds;
  return {
    quantity: formatUnits(disposal.quantity, asset.decimals),
    cost: lot !== undefined && hasCost(lot, isPending) ? formatMoney(disposal.costBasis) : null,
    acquiredAt: disposal.acquiredAt,
    isInterest: lot?.incomeType === 'interest',
    disposedAt: disposal.disposedAt,
    disposalId: disposal.id,
    kind: type,
    proceeds: proceeds === null || GAINLESS.has(type) ? null : formatMoney(proceeds),
    isLongTerm: disposal.isLongTerm,
  };
}

/** Positions, also those that are disposed of. */
export const toPositions = ({ positions }: WalletFacts): RwaPosition[] =>
  positions.flatMap(({ symbol, lots, disposed }) => {
    const token = rwaToken(symbol);
    return token ? [toPosition(token, lots.map(toLot), disposed.map(toDisposedLot))] : [];
  });

/** Whether a wallet holds units of a position now. */
export const isHeld = ({ lots }: RwaPosition): boolean => lots.length > 0;

const toPosition = (
  token: RwaToken,
  lots: readonly RwaLot[],
  disposed: readonly DisposedLot[],
): RwaPosition => ({
  token,
  balance: lots.reduce((sum, { quantity }) => sum.plus(quantity), dec(0)),
  lots,
  disposed,
});

const toLot = <T extends LotFacts>({ quantity, cost, ...rest }: T) => ({
  ...rest,
  quantity: dec(quantity),
  cost: cost === null ? null : dec(cost),
});

const toDisposedLot = (facts: DisposedFacts): DisposedLot => ({
  ...toLot(facts),
  proceeds: facts.proceeds === null ? null : dec(facts.proceeds),
});

/** Nothing is missing, and a later call will not know more. */
export const isWhole = ({ historyPending, pricesPending, unavailable, stale }: SyncStatus): boolean =>
  !historyPending && !pricesPending && unavailable.length === 0 && stale.length === 0;

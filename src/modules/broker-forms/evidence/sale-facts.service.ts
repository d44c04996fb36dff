import { Injectable } from '@nestjs/common';
import { placeOf } from '../../../domain/chain';
import { coinOfSale, type OwnSale } from '../../../domain/broker';
import { brokerWallets } from '../../../domain/custody';
import {
  BrokerCustody,
  type Disposal,
  type LedgerLot,
  type LineageLink,
  type Lot,
} from '../../../domain/engine';
import { identifiedBy, type MovedUnits, type OwnLot, type SaleFacts } from '../../../domain/evidence';
import { toCents, type Cents } from '../../../domain/forms';
import { accountOf } from '../../../domain/kernel/address';
import { dayCounter, dayOf, dayText } from '../../../domain/kernel/calendar';
import { formatUnits, mulDiv } from '../../../domain/kernel/units';
import type { StoredTransaction } from '../../../ports/storage/ledgers/ledgers';
import type { AccountLedger } from '../own-records.service';

/** Steps back to the acquisition. */
const MOST_STEPS = 50;
const MOVES: readonly LineageLink['relation'][] = ['transfer', 'bridge'];

export interface AccountFacts {
  facts: Map<string, SaleFacts>;
  lots: OwnLot[];
  /** Of the account, by which its sales and lots came to be. */
  transactions: StoredTransaction[];
}

/** What the ledger of an account knows of the units of its sales. */
@Injectable()
export class SaleFactsService {
  async of(account: AccountLedger, sales: readonly OwnSale[], signal: AbortSignal): Promise<AccountFacts> {
    const { ledger, reader, subject } = account;
    const wanted = new Set(sales.map(({ id }) => id));
    const disposals = ledger.disposals.filter((one) => one.wallet === subject.value && wanted.has(one.id));
    const lots = new Map(ledger.lots.map((lot) => [lot.id, lot]));
    const ids = new Set(
      disposals.flatMap(({ transactionId, lotId }) =>
        [transactionId, lots.get(lotId)?.transactionId ?? []].flat(),
      ),
    );
    const read = await reader.transactionsById([...ids]);
    const transactions = read.map(({ transaction }) => transaction).filter(({ id }) => ids.has(id));
    const byId = new Map(transactions.map((one) => [one.id, one]));
    const facts = new Map<string, SaleFacts>();
    const origins = new Map<string, Origin>();
    for (const disposal of disposals) {
      signal.throwIfAborted();
      const lot = lots.get(disposal.lotId);
      if (lot !== undefined && !origins.has(lot.id)) origins.set(lot.id, await originOf(account, lot));
      const origin = lot && origins.get(lot.id);
      facts.set(disposal.id, factsOf(account, disposal, lot, origin, byId));
    }
    const open = await reader.openLots('subject');
    return { facts, lots: ownLots(account, [...lots.values(), ...open]), transactions };
  }
}

interface Origin {
  root: Lot | null;
  transfers: MovedUnits[];
}

/** Follows units that came from elsewhere back to where they were acquired. */
async function originOf({ reader }: AccountLedger, lot: LedgerLot): Promise<Origin> {
  if (lot.parentId === null) return { root: lot, transfers: [] };
  const { nodes, edges, rootLotIds } = await reader.lineage(lot.id, 'up', MOST_STEPS);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = rootLotIds;
  return {
    root: (rootLotIds.length === 1 && byId.get(root ?? '')) || null,
    transfers: movesOf(edges, byId),
  };
}

/** A move through a place between wallets, where units are under way or deposited, is one move from its beginning. */
function movesOf(edges: readonly LineageLink[], byId: ReadonlyMap<string, Lot>): MovedUnits[] {
  const moves = edges.filter(({ relation }) => MOVES.includes(relation));
  const walletOf = (id: string | null): string => byId.get(id ?? '')?.wallet ?? '';
  const before = new Map(moves.map((link) => [link.toLotId, link]));
  const startOf = (link: LineageLink): LineageLink => {
    const earlier = isPlace(walletOf(link.fromLotId)) ? before.get(link.fromLotId) : undefined;
    return earlier ? startOf(earlier) : link;
  };
  return moves
    .filter(({ toLotId }) => !isPlace(walletOf(toLotId)))
    .map((link) => ({
      at: timeOf(link.at),
      txHash: link.txHash,
      from: named(walletOf(startOf(link).fromLotId)),
      to: named(walletOf(link.toLotId)),
      units: formatUnits(link.quantity, byId.get(link.fromLotId)?.asset.decimals ?? 0),
    }))
    .filter(({ from, to }) => from !== to);
}

/** The id of an account, or the address of a wallet. */
const named = (wallet: string): string => accountOf(wallet) ?? wallet;
const isPlace = (wallet: string): boolean => placeOf(wallet).place !== null;

const timeOf = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timeOf(at);

function factsOf(
  { valued, subject, timezone }: AccountLedger,
  disposal: Disposal,
  lot: LedgerLot | undefined,
  origin: Origin | undefined,
  transactions: ReadonlyMap<string, StoredTransaction>,
): SaleFacts {
  const root = origin?.root ?? null;
  const custody = new BrokerCustody(brokerWallets(valued.accounts ?? []), dayCounter(timezone));
  return {
    lotId: lot?.id ?? null,
    account: named(root?.wallet ?? subject.value),
    acquiredAt: timeOrNull(disposal.acquiredAt),
    acquiredIn: root?.txHash ?? root?.transactionId ?? null,
    origin: root?.source ?? lot?.source ?? 'unknown',
    basisSource: (root ?? lot)?.basisSource ?? 'none',
    isBasisKnown: !disposal.isUntracked && lot?.isUntracked !== true && lot?.valueStatus !== 'missing',
    exactBasis: disposal.costBasis,
    buyingCosts: lot === undefined ? null : buyingCostsOf(disposal, lot, transactions.get(lot.transactionId)),
    priceSource: (root ?? lot)?.priceSource ?? null,
    pricedAt: timeOrNull(root?.acquiredAt),
    soldAt: timeOf(disposal.disposedAt),
    soldIn: disposal.txHash ?? disposal.transactionId,
    proceedsSource: disposal.priceSource,
    transfers: origin?.transfers ?? [],
    identification: identifiedBy(
      valued.entries ?? [],
      disposal,
      custody.decides(disposal.wallet, disposal.disposedAt),
    ),
  };
}

/** Costs of a purchase for dollars are part of its basis; those of an exchange of coins reduce what is given. */
function buyingCostsOf(
  { quantity }: Disposal,
  { source, basisSource, originalQuantity }: LedgerLot,
  bought: StoredTransaction | undefined,
): Cents | null {
  const paid = bought?.fee?.valueUsd ?? null;
  if (source !== 'purchase' || basisSource !== 'trade' || paid === null || originalQuantity === 0n)
    return null;
  return toCents(mulDiv(paid, quantity, originalQuantity), 'cents');
}

function ownLots({ subject, timezone }: AccountLedger, lots: readonly LedgerLot[]): OwnLot[] {
  const own = new Map(lots.filter(({ wallet }) => wallet === subject.value).map((lot) => [lot.id, lot]));
  return [...own.values()].flatMap((lot) =>
    lot.acquiredAt === null || lot.isUntracked || lot.valueStatus === 'missing'
      ? []
      : [
          {
            coin: coinOfSale({ asset: lot.asset.symbol }),
            acquiredOn: dayText(dayOf(lot.acquiredAt, timezone)),
            units: formatUnits(lot.originalQuantity, lot.asset.decimals),
            cost: toCents(lot.originalCost, 'cents'),
          },
        ],
  );
}

import type { Disposal, Ledger, Lot, WashSale } from '../../domain/engine';
import { type Asset, tokenKeyOf } from '../../domain/kernel/asset';
import { formatMoney, formatUnits, unitPriceText } from '../../domain/kernel/units';
import { chainHash, type WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { NO_HASH } from '../../domain/overlays/manual-transactions';
import type { EventData, EventType } from '../../domain/webhooks/events';

/** An event of a wallet in wire form. Pure. @source api.md 6 */
export interface News {
  type: EventType;
  /** Permanent key of the event's subject. */
  id: string;
  /** ms UTC. */
  at: number;
  data: EventData;
}

/** The ledger of one wallet, and the names of its assets. */
export interface NewsSource {
  /** The address as given, and normalised. */
  address: { given: string; value: string };
  transactions: readonly WalletTransaction[];
  ledger: Ledger;
  tokenKeys: ReadonlyMap<string, string>;
}

/** Returns everything later than `since`, transactions first. Spam is excluded. */
export function walletEvents(source: NewsSource, since: number): News[] {
  const { ledger, address } = source;
  const here = ({ wallet }: { wallet: string }): boolean => wallet === address.value;
  const lots = new Map(ledger.lots.map((lot) => [lot.id, lot]));
  return [
    ...source.transactions
      .filter(({ at, isSpam, hash }) => at > since && !isSpam && hash !== NO_HASH)
      .map((transaction) => ofTransaction(source, transaction)),
    // A lot split from another lot, or created for units of unknown origin, is not a new acquisition.
    ...ledger.lots
      .filter(
        (lot) => here(lot) && lot.receivedAt > since && lot.parentId === null && lot.acquiredAt !== null,
      )
      .map((lot) => ofLot(source, lot)),
    ...ledger.disposals
      .filter((disposal) => here(disposal) && disposal.disposedAt > since)
      .map((disposal) => ofDisposal(source, disposal, lots.get(disposal.lotId))),
    ...washSales(source, since, lots),
  ];
}

function ofTransaction(source: NewsSource, transaction: WalletTransaction): News {
  const { fee } = transaction;
  return {
    type: 'transaction.new',
    id: transaction.id,
    at: transaction.at,
    data: {
      address: source.address.given,
      chain: transaction.chain,
      transaction_id: transaction.id,
      tx_hash: chainHash(transaction),
      timestamp: iso(transaction.at),
      type: transaction.type,
      block_number: transaction.block,
      legs: transaction.legs.map((leg) => ({
        direction: leg.direction,
        symbol: leg.asset.symbol,
        token_key: tokenKeyOf(source.tokenKeys, leg.asset),
        contract_address: leg.asset.contract,
        quantity: formatUnits(leg.quantity, leg.asset.decimals),
        value_usd: leg.valueUsd === null ? null : formatMoney(leg.valueUsd),
      })),
      fee: fee && {
        symbol: fee.asset.symbol,
        token_key: tokenKeyOf(source.tokenKeys, fee.asset),
        quantity: formatUnits(fee.quantity, fee.asset.decimals),
        value_usd: fee.valueUsd === null ? null : formatMoney(fee.valueUsd),
      },
    },
  };
}

/** The lot as received. Later consumption is reported by its own events. */
function ofLot(source: NewsSource, lot: Lot): News {
  const { asset, originalQuantity, originalCost } = lot;
  return {
    type: 'lot.created',
    id: lot.id,
    at: lot.receivedAt,
    data: {
      address: source.address.given,
      lot_id: lot.id,
      ...wordsOf(source, asset),
      quantity: formatUnits(originalQuantity, asset.decimals),
      cost_per_unit: unitPriceText(originalCost, originalQuantity, asset.decimals),
      cost_basis: formatMoney(originalCost),
      acquisition_date: isoOrNull(lot.acquiredAt),
      source: lot.source,
      income_type: lot.incomeType,
      is_untracked: lot.isUntracked,
      value_status: lot.valueStatus,
      tx_hash: lot.txHash,
    },
  };
}

function ofDisposal(source: NewsSource, disposal: Disposal, lot: Lot | undefined): News {
  const { asset } = disposal;
  const remaining = lot?.remaining ?? 0n;
  return {
    type: 'lot.consumed',
    id: disposal.id,
    at: disposal.disposedAt,
    data: {
      address: source.address.given,
      lot_id: disposal.lotId,
      disposal_id: disposal.id,
      ...wordsOf(source, asset),
      quantity_consumed: formatUnits(disposal.quantity, asset.decimals),
      remaining_quantity: formatUnits(remaining, asset.decimals),
      fully_consumed: remaining === 0n,
      proceeds: formatMoney(disposal.proceeds),
      cost_basis: formatMoney(disposal.costBasis),
      gain_loss: formatMoney(disposal.gain),
      is_long_term: disposal.isLongTerm,
      disposal_date: iso(disposal.disposedAt),
      type: disposal.type,
      value_status: disposal.valueStatus,
      tx_hash: disposal.txHash,
    },
  };
}

/** A later purchase can turn a sale into a wash sale: either can be new. */
function washSales(source: NewsSource, since: number, lots: ReadonlyMap<string, Lot>): News[] {
  return source.ledger.washSales
    .filter((sale) => Math.max(sale.disposedAt, sale.replacedAt) > since)
    .filter((sale) => lots.get(sale.replacementLotId)?.wallet === source.address.value)
    .map((sale) => ofWashSale(source, sale));
}

const ofWashSale = (source: NewsSource, sale: WashSale): News => ({
  type: 'wash_sale.detected',
  id: sale.id,
  at: Math.max(sale.disposedAt, sale.replacedAt),
  data: {
    address: source.address.given,
    wash_sale_id: sale.id,
    ...wordsOf(source, sale.asset),
    disposal_id: sale.disposalId,
    disposal_date: iso(sale.disposedAt),
    loss: formatMoney(sale.loss),
    disallowed_loss: formatMoney(sale.disallowed),
    matched_quantity: formatUnits(sale.quantity, sale.asset.decimals),
    replacement_lot_id: sale.replacementLotId,
    replacement_date: iso(sale.replacedAt),
    days_apart: sale.daysApart,
    basis_adjustment: formatMoney(sale.disallowed),
  },
});

const wordsOf = (source: NewsSource, asset: Asset) => ({
  symbol: asset.symbol,
  chain: asset.chain,
  token_key: tokenKeyOf(source.tokenKeys, asset),
});

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

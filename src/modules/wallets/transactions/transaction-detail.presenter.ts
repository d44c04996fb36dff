import {
  resultOf,
  withMove,
  type Disposal,
  type Income,
  type LineageLink,
  type Lot,
  type MethodName,
} from '../../../domain/engine';
import { dec, formatDecimal } from '../../../domain/kernel/decimal';
import { formatMoney, formatUnits, MONEY_DECIMALS } from '../../../domain/kernel/units';
import { choicesOf } from '../../../domain/chain';
import { tradedLegs, type Leg, type WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import type { DataSourceInfo } from '../../../domain/portfolio/sync-status';
import type { Treatment } from '../../../domain/portfolio/treatments';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { toDataSources, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { toTransaction } from '../../../presenters/transactions/transaction.presenter';
import type {
  LotUseResponse,
  TransactionDetailResponse,
  TransactionPriceResponse,
} from './transactions.shapes.dto';

/** Effect of one transaction on the ledger. */
export interface Consequences {
  created: LotResponse[];
  consumed: { link: LineageLink; lot: Lot }[];
  disposals: Disposal[];
  income: Income[];
  treatment: Treatment;
  method: MethodName;
  /** The source of the history of its chain. Undefined for an entry of the user. */
  dataSource: DataSourceInfo | undefined;
  /** True for a transfer out of an account at a broker that took other lots than own books name. */
  isNotIdentified: boolean;
  /** False while prices it depends on are still out: gains are then not stated. */
  isFinal: boolean;
}

/** @source api.md 1.1, Get Transaction Detail */
export function toTransactionDetail(
  transaction: WalletTransaction,
  tokenKeys: ReadonlyMap<string, string>,
  {
    created,
    consumed,
    disposals,
    income,
    treatment,
    method,
    dataSource,
    isNotIdentified,
    isFinal,
  }: Consequences,
): TransactionDetailResponse {
  const disposed = isFinal ? resultOf(disposals) : null;
  const result = isFinal && isNotIdentified ? withMove(disposed) : disposed;
  return {
    ...toTransaction(transaction, tokenKeys, result),
    prices: pricesOf(transaction, tokenKeys),
    lots_created: created,
    lots_consumed: consumed.map(({ link, lot }) => toLotUse(link, lot, tokenKeys)),
    disposals: disposals.map((disposal) => toDisposal(disposal, tokenKeys)),
    income: income.map((receipt) => toIncome(receipt, tokenKeys)),
    tax_rule: { rule: transaction.rule, treatment: treatment.text, authority: treatment.authority, method },
    choices: choicesOf(transaction),
    source: toDataSources(dataSource ? [dataSource] : [])[0] ?? null,
  };
}

const pricesOf = (
  transaction: WalletTransaction,
  tokenKeys: ReadonlyMap<string, string>,
): TransactionPriceResponse[] => [
  ...tradedLegs(transaction).map((leg) => toPrice(leg.direction, leg, tokenKeys)),
  ...(transaction.fee ? [toPrice('fee', transaction.fee, tokenKeys)] : []),
];

const toPrice = (
  role: TransactionPriceResponse['role'],
  { asset, quantity, price, valueUsd }: Pick<Leg, 'asset' | 'quantity' | 'price' | 'valueUsd'>,
  tokenKeys: ReadonlyMap<string, string>,
): TransactionPriceResponse => ({
  role,
  token_key: tokenKeyOf(tokenKeys, asset),
  symbol: asset.symbol,
  quantity: formatUnits(quantity, asset.decimals),
  price: price && formatDecimal(dec(price.usd), MONEY_DECIMALS),
  price_source: price?.source ?? null,
  price_at: toTimeOrNull(price?.at ?? null),
  value_usd: valueUsd === null ? null : formatMoney(valueUsd),
});

const toLotUse = (link: LineageLink, lot: Lot, tokenKeys: ReadonlyMap<string, string>): LotUseResponse => ({
  lot_id: lot.id,
  token_key: tokenKeyOf(tokenKeys, lot.asset),
  symbol: lot.asset.symbol,
  quantity: formatUnits(link.quantity, lot.asset.decimals),
  cost_basis: formatMoney(link.cost),
  acquisition_date: toTimeOrNull(lot.acquiredAt),
  is_untracked: lot.isUntracked,
  relation: link.relation,
  to_lot_id: link.toLotId,
  disposal_id: link.disposalId,
});

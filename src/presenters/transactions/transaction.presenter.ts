import type { TransactionResult } from '../../domain/engine';
import { tokenKeyOf } from '../../domain/kernel/asset';
import { formatMoney, formatUnits } from '../../domain/kernel/units';
import {
  chainHash,
  tradedLegs,
  type Leg,
  type ShownTransaction,
  type TransactionFlag,
} from '../../domain/chain/facts/wallet-transaction';
import { NO_HASH } from '../../domain/overlays/manual-transactions';
import { toTime } from '../sync-status.presenter';
import type { TransactionLegResponse, TransactionResponse } from './transaction.shapes.dto';

/** @param result null when the transaction made no disposal @source api.md 2, Transaction */
export function toTransaction(
  transaction: ShownTransaction,
  tokenKeys: ReadonlyMap<string, string>,
  result: TransactionResult | null,
): TransactionResponse {
  const { fee } = transaction;
  const flags = flagsOf(transaction, result);
  return {
    transaction_id: transaction.id,
    tx_hash: transaction.hash === NO_HASH ? null : chainHash(transaction),
    chain: transaction.chain,
    timestamp: toTime(transaction.at),
    block_number: transaction.block,
    type: transaction.type,
    income_type: transaction.incomeType,
    status: transaction.succeeded ? 'success' : 'failed',
    from: transaction.from,
    to: transaction.to,
    protocol: transaction.protocol,
    legs: tradedLegs(transaction).map((leg) => toLeg(leg, tokenKeys)),
    fee: fee && {
      symbol: fee.asset.symbol,
      token_key: tokenKeyOf(tokenKeys, fee.asset),
      quantity: formatUnits(fee.quantity, fee.asset.decimals),
      value_usd: fee.valueUsd === null ? null : formatMoney(fee.valueUsd),
    },
    gain_loss: result === null || result.gain === null ? null : formatMoney(result.gain),
    value_status: flags.includes('missing_price') ? 'missing' : 'known',
    is_spam: transaction.isSpam,
    flags: [...flags],
  };
}

/** Ids of the assets that `toTransaction` shows. */
export const shownAssets = (transaction: ShownTransaction): string[] => [
  ...tradedLegs(transaction).map(({ asset }) => asset.id),
  ...(transaction.fee ? [transaction.fee.asset.id] : []),
];

/** Adds `missing_price` when a disposal waits for the value of an earlier transaction, and what a broker was not told. */
export function flagsOf(
  { flags }: Pick<ShownTransaction, 'flags'>,
  result: TransactionResult | null,
): readonly TransactionFlag[] {
  const isMissing = result?.valueStatus === 'missing' && !flags.includes('missing_price');
  return [
    ...flags,
    ...(isMissing ? ['missing_price' as const] : []),
    ...(result?.isNotIdentified === true ? ['not_identified_to_broker' as const] : []),
  ];
}

function toLeg(leg: Leg, tokenKeys: ReadonlyMap<string, string>): TransactionLegResponse {
  const { asset } = leg;
  return {
    direction: leg.direction,
    symbol: asset.symbol,
    token_key: tokenKeyOf(tokenKeys, asset),
    contract_address: asset.contract,
    quantity: formatUnits(leg.quantity, asset.decimals),
    value_usd: leg.valueUsd === null ? null : formatMoney(leg.valueUsd),
    price_source: leg.price?.source ?? null,
    counterparty: leg.counterparty,
    is_internal: leg.isInternal,
  };
}

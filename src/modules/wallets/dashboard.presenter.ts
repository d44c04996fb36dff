import type { Reconciliation, TaxSummary } from '../../domain/engine';
import { formatMoney, formatUnits, type Money } from '../../domain/kernel/units';
import type { Leg, WalletTransaction } from '../../domain/normalise/wallet-transaction';
import { toTime } from './freshness.presenter';
import type {
  ReconciliationShortBody,
  TaxSummaryBody,
  TransactionBody,
  TransactionLegBody,
} from './wallets.shapes.dto';

const NO_TERM = { gains: 0n, losses: 0n, net: 0n };
const NOTHING_YET: TaxSummary = {
  short: NO_TERM,
  long: NO_TERM,
  totalRealized: 0n,
  washSaleDisallowed: 0n,
  washSaleCount: 0,
  disposalCount: 0,
  totalProceeds: 0n,
  totalCostBasis: 0n,
  income: { airdrop: 0n, staking_reward: 0n, mining_reward: 0n, interest: 0n, other: 0n, total: 0n },
  incomeCount: 0,
};

/**
 * @param given the address as sent
 * @param summary null while the numbers are still being computed: then zeros, and `pending`
 * @source spec 2.7; api.md 2, 3
 */
export function toTaxSummary(
  given: string,
  taxYear: number | null,
  summary: TaxSummary | null,
): TaxSummaryBody {
  const { short, long, income, ...totals } = summary ?? NOTHING_YET;
  return {
    address: given,
    tax_year: taxYear,
    total_realized_gl: formatMoney(totals.totalRealized),
    short_term_gains: formatMoney(short.gains),
    short_term_losses: formatMoney(short.losses),
    net_short_term: formatMoney(short.net),
    long_term_gains: formatMoney(long.gains),
    long_term_losses: formatMoney(long.losses),
    net_long_term: formatMoney(long.net),
    wash_sale_disallowed: formatMoney(totals.washSaleDisallowed),
    wash_sale_count: totals.washSaleCount,
    disposal_count: totals.disposalCount,
    total_proceeds: formatMoney(totals.totalProceeds),
    total_cost_basis: formatMoney(totals.totalCostBasis),
    income: {
      airdrop: formatMoney(income.airdrop),
      staking_reward: formatMoney(income.staking_reward),
      mining_reward: formatMoney(income.mining_reward),
      interest: formatMoney(income.interest),
      other: formatMoney(income.other),
      total: formatMoney(income.total),
    },
    ...(summary === null && { pending: true as const }),
  };
}

/** @param report null while the books are still being computed */
export const toReconciliationShort = (
  report: Reconciliation | null,
  isPending: boolean,
): ReconciliationShortBody => ({
  severity: report?.severity ?? 'ok',
  total_issues: report?.totalIssues ?? 0,
  ...(isPending && { pending: true as const }),
});

/**
 * @param gain of the disposals the transaction made; null when it made none
 * @source api.md 2, Transaction
 */
export function toTransaction(
  transaction: WalletTransaction,
  tokenKeys: ReadonlyMap<string, string>,
  gain: Money | null,
): TransactionBody {
  const { fee } = transaction;
  return {
    transaction_id: transaction.id,
    tx_hash: transaction.hash,
    chain: transaction.chain,
    timestamp: toTime(transaction.at),
    block_number: transaction.block,
    type: transaction.type,
    income_type: transaction.incomeType,
    status: transaction.succeeded ? 'success' : 'failed',
    from: transaction.from,
    to: transaction.to,
    protocol: transaction.protocol,
    legs: transaction.legs.map((leg) => toLeg(leg, tokenKeys)),
    fee: fee && {
      symbol: fee.asset.symbol,
      token_key: tokenKeys.get(fee.asset.id) ?? fee.asset.id,
      quantity: formatUnits(fee.quantity, fee.asset.decimals),
      value_usd: fee.valueUsd === null ? null : formatMoney(fee.valueUsd),
    },
    gain_loss: gain === null ? null : formatMoney(gain),
    is_spam: transaction.isSpam,
    flags: transaction.flags,
  };
}

function toLeg(leg: Leg, tokenKeys: ReadonlyMap<string, string>): TransactionLegBody {
  const { asset } = leg;
  return {
    direction: leg.direction,
    symbol: asset.symbol,
    token_key: tokenKeys.get(asset.id) ?? asset.id,
    contract_address: asset.contract,
    quantity: formatUnits(leg.quantity, asset.decimals),
    value_usd: leg.valueUsd === null ? null : formatMoney(leg.valueUsd),
    price_source: leg.price?.source ?? null,
    counterparty: leg.counterparty,
    is_internal: leg.isInternal,
  };
}

import type { Disposal, Income } from '../../domain/engine';
import { formatMoney, formatUnits, unitPriceText } from '../../domain/kernel/units';
import { toTime, toTimeOrNull } from './freshness.presenter';
import type { DisposalBody, IncomeBody } from './disposals.shapes.dto';

/** @source api.md 2, Disposal */
export const toDisposal = (disposal: Disposal, tokenKeys: ReadonlyMap<string, string>): DisposalBody => ({
  disposal_id: disposal.id,
  lot_id: disposal.lotId,
  token_key: tokenKeys.get(disposal.asset.id) ?? disposal.asset.id,
  symbol: disposal.asset.symbol,
  chain: disposal.asset.chain,
  quantity: formatUnits(disposal.quantity, disposal.asset.decimals),
  proceeds: formatMoney(disposal.proceeds),
  cost_basis: formatMoney(disposal.costBasis),
  gain_loss: formatMoney(disposal.gain),
  fees: formatMoney(disposal.fees),
  acquisition_date: toTimeOrNull(disposal.acquiredAt),
  disposal_date: toTime(disposal.disposedAt),
  is_long_term: disposal.isLongTerm,
  term: disposal.isLongTerm ? 'long' : 'short',
  type: disposal.type,
  is_untracked: disposal.isUntracked,
  wash_sale_disallowed: formatMoney(disposal.washSaleDisallowed),
  tx_hash: disposal.txHash,
  transaction_id: disposal.transactionId,
  price_source: disposal.priceSource,
  flags: [...disposal.flags],
});

/** @source api.md 2, Income */
export const toIncome = (income: Income, tokenKeys: ReadonlyMap<string, string>): IncomeBody => ({
  income_id: income.id,
  type: income.type,
  token_key: tokenKeys.get(income.asset.id) ?? income.asset.id,
  symbol: income.asset.symbol,
  chain: income.asset.chain,
  quantity: formatUnits(income.quantity, income.asset.decimals),
  fair_market_value: formatMoney(income.fairMarketValue),
  price: unitPriceText(income.fairMarketValue, income.quantity, income.asset.decimals),
  price_source: income.priceSource,
  received_at: toTime(income.receivedAt),
  lot_id: income.lotId,
  transaction_id: income.transactionId,
  tx_hash: income.txHash,
});

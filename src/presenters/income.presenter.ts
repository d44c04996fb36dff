import type { Income } from '../domain/engine';
import { incomeMarks, reasonNames } from '../domain/forms';
import { formatMoney, formatUnits, unitPriceText } from '../domain/kernel/units';
import { toTime } from './sync-status.presenter';
import type { IncomeResponse } from './shapes.dto';
import { toAssetName } from './asset.presenter';

/** @source api.md 2, Income */
export function toIncome(income: Income, tokenKeys: ReadonlyMap<string, string>): IncomeResponse {
  const { asset, quantity, fairMarketValue, valueStatus } = income;
  return {
    income_id: income.id,
    type: income.type,
    ...toAssetName(asset, tokenKeys),
    quantity: formatUnits(quantity, asset.decimals),
    fair_market_value: formatMoney(fairMarketValue),
    price: valueStatus === 'missing' ? null : unitPriceText(fairMarketValue, quantity, asset.decimals),
    value_status: valueStatus,
    price_source: income.priceSource,
    received_at: toTime(income.receivedAt),
    lot_id: income.lotId,
    transaction_id: income.transactionId,
    tx_hash: income.txHash,
    review: reasonNames(incomeMarks(income)),
  };
}

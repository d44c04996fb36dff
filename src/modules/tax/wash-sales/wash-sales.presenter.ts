import type { WashSale } from '../../../domain/engine';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { toTime } from '../../../presenters/sync-status.presenter';
import type { WashSaleResponse } from '../tax.shapes.dto';

/** @source api.md 2, WashSale */
export const toWashSale = (sale: WashSale, tokenKeys: ReadonlyMap<string, string>): WashSaleResponse => ({
  wash_sale_id: sale.id,
  token_key: tokenKeyOf(tokenKeys, sale.asset),
  symbol: sale.asset.symbol,
  disposal_id: sale.disposalId,
  disposal_date: toTime(sale.disposedAt),
  loss: formatMoney(sale.loss),
  disallowed_loss: formatMoney(sale.disallowed),
  matched_quantity: formatUnits(sale.quantity, sale.asset.decimals),
  replacement_lot_id: sale.replacementLotId,
  replacement_date: toTime(sale.replacedAt),
  days_apart: sale.daysApart,
  basis_adjustment: formatMoney(sale.disallowed),
});

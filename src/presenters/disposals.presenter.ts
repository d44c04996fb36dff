import { DISPOSAL_FLAGS, type Disposal } from '../domain/engine';
import { formatMoney, formatUnits } from '../domain/kernel/units';
import { toTime, toTimeOrNull } from './sync-status.presenter';
import type { DisposalResponse } from './shapes.dto';
import { toAssetName } from './asset.presenter';

/** @source api.md 2, Disposal */
export function toDisposal(disposal: Disposal, tokenKeys: ReadonlyMap<string, string>): DisposalResponse {
  const { asset, isLongTerm } = disposal;
  return {
    disposal_id: disposal.id,
    lot_id: disposal.lotId,
    ...toAssetName(asset, tokenKeys),
    quantity: formatUnits(disposal.quantity, asset.decimals),
    proceeds: formatMoney(disposal.proceeds),
    cost_basis: formatMoney(disposal.costBasis),
    gain_loss: formatMoney(disposal.gain),
    fees: formatMoney(disposal.fees),
    acquisition_date: toTimeOrNull(disposal.acquiredAt),
    disposal_date: toTime(disposal.disposedAt),
    is_long_term: isLongTerm,
    term: isLongTerm ? 'long' : 'short',
    type: disposal.type,
    value_status: disposal.valueStatus,
    is_untracked: disposal.isUntracked,
    wash_sale_disallowed: formatMoney(disposal.washSaleDisallowed),
    identified_gain_loss: disposal.identifiedGain === null ? null : formatMoney(disposal.identifiedGain),
    tx_hash: disposal.txHash,
    transaction_id: disposal.transactionId,
    price_source: disposal.priceSource,
    flags: disposal.flags.map((flag) => DISPOSAL_FLAGS[flag]),
  };
}

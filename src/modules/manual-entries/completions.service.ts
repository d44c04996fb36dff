import { Injectable } from '@nestjs/common';
import { formatDecimal } from '../../domain/kernel/decimal';
import { AppError } from '../../domain/kernel/errors';
import { money } from '../../domain/kernel/units';
import { openLegs } from '../../domain/overlays/complete-trades';
import type { TradeCompletion } from '../../domain/overlays/manual-entry';
import { tokenKeyOf } from '../../domain/kernel/asset';
import type { RequestContext } from '../../http/request-context';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { invalid } from './basis-parts';
import { comparableHash, EntryLedgers } from './entry-ledgers.service';
import type { TradeCompletionInput } from './manual-entries.dto';
import { toImpact } from '../../presenters/transactions/impact.presenter';
import { toTradeCompletion, type ShownCompletion } from './manual-entries.presenter';
import type { CreatedTradeCompletionResponse } from './manual-entries.shapes.dto';

/** Halves of trades that happened outside every chain. */
@Injectable()
export class CompletionsService {
  constructor(private readonly entryLedgers: EntryLedgers) {}

  /** @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND (token, leg), VALIDATION_ERROR, CONFLICT */
  async create(body: TradeCompletionInput, context: RequestContext): Promise<CreatedTradeCompletionResponse> {
    const { walletLedger, asset } = await this.entryLedgers.openToken(body, context);
    const entry = await this.entryOf(walletLedger, asset.id, body);
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context);
    const shown: ShownCompletion = {
      given: body.address.given,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      counterAsset: body.counter_asset,
      counterQuantity: formatDecimal(body.counter_quantity),
      note: body.note,
    };
    const stored = await this.entryLedgers.keep(entry, shown, context);
    return { ...toTradeCompletion(stored), impact: toImpact(impact) };
  }

  private async entryOf(
    walletLedger: ReadyWalletLedger,
    assetId: string,
    body: TradeCompletionInput,
  ): Promise<TradeCompletion> {
    const { side, tx_hash: hash, executed_at: executedAt = null } = body;
    const txHash = comparableHash(hash);
    const wallet = walletLedger.subject.value;
    const [leg] = openLegs(await this.entryLedgers.chainEvents(walletLedger), {
      wallet,
      assetId,
      txHash,
      side,
    });
    if (!leg) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'leg' });
    if (side === 'in' && executedAt !== null && executedAt > leg.at)
      throw invalid('executed_at', 'Input should not be after the receipt');
    const [value, fees] = [money(body.counter_value_usd), money(body.fee_usd ?? '0')];
    if (side === 'out' && fees > value) throw invalid('fee_usd', 'Input should not exceed counter_value_usd');
    return { kind: 'trade_completion', wallet, assetId, txHash, side, value, fees, executedAt };
  }
}

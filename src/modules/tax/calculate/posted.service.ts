import { Injectable } from '@nestjs/common';
import { inTurns } from '../../../common/turns';
import { valuingLots, type Lot } from '../../../domain/engine';
import { Config } from '../../../config/env';
import { transactionCap } from '../../../domain/access/plan-window';
import { parseAddress } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { postedPrices } from '../../../domain/posted';
import { validOutput, type InvalidBody } from '../../../http/body/body-in-thread';
import { computeOrder } from '../../../http/compute-order';
import { JsonBody, reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { Taxpayers } from '../../../pipeline/ledger/taxpayers.service';
import { Clock } from '../../../ports/clock';
import { Metrics } from '../../../ports/metrics';
import { Compute, type ComputeTask } from '../../../ports/work/compute';
import { toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService } from '../tax-ledger.service';
import type { UnrealizedResponse } from '../tax.shapes.dto';
import { LEDGER_LIMITS } from './ledger-limits';
import type { PostedSettings } from './posted-ledger';
import { task as costBasisTask } from './posted-cost-basis.task';
import type { PostedAnswer, PostedInput } from './posted-request';
import { task as unrealizedTask, type AddressRequest } from './posted-unrealized.task';
import { EVERYTHING, toUnrealized } from './unrealized.presenter';

/** Ledgers sent in a body. A thread reads, checks and answers a large one. */
@Injectable()
export class PostedService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly taxpayers: Taxpayers,
    private readonly compute: Compute,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * @param body JSON. The caller gives it away
   * @throws AppError INVALID_REQUEST for a lot selection that cannot be applied
   */
  async costBasis(body: Uint8Array, context: RequestContext): Promise<JsonBody> {
    return this.textOf(validOutput(await this.computed(costBasisTask, body, context)));
  }

  /**
   * Posted transactions win over an address, which then only labels them.
   * @param body JSON. The caller gives it away
   * @throws AppError INVALID_REQUEST when neither is given
   */
  async unrealized(body: Uint8Array, context: RequestContext): Promise<JsonBody | Reply<UnrealizedResponse>> {
    const output = validOutput(await this.computed(unrealizedTask, body, context));
    return 'request' in output ? this.unrealizedOf(output.request, context) : this.textOf(output);
  }

  private async computed<O>(
    task: ComputeTask<PostedInput, O | InvalidBody>,
    body: Uint8Array,
    context: RequestContext,
  ): Promise<O | InvalidBody> {
    return this.compute.run(
      task,
      { body, settings: await this.settings(context) },
      computeOrder(context, body.length),
    );
  }

  private textOf({ json, engineSeconds }: PostedAnswer): JsonBody {
    this.metrics.observe('cost_basis_engine_seconds', engineSeconds, { of: 'posted' });
    return new JsonBody(json);
  }

  private async settings({ principal }: RequestContext): Promise<PostedSettings> {
    const rules = await this.taxpayers.rulesOf(principal);
    const isAnonymous = principal.kind === 'anonymous';
    return {
      now: this.clock.now(),
      timezone: rules.timezone,
      washSales: this.config.ENABLE_WASH_SALES,
      anonymousRows: isAnonymous ? this.config.ANONYMOUS_LEDGER_ROWS : null,
      maxSlices: isAnonymous ? LEDGER_LIMITS.anonymousSlices : LEDGER_LIMITS.slices,
      policies: {
        gasPolicy: rules.gasPolicy,
        wrapPolicy: rules.wrapPolicy,
        depositPolicy: rules.depositPolicy,
      },
    };
  }

  private async unrealizedOf(
    { address, owned_wallets: owned, current_prices: prices }: AddressRequest['request'],
    context: RequestContext,
  ): Promise<Reply<UnrealizedResponse>> {
    if (address === undefined)
      throw new AppError('INVALID_REQUEST', undefined, {
        message: 'Either transactions or address must be given',
      });
    const reader = await this.taxLedgers.reader(parseAddress(address), { owned_wallets: owned }, context);
    const lots = await reader.openLots('subject');
    const keys = await reader.tokenKeys(lots.map(({ asset }) => asset.id));
    const window = await reader.window(transactionCap(context.principal));
    const listing = { ...EVERYTHING, showsLot: (lot: Lot) => window.showsLot(lot) };
    const data = toUnrealized(await inTurns(valuingLots(lots, postedPrices(prices, keys))), keys, listing);
    return reply(data, { meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(window) } });
  }
}

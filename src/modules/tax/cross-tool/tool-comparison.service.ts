import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { computeCaller } from '../../../http/compute-order';
import { toolFilesOf, type ToolComparisonRequest } from '../../../http/queries/tool-comparison-query';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { ToolComparisons } from '../../../pipeline/cross-tool/tool-comparisons.service';
import { toToolComparison } from '../../../presenters/filing/tool-comparison.presenter';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService } from '../tax-ledger.service';
import type { WalletToolComparisonQuery } from './tool-comparison.dto';

/** The export of another tool beside the figures of one wallet. */
@Injectable()
export class ToolComparisonService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly comparisons: ToolComparisons,
  ) {}

  async of(
    address: Address,
    query: WalletToolComparisonQuery,
    body: ToolComparisonRequest,
    context: RequestContext,
  ) {
    const caller = computeCaller(context);
    const tables = await this.comparisons.read(toolFilesOf(body), caller);
    const taxLedger = await this.taxLedgers.whole(address, query, context);
    const { window, history } = taxLedger;
    const { tax_year: year } = query;
    const compared = await this.comparisons.of([taxLedger], tables, { year, window, caller });
    const assumptions = this.taxLedgers.assumptionsOf(taxLedger);
    return reply(toToolComparison(compared, { address: address.given, year, assumptions }), {
      meta: toSyncStatus(history.syncStatus),
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { computeCaller } from '../../../http/compute-order';
import { lawQuestionOf } from '../../../http/queries/law-comparison-query';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { LawComparisons } from '../../../pipeline/law/law-comparison.service';
import { toLawComparison } from '../../../presenters/filing/law.presenter';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService } from '../tax-ledger.service';
import type { WalletLawComparisonInput } from './law.dto';

/** What bills would change in the figures of one wallet. */
@Injectable()
export class LawComparisonService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly comparisons: LawComparisons,
  ) {}

  async of(address: Address, body: WalletLawComparisonInput, context: RequestContext) {
    const question = lawQuestionOf(body);
    const taxLedger = await this.taxLedgers.whole(address, body, context);
    const { window, tokenKeys, history } = taxLedger;
    const results = await this.comparisons.of([taxLedger], question, window, computeCaller(context));
    const facts = {
      ...{ address: address.given, year: question.year, tokenKeys },
      assumptions: this.taxLedgers.assumptionsOf(taxLedger),
    };
    return reply(toLawComparison(results, facts), { meta: toSyncStatus(history.syncStatus) });
  }
}

import { Injectable } from '@nestjs/common';
import { packInTurns } from '../../common/row-batches';
import type { PlanWindow } from '../../domain/access/plan-window';
import type { StatedTerms } from '../../domain/comparison';
import type { BillId } from '../../domain/law';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import type { WalletLedger } from '../ledger/wallet-ledger';
import { WalletLedgerService } from '../ledger/wallet-ledger.service';
import { task, type ListedComparison } from './law-comparison.task';

/** A comparison reads the history of a taxpayer once more for each bill. */
const COMPARED_SLICES = 3_000_000;

export interface LawQuestion {
  bills: readonly BillId[];
  stated: StatedTerms;
  year?: number;
}

/** Ledger of record -> what bills would change. It stores nothing, and knows no report. */
@Injectable()
export class LawComparisons {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly compute: Compute,
  ) {}

  /**
   * @param wallets of one ledger, at least one
   * @throws AppError PAYLOAD_TOO_LARGE above the limit of slices
   */
  async of(
    wallets: readonly WalletLedger[],
    { bills, stated, year }: LawQuestion,
    window: PlanWindow,
    caller: ComputeCaller,
  ): Promise<ListedComparison[]> {
    const [first] = wallets;
    // A portfolio without wallets has no history.
    const events = first ? await this.ledgers.events(first) : [];
    const { groupOf: _groupOf, ...options } = this.ledgers.recordOptions(
      first ?? { history: { valued: {} } },
    );
    const shown = (): string[] =>
      wallets.flatMap(({ transactions }) =>
        transactions.filter(({ id }) => window.shows(id)).map(({ id }) => id),
      );
    const input = {
      ...{ bills, stated, year },
      events: await packInTurns(events, caller.signal),
      options: { ...options, maxSlices: COMPARED_SLICES },
      wallets: wallets.map(({ subject }) => subject.value),
      shown: window.isLimited ? new Set(shown()) : null,
    };
    return this.compute.run(task, input, { ...caller, size: events.length * (bills.length + 1) });
  }
}

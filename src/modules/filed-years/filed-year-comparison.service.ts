import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { userOf, type Principal } from '../../domain/access/principal';
import { filingChanges, filingFigures, type FilingChanges } from '../../domain/filing';
import { parseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import type { ChangedYear } from '../../domain/portfolio/issues/filed-year-issues';
import { Form8949Service } from '../../pipeline/ledger/form-8949.service';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { ChangedYears } from '../../ports/storage/changed-years';
import type { ComputeCaller } from '../../ports/work/compute';
import { fromFiling } from '../../presenters/filing/filing.presenter';
import type { FiledYear } from './filed-year';
import { FiledYearsRepository } from './filed-years.repository';

/** Compares filed reports with the ledger of the stored data. Calls no upstream. */
@Injectable()
export class FiledYearComparison extends ChangedYears {
  constructor(
    private readonly years: FiledYearsRepository,
    private readonly ledgers: WalletLedgerService,
    private readonly forms: Form8949Service,
  ) {
    super();
  }

  async of(principal: Principal, year: number | undefined, compute: ComputeCaller): Promise<ChangedYear[]> {
    const { userId } = userOf(principal);
    const changed: ChangedYear[] = [];
    for (const filed of await this.years.list(userId, { year, includeUnfrozen: false })) {
      const changes = await this.changes(userId, filed, compute);
      if (changes === null || changes === 'not_checked') continue;
      const { reportId: id, taxYear, address: wallet, given: address } = filed;
      changed.push({ id, taxYear, wallet, address, changes });
    }
    return changed;
  }

  /** @returns null when nothing changed; `not_checked` for an unfrozen year, and for a wallet that is not read */
  async changes(
    userId: string,
    filed: FiledYear,
    compute: ComputeCaller,
  ): Promise<FilingChanges | null | 'not_checked'> {
    const walletLedger = filed.unfrozenAt === null ? await this.ledgerOf(userId, filed) : null;
    if (walletLedger === null) return 'not_checked';
    const { timezone, businessIncome } = this.ledgers.rulesOf(walletLedger);
    const scope = { wallet: filed.address, year: filed.taxYear, timezone, businessIncome };
    const forms = await this.forms.filed(walletLedger.ledger, scope, { userId, compute });
    const computed = await inTurns(filingFigures(forms));
    return filingChanges(fromFiling(filed.filing), computed);
  }

  private async ledgerOf(userId: string, { given, ownedWallets }: FiledYear) {
    try {
      const owned = ownedWallets.map(parseAddress);
      return await this.ledgers.stored(parseAddress(given), owned, userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'WALLET_NOT_FOUND') return null;
      throw error;
    }
  }
}

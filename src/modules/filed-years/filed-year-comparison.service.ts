import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { inTurns } from '../../common/turns';
import { userOf, type Principal } from '../../domain/access/principal';
import { filingChanges, filingFigures, type FilingChanges } from '../../domain/filing';
import { parseAddress } from '../../domain/kernel/address';
import { boundsOfYears } from '../../domain/kernel/calendar';
import { AppError } from '../../domain/kernel/errors';
import type { ChangedYear } from '../../domain/portfolio/issues/filed-year-issues';
import { Form8949Service } from '../../pipeline/ledger/form-8949.service';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import { taxRules } from '../../pipeline/policies';
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
    private readonly readers: LedgerReaders,
    private readonly forms: Form8949Service,
    private readonly config: Config,
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
    const reader = filed.unfrozenAt === null ? await this.readerOf(userId, filed, compute) : null;
    if (reader === null) return 'not_checked';
    const { timezone, businessIncome } = taxRules(this.config, reader.stated.history.valued);
    const year = filed.taxYear;
    const ledgerOf = async (first: number, last: number) =>
      (await reader.part(boundsOfYears(first, last, timezone))).ledger;
    const forms = await this.forms.filed(
      await ledgerOf(year, year),
      { wallet: filed.address, year, timezone, businessIncome },
      { userId, compute },
      () => ledgerOf(year - 1, year + 1),
    );
    const computed = await inTurns(filingFigures(forms));
    return filingChanges(fromFiling(filed.filing), computed);
  }

  private async readerOf(
    userId: string,
    { given, ownedWallets }: FiledYear,
    { signal = new AbortController().signal }: ComputeCaller,
  ) {
    try {
      const owned = ownedWallets.map(parseAddress);
      return await this.readers.stored(parseAddress(given), owned, { userId, signal });
    } catch (error) {
      if (error instanceof AppError && error.code === 'WALLET_NOT_FOUND') return null;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { acceptedRows } from '../../../domain/broker';
import { formOf, withRows, type Form8949 } from '../../../domain/forms';
import { isAsFiled } from '../../../domain/evidence';
import { Form8949Service } from '../../../pipeline/ledger/form-8949.service';
import { formAccount } from '../../../pipeline/ledger/form-account';
import { AcceptedForms } from '../../../ports/accepted-forms';
import type { ComputeCaller } from '../../../ports/work/compute';
import type { BrokerForm } from '../broker-form';
import type { AccountLedger } from '../own-records.service';
import { nameOf } from '../stored-accepted-forms';
import { FiledRowsRepository } from './filed-rows.repository';

const NO_ROWS = { rows: [], omitted: [], excluded: [], isApproximate: false };

/** The Form 8949 that a broker's form is part of: that of its account. */
@Injectable()
export class FiledFormService {
  constructor(
    private readonly forms: Form8949Service,
    private readonly accepted: AcceptedForms,
    private readonly filed: FiledRowsRepository,
  ) {}

  /** @returns null when the year of the account is frozen with other figures */
  async ofAccount(
    form: BrokerForm,
    account: AccountLedger,
    userId: string,
    compute: ComputeCaller,
  ): Promise<Form8949 | null> {
    const { ledger, subject, timezone, window } = account;
    const request = {
      accounts: [formAccount(account, subject)],
      year: form.taxYear,
      timezone,
      shows: (transactionId: string) => window.shows(transactionId),
    };
    const found = await this.forms.of(ledger, request, { userId, compute });
    const filed = await this.filed.of(userId, form.taxYear, subject.value);
    return filed === null || isAsFiled(found, filed) ? found : null;
  }

  /** Of a broker whose account is not in the service. */
  async ofBroker(form: BrokerForm, userId: string, timezone: string): Promise<Form8949> {
    const { taxYear: year } = form;
    const accepted = await this.accepted.of(userId, [year - 1, year, year + 1], {
      wallets: [],
      unconnected: true,
    });
    const ofName = accepted.filter(({ wallet }) => wallet === nameOf(form));
    const request = { accounts: [], year, timezone };
    return formOf(withRows(NO_ROWS, acceptedRows(new Map(), ofName, year), request), request);
  }
}

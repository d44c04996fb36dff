import { Injectable } from '@nestjs/common';
import type { AcceptedForm } from '../../domain/broker';
import { tryParseAddress } from '../../domain/kernel/address';
import { AcceptedForms, type FormAccounts } from '../../ports/accepted-forms';
import type { BrokerForm } from './broker-form';
import { BrokerFormsRepository } from './broker-forms.repository';

@Injectable()
export class StoredAcceptedForms extends AcceptedForms {
  constructor(private readonly forms: BrokerFormsRepository) {
    super();
  }

  override async of(
    userId: string,
    years: readonly number[],
    { wallets, unconnected, portfolioId }: FormAccounts,
  ): Promise<AcceptedForm[]> {
    const forms = await this.forms.accepted(userId, years);
    return forms.flatMap((form) => {
      const { taxYear: year, rows, ownSales } = form;
      const wallet = walletOf(form.accountId);
      const isElsewhere =
        portfolioId !== undefined && form.portfolioId !== null && form.portfolioId !== portfolioId;
      if (wallet === null)
        return unconnected && !isElsewhere ? [{ year, wallet: nameOf(form), rows, ownSales }] : [];
      return wallets.includes(wallet) ? [{ year, wallet, rows, ownSales }] : [];
    });
  }
}

/** The wallet that the account of a form is; null for an account that is not in the service. */
export const walletOf = (accountId: string | null): string | null =>
  (accountId === null ? null : tryParseAddress(accountId)?.value) ?? null;

/** Forms of one name are about one account. */
export const nameOf = ({ id, accountId, broker }: Pick<BrokerForm, 'id' | 'accountId' | 'broker'>): string =>
  accountId ?? (broker === '' ? id : broker);

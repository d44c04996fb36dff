import { Injectable } from '@nestjs/common';
import type { AcceptedForm } from '../../domain/broker';
import { tryParseAddress } from '../../domain/kernel/address';
import { AcceptedForms } from '../../ports/accepted-forms';
import { BrokerFormsRepository } from './broker-forms.repository';

@Injectable()
export class StoredAcceptedForms extends AcceptedForms {
  constructor(private readonly forms: BrokerFormsRepository) {
    super();
  }

  override async of(userId: string, year: number, wallets: readonly string[]): Promise<AcceptedForm[]> {
    const forms = await this.forms.accepted(userId, year);
    return forms.flatMap(({ accountId, rows, ownSales }) => {
      const wallet = walletOf(accountId);
      return wallet !== null && wallets.includes(wallet) ? [{ wallet, rows, ownSales }] : [];
    });
  }
}

/** The wallet that the account of a form is; null for an account that is not in the service. */
export const walletOf = (accountId: string | null): string | null =>
  (accountId === null ? null : tryParseAddress(accountId)?.value) ?? null;

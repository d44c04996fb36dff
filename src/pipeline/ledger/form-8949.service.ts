import { Injectable } from '@nestjs/common';
import { packInTurns, unpackInTurns } from '../../common/row-batches';
import { inTurns } from '../../common/turns';
import type { AcceptedForm } from '../../domain/broker';
import type { Ledger } from '../../domain/engine';
import type { FiledForms, FilingScope } from '../../domain/filing';
import {
  formOf,
  formRowsInSlices,
  schedule1,
  withRows,
  type Form8949,
  type Form8949Request,
  type FormRow,
  type FormRows,
} from '../../domain/forms';
import { sha256Hex } from '../../domain/kernel/hash';
import { AcceptedForms } from '../../ports/accepted-forms';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import { task } from './broker-rows.task';

/** Whose form it is, and on whose account the work runs. */
export interface FormOwner {
  /** Undefined: no user, so no form was accepted. */
  userId?: string;
  compute: ComputeCaller;
}

/** Ledger -> Form 8949 of one year, with the rows of accepted Forms 1099-DA. */
@Injectable()
export class Form8949Service {
  constructor(
    private readonly accepted: AcceptedForms,
    private readonly compute: Compute,
  ) {}

  async of(ledger: Ledger, request: Form8949Request, { userId, compute }: FormOwner): Promise<Form8949> {
    const wallets = request.accounts.map(({ wallet }) => wallet);
    const accepted = await this.acceptedOf(userId, request.year, wallets);
    const exact: Form8949Request = accepted.length === 0 ? request : { ...request, rounding: 'cents' };
    const own = await inTurns(formRowsInSlices(ledger, exact), compute.signal);
    if (accepted.length === 0) return formOf(own, request);
    const rows = await this.reported(own, accepted, request.year, compute);
    return formOf(withRows(own, rows, request), request);
  }

  /** The forms of one wallet and year with all rows, for the figures that a return repeats. */
  async filed(
    ledger: Ledger,
    { wallet, year, timezone }: FilingScope,
    owner: FormOwner,
  ): Promise<FiledForms> {
    const accounts = [{ wallet, kind: 'self_custody' as const }];
    return {
      form8949: await this.of(ledger, { accounts, year, timezone }, owner),
      schedule1: schedule1(ledger, { wallets: [wallet], year, timezone }),
    };
  }

  /**
   * The input of a report of one wallet and year: its ledger, and the forms that its owner accepted.
   * @param ledgerHash SHA-256, hexadecimal
   */
  async inputHash(ledgerHash: string, { wallet, year }: FilingScope, userId?: string): Promise<string> {
    const accepted = await this.acceptedOf(userId, year, [wallet]);
    return accepted.length === 0 ? ledgerHash : sha256Hex(`${ledgerHash}|${JSON.stringify(accepted)}`);
  }

  private acceptedOf(userId: string | undefined, year: number, wallets: readonly string[]) {
    return userId === undefined ? [] : this.accepted.of(userId, year, wallets);
  }

  /** A thread compares many rows. */
  private async reported(
    { rows, omitted }: FormRows,
    accepted: readonly AcceptedForm[],
    year: number,
    compute: ComputeCaller,
  ): Promise<FormRow[]> {
    const own = [...rows, ...omitted];
    const size = accepted.reduce((sum, form) => sum + form.rows.length, own.length);
    const input = {
      rows: await packInTurns(own, compute.signal),
      accepted: await packInTurns(accepted, compute.signal),
      year,
    };
    return unpackInTurns<FormRow>(await this.compute.run(task, input, { ...compute, size }));
  }
}

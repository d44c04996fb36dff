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
import type { TaxRules } from '../policies';
import { task } from './broker-rows.task';

/** Whose form it is, and on whose account the work runs. */
export interface FormOwner {
  /** Undefined: no user, so no form was accepted. */
  userId?: string;
  /** Whether forms of accounts that are not in the service count. Default: false. */
  unconnected?: boolean;
  /** The portfolio of the form. Absent: it is of one wallet. */
  portfolioId?: string;
  compute: ComputeCaller;
}

/** What the forms of a filed year rest on. */
type FiledScope = FilingScope &
  Pick<TaxRules, 'businessIncome'> &
  Pick<Form8949Request, 'unsettled'> &
  Pick<Form8949, 'historyGaps'>;

/** Ledger -> Form 8949 of one year, with the rows of accepted Forms 1099-DA. */
@Injectable()
export class Form8949Service {
  constructor(
    private readonly accepted: AcceptedForms,
    private readonly compute: Compute,
  ) {}

  /** @param beside the ledger with the years beside, which only accepted forms need */
  async of(
    ledger: Ledger,
    request: Form8949Request,
    owner: FormOwner,
    beside: () => Promise<Ledger> = () => Promise.resolve(ledger),
  ): Promise<Form8949> {
    const { compute } = owner;
    const wallets = request.accounts.map(({ wallet }) => wallet);
    const accepted = await this.acceptedOf(owner, request.year, wallets);
    const exact: Form8949Request = accepted.length === 0 ? request : { ...request, rounding: 'cents' };
    const own = await inTurns(formRowsInSlices(ledger, exact), compute.signal);
    if (accepted.length === 0) return formOf(own, request);
    const rows = await this.reported(own, await this.besideRows(beside, exact, accepted, compute), {
      accepted,
      year: request.year,
      compute,
    });
    return formOf(withRows(own, rows, request), request);
  }

  /** Own rows of the accounts in the years beside: a broker may put a sale at the edge of a year into another one. */
  private async besideRows(
    ledgerOf: () => Promise<Ledger>,
    request: Form8949Request,
    accepted: readonly AcceptedForm[],
    { signal }: ComputeCaller,
  ): Promise<[number, readonly FormRow[]][]> {
    const accounts = request.accounts.filter(({ wallet }) => accepted.some((form) => form.wallet === wallet));
    if (accounts.length === 0) return [];
    const ledger = await ledgerOf();
    return Promise.all(
      [request.year - 1, request.year + 1].map(async (year): Promise<[number, readonly FormRow[]]> => {
        const beside = { ...request, accounts, year, shows: undefined };
        const { rows, excluded } = await inTurns(formRowsInSlices(ledger, beside), signal);
        return [year, [...rows, ...excluded]];
      }),
    );
  }

  /** The forms of one wallet and year with all rows, for the figures that a return repeats. */
  async filed(
    ledger: Ledger,
    { wallet, year, timezone, businessIncome, unsettled, historyGaps }: FiledScope,
    owner: FormOwner,
    beside?: () => Promise<Ledger>,
  ): Promise<FiledForms> {
    const accounts = [{ wallet, kind: 'self_custody' as const }];
    const form = await this.of(ledger, { accounts, year, timezone, unsettled }, owner, beside);
    return {
      form8949: { ...form, historyGaps },
      schedule1: schedule1(ledger, { wallets: [wallet], year, timezone, businessIncome, unsettled }),
    };
  }

  /**
   * The input of a report of one wallet and year: its ledger, and the forms that its owner accepted.
   * @param ledgerHash SHA-256, hexadecimal
   */
  async inputHash(ledgerHash: string, { wallet, year }: FilingScope, userId?: string): Promise<string> {
    const accepted = await this.acceptedOf({ userId }, year, [wallet]);
    return accepted.length === 0 ? ledgerHash : sha256Hex(`${ledgerHash}|${JSON.stringify(accepted)}`);
  }

  private acceptedOf(
    { userId, unconnected = false, portfolioId }: Omit<FormOwner, 'compute'>,
    year: number,
    wallets: readonly string[],
  ) {
    if (userId === undefined) return [];
    return this.accepted.of(userId, [year - 1, year, year + 1], { wallets, unconnected, portfolioId });
  }

  /** A thread compares many rows. */
  private async reported(
    { rows, omitted, excluded }: FormRows,
    beside: readonly (readonly [number, readonly FormRow[]])[],
    { accepted, year, compute }: { accepted: readonly AcceptedForm[]; year: number; compute: ComputeCaller },
  ): Promise<FormRow[]> {
    const years = [[year, [...rows, ...omitted, ...excluded]] as const, ...beside];
    const packed: [number, Uint8Array[]][] = [];
    for (const [each, own] of years) packed.push([each, await packInTurns(own, compute.signal)]);
    const size = [...years.map(([, own]) => own), ...accepted.map((form) => form.rows)].reduce(
      (sum, { length }) => sum + length,
      0,
    );
    const input = { rows: packed, accepted: await packInTurns(accepted, compute.signal), year };
    return unpackInTurns<FormRow>(await this.compute.run(task, input, { ...compute, size }));
  }
}

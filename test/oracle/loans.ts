import type { LoanFact } from './facts';
import { fraction, minus, plus, times, ZERO, type Fraction } from './fraction';

interface Liability {
  readonly wallet: string;
  readonly asset: string;
  readonly lender: string;
  units: bigint;
  /** Fair value at borrowing of the units that are still owed. Null when it is not known. */
  value: Fraction | null;
}

/** What a payment settles: units, and their value at borrowing. */
export interface Settled {
  units: bigint;
  value: Fraction | null;
}

/** Rule 10.6: liabilities of borrowed units, of all wallets of the taxpayer. */
export class Liabilities {
  private readonly open: Liability[] = [];

  borrow({ wallet, asset, lender, quantity, value }: LoanFact): void {
    const owed = value === null ? null : fraction(value);
    this.open.push({ wallet, asset: asset.id, lender, units: quantity, value: owed });
  }

  /**
   * The oldest loan of the asset first; those of the same lender before others, and among both those of the wallet
   * before others.
   */
  settle({ wallet, lender }: LoanFact, asset: string, most: bigint): Settled {
    const owed = this.open.filter((loan) => loan.asset === asset && loan.units > 0n);
    const settled: Settled = { units: 0n, value: ZERO };
    const turns = [true, false].flatMap((isLender) =>
      [true, false].map((isOwn) => [isLender, isOwn] as const),
    );
    for (const [isLender, isOwn] of turns)
      for (const loan of owed) {
        if ((loan.lender === lender) !== isLender || (loan.wallet === wallet) !== isOwn) continue;
        const need = most - settled.units;
        const units = loan.units < need ? loan.units : need;
        if (units === 0n) continue;
        const part = loan.value && times(loan.value, units, loan.units);
        settled.value = settled.value === null || part === null ? null : plus(settled.value, part);
        settled.units += units;
        loan.value = loan.value === null || part === null ? null : minus(loan.value, part);
        loan.units -= units;
      }
    return settled;
  }
}

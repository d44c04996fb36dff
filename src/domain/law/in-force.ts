import { dayNumber, parseDay, yearOfDay } from '../kernel/calendar';
import { IN_FORCE, type LawRecord } from './record';
import { LAW, LAW_IDS, lawRecord, type BillId, type IdInForce, type LawId } from './register';

/** True when the rule is in force on at least one day of the year. False without a known start. */
export function isInForce({ status, effectiveFrom, effectiveTo }: LawRecord, year: number): boolean {
  if (!(IN_FORCE as readonly string[]).includes(status) || effectiveFrom === null) return false;
  const starts = parseDay(effectiveFrom) <= dayNumber(year, 12, 31);
  return starts && (effectiveTo === null || parseDay(effectiveTo) >= dayNumber(year, 1, 1));
}

/** No form may rest on a bill. */
export const isBill = (id: LawId): id is BillId => !(IN_FORCE as readonly string[]).includes(LAW[id].status);

/** BILL_IDS: what an answer can be compared with. */
export const BILL_IDS: readonly BillId[] = LAW_IDS.filter(isBill);

type InForceParameter<Id extends IdInForce = IdInForce> = Id extends IdInForce
  ? keyof (typeof LAW)[Id]['parameters']
  : never;

/**
 * Laws, regulations and notices of one tax year. Code that builds a form takes this type, and nothing else makes one,
 * so no bill reaches a form.
 */
export class LawInForce {
  readonly #records: ReadonlyMap<LawId, LawRecord>;

  private constructor(
    readonly year: number,
    records: readonly [LawId, LawRecord][],
  ) {
    this.#records = new Map(records);
  }

  static of(year: number): LawInForce {
    const all = LAW_IDS.map((id): [LawId, LawRecord] => [id, lawRecord(id)]);
    return new LawInForce(
      year,
      all.filter(([, record]) => isInForce(record, year)),
    );
  }

  get ids(): LawId[] {
    return [...this.#records.keys()];
  }

  has(id: IdInForce): boolean {
    return this.#records.has(id);
  }

  /** A whole number, for example of dollars. @throws Error when no rule of the year has it */
  amount(name: InForceParameter): bigint {
    for (const { parameters } of this.#records.values()) {
      const value = parameters[name]?.value;
      if (typeof value === 'number') return BigInt(value);
    }
    throw new Error(`No rule in force in ${this.year} states ${name}`);
  }
}

export const firstYearOf = (id: IdInForce): number => yearOfDay(parseDay(LAW[id].effectiveFrom));

export const firstYearAfter = (id: 'notice-2025-7' | 'notice-2026-20'): number =>
  yearOfDay(parseDay(LAW[id].effectiveTo)) + 1;

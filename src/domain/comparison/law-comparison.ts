import type { Disposal, Ledger, LedgerEvent, ReplayOptions } from '../engine';
import { isOnForm, toCents, type Cents } from '../forms';
import type { Asset } from '../kernel/asset';
import { dayCounter, yearOfDay } from '../kernel/calendar';
import type { Quantity } from '../kernel/units';
import { lawRecord, type BillId } from '../law';
import { BILL_RULES, printedGain, type BillGain, type BillRule } from './bill-rules';
import { termsOf, usedTerms, type StatedTerms, type UsedTerm } from './terms';

export interface ComparedHistory {
  events: readonly LedgerEvent[];
  options: ReplayOptions;
  wallets: readonly string[];
  year?: number;
}

/** Amounts in a year by the law in force and by the bill. Null: nothing. */
export interface RowDifference {
  kind: 'disposal' | 'income';
  type: string;
  year: number;
  /** ms UTC */
  at: number;
  wallet: string;
  transactionId: string;
  txHash: string | null;
  asset: Asset;
  quantity: Quantity;
  law: Cents;
  bill: Cents;
  isOfUnknownKind: boolean;
}

export interface YearDifference {
  year: number;
  law: { gains: Cents; income: Cents };
  bill: { gains: Cents; income: Cents; ofUnknownKind: Cents };
  difference: Cents;
  note: string | null;
}

export interface BillComparison {
  bill: BillId;
  /** Null: it was computed. */
  notComputable: string | null;
  terms: readonly UsedTerm[];
  years: readonly YearDifference[];
  /** Rows whose amounts differ, in order of time. Their differences add up to the differences of the years. */
  rows: readonly RowDifference[];
  /** Slices whose result under the bill is not known: they keep the amount of the law. */
  undecided: Readonly<Record<'unknown_basis' | 'missing_value', number>>;
  /** Slices and receipts without a value: they are in no amount. */
  withoutValue: number;
  /** Slices of unknown basis. The basis counts as 0, by the law and by the bill. */
  unknownBasis: number;
  isApproximate: boolean;
}

/**
 * Compares each bill separately. Only these figures leave: no form is given the ledger of a bill.
 * @param replay makes the ledger of a history
 */
export function lawComparison(
  history: ComparedHistory,
  { bills, stated = {} }: { bills: readonly BillId[]; stated?: StatedTerms },
  replay: (events: readonly LedgerEvent[], options: ReplayOptions) => Ledger,
): BillComparison[] {
  const { events, options } = history;
  const record = bills.some((bill) => BILL_RULES[bill]) ? replay(events, options) : null;
  const law = record && amountsOf(record, history, () => null);
  return bills.map((bill) => {
    const rule = BILL_RULES[bill];
    const terms = usedTerms(bill, stated);
    if (!rule || !record || !law) {
      const notComputable = lawRecord(bill).notComputable ?? 'This service does not compute it.';
      return { bill, notComputable, terms, ...NOTHING };
    }
    const used = termsOf(bill, stated);
    const yearOf = yearsOf(options.timezone);
    const ledger = replayed(rule, history, used, replay) ?? record;
    const gainOf = rule.gains?.(ledger, used, yearOf);
    const amounts = amountsOf(ledger, history, gainOf ?? (() => null));
    return {
      bill,
      notComputable: null,
      terms,
      ...differences(law, amounts, gainOf?.notes),
      undecided: amounts.undecided,
      withoutValue: law.withoutValue,
      unknownBasis: law.unknownBasis,
      isApproximate: ledger.isApproximate,
    };
  });
}

const NOTHING = {
  years: [],
  rows: [],
  undecided: { unknown_basis: 0, missing_value: 0 },
  withoutValue: 0,
  unknownBasis: 0,
  isApproximate: false,
};

const yearsOf = (timezone: string): ((at: number) => number) => {
  const dayOf = dayCounter(timezone);
  return (at) => yearOfDay(dayOf(at));
};

function replayed(
  { options, event }: BillRule,
  history: ComparedHistory,
  terms: Parameters<NonNullable<BillRule['gains']>>[1],
  replay: (events: readonly LedgerEvent[], options: ReplayOptions) => Ledger,
): Ledger | null {
  if (!options && !event) return null;
  const events = event ? history.events.map((one) => event(one, terms)) : history.events;
  return replay(events, options ? options(history.options, terms) : history.options);
}

type Row = Omit<RowDifference, 'law' | 'bill'> & { amount: Cents; ofUnknownKind: Cents };

interface Amounts {
  rows: Map<string, Row>;
  undecided: { unknown_basis: number; missing_value: number };
  withoutValue: number;
  unknownBasis: number;
}

/** As a form or schedule prints them: one row for the units of an asset in one transaction. */
function amountsOf(
  ledger: Ledger,
  { wallets, year: only, options }: ComparedHistory,
  gainOf: (disposal: Disposal) => BillGain | null,
): Amounts {
  const own = new Set(wallets);
  const yearOf = yearsOf(options.timezone);
  const amounts: Amounts = {
    rows: new Map(),
    undecided: { unknown_basis: 0, missing_value: 0 },
    withoutValue: 0,
    unknownBasis: 0,
  };
  const add = (row: Row): void => {
    const key = [row.kind, row.transactionId, row.wallet, row.asset.id, row.type].join('|');
    const before = amounts.rows.get(key);
    if (before === undefined) {
      amounts.rows.set(key, row);
      return;
    }
    before.quantity += row.quantity;
    before.amount += row.amount;
    before.ofUnknownKind += row.ofUnknownKind;
    before.isOfUnknownKind ||= row.isOfUnknownKind;
  };
  const isAsked = (wallet: string, year: number) => own.has(wallet) && (only === undefined || only === year);
  for (const disposal of ledger.disposals) {
    const { type, wallet, disposedAt: at, transactionId, txHash, asset, quantity, valueStatus } = disposal;
    const year = yearOf(at);
    if (!isAsked(wallet, year) || !isOnForm(type)) continue;
    if (valueStatus === 'missing') amounts.withoutValue += 1;
    else if (disposal.isUntracked) amounts.unknownBasis += 1;
    const known = valueStatus === 'missing' ? null : gainOf(disposal);
    if (known?.undecided !== undefined) amounts.undecided[known.undecided] += 1;
    const amount = valueStatus === 'missing' ? 0n : (known?.gain ?? printedGain(disposal));
    const isOfUnknownKind = known?.isOfUnknownKind === true;
    const ofUnknownKind = isOfUnknownKind ? amount : 0n;
    const place = {
      kind: 'disposal',
      type,
      year,
      at,
      wallet,
      transactionId,
      txHash,
      asset,
      quantity,
    } as const;
    add({ ...place, amount, ofUnknownKind, isOfUnknownKind });
  }
  for (const income of ledger.income) {
    const { type, wallet, receivedAt: at, transactionId, txHash, asset, quantity } = income;
    const year = yearOf(at);
    if (!isAsked(wallet, year)) continue;
    if (income.valueStatus === 'missing') amounts.withoutValue += 1;
    const place = { kind: 'income', type, year, at, wallet, transactionId, txHash, asset, quantity } as const;
    const amount = toCents(income.fairMarketValue, 'cents');
    add({ ...place, amount, ofUnknownKind: 0n, isOfUnknownKind: false });
  }
  return amounts;
}

function differences(
  law: Amounts,
  bill: Amounts,
  notes: ReadonlyMap<number, string> = new Map(),
): Pick<BillComparison, 'years' | 'rows'> {
  const years = new Map<number, YearDifference>();
  const rows: RowDifference[] = [];
  for (const key of new Set([...law.rows.keys(), ...bill.rows.keys()])) {
    const [before, after] = [law.rows.get(key), bill.rows.get(key)];
    const row = after ?? before;
    if (row === undefined) continue;
    const { amount, ofUnknownKind, ...place } = row;
    const [old, now] = [before?.amount ?? 0n, after?.amount ?? 0n];
    const year = years.get(row.year) ?? emptyYear(row.year, notes.get(row.year) ?? null);
    const [own, kind] = [after ? ofUnknownKind : 0n, row.kind === 'income' ? 'income' : 'gains'] as const;
    year.law[kind] += old;
    year.bill[kind] += now - own;
    year.bill.ofUnknownKind += own;
    year.difference += now - old;
    years.set(row.year, year);
    if (now !== old || (own !== 0n && amount !== 0n)) rows.push({ ...place, law: old, bill: now });
  }
  return {
    years: [...years.values()].sort((a, b) => a.year - b.year),
    rows: rows.sort((a, b) => a.at - b.at),
  };
}

const emptyYear = (year: number, note: string | null): YearDifference => ({
  year,
  law: { gains: 0n, income: 0n },
  bill: { gains: 0n, income: 0n, ofUnknownKind: 0n },
  difference: 0n,
  note,
});

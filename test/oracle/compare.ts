import { replay, taxSummary, type Ledger } from '../../src/domain/engine';
import { AppError } from '../../src/domain/kernel/errors';
import { eventsOf, type Fact } from './facts';
import { isNear, minus, plus, ZERO, type Fraction } from './fraction';
import { oracle, type OracleLedger } from './oracle';
import { randomLedger, type RandomLedger } from './ledgers';

/** Each cut of an amount rounds once, and a lot is cut once an event. */
const MOST_ROUNDINGS = 200;

interface Figures {
  units: bigint;
  amounts: Fraction[];
}

/** @returns what differs; null when the engine refuses the ledger */
export function differences(seed: number): string[] | null {
  const given = randomLedger(seed);
  let ledger: Ledger;
  try {
    ledger = replay(eventsOf(given.facts), given.options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return null;
    throw error;
  }
  const years = yearsOf(given.facts);
  const ours = figuresOf(ledger, given.options.timezone, years);
  const theirs = expectedOf(oracle(given.facts, given.options), years);
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) => {
    const [one, other] = [ours.get(key), theirs.get(key)];
    const isSame =
      one?.units === other?.units &&
      one?.amounts.every((amount, i) => isNear(amount.over, other?.amounts[i] ?? ZERO, MOST_ROUNDINGS));
    return isSame === true ? [] : [`${describe(given)} ${key}: ${text(one)}, expected ${text(other)}`];
  });
}

const describe = ({ options }: RandomLedger): string =>
  `${options.method} ${options.timezone}${options.washSales ? ' washed' : ''}`;

const text = (figures: Figures | undefined): string =>
  figures === undefined
    ? 'nothing'
    : `${figures.units} units, ${figures.amounts.map(({ over, under }) => over / under).join(' ')}`;

function figuresOf(ledger: Ledger, timezone: string, years: readonly number[]): Map<string, Figures> {
  const { lots, disposals, income } = ledger;
  const figures = new Map<string, Figures>();
  // Units without an acquisition have no transaction of their own.
  const names = new Map(lots.map((lot) => [lot.id, lot.acquiredAt === null ? 'nothing' : lot.transactionId]));
  for (const one of disposals)
    add(
      figures,
      saleKey(one, names.get(one.lotId) ?? '', one.valueStatus === 'missing'),
      one.quantity,
      [one.proceeds, one.gain, one.washSaleDisallowed].map(whole),
    );
  for (const lot of lots)
    if (lot.remaining > 0n)
      add(
        figures,
        openKey(names.get(lot.id) ?? '', lot.wallet, lot.asset.id, lot.valueStatus === 'missing'),
        lot.remaining,
        [whole(lot.cost)],
      );
  for (const { transactionId, type, fairMarketValue, valueStatus } of income)
    add(figures, incomeKey(transactionId, type, valueStatus === 'missing'), 0n, [whole(fairMarketValue)]);
  for (const year of years) {
    const { short, long, excludedBasis, income: received } = taxSummary(ledger, { year, timezone });
    add(figures, `year ${year}`, 0n, [short.net, long.net, excludedBasis, received.total].map(whole));
  }
  return figures;
}

function expectedOf({ slices, open, income }: OracleLedger, years: readonly number[]): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  for (const year of years) add(figures, `year ${year}`, 0n, [ZERO, ZERO, ZERO, ZERO]);
  for (const slice of slices) {
    const { lot, units, year, proceeds, basis, disallowed, isLong, isGainless, isHeldOut } = slice;
    const gain = isGainless || isHeldOut ? ZERO : minus(proceeds, basis);
    add(figures, saleKey(slice, lot, isHeldOut), units, [proceeds, gain, disallowed]);
    const [net, heldOut] = isHeldOut ? [ZERO, basis] : [plus(gain, disallowed), ZERO];
    add(figures, `year ${year}`, 0n, isLong ? [ZERO, net, heldOut, ZERO] : [net, ZERO, heldOut, ZERO]);
  }
  for (const lot of open)
    add(figures, openKey(lot.transactionId, lot.wallet, lot.asset, lot.isValueMissing), lot.units, [
      lot.cost,
    ]);
  for (const { transactionId, type, value, year } of income) {
    add(figures, incomeKey(transactionId, type, value === null), 0n, [value ?? ZERO]);
    add(figures, `year ${year}`, 0n, [ZERO, ZERO, ZERO, value ?? ZERO]);
  }
  return figures;
}

/** A day of one zone may be in the year before or after. */
const yearsOf = (facts: readonly Fact[]): number[] => [
  ...new Set(facts.flatMap(({ at }) => [-1, 0, 1].map((more) => new Date(at).getUTCFullYear() + more))),
];

const mark = (isMissing: boolean): string => (isMissing ? ' without a value' : '');
const saleKey = (
  {
    transactionId,
    type,
    isLongTerm,
    isLong,
  }: { transactionId: string; type: string } & (
    { isLongTerm: boolean; isLong?: never } | { isLong: boolean; isLongTerm?: never }
  ),
  lot: string,
  isMissing: boolean,
): string =>
  `${type} ${transactionId} from ${lot} ${(isLongTerm ?? isLong) ? 'long' : 'short'}${mark(isMissing)}`;
const openKey = (lot: string, wallet: string, asset: string, isMissing: boolean): string =>
  `open ${lot} in ${wallet} of ${asset}${mark(isMissing)}`;
const incomeKey = (transactionId: string, type: string, isMissing: boolean): string =>
  `income ${transactionId} ${type}${mark(isMissing)}`;

function add(figures: Map<string, Figures>, key: string, units: bigint, amounts: Fraction[]): void {
  const known = figures.get(key);
  figures.set(key, {
    units: units + (known?.units ?? 0n),
    amounts: amounts.map((amount, i) => plus(amount, known?.amounts[i] ?? ZERO)),
  });
}

const whole = (value: bigint): Fraction => ({ over: value, under: 1n });

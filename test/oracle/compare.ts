import { replay, type Ledger } from '../../src/domain/engine';
import { AppError } from '../../src/domain/kernel/errors';
import { isNear, plus, ZERO, type Fraction } from './fraction';
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
    ledger = replay(given.events, given.options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return null;
    throw error;
  }
  const [ours, theirs] = [figuresOf(ledger), expectedOf(oracle(given.events, given.options))];
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

function figuresOf({ lots, disposals, income }: Ledger): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  // Units without an acquisition have no transaction of their own.
  const names = new Map(lots.map((lot) => [lot.id, lot.acquiredAt === null ? 'nothing' : lot.transactionId]));
  for (const one of disposals)
    add(
      figures,
      `sold ${one.transactionId} from ${names.get(one.lotId)} ${one.isLongTerm ? 'long' : 'short'}`,
      one.quantity,
      [whole(one.proceeds), whole(one.gain), whole(one.washSaleDisallowed)],
    );
  for (const lot of lots)
    if (lot.remaining > 0n)
      add(figures, `open ${names.get(lot.id)} in ${lot.wallet} of ${lot.asset.id}`, lot.remaining, [
        whole(lot.cost),
      ]);
  for (const one of income)
    add(figures, `income ${one.transactionId} ${one.type}`, 0n, [whole(one.fairMarketValue)]);
  return figures;
}

function expectedOf({ slices, open, income }: OracleLedger): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  for (const { transactionId, lot, units, proceeds, basis, disallowed, isLong, isGainless } of slices) {
    const gain = isGainless ? ZERO : plus(proceeds, { over: -basis.over, under: basis.under });
    add(figures, `sold ${transactionId} from ${lot} ${isLong ? 'long' : 'short'}`, units, [
      proceeds,
      gain,
      disallowed,
    ]);
  }
  for (const lot of open)
    add(figures, `open ${lot.transactionId} in ${lot.wallet} of ${lot.asset}`, lot.units, [lot.cost]);
  for (const one of income) add(figures, `income ${one.transactionId} ${one.type}`, 0n, [one.value]);
  return figures;
}

function add(figures: Map<string, Figures>, key: string, units: bigint, amounts: Fraction[]): void {
  const known = figures.get(key);
  figures.set(key, {
    units: units + (known?.units ?? 0n),
    amounts: amounts.map((amount, i) => plus(amount, known?.amounts[i] ?? ZERO)),
  });
}

const whole = (value: bigint): Fraction => ({ over: value, under: 1n });

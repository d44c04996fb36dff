import { EXCHANGES, type ExchangeName } from '../kernel/exchanges/exchange';
import { MINUTE_MS } from '../kernel/durations';
import { dec } from '../kernel/decimal';
import type { Quantity } from '../kernel/units';
import type { Leg } from '../chain';
import { canonicalCoin } from './coins';
import type { ExchangeRecord, FarPlace } from './record';

/** Both rows of a move inside one exchange have nearly one time. */
const GAP_MS = 15 * MINUTE_MS;
/** The place that the other row of a move names. */
const otherEnd = (place: FarPlace): FarPlace => (place === 'pro' ? 'main' : place === 'main' ? 'pro' : place);

/**
 * Makes moves to another place of the owner plain moves inside the account where the rows of both places are known: one
 * changes the balance by what the other changes it back. What Coinbase Pro sends elsewhere is a transfer. A move to an
 * unstated place has no effect and is listed.
 * @param records by time
 * @param known places whose own rows the account has: its rows and theirs are one account
 */
export function joinPlaces(
  records: readonly ExchangeRecord[],
  known: ReadonlySet<FarPlace>,
): readonly ExchangeRecord[] {
  const joined = joinedOf(records);
  return records.flatMap((record): ExchangeRecord[] => {
    const { place, ...plain } = record;
    if (place === undefined) return [record];
    if (joined.has(record)) return [plain];
    // The balance that the exchange states contains the units.
    if (known.has(place)) return place === 'earn' ? [] : [plain];
    if (place === 'unstated') return [{ ...plain, unknownName: 'transfer' }];
    if (place !== 'main') return [record];
    return [{ ...record, kind: dec(record.amount).isNegative() ? 'withdrawal' : 'deposit' }];
  });
}

/** Records whose other end is among them. */
function joinedOf(records: readonly ExchangeRecord[]): ReadonlySet<ExchangeRecord> {
  const open = new Map<string, ExchangeRecord[]>();
  const joined = new Set<ExchangeRecord>();
  for (const record of records) {
    const { place, at } = record;
    if (place === undefined) continue;
    const others = open.get(keyOf(record, otherEnd(place), -1)) ?? [];
    const index = others.findIndex((one) => at - one.at <= GAP_MS);
    const [other] = index < 0 ? [] : others.splice(index, 1);
    if (other) joined.add(record).add(other);
    else {
      const key = keyOf(record, place, 1);
      const known = open.get(key);
      if (known) known.push(record);
      else open.set(key, [record]);
    }
  }
  return joined;
}

const keyOf = ({ coin, amount }: ExchangeRecord, place: FarPlace, sign: 1 | -1): string =>
  `${place} ${canonicalCoin(coin)} ${dec(amount).mul(sign).toFixed()}`;

const NAMES: Readonly<Record<FarPlace, string>> = {
  futures: 'Futures',
  earn: 'Earn',
  funding: 'Funding',
  strategy: 'Strategy',
  exchange: 'Exchange',
  sub_account: 'Sub-account',
  pro: 'Pro',
  main: 'Main',
  unstated: 'Other',
};

/**
 * Tracks units in a place of the owner whose rows are not known. They stay the owner's, with date and basis.
 * @source coverage.md 2.3, 2.12
 */
export class Places {
  private readonly units = new Map<string, Quantity>();

  /** Call in order of time. An arrival of an asset that was never sent there has an unknown origin. */
  mark(exchange: ExchangeName, place: FarPlace, leg: Leg): Leg {
    const escrow = `${EXCHANGES[exchange].name} ${NAMES[place]}`;
    const key = `${escrow}|${leg.asset.id}`;
    const there = this.units.get(key);
    if (leg.direction === 'out') {
      this.units.set(key, (there ?? 0n) + leg.quantity);
      return { ...leg, escrow };
    }
    if (there === undefined) return leg;
    const principal = there < leg.quantity ? there : leg.quantity;
    this.units.set(key, there - principal);
    return { ...leg, escrow, principal };
  }
}

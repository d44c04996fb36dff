import { dec } from '../../../kernel/decimal';
import type { ExchangeRecord } from '../../record';

/** Groups of rows without ids: what one account did in one second. */
export const SECOND = 'second:';

/**
 * Separates a purchase and a sale that were filled in one second. A coin that was both given and received is the
 * quote currency of two trades: what was given of it paid for the coins that arrived, and what was received of it is
 * the price of the coins that left. Other rows of one second remain one event.
 */
export function separateTrades(records: readonly ExchangeRecord[]): readonly ExchangeRecord[] {
  const groups = new Map<string, ExchangeRecord[]>();
  for (const record of records)
    if (record.group.startsWith(SECOND))
      groups.set(record.group, [...(groups.get(record.group) ?? []), record]);
  const sales = new Set([...groups.values()].flatMap(salesOf));
  return sales.size === 0
    ? records
    : records.map((one) => (sales.has(one) ? { ...one, group: `${one.group}:sale` } : one));
}

/** Records of the sale, when the group is a purchase and a sale. */
function salesOf(records: readonly ExchangeRecord[]): ExchangeRecord[] {
  const signs = new Map<string, Set<number>>();
  for (const { coin, amount } of records) {
    const sign = signOf(amount);
    if (sign !== 0) signs.set(coin, (signs.get(coin) ?? new Set()).add(sign));
  }
  const both = [...signs].filter(([, found]) => found.size === 2).map(([coin]) => coin);
  if (both.length !== 1 && !(both.length === 2 && signs.size === 2)) return [];
  // Of one pair in both directions, either coin can take the part of the quote currency.
  const quote = both.toSorted().at(-1);
  const [gained, lost] = [1, -1].map((sign) =>
    records.filter(({ coin, amount }) => coin !== quote && signOf(amount) === sign),
  );
  if (!gained?.length || !lost?.length) return [];
  const sold = new Set(lost.map(({ coin }) => coin));
  const isOfSale = ({ coin, amount, fee }: ExchangeRecord): boolean => {
    const sign = signOf(amount);
    if (sign === 0) return fee !== null && (sold.has(fee.coin) || fee.coin === quote);
    return coin === quote ? sign === 1 : sign === -1;
  };
  return records.filter(isOfSale);
}

const signOf = (amount: string): number => Math.sign(dec(amount).cmp(0));

import { dec, formatDecimal } from '../../kernel/decimal';
import { HOUR_MS } from '../../kernel/durations';
import { FIAT } from '../../kernel/exchanges/fiat';
import { canonicalCoin } from '../coins';
import type { ExchangeRecord, RecordKind } from '../record';

const SECOND_MS = 1_000;
/** Both rows of a move inside the account have nearly one time. */
const GAP_MS = 10 * SECOND_MS;
/** Longer where the two rows give the coin different codes: staked units have a label of their own. */
const LABEL_GAP_MS = HOUR_MS;

/** Kinds of rows that can be one end of a move. What an exchange pays is income, whatever leaves beside it. */
const ENDS: ReadonlySet<RecordKind> = new Set(['deposit', 'withdrawal', 'internal', 'adjustment', 'unknown']);

/**
 * Units that leave and come back in the same amount within seconds never left the account, whatever the exchange calls
 * the two rows: they have another label, or are in another wallet of the account.
 * @param records by time, then id
 * @source tax-rules 10.2
 */
export function innerMoves(records: readonly ExchangeRecord[]): readonly ExchangeRecord[] {
  const ends = endsOf(records);
  const inner = new Set<ExchangeRecord>();
  // Moves that the exchange calls moves have their other end among themselves, where they have one.
  pair(
    ends.filter(({ kind }) => kind === 'internal'),
    inner,
  );
  const named = new Set(inner);
  pair(
    ends.filter((record) => !inner.has(record)),
    inner,
  );
  if (inner.size === named.size) return records;
  return records.map((record) => (inner.has(record) && !named.has(record) ? moved(record) : record));
}

/** Rows that are an event of their own, without a fee, and without a sign of a place outside of the account. */
function endsOf(records: readonly ExchangeRecord[]): ExchangeRecord[] {
  const sizes = new Map<string, number>();
  for (const { group } of records) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return records.filter(
    (record) =>
      ENDS.has(record.kind) &&
      record.isDay !== true &&
      record.fee === null &&
      record.txHash === null &&
      record.address === null &&
      record.depositAddress === null &&
      !FIAT.has(record.coin) &&
      sizes.get(record.group) === 1,
  );
}

/** Adds both ends of every move. */
function pair(ends: readonly ExchangeRecord[], inner: Set<ExchangeRecord>): void {
  const open = new Map<string, ExchangeRecord[]>();
  for (const record of ends) {
    const amount = dec(record.amount);
    const key = `${canonicalCoin(record.coin)} ${formatDecimal(amount.abs())}`;
    const others = open.get(key) ?? [];
    const index = others.findIndex(
      (other) => dec(other.amount).isNegative() !== amount.isNegative() && isNear(other, record),
    );
    const [other] = index < 0 ? [] : others.splice(index, 1);
    if (other) inner.add(record).add(other);
    else others.push(record);
    open.set(key, others);
  }
}

const isNear = (a: ExchangeRecord, b: ExchangeRecord): boolean =>
  Math.abs(a.at - b.at) <= (a.nativeCoin === b.nativeCoin ? GAP_MS : LABEL_GAP_MS);

function moved(record: ExchangeRecord): ExchangeRecord {
  const { unknownName: _unknown, place: _place, ...known } = record;
  return { ...known, kind: 'internal' };
}

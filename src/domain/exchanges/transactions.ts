import type { IncomeType } from '../engine';
import { accountWallet } from '../kernel/address';
import type { Asset } from '../kernel/asset';
import { dayOf, startOfDay } from '../kernel/calendar';
import { CHAINS, isChainName } from '../kernel/chain';
import { dec } from '../kernel/decimal';
import { finished, mapSliced, type Sliced } from '../kernel/slices';
import { uuidOf } from '../kernel/hash';
import { isFiat } from '../kernel/exchanges/fiat';
import type { ExchangeFacts, Leg, TransactionFlag, TransactionType, WalletTransaction } from '../chain';
import { CARRIED } from './migrations';
import { legOf, movedOf, statedOf, type Moved } from './rules/moved';
import { hasReturned, INCOME, RETURNED_RULE } from './rules/returned';
import { Places } from './places';
import type { ExchangeRecord, FarPlace, RecordKind } from './record';
import { readingRecords, type ExchangeRow } from './records';
import { UnitCarry } from './units';
import { EXCHANGES, type ExchangeName } from '../kernel/exchanges/exchange';

export interface ExchangeAccountRef {
  id: string;
  exchange: ExchangeName;
}

const TRADES: ReadonlySet<RecordKind> = new Set(['trade', 'convert', 'dust']);
/** Within one moment, what brings units comes before what takes them. */
const ARRIVES: ReadonlySet<RecordKind> = new Set(['deposit', ...(Object.keys(INCOME) as RecordKind[])]);

interface Group {
  id: string;
  at: number;
  kind: RecordKind;
  records: ExchangeRecord[];
}

/** What transactions depend on before them. */
interface State {
  carry: UnitCarry;
  places: Places;
}

/**
 * Records of one account -> transactions of a wallet, oldest first, not yet valued. Movements inside the account and
 * events that add up to nothing give none.
 * @param records by time, then id
 * @source tax-rules 3.4: an exchange account is one wallet
 */
export const exchangeTransactions = (
  account: ExchangeAccountRef,
  records: readonly ExchangeRecord[],
): WalletTransaction[] => finished(writingTransactions(account, records));

/**
 * Rows of one account -> its transactions, in slices.
 * @param timezone IANA name of the zone of tax years: a date without a time is a day in it
 * @source tax-rules 1.6
 */
export function* readingTransactions(
  account: ExchangeAccountRef,
  rows: readonly ExchangeRow[],
  timezone = 'UTC',
): Sliced<WalletTransaction[]> {
  const { records } = yield* readingRecords(rows, timezone);
  const days = records.map((record) =>
    record.isDay === true ? { ...record, at: startOfDay(dayOf(record.at, 'UTC'), timezone) } : record,
  );
  return yield* writingTransactions(account, days);
}

function* writingTransactions(
  account: ExchangeAccountRef,
  records: readonly ExchangeRecord[],
): Sliced<WalletTransaction[]> {
  const state: State = { carry: new UnitCarry(), places: new Places() };
  const places = new Map<number, number>();
  const groups = groupsOf(records);
  yield;
  groups.sort(inOrder);
  yield;
  const transactions = yield* mapSliced(groups, (group) => {
    const place = places.get(group.at) ?? 0;
    const transaction = transactionOf(account, group, state, place);
    if (!transaction) return [];
    places.set(group.at, place + 1);
    return [transaction];
  });
  return transactions.flat();
}

function groupsOf(records: readonly ExchangeRecord[]): Group[] {
  const groups = new Map<string, Group>();
  for (const record of records) {
    const known = groups.get(record.group);
    if (!known) {
      groups.set(record.group, { id: record.group, at: record.at, kind: record.kind, records: [record] });
      continue;
    }
    known.records.push(record);
    if (known.kind === 'fee') known.kind = record.kind;
  }
  return [...groups.values()];
}

const rank = ({ kind, records }: Group): number => {
  // A trade sells what was borrowed for it, and pays for what is given back.
  if (kind === 'loan') return records.some(({ amount }) => dec(amount).isNegative()) ? 2 : 0;
  return ARRIVES.has(kind) ? 0 : kind === 'withdrawal' ? 2 : 1;
};
const inOrder = (a: Group, b: Group): number => a.at - b.at || rank(a) - rank(b) || (a.id < b.id ? -1 : 1);

function transactionOf(
  { id: accountId, exchange }: ExchangeAccountRef,
  group: Group,
  { carry, places }: State,
  txIndex: number,
): WalletTransaction | null {
  const { records, at } = group;
  const place = group.kind === 'internal' ? (records[0]?.place ?? null) : null;
  const moved =
    group.kind === 'internal' && place === null
      ? []
      : movedOf(
          records.map(({ coin, amount, valueUsd }) => ({ coin, amount: dec(amount), valueUsd })),
          carry,
        );
  // With the sign of their effect, so that what is cut off is carried in one direction.
  const fees = movedOf(
    records.flatMap(({ fee }) => (fee ? [{ ...fee, amount: dec(fee.amount).negated() }] : [])),
    carry,
  ).map((one) => ({ ...one, units: -one.units }));
  if (moved.length === 0 && fees.length === 0) return null;
  const id = uuidOf(`v1|exchange|${accountId}|${group.id}`);
  const details = records.find(({ txHash, address }) => txHash !== null || address !== null);
  const depositAddress = records.find((one) => one.depositAddress !== null)?.depositAddress ?? null;
  const verdict = place === null ? verdictOf(group, moved) : placeVerdictOf(place, moved);
  const [fee, ...moreFees] = fees.filter(({ units }) => units > 0n);
  // A fee that was given back arrives like the units of the event.
  const returned = fees.filter(({ units }) => units < 0n).map((one) => ({ ...one, units: -one.units }));
  const legs = [
    ...[...moved, ...returned].map((one) => legOf(one, details?.address ?? null)),
    ...moreFees.map((one): Omit<Leg, 'index'> => ({
      ...legOf({ ...one, units: -one.units }, null),
      isCost: true,
    })),
  ]
    .map((leg, index): Leg => ({ ...leg, index }))
    .map((leg) => (place === null || leg.isCost ? leg : places.mark(exchange, place, leg)));
  const wallet = accountWallet(accountId);
  return {
    id,
    chain: exchange,
    hash: id,
    account: {
      exchange,
      txHash: chainHashOf(details?.txHash ?? null, moved[0]?.asset),
      depositAddress,
      ...sisterOf(records[0]),
    },
    wallet,
    at,
    block: null,
    txIndex,
    succeeded: true,
    from: null,
    to: null,
    method: null,
    protocol: EXCHANGES[exchange].name,
    legs,
    fee: fee
      ? { asset: fee.asset, quantity: fee.units, ...statedOf(fee), valueUsd: null, price: null }
      : null,
    isSpam: false,
    ...verdict,
    rule: hasReturned(records) ? RETURNED_RULE : `exchange-${place ?? group.kind}`,
  };
}

/** A movement between Coinbase and Coinbase Pro, by the rows of one of them. */
const sisterOf = (record: ExchangeRecord | undefined): Pick<ExchangeFacts, 'side'> =>
  record?.place === 'pro' || record?.place === 'main' ? { side: record.place } : {};

/** The hash as its chain writes it: exchanges drop the `0x`, or write it in capitals. Of a coin without a chain, as given. */
function chainHashOf(text: string | null, asset: Asset | undefined): string | null {
  if (text === null || !/^(0x)?[0-9a-f]{64}$/i.test(text)) return text;
  const plain = text.toLowerCase().replace(/^0x/, '');
  const family = asset && isChainName(asset.chain) ? CHAINS[asset.chain].family : null;
  const isEvm = family === 'evm' || (family !== 'bitcoin' && /^0x/i.test(text));
  return isEvm ? `0x${plain}` : plain;
}

interface Verdict {
  type: TransactionType;
  incomeType: IncomeType | null;
  flags: TransactionFlag[];
}

/**
 * A move to a place whose rows are not known. Only what comes back shows the result of futures, and interest. Other
 * places can be accounts of their own, so a move is one end of a transfer.
 * @source coverage.md 2.3, 2.12; tax-rules 10.5
 */
function placeVerdictOf(place: FarPlace, moved: readonly Moved[]): Verdict {
  const of = (type: TransactionType, flags: TransactionFlag[] = []): Verdict => ({
    type,
    incomeType: null,
    flags,
  });
  const isOut = moved.some(({ units }) => units < 0n);
  if (moved.length === 0) return of('fee_only');
  if (place === 'earn' && isOut) return of('stake');
  if (place === 'earn' || place === 'futures')
    return of(isOut ? 'stake' : 'unstake', ['classification_uncertain']);
  return of(isOut ? 'transfer_out' : 'transfer_in');
}

const isPaidOut = (moved: readonly Moved[]): boolean => moved.every(({ units }) => units < 0n);

/** What the event is for the ledger. */
function verdictOf({ kind }: Group, moved: readonly Moved[]): Verdict {
  const plain = (type: TransactionType, flags: TransactionFlag[] = []): Verdict => ({
    type,
    incomeType: null,
    flags,
  });
  const coins = moved.filter(({ asset }) => !isFiat(asset));
  const hasIn = coins.some(({ units }) => units > 0n);
  const hasOut = coins.some(({ units }) => units < 0n);
  if (moved.length === 0) return plain('fee_only');
  if (kind === 'spend' && coins.length === 0) return plain(isPaidOut(moved) ? 'transfer_out' : 'transfer_in');
  // Neither income nor a sale. @source tax-rules 10.6
  if (kind === 'loan') return plain(moved.some(({ units }) => units < 0n) ? 'repay' : 'borrow');
  if (CARRIED.has(kind) && hasIn && hasOut) return plain('wrap');
  const isWhole = moved.some(({ units }) => units > 0n) && moved.some(({ units }) => units < 0n);
  if (TRADES.has(kind) || (hasIn && hasOut) || (kind === 'unknown' && isWhole))
    return tradeOf(hasIn, hasOut, isWhole && kind !== 'unknown', plain);
  const incomeType = INCOME[kind];
  if (incomeType !== undefined && moved.every(({ units }) => units > 0n))
    return { type: 'income', incomeType, flags: [] };
  if ((kind === 'fee' || kind === 'spend') && hasOut) return plain('spend');
  // Until its other end is found, its units are held, and its owner has to look at it: tax-rules 10.3.
  if (kind === 'deposit' || kind === 'withdrawal')
    return hasOut || moved.some(({ units }) => units < 0n)
      ? plain('transfer_out', hasOut ? ['unmatched'] : [])
      : plain('transfer_in');
  const flags: TransactionFlag[] = ['classification_uncertain'];
  const isGiven = coins.length === 0 ? moved.every(({ units }) => units < 0n) : hasOut;
  return plain(isGiven ? 'transfer_out' : 'transfer_in', flags);
}

/** @param isCertain both sides are there, and the exchange calls it a trade */
function tradeOf(
  hasIn: boolean,
  hasOut: boolean,
  isCertain: boolean,
  plain: (type: TransactionType, flags?: TransactionFlag[]) => Verdict,
): Verdict {
  const flags: TransactionFlag[] = isCertain ? [] : ['classification_uncertain'];
  if (hasIn && hasOut) return plain('swap', flags);
  if (hasIn) return plain('buy', flags);
  return hasOut ? plain('sell', flags) : plain('swap', flags);
}

import {
  GAINLESS,
  type Disposal,
  type DisposalFlag,
  type DisposalType,
  type Ledger,
  type ValueStatus,
} from '../engine';
import type { Asset } from '../kernel/asset';
import { dayCounter, yearBounds, yearOfDay } from '../kernel/calendar';
import { SLICE, type Sliced } from '../kernel/slices';
import type { Money, Quantity } from '../kernel/units';
import type { LawInForce } from '../law';
import { boxesOf, COVERED_FROM, type Account, type Box } from './boxes';
import { Effects, type Uncertainty } from './status/effects';
import type { Unsettled } from './status/unsettled';

/**
 * Column (b): a day of the local calendar, or a word. `VARIOUS` only for a row that joins several dates.
 * @source tax-rules 5.2, 5.3; instructions of Form 8949, column (b)
 */
export type Acquired = number | AcquiredWord;
export type AcquiredWord = 'INHERITED' | 'UNKNOWN' | 'VARIOUS';

export interface Slice {
  asset: Asset;
  quantity: Quantity;
  proceeds: Money;
  fees: Money;
  costBasis: Money;
  washSaleDisallowed: Money;
  acquiredOn: Acquired;
  soldOn: number;
  box: Box;
  isLongTerm: boolean;
  type: DisposalType;
  isUntracked: boolean;
  /** `missing`: the slice waits for a value and is in no total. */
  valueStatus: ValueStatus;
  /** True when the basis is known and only the value is missing. Absent: false. */
  lacksProceeds?: boolean;
  /** For a gift whose value is not known: used when the value gives a loss. Absent: no other basis. */
  lossSide?: { costBasis: Money; acquiredOn: number | 'UNKNOWN'; isLongTerm: boolean };
  count: number;
  wallet: string;
  transactionId: string;
  txHash: string | null;
  lotId: string | null;
  disposalId: string | null;
  flags: readonly DisposalFlag[];
  uncertainty?: Uncertainty;
}

/** @source tax-rules 10.6, 14.3 */
export const isOnForm = (type: DisposalType): boolean => !GAINLESS.has(type);

/** A broker reports what it sells or exchanges. It does not know what the units that leave it pay for. */
const isReported = (type: DisposalType): boolean => type !== 'spend';

interface Scope {
  accounts: readonly Account[];
  timezone: string;
  unsettled?: readonly Unsettled[];
}

/** In ledger order, for the year of the law. @source tax-rules 3.6, 14.2, 14.3 */
export function* slicesOf(
  ledger: Ledger,
  { accounts, timezone, unsettled = [] }: Scope,
  law: LawInForce,
): Sliced<Slice[]> {
  const owners = new Map(accounts.map((account) => [account.wallet, account]));
  const { from, until } = yearBounds(law.year, timezone);
  const dayOf = dayCounter(timezone);
  const isCovered = coverage(ledger, accounts, law, dayOf);
  const slices: Slice[] = [];
  const effects = new Effects(unsettled);
  for (const [i, disposal] of ledger.disposals.entries()) {
    if (i % SLICE === SLICE - 1) yield;
    const account = owners.get(disposal.wallet);
    if (!account || disposal.disposedAt < from || disposal.disposedAt >= until) continue;
    if (!isOnForm(disposal.type)) continue;
    const kind = isReported(disposal.type) ? account.kind : 'self_custody';
    const boxes = account.boxes ?? boxesOf(law, kind, isCovered(disposal));
    const slice = sliceOf(disposal, disposal.isLongTerm ? boxes.long : boxes.short, dayOf);
    effects.add(slice);
    slices.push(slice);
  }
  return slices.map((slice) => {
    const uncertainty = effects.uncertaintyOf(slice);
    return uncertainty === undefined ? slice : { ...slice, uncertainty };
  });
}

function lossSideOf({ lossSide }: Disposal, dayOf: (at: number) => number): Pick<Slice, 'lossSide'> {
  if (lossSide === null) return {};
  const { costBasis, acquiredAt, isLongTerm } = lossSide;
  return {
    lossSide: { costBasis, acquiredOn: acquiredAt === null ? 'UNKNOWN' : dayOf(acquiredAt), isLongTerm },
  };
}

function sliceOf(disposal: Disposal, box: Box, dayOf: (at: number) => number): Slice {
  const { asset, quantity, proceeds, fees, costBasis, washSaleDisallowed, acquiredAt, isLongTerm } = disposal;
  return {
    asset,
    quantity,
    proceeds,
    fees,
    costBasis,
    washSaleDisallowed,
    acquiredOn: disposal.isInherited ? 'INHERITED' : acquiredAt === null ? 'UNKNOWN' : dayOf(acquiredAt),
    soldOn: dayOf(disposal.disposedAt),
    box,
    isLongTerm,
    type: disposal.type,
    isUntracked: disposal.isUntracked,
    valueStatus: disposal.valueStatus,
    lacksProceeds: disposal.lacksProceeds,
    ...lossSideOf(disposal, dayOf),
    count: 1,
    wallet: disposal.wallet,
    transactionId: disposal.transactionId,
    txHash: disposal.txHash,
    lotId: disposal.lotId,
    disposalId: disposal.id,
    flags: disposal.flags,
  };
}

/**
 * Exchanges must keep the basis of units bought in the same account. Rewards and deposits are not bought. Looks up
 * lots only when the result can depend on them.
 */
function coverage(
  ledger: Ledger,
  accounts: readonly Account[],
  law: LawInForce,
  dayOf: (at: number) => number,
): (disposal: Disposal) => boolean {
  const exchanges = new Set(
    accounts.filter(({ kind }) => kind === 'us_exchange').map(({ wallet }) => wallet),
  );
  if (!law.has('reg-1.6045-1-basis') || exchanges.size === 0) return () => false;
  const covered = new Set<string>();
  for (const lot of ledger.lots)
    if (
      exchanges.has(lot.wallet) &&
      (lot.source === 'purchase' || lot.source === 'swap') &&
      lot.acquiredAt !== null &&
      yearOfDay(dayOf(lot.acquiredAt)) >= COVERED_FROM
    )
      covered.add(lot.id);
  return ({ lotId }) => covered.has(lotId);
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replay, type Ledger, type LedgerEvent, type MethodName } from '../../src/domain/engine';
import { fromUnits, MONEY_DECIMALS, type Money } from '../../src/domain/kernel/units';
import { postedEvents, type PostedRow, type PostedSelection } from '../../src/domain/posted';

/** Reads the case files beside the project, and feeds them through the same door as posted transactions. */
export const SHARED = resolve(__dirname, '../..', process.env['SHARED_DIR'] ?? '../shared');

export const hasShared = existsSync(join(SHARED, 'cases'));

/** Skips, and says why, where the cases are not at hand. */
export const describeShared = (name: string, body: () => void): void =>
  hasShared ? describe(name, body) : describe.skip(`${name} (skipped: no case files at ${SHARED})`, body);

export interface CaseTx {
  id: string;
  timestamp: string;
  type: string;
  asset: string;
  quantity: string;
  wallet?: string;
  basis_usd?: string;
  cost_usd?: string;
  fee_usd?: string;
  fee_asset?: string;
  fee_quantity?: string;
  fee_value_usd?: string;
  proceeds_usd?: string;
  value_usd?: string;
  unit_price_usd?: string;
  income_kind?: PostedRow['incomeType'];
  from_asset?: string;
  from_quantity?: string;
  to_wallet?: string;
  received_quantity?: string;
  donor_basis_usd?: string;
  donor_acquired?: string;
  fmv_usd?: string;
  order_id?: string | null;
  already_used_as_replacement?: boolean;
  lot_selection?: (string | { lot: string; quantity: string })[];
  selection_recorded_at?: string;
  fees?: { asset: string; quantity: string; value_usd: string }[];
  inflows?: [string, string, string][];
}

export interface ExpectedDisposal {
  asset: string;
  quantity: string;
  acquired?: string;
  sold: string;
  timestamp?: string;
  category?: string;
  lot?: string;
  proceeds: string;
  basis: string;
  gain: string;
  term?: 'short' | 'long';
}

export interface ExpectedLot {
  asset?: string;
  wallet?: string;
  lot?: string;
  quantity: string;
  basis?: string;
  unit_basis?: string;
  acquired?: string;
  holding_start?: string;
}

export interface Expected {
  disposals?: ExpectedDisposal[];
  open_lots?: ExpectedLot[];
  income?: { kind: string; amount: string }[];
  totals?: Record<string, unknown>;
  error?: string;
  [other: string]: unknown;
}

export interface Case {
  id: string;
  method: string;
  pool?: string;
  wash_sales?: boolean;
  ledger?: string;
  transactions?: CaseTx[];
  expected: Expected;
  us_correct?: Expected;
}

export interface CaseFile {
  ledgers?: Record<string, CaseTx[]>;
  cases: Case[];
}

export function casesOf(file: string): CaseFile {
  return hasShared
    ? (JSON.parse(readFileSync(join(SHARED, 'cases', file), 'utf8')) as CaseFile)
    : { cases: [] };
}

/** A file that is a plain list. */
export const sharedCases = <T>(file: string): T[] =>
  hasShared ? (JSON.parse(readFileSync(join(SHARED, 'cases', file), 'utf8')) as T[]) : [];

const methods = new Set<string>(['fifo', 'lifo', 'hifo', 'specific_id']);

export function methodOf(test: Case): MethodName {
  const [name = ''] = test.method.split(' ');
  if (!methods.has(name)) throw new Error(`Not a method of ours: ${test.method}`);
  return name as MethodName;
}

export function replayCase(test: Case, transactions: readonly CaseTx[] = test.transactions ?? []): Ledger {
  return replay(eventsOf(transactions, test.pool === 'universal'), {
    method: methodOf(test),
    timezone: 'UTC',
    washSales: test.wash_sales === true,
  });
}

export function eventsOf(transactions: readonly CaseTx[], isUniversal = false): LedgerEvent[] {
  const rows = transactions.flatMap((tx) => rowsOf(tx, isUniversal));
  const selections = new Map(transactions.filter((tx) => tx.lot_selection).map((tx) => [tx.id, choices(tx)]));
  const byId = new Map(transactions.map((tx) => [tx.id, tx]));
  return postedEvents(rows, selections).map((event) => {
    const tx = byId.get(event.transactionId);
    if (event.kind !== 'acquire' || !tx) return event;
    return { ...event, isReplacement: tx.already_used_as_replacement };
  });
}

export function choices(tx: CaseTx): PostedSelection[] {
  const selectedAt =
    tx.selection_recorded_at === undefined ? undefined : Date.parse(tx.selection_recorded_at);
  return (tx.lot_selection ?? []).map((choice) => ({
    ...(typeof choice === 'string' ? { lot: choice } : choice),
    ...(selectedAt === undefined ? {} : { selectedAt }),
  }));
}

/** Universal pools are one wallet without moves: the fee of a move stays a fee. */
export function rowsOf(tx: CaseTx, isUniversal: boolean): PostedRow[] {
  const base = {
    id: tx.id,
    at: Date.parse(tx.timestamp),
    symbol: tx.asset,
    quantity: tx.quantity,
    wallet: isUniversal ? 'all' : tx.wallet,
  };
  const feeInKind =
    tx.fee_quantity === undefined || Number(tx.fee_quantity) === 0
      ? {}
      : { feeSymbol: tx.fee_asset ?? tx.asset, feeQuantity: tx.fee_quantity };
  const fee = { feeUsd: tx.fee_usd, ...feeInKind };
  switch (tx.type) {
    case 'buy':
      // Rows of one transaction are one order.
      return tx.cost_usd === undefined
        ? [{ ...base, type: 'buy', txHash: tx.order_id ?? undefined, valueUsd: tx.basis_usd }]
        : [{ ...base, type: 'buy', valueUsd: tx.cost_usd, ...fee }];
    case 'sell':
    case 'spend':
      return [{ ...base, type: tx.type, valueUsd: tx.proceeds_usd, ...fee }];
    case 'trade':
      return trade(tx, base, fee);
    case 'income':
      return [{ ...base, type: tx.income_kind ?? 'other', valueUsd: tx.basis_usd, ...fee }];
    case 'transfer_internal':
      return isUniversal ? feeOnly(tx, base) : [move(tx, base, feeInKind)];
    case 'gift_in':
      return [
        {
          ...base,
          type: 'gift_in',
          valueUsd: tx.fmv_usd,
          donorBasisUsd: tx.donor_basis_usd,
          donorAcquiredAt: tx.donor_acquired === undefined ? undefined : Date.parse(tx.donor_acquired),
        },
      ];
    case 'gift_out':
      return [{ ...base, type: 'gift_out', ...feeInKind }];
    case 'donate':
      return [{ ...base, type: 'donation', ...feeInKind }];
    case 'loss':
      return [{ ...base, type: 'lost', ...feeInKind }];
    case 'multi_buy':
      return multiBuy(tx, base);
    default:
      throw new Error(`Case type not mapped: ${tx.type}`);
  }
}

type Base = Pick<PostedRow, 'id' | 'at' | 'symbol' | 'quantity' | 'wallet'>;

function trade(tx: CaseTx, base: Base, fee: Partial<PostedRow>): PostedRow[] {
  const [first, ...more] = tx.fees ?? [];
  const stated = first
    ? { feeSymbol: first.asset, feeQuantity: first.quantity, feeUsd: first.value_usd }
    : fee;
  return [
    {
      ...base,
      type: 'swap',
      symbol: tx.from_asset ?? '',
      quantity: tx.from_quantity ?? '',
      toSymbol: tx.asset,
      toQuantity: tx.quantity,
      valueUsd: tx.value_usd,
      ...stated,
    },
    // The cost of disposing of a fee token takes its whole value.
    ...more.map((other, i): PostedRow => ({
      ...base,
      id: `${tx.id}-fee${i}`,
      type: 'fee',
      symbol: other.asset,
      quantity: other.quantity,
      valueUsd: other.value_usd,
      feeUsd: other.value_usd,
    })),
  ];
}

function move(tx: CaseTx, base: Base, feeInKind: Partial<PostedRow>): PostedRow {
  const isThird = tx.fee_asset !== undefined && tx.fee_asset !== tx.asset;
  return {
    ...base,
    type: 'internal_transfer',
    from: tx.wallet,
    to: tx.to_wallet,
    toQuantity: tx.received_quantity,
    feeUsd: tx.fee_value_usd,
    ...(isThird ? feeInKind : {}),
  };
}

function feeOnly(tx: CaseTx, base: Base): PostedRow[] {
  if (tx.fee_quantity === undefined || Number(tx.fee_quantity) === 0) return [];
  return [{ ...base, type: 'fee', quantity: tx.fee_quantity, valueUsd: tx.fee_value_usd ?? tx.proceeds_usd }];
}

function multiBuy(tx: CaseTx, base: Base): PostedRow[] {
  const inflows = tx.inflows ?? [];
  const value = (quantity: string, price: string): number => Number(quantity) * Number(price);
  const total = inflows.reduce((sum, [, quantity, price]) => sum + value(quantity, price), 0);
  return inflows.map(([asset, quantity, price], i) => ({
    ...base,
    id: `${tx.id}-${i}`,
    type: 'buy',
    symbol: asset,
    quantity,
    priceUsd: price,
    feeUsd: String((Number(tx.fee_usd ?? 0) * value(quantity, price)) / total),
  }));
}

/** Dollars and cents are compared to the cent: some sources print floats. */
export const usd = (value: Money): number => fromUnits(value, MONEY_DECIMALS).toNumber();
export const dayOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10);
export const units = (quantity: bigint, decimals: number): number => fromUnits(quantity, decimals).toNumber();

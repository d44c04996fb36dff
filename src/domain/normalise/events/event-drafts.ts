import type {
  Acquire,
  BasisSource,
  Dispose,
  DisposalType,
  EventFlag,
  IncomeType,
  LotSource,
  Move,
} from '../../engine';
import type { Asset } from '../../kernel/asset';
import { hashKey } from '../../kernel/transaction-hash';
import type { Money, Quantity } from '../../kernel/units';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

/** Outs follow ins, and fees follow both. @source tax-rules 1.4 */
const AFTER_INS = 1000;
const FEE_LEG = 1_000_000;
/** Base leg number for growth that is found at a spend. */
export const GROWTH_LEG = 2_000_000;

const EVENT_FLAGS: ReadonlySet<string> = new Set<EventFlag>([
  'missing_price',
  'unmatched',
  'provider_price_disagrees',
  'classification_uncertain',
]);
const isEventFlag = (flag: string): flag is EventFlag => EVENT_FLAGS.has(flag);

function base(tx: WalletTransaction, leg: Leg) {
  const flags = tx.flags
    .filter(isEventFlag)
    .filter((flag) => flag !== 'missing_price' || leg.valueUsd === null);
  return {
    transactionId: tx.id,
    txHash: tx.hash,
    stem: hashKey(tx.hash),
    leg: leg.index,
    wallet: tx.wallet,
    asset: leg.asset,
    quantity: leg.quantity,
    at: tx.at,
    block: tx.block ?? 0,
    txIndex: tx.txIndex,
    logIndex: leg.direction === 'in' ? leg.index : AFTER_INS + leg.index,
    priceSource: leg.price?.source ?? null,
    ...(flags.length > 0 ? { flags } : {}),
  };
}

interface Receipt {
  cost: Money | null;
  source: LotSource;
  basisSource: BasisSource;
  incomeType?: IncomeType | null;
  untracked?: boolean;
}

export const acquire = (tx: WalletTransaction, leg: Leg, receipt: Receipt): Acquire => ({
  kind: 'acquire',
  ...base(tx, leg),
  ...receipt,
  incomeType: receipt.incomeType ?? null,
});

/** An inflow of unknown origin: basis 0 until the user enters one. @source tax-rules 9.2 */
export const untracked = (tx: WalletTransaction, leg: Leg, source: LotSource): Acquire =>
  acquire(tx, leg, { cost: null, source, basisSource: 'none', untracked: true });

/** @source tax-rules 8: basis is the income; without a price both are 0 */
export const income = (tx: WalletTransaction, leg: Leg, incomeType: IncomeType): Acquire =>
  acquire(tx, leg, { cost: leg.valueUsd ?? 0n, source: 'income', basisSource: 'market_price', incomeType });

/** @param fees selling costs, deducted from the value */
export const dispose = (tx: WalletTransaction, leg: Leg, type: DisposalType, fees: Money = 0n): Dispose => ({
  kind: 'dispose',
  ...base(tx, leg),
  type,
  proceeds: leg.valueUsd === null ? null : leg.valueUsd - fees,
  fees: leg.valueUsd === null ? 0n : fees,
});

/** Repayment of borrowed units: no gain, so a missing price is no problem. @source tax-rules 10.6 */
export function repayment(tx: WalletTransaction, leg: Leg): Dispose {
  const { flags = [], ...event } = dispose(tx, leg, 'repayment');
  return { ...event, flags: flags.filter((flag) => flag !== 'missing_price') };
}

interface Journey {
  relation: Move['relation'];
  toWallet: string;
  toAsset: Asset;
  received: Quantity;
  feeValue?: Money | null;
  rescaled?: boolean;
  addedCost?: Money;
}

export const move = (tx: WalletTransaction, leg: Leg, journey: Journey): Move => {
  const { addedCost, rescaled, feeValue = null, ...rest } = journey;
  return {
    kind: 'move',
    ...base(tx, { ...leg, direction: 'out' }),
    ...rest,
    feeValue,
    ...(rescaled ? { rescaled } : {}),
    ...(addedCost ? { addedCost } : {}),
  };
};

/** Gas is a disposal of the coin that pays it. @source tax-rules 6 */
export function feeEvent(tx: WalletTransaction): Dispose | null {
  if (!tx.fee) return null;
  const { asset, quantity, valueUsd, price } = tx.fee;
  const leg: Leg = {
    index: FEE_LEG,
    direction: 'out',
    asset,
    quantity,
    valueUsd,
    price,
    counterparty: null,
    isInternal: false,
  };
  // Flags of the transaction do not apply to its gas.
  const flags: EventFlag[] = valueUsd === null ? ['missing_price'] : [];
  return { ...dispose(tx, leg, 'fee'), logIndex: 2 * AFTER_INS, flags };
}

/** A part of a leg with its share of the value. */
export const slice = (leg: Leg, quantity: Quantity): Leg =>
  quantity === leg.quantity
    ? leg
    : { ...leg, quantity, valueUsd: leg.valueUsd === null ? null : (leg.valueUsd * quantity) / leg.quantity };

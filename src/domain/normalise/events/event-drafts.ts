import type {
  Acquire,
  BasisSource,
  CarriedShare,
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
import type { Leg, TransactionFlag, WalletTransaction } from '../facts/wallet-transaction';

/** Outs follow ins, and fees follow both. @source tax-rules 1.4 */
const AFTER_INS = 1000;
const AFTER_OUTS = 2 * AFTER_INS - 1;
const FEE_LEG = 1_000_000;
/** Leg number of shares of a position. */
export const POSITION_LEG = 3_000_000;
/** Base leg number for growth that is found at a spend. */
export const GROWTH_LEG = 2_000_000;

const EVENT_FLAGS: ReadonlySet<string> = new Set<EventFlag>([
  'missing_price',
  'unmatched',
  'provider_price_disagrees',
  'classification_uncertain',
]);
type SharedFlag = Extract<TransactionFlag, EventFlag>;
const isEventFlag = (flag: TransactionFlag): flag is SharedFlag => EVENT_FLAGS.has(flag);

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
  carries?: CarriedShare;
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

/**
 * Units received in a trade: their value is the basis. Without a value they carry their share of the basis of
 * the units given, which must leave first.
 * @source tax-rules 7.0
 */
export const bought = (tx: WalletTransaction, leg: Leg, carries?: CarriedShare): Acquire =>
  carries === undefined || leg.valueUsd !== null
    ? acquire(tx, leg, { cost: leg.valueUsd, source: 'swap', basisSource: 'trade' })
    : {
        ...acquire(tx, leg, { cost: null, carries, source: 'swap', basisSource: 'carried' }),
        logIndex: AFTER_OUTS,
      };

/** @source tax-rules 8: basis is the income; without a price both are missing */
export const income = (tx: WalletTransaction, leg: Leg, incomeType: IncomeType): Acquire =>
  acquire(tx, leg, { cost: leg.valueUsd, source: 'income', basisSource: 'market_price', incomeType });

/** @param fees selling costs, deducted from the value; costs above the value are no negative proceeds */
export function dispose(tx: WalletTransaction, leg: Leg, type: DisposalType, fees: Money = 0n): Dispose {
  const { valueUsd } = leg;
  const common = { kind: 'dispose', ...base(tx, leg), type } as const;
  if (valueUsd === null) return { ...common, proceeds: null, fees: 0n };
  if (fees <= valueUsd) return { ...common, proceeds: valueUsd - fees, fees };
  return { ...common, proceeds: 0n, fees: valueUsd, flags: [...(common.flags ?? []), 'costs_capped'] };
}

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

/** Shares of a concentrated position: the rows of the transaction have no leg for them. */
export const positionLeg = (asset: Asset, quantity: Quantity, valueUsd: Money | null): Leg => ({
  index: POSITION_LEG,
  direction: 'out',
  asset,
  quantity,
  counterparty: null,
  isInternal: false,
  valueUsd,
  price: null,
});

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

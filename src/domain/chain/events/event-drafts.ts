import type {
  Acquire,
  BasisSource,
  CarriedShare,
  Dispose,
  DisposalType,
  EventFlag,
  IncomeType,
  LedgerEvent,
  LotSource,
  Move,
} from '../../engine';
import type { Asset } from '../../kernel/asset';
import { hashKey } from '../../kernel/transaction-hash';
import { mulDiv, type Money, type Quantity } from '../../kernel/units';
import { isFiat } from '../../kernel/exchanges/fiat';
import type { PositionPart } from '../facts/positions';
import { lacksCost, receiptOfFee, withheldOf } from '../pricing/leg-roles';
import { valuesOfParts } from '../pricing/position-values';
import {
  chainHash,
  feeLeg,
  type Leg,
  type TransactionFlag,
  type WalletTransaction,
} from '../facts/wallet-transaction';

/** Outs follow ins, and fees follow both. @source tax-rules 1.4 */
const AFTER_INS = 1000;
const AFTER_OUTS = 2 * AFTER_INS - 1;
/** Leg number of shares of a position. */
const POSITION_LEG = 3_000_000;
/** Base leg number for growth that is found at a spend. */
export const GROWTH_LEG = 2_000_000;
/** Base leg number for the result of a margin trade. */
export const MARGIN_LEG = 5_000_000;
/** Base leg number for units that an exchange withholds from a purchase. */
const WITHHELD_LEG = 6_000_000;
/** Base leg number for the part of a payment that is beyond its loan. */
export const INTEREST_LEG = 4_000_000;

const EVENT_FLAGS: ReadonlySet<string> = new Set<EventFlag>([
  'missing_price',
  'unmatched',
  'provider_price_disagrees',
  'classification_uncertain',
]);
type SharedFlag = Extract<TransactionFlag, EventFlag>;
const isEventFlag = (flag: TransactionFlag): flag is SharedFlag => EVENT_FLAGS.has(flag);

/** Outs with a leg number of another kind come before receipts that carry their basis. The leg orders them. */
const logIndexOf = ({ direction, index }: Leg): number =>
  direction === 'in' ? index : Math.min(AFTER_INS + index, AFTER_OUTS - 1);

function base(tx: WalletTransaction, leg: Leg) {
  // Costs reduce the proceeds.
  const isSoldAtLess = leg.direction === 'out' && lacksCost(tx);
  const flags = tx.flags
    .filter(isEventFlag)
    .filter((flag) => flag !== 'missing_price' || leg.valueUsd === null || isSoldAtLess);
  return {
    transactionId: tx.id,
    txHash: chainHash(tx),
    stem: hashKey(tx.hash),
    leg: leg.index,
    wallet: tx.wallet,
    asset: leg.asset,
    quantity: leg.quantity,
    at: tx.at,
    block: tx.block ?? 0,
    txIndex: tx.txIndex,
    logIndex: logIndexOf(leg),
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

/**
 * Units bought for cash. Costs belong to the units that stay: those withheld as the fee leave at their value.
 * @source tax-rules 6
 */
export function purchases(tx: WalletTransaction, leg: Leg, costs: Money): LegEvent[] {
  const purchase = (part: Leg, added: Money) => {
    const cost = part.valueUsd === null ? null : part.valueUsd + added;
    return { leg: part, event: acquire(tx, part, { cost, source: 'purchase', basisSource: 'trade' }) };
  };
  const { valueUsd, quantity } = leg;
  const units = withheldOf(tx, leg);
  if (valueUsd === null || units === 0n) return [purchase(leg, costs)];
  const value = mulDiv(valueUsd, units, quantity);
  const withheld = purchase(
    { ...leg, index: WITHHELD_LEG + leg.index, quantity: units, valueUsd: value },
    0n,
  );
  return [
    purchase({ ...leg, quantity: quantity - units, valueUsd: valueUsd - value }, costs),
    { ...withheld, event: { ...withheld.event, logIndex: logIndexOf(leg) } },
  ];
}

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

/** Borrowed units are no income: their value is their basis. @source tax-rules 10.6 */
export const lent = (tx: WalletTransaction, leg: Leg): Acquire =>
  acquire(tx, leg, { cost: leg.valueUsd, source: 'transfer_in', basisSource: 'market_price' });

/** The token of a loan costs nothing. */
export const number = (tx: WalletTransaction, leg: Leg): Acquire =>
  acquire(tx, leg, { cost: 0n, source: 'transfer_in', basisSource: 'none' });

/** @source tax-rules 8: basis is the income; without a price both are missing */
export const income = (tx: WalletTransaction, leg: Leg, incomeType: IncomeType): Acquire => ({
  ...acquire(tx, leg, { cost: leg.valueUsd, source: 'income', basisSource: 'market_price', incomeType }),
  ...(isFiat(leg.asset) ? { isCash: true } : {}),
});

/** @param fees selling costs, deducted from the value; costs above the value are no negative proceeds */
export function dispose(tx: WalletTransaction, leg: Leg, type: DisposalType, fees: Money = 0n): Dispose {
  const { valueUsd } = leg;
  const common = { kind: 'dispose', ...base(tx, leg), type } as const;
  if (valueUsd === null) return { ...common, proceeds: null, fees: 0n };
  if (fees <= valueUsd) return { ...common, proceeds: valueUsd - fees, fees };
  return { ...common, proceeds: 0n, fees: valueUsd, flags: [...(common.flags ?? []), 'costs_capped'] };
}

/**
 * Units that settle a loan, or collateral that a liquidator takes for it. The closest rule is that of short
 * sales, so the row is marked as uncertain.
 * @param carrying value of the settled units at borrowing
 * @source tax-rules 10.6
 */
export function settlement(
  tx: WalletTransaction,
  leg: Leg,
  type: 'repayment' | 'liquidation',
  carrying: Money | null,
): Dispose {
  const { flags = [], ...event } = dispose(tx, { ...leg, valueUsd: carrying }, type);
  const kept = flags.filter((flag) => flag !== 'missing_price');
  const missing = carrying === null ? (['missing_price'] as const) : [];
  return { ...event, flags: [...new Set([...kept, ...missing, 'classification_uncertain' as const])] };
}

/**
 * Profit of a margin trade: units with the value as their basis, and a disposal of that value without a basis.
 * Without a known deposit it cannot be separated from principal.
 * @source coverage.md 2.12
 */
export function marginProfit(tx: WalletTransaction, leg: Leg): (Acquire | Dispose)[] {
  const flags = uncertain(tx, leg);
  const result = { ...leg, index: MARGIN_LEG + leg.index };
  const units = acquire(tx, leg, { cost: leg.valueUsd, source: 'transfer_in', basisSource: 'market_price' });
  const opened = acquire(tx, result, { cost: 0n, source: 'transfer_in', basisSource: 'none' });
  const sold = dispose(tx, result, 'margin_result');
  return [
    { ...units, flags },
    { ...opened, flags: flags.filter((flag) => flag !== 'missing_price') },
    { ...sold, flags, fromReceipt: true },
  ];
}

/** Loss of a margin trade: the units of the deposit that do not come back. @source coverage.md 2.12 */
export const marginLoss = (tx: WalletTransaction, leg: Leg): Dispose => ({
  ...dispose(tx, { ...leg, valueUsd: 0n }, 'margin_result'),
  flags: ['classification_uncertain'],
});

/**
 * Result of a margin trade in cash, after its fees. Cash has no lots: the units exist for the disposal only.
 * @source coverage.md 2.12; tax-rules 7.5
 */
export function cashResults(tx: WalletTransaction): LegEvent[] {
  const fee = tx.fee && feeLeg(tx.fee);
  const moved = [...tx.legs, ...(fee ? [{ ...fee, index: tx.legs.length }] : [])];
  const byAsset = new Map<string, Leg[]>();
  for (const leg of moved)
    if (isFiat(leg.asset)) byAsset.set(leg.asset.id, [...(byAsset.get(leg.asset.id) ?? []), leg]);
  return [...byAsset.values()].flatMap((legs) => cashResult(tx, legs));
}

function cashResult(tx: WalletTransaction, legs: readonly Leg[]): LegEvent[] {
  const net = legs.reduce((sum, leg) => sum + (leg.direction === 'in' ? leg.quantity : -leg.quantity), 0n);
  const [first] = legs;
  if (!first || net === 0n) return [];
  const quantity = net > 0n ? net : -net;
  const priced = legs.find(({ valueUsd }) => valueUsd !== null) ?? first;
  const valueUsd = priced.valueUsd === null ? null : mulDiv(priced.valueUsd, quantity, priced.quantity);
  return resultAlone(tx, { ...first, quantity, valueUsd }, net > 0n);
}

/**
 * Fees in coins lower the result by their value. That the coins are given is a disposal of its own.
 * @source tax-rules 6; 26 CFR 1.1001-7(b)
 */
export function coinCosts(tx: WalletTransaction): LegEvent[] {
  const costs = [...(tx.fee ? [feeLeg(tx.fee)] : []), ...tx.legs.filter(({ isCost }) => isCost)];
  return costs.filter(({ asset }) => !isFiat(asset)).flatMap((leg) => resultAlone(tx, leg, false));
}

/** A profit or a loss of this value. The units exist for the disposal only. */
function resultAlone(tx: WalletTransaction, of: Leg, isProfit: boolean): LegEvent[] {
  const leg: Leg = { ...of, direction: 'in', index: MARGIN_LEG + of.index };
  const { valueUsd } = leg;
  const [cost, proceeds] = isProfit ? [0n, valueUsd] : [valueUsd, valueUsd === null ? null : 0n];
  const opened = acquire(tx, leg, { cost, source: 'transfer_in', basisSource: 'none' });
  const result = dispose(tx, { ...leg, valueUsd: proceeds }, 'margin_result');
  const flags = uncertain(tx, leg);
  return [opened, { ...result, fromReceipt: true }].map((event) => ({ leg, event: { ...event, flags } }));
}

const uncertain = (tx: WalletTransaction, leg: Leg): EventFlag[] => [
  ...new Set<EventFlag>([...(base(tx, leg).flags ?? []), 'classification_uncertain']),
];

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

/** Moves the lots between the wallet and a place, without splitting a fee. */
export function carried(
  tx: WalletTransaction,
  leg: Leg,
  toWallet: string,
  from = tx.wallet,
  flags: readonly EventFlag[] = [],
): Move {
  const journey = { relation: 'transfer', toWallet, toAsset: leg.asset, received: leg.quantity } as const;
  const event = move(tx, leg, journey);
  const all = [...new Set([...(event.flags ?? []), ...flags])];
  return { ...event, wallet: from, ...(all.length > 0 ? { flags: all } : {}) };
}

/** Shares of a concentrated position: the rows of the transaction have no leg for them. */
export const positionLeg = (
  asset: Asset,
  quantity: Quantity,
  valueUsd: Money | null,
  place?: string,
): Leg => ({
  ...(place === undefined ? {} : { escrow: place }),
  index: POSITION_LEG,
  direction: 'out',
  asset,
  quantity,
  counterparty: null,
  isInternal: false,
  valueUsd,
  price: null,
});

/** Shares of several positions share what is paid by the value of the units that each is taken out of. */
export function positionLegs(parts: readonly PositionPart[], got: readonly Leg[], paid: Money | null): Leg[] {
  const held = parts.filter(({ shares }) => shares > 0n);
  const values = paid === null ? null : valuesOfParts(held, got, paid);
  return held.map(({ asset, shares, place }, i) => ({
    ...positionLeg(asset, shares, values?.[i] ?? null, place),
    index: POSITION_LEG + i,
  }));
}

/** Gas is a disposal of the coin that pays it. @source tax-rules 6 */
export function feeEvent(tx: WalletTransaction): Dispose | null {
  if (!tx.fee) return null;
  // Cash is no asset: the costs of the trade contain it. @source tax-rules 7.5
  if (isFiat(tx.fee.asset)) return null;
  // Flags of the transaction do not apply to its gas.
  const flags: EventFlag[] = tx.fee.valueUsd === null ? ['missing_price'] : [];
  return { ...fee(tx, feeLeg(tx.fee)), logIndex: 2 * AFTER_INS, flags };
}

/** A payment for the service. Units withheld from a receipt are those of the receipt. @source tax-rules 6 */
export const fee = (tx: WalletTransaction, leg: Leg): Dispose => ({
  ...dispose(tx, leg, 'fee'),
  ...(receiptOfFee(tx, leg) ? { fromReceipt: true } : {}),
});

export interface LegEvent {
  event: LedgerEvent;
  leg: Leg;
}

/** A part of a leg with its share of the value. */
export const slice = (leg: Leg, quantity: Quantity): Leg =>
  quantity === leg.quantity
    ? leg
    : { ...leg, quantity, valueUsd: leg.valueUsd === null ? null : (leg.valueUsd * quantity) / leg.quantity };

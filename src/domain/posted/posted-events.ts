import {
  INCOME_TYPES,
  type Acquire,
  type Dispose,
  type DisposalType,
  type EventFlag,
  type IncomeType,
  type LedgerEvent,
  type LotSelection,
  type Move,
} from '../engine';
import type { Asset } from '../kernel/asset';
import { dec } from '../kernel/decimal';
import { mulDiv, valueOf as unitValue, type Money, type Quantity } from '../kernel/units';
import { isCash, PostedAssets } from './posted-assets';
import { invalid, isDollarCoin, missing, optionalMoney, valueOf, walletOf } from './posted-fields';
import type { PostedRow, PostedSelection } from './row';
import { nameRows, type RowName } from './stems';

const INCOMES: ReadonlyMap<string, IncomeType> = new Map(INCOME_TYPES.map((type) => [type, type]));

/** Legs of one row are spaced so that rows with the same hash never share a leg. */
const LEGS_PER_ROW = 8;
const WITHHELD_LEG = LEGS_PER_ROW - 1;

/**
 * @param rows the order matters only for rows of the same time
 * @param selections id of the disposing row -> lots, for `specific_id`
 * @throws AppError VALIDATION_ERROR when a row lacks a field that its type needs
 * @source operating.md, transactions in the body; tax-rules 6
 */
export function postedEvents(
  rows: readonly PostedRow[],
  selections: ReadonlyMap<string, readonly PostedSelection[]> = new Map(),
): LedgerEvent[] {
  const assets = new PostedAssets(rows, selections);
  const names = nameRows(rows);
  return rows.flatMap((row, i) => {
    const name = names[i];
    return name ? new RowReader(row, name, assets, selections).events() : [];
  });
}

/** Legs are in order of occurrence: receipts, outflows, then the fee. */
class RowReader {
  private readonly out: LedgerEvent[] = [];
  private readonly asset: Asset;
  private readonly quantity: Quantity;
  private readonly value: Money | null;
  private readonly wallet: string;

  constructor(
    private readonly row: PostedRow,
    private readonly name: RowName,
    private readonly assets: PostedAssets,
    private readonly selections: ReadonlyMap<string, readonly PostedSelection[]>,
  ) {
    this.asset = assets.of(row, row.symbol);
    this.quantity = this.units(this.asset, row.quantity, 'quantity');
    this.value = valueOf(row);
    this.wallet = walletOf((row.type === 'internal_transfer' ? row.from : undefined) ?? row.wallet);
  }

  events(): LedgerEvent[] {
    const { row } = this;
    if (row.type === 'swap') this.swap();
    else if (isCash(row.symbol)) this.moveCash(row.type);
    else this.read(row.type);
    return this.out;
  }

  /** Cash has no lots, but income in cash is income, and a coin as fee leaves. @source tax-rules 6, 7.5, 8.7 */
  private moveCash(type: PostedRow['type']): void {
    const incomeType = type === 'income' ? (this.row.incomeType ?? 'other') : INCOMES.get(type);
    if (incomeType !== undefined)
      this.acquire(this.asset, this.quantity, this.value, { source: 'income', incomeType, isCash: true });
    this.feeInKind();
  }

  private read(type: Exclude<PostedRow['type'], 'swap'>): void {
    switch (type) {
      case 'buy':
        return this.buy(this.asset, this.quantity);
      case 'sell':
        return this.sell('sale');
      case 'spend':
        return this.sell('spend');
      case 'transfer_out':
        return this.sell('spend', true);
      case 'fee':
        return this.fee();
      case 'transfer_in':
        this.acquire(this.asset, this.quantity, null, { source: 'transfer_in', untracked: true });
        return this.feeInKind();
      case 'internal_transfer':
        return this.move();
      case 'gift_in':
        return this.giftIn();
      case 'gift_out':
        return this.giveAway('gift');
      case 'donation':
      case 'lost':
      case 'stolen':
        return this.giveAway(type);
      case 'income':
        return this.receive(this.row.incomeType ?? 'other');
      default:
        return this.receive(type);
    }
  }

  /**
   * Fees are part of the basis. Units withheld as the fee leave at their value, without a gain. The price paid is the
   * basis of the rest.
   * @source tax-rules 6
   */
  private buy(asset: Asset, quantity: Quantity): void {
    const { value } = this;
    const isSplit = value !== null && this.feeAsset() === asset && this.feeUnits() < quantity;
    const withheld = isSplit ? this.feeUnits() : 0n;
    // Without the value of its fee the basis is not complete. @source tax-rules 7.3
    const isOpen = value !== null && !isSplit && this.lacksFeeValue();
    const cost = value === null || isOpen ? null : isSplit ? value : value + this.feeCost();
    const known = isOpen ? { knownCost: value } : {};
    const purchase = { source: 'purchase', basisSource: 'trade' } as const;
    this.acquire(asset, quantity - withheld, cost, { ...purchase, ...known });
    this.feeInKind();
    // A leg number of its own: the ids of the other legs do not depend on the value.
    const leg = this.name.ordinal * LEGS_PER_ROW + WITHHELD_LEG;
    if (isSplit) this.acquire(asset, withheld, this.feeValue(), { ...purchase, leg, logIndex: 0 });
  }

  /** Selling costs reduce the proceeds. A fee in the sold asset takes further units. */
  private sell(type: DisposalType, unmatched = false): void {
    this.give(this.asset, type, unmatched ? ['unmatched'] : []);
    this.feeInKind();
  }

  /** All costs of an exchange reduce the proceeds of the given asset. @source 26 CFR 1.1001-7(b)(2)(ii) */
  private swap(): void {
    const { row } = this;
    const { toSymbol } = row;
    if (toSymbol === undefined) throw missing('to_symbol');
    const received = row.toQuantity;
    if (received === undefined) throw missing('to_quantity');
    const target = this.assets.of(row, toSymbol);
    const quantity = this.units(target, received, 'to_quantity');
    if (isCash(toSymbol)) return isCash(row.symbol) ? this.feeInKind() : this.sell('sale');
    if (isCash(row.symbol)) return this.buy(target, quantity);
    this.acquire(target, quantity, this.value, { source: 'swap', basisSource: 'trade' });
    this.give(this.asset, 'swap', []);
    if (this.value === null) this.carryOver();
    this.feeInKind();
  }

  /** Costs above the value are no negative proceeds. */
  private give(asset: Asset, type: DisposalType, flags: EventFlag[]): void {
    const costs = this.feeCost();
    const fees = this.value !== null && this.value < costs ? this.value : costs;
    const proceeds = this.value === null ? null : this.value - fees;
    const all: EventFlag[] = fees < costs ? [...flags, 'costs_capped'] : [...flags];
    // The proceeds are not lowered by a fee without a value. @source tax-rules 7.3
    if (this.value !== null && this.lacksFeeValue()) all.push('missing_price');
    this.dispose(asset, this.quantity, type, proceeds, fees, all.length > 0 ? all : undefined);
  }

  /** Without a value, the received units take over the basis of the given ones, which leave first. */
  private carryOver(): void {
    const [received, given] = this.out;
    if (received?.kind !== 'acquire' || given === undefined) return;
    received.carries = { from: 0n, upTo: 1n, whole: 1n, less: 0n };
    received.basisSource = 'carried';
    [received.logIndex, given.logIndex] = [given.logIndex, received.logIndex];
  }

  /** A row that is a fee itself. Its value is the value of the service. */
  private fee(): void {
    const second = this.feeAsset();
    // A row can state its own units as its fee too.
    const isAlone = second === null || (second === this.asset && this.feeUnits() === this.quantity);
    if (isAlone && (this.value === null || second !== null))
      return this.dispose(this.asset, this.quantity, 'fee', this.value ?? optionalMoney(this.row.feeUsd), 0n);
    this.give(this.asset, 'fee', []);
    this.feeInKind();
  }

  private receive(incomeType: IncomeType): void {
    this.acquire(this.asset, this.quantity, this.value, {
      source: 'income',
      basisSource: 'market_price',
      incomeType,
    });
    this.feeInKind();
  }

  /** Carryover basis and holding period. For a loss, the value at the gift if lower. @source IRC 1015, 1223(2) */
  private giftIn(): void {
    const basis = optionalMoney(this.row.donorBasisUsd);
    this.acquire(this.asset, this.quantity, basis, {
      source: 'manual',
      basisSource: basis === null ? 'none' : 'manual',
      untracked: basis === null,
      acquiredAt: this.row.donorAcquiredAt,
      lossBasis: basis === null ? undefined : this.value,
    });
    this.feeInKind();
  }

  private giveAway(type: DisposalType): void {
    this.dispose(this.asset, this.quantity, type, null, 0n);
    this.feeInKind();
  }

  /** Units that did not arrive were a fee in kind. */
  private move(): void {
    const { row } = this;
    if (row.to === undefined) throw missing('to');
    const received =
      row.toQuantity === undefined ? this.quantity : this.units(this.asset, row.toQuantity, 'to_quantity');
    if (received > this.quantity) throw invalid('to_quantity', 'More arrived than was sent');
    const lost = this.quantity - received;
    const isSameFee = lost > 0n && this.feeAsset() === this.asset && this.feeUnits() === lost;
    const stated = row.feeSymbol === undefined || isSameFee ? optionalMoney(row.feeUsd) : null;
    const event: Move = {
      ...this.base(this.asset, this.quantity),
      kind: 'move',
      relation: 'transfer',
      toWallet: walletOf(row.to),
      toAsset: this.asset,
      received,
      feeValue: stated ?? this.share(lost, this.quantity) ?? this.dollars(this.asset, lost),
    };
    const selections = this.selectionsOf(this.asset);
    if (selections) event.selections = selections;
    this.out.push(event);
    if (!isSameFee) this.feeInKind();
  }

  private feeCost(): Money {
    const { feeSymbol, feeQuantity } = this.row;
    const cash = isCash(feeSymbol) ? optionalMoney(feeQuantity) : null;
    if (cash !== null && cash > 0n) return cash;
    return this.feeValue() ?? 0n;
  }

  /** As stated, else by the price of the trade itself, else of a dollar coin (7.1). */
  private feeValue(): Money | null {
    const { row } = this;
    const stated = optionalMoney(row.feeUsd);
    if (stated !== null && !this.isWithheld()) return stated;
    const asset = this.feeAsset();
    if (asset === null) return stated;
    const units = this.feeUnits();
    if (this.isWithheld()) return this.share(units, this.units(asset, row.toQuantity ?? '0', 'to_quantity'));
    return (asset === this.asset ? this.share(units, this.quantity) : null) ?? this.dollars(asset, units);
  }

  private lacksFeeValue(): boolean {
    return this.feeAsset() !== null && this.feeValue() === null;
  }

  /** Dollar coins are worth a dollar, as in a swap. @source tax-rules 7.1 */
  private dollars({ symbol, contract, decimals }: Asset, units: Quantity): Money | null {
    return contract === null && isDollarCoin(symbol) ? unitValue(units, decimals, dec('1')) : null;
  }

  /** A fee withheld from the receipt of a swap has no gain, at the value of the swap. */
  private isWithheld(): boolean {
    const { row } = this;
    return (
      row.type === 'swap' &&
      row.toSymbol !== undefined &&
      this.feeAsset() === this.assets.of(row, row.toSymbol)
    );
  }

  /** A token given for a service is a disposal at fair value. @source 26 CFR 1.1001-7(b)(1)(ii) */
  private feeInKind(): void {
    const asset = this.feeAsset();
    if (asset === null) return;
    const fromReceipt = this.isWithheld() || (this.row.type === 'buy' && asset === this.asset);
    this.dispose(asset, this.feeUnits(), 'fee', this.feeValue(), 0n, undefined, fromReceipt);
  }

  private feeAsset(): Asset | null {
    const { feeSymbol, feeQuantity } = this.row;
    if (feeSymbol === undefined || feeQuantity === undefined || isCash(feeSymbol)) return null;
    if (dec(feeQuantity).isZero()) return null;
    return this.assets.of(this.row, feeSymbol);
  }

  private feeUnits(): Quantity {
    const asset = this.feeAsset();
    return asset === null ? 0n : this.units(asset, this.row.feeQuantity ?? '0', 'fee_quantity');
  }

  private share(part: Quantity, whole: Quantity): Money | null {
    return this.value === null ? null : mulDiv(this.value, part, whole);
  }

  /** Lots of one transaction were bought together, so they never replace each other. @source Rev. Rul. 56-602 */
  private acquire(
    asset: Asset,
    quantity: Quantity,
    cost: Money | null,
    extra: Partial<Acquire> & Pick<Acquire, 'source'>,
  ): void {
    this.out.push({
      ...this.base(asset, quantity),
      kind: 'acquire',
      cost,
      basisSource: 'none',
      incomeType: null,
      orderId: this.row.txHash,
      ...extra,
    });
  }

  private dispose(
    asset: Asset,
    quantity: Quantity,
    type: DisposalType,
    proceeds: Money | null,
    fees: Money,
    flags?: Dispose['flags'],
    fromReceipt = false,
  ): void {
    const event: Dispose = { ...this.base(asset, quantity), kind: 'dispose', type, proceeds, fees };
    if (flags) event.flags = flags;
    if (fromReceipt) event.fromReceipt = true;
    const selections = type === 'fee' ? undefined : this.selectionsOf(asset);
    if (selections) event.selections = selections;
    this.out.push(event);
  }

  private selectionsOf(asset: Asset): LotSelection[] | undefined {
    const chosen = this.row.id === undefined ? undefined : this.selections.get(this.row.id);
    return chosen?.map((choice) => this.selection(asset, choice));
  }

  private selection(asset: Asset, { lot, quantity, selectedAt }: PostedSelection): LotSelection {
    return {
      lot,
      quantity: quantity === undefined ? null : this.units(asset, quantity, 'lot_selections'),
      ...(selectedAt === undefined ? {} : { selectedAt }),
    };
  }

  private base(asset: Asset, quantity: Quantity) {
    const leg = this.out.length;
    return {
      transactionId: this.name.transactionId,
      txHash: this.row.txHash ?? null,
      stem: this.name.stem,
      leg: this.name.ordinal * LEGS_PER_ROW + leg,
      wallet: this.wallet,
      asset,
      quantity,
      at: this.row.at,
      block: this.name.position,
      txIndex: 0,
      logIndex: leg,
      priceSource: this.value === null ? null : 'posted',
    };
  }

  private units(asset: Asset, amount: string, field: string): Quantity {
    const units = this.assets.units(asset, amount);
    if (units <= 0n) throw invalid(field, 'Must be greater than 0');
    return units;
  }
}

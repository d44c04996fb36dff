import type { Asset } from '../../kernel/asset';
import { uuidOf } from '../../kernel/hash';
import type { Money, Quantity } from '../../kernel/units';
import type { DisposalRecord } from './disposal-record';
import type { Income, Issue, LineageLink, WashSale } from './lot';
import { acquiredLotId } from './lot-ids';
import type { LotRecord } from './lot-record';
import type { Acquire, EventFlag, IncomeType, LedgerEvent, ValueStatus } from './transaction';

/** Ids and names are derived from the referenced objects. */

export class IncomeRecord implements Income {
  constructor(
    private readonly event: Acquire,
    private readonly lot: LotRecord | null,
    readonly type: IncomeType,
  ) {}

  get id(): string {
    return uuidOf(`v1|income|${this.lot?.id ?? acquiredLotId(this.event)}`);
  }
  get fairMarketValue(): Money {
    return this.event.cost ?? 0n;
  }
  get valueStatus(): ValueStatus {
    return this.event.cost === null ? 'missing' : 'known';
  }
  get wallet(): string {
    return this.event.wallet;
  }
  get asset(): Asset {
    return this.event.asset;
  }
  get quantity(): Quantity {
    return this.event.quantity;
  }
  get priceSource(): string | null {
    return this.event.priceSource;
  }
  get receivedAt(): number {
    return this.event.acquiredAt ?? this.event.at;
  }
  get lotId(): string | null {
    return this.lot?.id ?? null;
  }
  get transactionId(): string {
    return this.event.transactionId;
  }
  get txHash(): string | null {
    return this.event.txHash;
  }
  get flags(): readonly EventFlag[] {
    return this.event.flags ?? [];
  }
}

export class LinkRecord implements LineageLink {
  constructor(
    readonly event: LedgerEvent,
    readonly from: LotRecord,
    readonly to: LotRecord | null,
    readonly disposal: DisposalRecord | null,
    readonly relation: LineageLink['relation'],
    public quantity: Quantity,
    public cost: Money,
    /** Disposals written before this link. Puts links and disposals into one order. */
    readonly after: number,
  ) {}

  get id(): string {
    const end = this.to?.id ?? this.disposal?.id ?? '';
    return uuidOf(`v1|link|${this.relation}|${this.from.id}|${end}|${this.event.stem}|${this.event.leg}`);
  }
  get fromLotId(): string {
    return this.from.id;
  }
  get toLotId(): string | null {
    return this.to?.id ?? null;
  }
  get disposalId(): string | null {
    return this.disposal?.id ?? null;
  }
  get txHash(): string | null {
    return this.event.txHash;
  }
  get at(): number {
    return this.event.at;
  }
}

export class IssueRecord implements Issue {
  constructor(
    readonly kind: Issue['kind'],
    private readonly event: LedgerEvent,
    private readonly lot: LotRecord | null,
    readonly quantity: Quantity,
    readonly proceeds: Money | null,
    readonly reason: string,
    readonly count: number,
  ) {}

  get wallet(): string {
    return this.lot?.wallet ?? this.event.wallet;
  }
  get assetId(): string {
    return (this.lot ?? this.event).asset.id;
  }
  get chain(): string {
    return this.event.asset.chain;
  }
  get lotId(): string | null {
    return this.lot?.id ?? null;
  }
  get transactionId(): string {
    return this.event.transactionId;
  }
  get txHash(): string | null {
    return this.event.txHash;
  }
  get at(): number {
    return this.event.at;
  }
}

export class WashSaleRecord implements WashSale {
  constructor(
    readonly disposal: DisposalRecord,
    readonly replacement: LotRecord,
    readonly quantity: Quantity,
    readonly disallowed: Money,
    readonly daysApart: number,
  ) {}

  get id(): string {
    return uuidOf(`v1|wash|${this.disposal.id}|${this.replacement.id}`);
  }
  get asset(): Asset {
    return this.disposal.asset;
  }
  get disposalId(): string {
    return this.disposal.id;
  }
  get disposedAt(): number {
    return this.disposal.disposedAt;
  }
  get loss(): Money {
    return -this.disposal.gain;
  }
  get replacementLotId(): string {
    return this.replacement.id;
  }
  get replacedAt(): number {
    return this.replacement.acquiredAt ?? this.replacement.receivedAt;
  }
}

import type { Asset } from '../kernel/asset';
import { uuidOf } from '../kernel/hash';
import type { Money, Quantity } from '../kernel/units';
import type { Disposal } from './lot';
import type { LotRecord } from './lot-record';
import type { DisposalType, LedgerEvent } from './transaction';

/** Types that leave the books without gain or loss. @source tax-rules 10.8 */
export const GAINLESS: ReadonlySet<DisposalType> = new Set<DisposalType>([
  'gift',
  'donation',
  'lost',
  'stolen',
]);

/** One slice of one lot, gone for good. */
export class DisposalRecord implements Disposal {
  private cachedId: string | null = null;
  washSaleDisallowed: Money = 0n;

  constructor(
    readonly event: LedgerEvent,
    readonly lot: LotRecord,
    readonly type: DisposalType,
    readonly quantity: Quantity,
    readonly proceeds: Money,
    /** Basis that left the lot; `costBasis` differs from it only for a gift under dual basis. */
    readonly carried: Money,
    readonly costBasis: Money,
    readonly gain: Money,
    readonly fees: Money,
    readonly isLongTerm: boolean,
    readonly flags: readonly string[],
  ) {}

  get id(): string {
    return (this.cachedId ??= uuidOf(this.key));
  }

  /** The units lost on a move are a disposal beside the arrival: hence the word. */
  private get key(): string {
    return `v1|disposal|${this.lot.id}|${this.event.stem}|${this.event.leg}|${this.type}`;
  }

  get lotId(): string {
    return this.lot.id;
  }

  get wallet(): string {
    return this.event.wallet;
  }

  get asset(): Asset {
    return this.event.asset;
  }

  get acquiredAt(): number | null {
    return this.lot.acquiredAt;
  }

  get disposedAt(): number {
    return this.event.at;
  }

  get isUntracked(): boolean {
    return this.lot.isUntracked;
  }

  get transactionId(): string {
    return this.event.transactionId;
  }

  get txHash(): string | null {
    return this.event.txHash;
  }

  get priceSource(): string | null {
    return this.event.priceSource;
  }
}

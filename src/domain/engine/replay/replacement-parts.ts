import type { Money, Quantity } from '../../kernel/units';
import type { Pool } from '../methods/method';
import { LinkRecord } from '../model/ledger-records';
import type { LotRecord } from '../model/lot-record';
import type { LotTable } from '../model/lot-table';

/** Parts of one purchase beyond the exact ones. Further losses of about the same size per unit share a part. */
const MAX_OWN_PARTS = 1;
/** Losses per unit are about the same when they are in the same eighth of the cost per unit. */
const BANDS = 8n;
const LAST_BAND = 16n * BANDS;

interface LedgerTables {
  readonly lots: LotTable;
  readonly links: LinkRecord[];
  readonly disposals: { readonly length: number };
}

interface Part {
  readonly lot: LotRecord;
  readonly link: LinkRecord;
}

/**
 * Separates units that replaced a loss from the rest of their purchase. Each loss has its own part. Parts of a sale
 * are matched with parts of the next purchase, so their number grows with every trade.
 * @source tax-rules 11.6; docs/adr/0002
 */
export class ReplacementParts {
  private splits = 0;
  private readonly shared = new Map<LotRecord, Map<bigint, Part>>();

  /** True when losses share a part. Their sum is exact, its distribution over later sales is not. */
  isApproximate = false;

  /** @param maxExact parts of the ledger before losses share one */
  constructor(
    private readonly state: LedgerTables,
    private readonly maxExact: number,
  ) {}

  /**
   * Takes units out of a purchase.
   * @param disallowed the loss that they replace
   * @returns their lot, which is not in the pool
   */
  of(lot: LotRecord, units: Quantity, disallowed: Money, pool: Pool): LotRecord {
    if (this.splits < this.maxExact || (lot.detail?.splits ?? 0) < MAX_OWN_PARTS)
      return this.split(lot, units).lot;
    const bands = this.shared.get(lot) ?? new Map<bigint, Part>();
    const band = bandOf(disallowed, lot.costBetween(lot.remaining, lot.remaining - units));
    let part = bands.get(band);
    if (part !== undefined && canJoin(part.lot, lot)) {
      pool.remove(part.lot.row);
      join(part, lot, units);
      this.isApproximate = true;
    } else bands.set(band, (part = this.split(lot, units)));
    if (lot.remaining === 0n) this.shared.delete(lot);
    else this.shared.set(lot, bands);
    return part.lot;
  }

  private split(lot: LotRecord, units: Quantity): Part {
    this.splits++;
    const { lots, links, disposals } = this.state;
    const detail = lot.more();
    const lossCost = lot.lossBetween(lot.remaining, lot.remaining - units);
    const cost = lot.take(units);
    detail.splitQuantity += units;
    detail.splitCost += cost;
    detail.splits++;
    const { root, event, arrival } = lot;
    const part = lots.derive(event, units, cost, {
      root,
      parent: lot,
      part: detail.splits,
      hops: detail.hops,
    });
    const more = part.more();
    more.place = detail.place;
    more.lossCost = lossCost;
    const link = new LinkRecord(arrival, lot, part, null, 'split', units, cost, disposals.length);
    links.push(link);
    return { lot: part, link };
  }
}

function bandOf(disallowed: Money, cost: Money): bigint {
  const band = cost === 0n ? LAST_BAND : (BANDS * disallowed) / cost;
  return band < LAST_BAND ? band : LAST_BAND;
}

/** True while no unit left the part, and it is in the same wallet as the rest of its purchase. */
const canJoin = (part: LotRecord, lot: LotRecord): boolean =>
  part.remaining === part.quantity && part.arrival === lot.arrival;

function join({ lot: part, link }: Part, lot: LotRecord, units: Quantity): void {
  const [rest, more] = [lot.more(), part.more()];
  const lossCost = lot.lossBetween(lot.remaining, lot.remaining - units);
  const cost = lot.take(units);
  rest.splitQuantity += units;
  rest.splitCost += cost;
  more.quantity += units;
  more.cost += cost;
  if (more.lossCost !== null) more.lossCost += lossCost ?? 0n;
  part.remaining += units;
  link.quantity += units;
  link.cost += cost;
}

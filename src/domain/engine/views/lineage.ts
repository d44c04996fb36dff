import { AppError } from '../../kernel/errors';
import type { Ledger, LineageLink, Lot } from '../model/lot';

export type LineageDirection = 'up' | 'down' | 'both';

export interface Lineage {
  lotId: string;
  rootLotIds: string[];
  isComplete: boolean;
  nodes: Lot[];
  edges: LineageLink[];
  breaks: { lotId: string; reason: string }[];
}

/** A step of a walk asks for the links that end (`up`) or begin (`down`) at some lots. */
export interface LineageStep {
  way: 'up' | 'down';
  lotIds: readonly string[];
}

export interface LineageStepAnswer {
  /** In the order of the ledger. */
  links: readonly PlacedLink[];
  /** The lots at their other ends, by id. */
  lots: ReadonlyMap<string, Lot>;
}

export interface PlacedLink {
  link: LineageLink;
  /** Place among the links of the ledger. */
  seq: number;
}

/**
 * `tracingLot` over a ledger in memory.
 * @throws AppError LOT_NOT_FOUND
 */
export function lineage(
  ledger: Pick<Ledger, 'lots' | 'links'>,
  lotId: string,
  direction: LineageDirection,
  depth: number,
): Lineage {
  const lots = new Map(ledger.lots.map((lot) => [lot.id, lot]));
  const start = lots.get(lotId);
  if (!start) throw new AppError('LOT_NOT_FOUND', { lot_id: lotId });
  const byEnd = new Map<LineageStep['way'], Map<string, PlacedLink[]>>();
  const walk = tracingLot(start, direction, depth);
  let step = walk.next();
  while (step.done !== true) {
    const { way, lotIds } = step.value;
    const known = byEnd.get(way) ?? linksByEnd(placed(ledger.links), way);
    byEnd.set(way, known);
    step = walk.next({ links: lotIds.flatMap((id) => known.get(id) ?? []), lots });
  }
  return step.value;
}

function* placed(links: readonly LineageLink[]): Generator<PlacedLink> {
  for (const [seq, link] of links.entries()) yield { link, seq };
}

/**
 * Follows one lot back to its acquisitions and forward to its disposals. It yields what it needs of the ledger.
 * @param depth steps in each direction, at least 1
 * @source api.md 2, Lineage; tax-rules 13.4
 */
export function* tracingLot(
  start: Lot,
  direction: LineageDirection,
  depth: number,
): Generator<LineageStep, Lineage, LineageStepAnswer> {
  const reached = new Map([[start.id, start]]);
  const edges = new Map<number, LineageLink>();
  for (const [way, isWanted] of [
    ['up', direction !== 'down'],
    ['down', direction !== 'up'],
  ] as const)
    if (isWanted) yield* walking(start.id, way, depth, reached, edges);
  const nodes = [...reached.values()];
  const roots = nodes.filter(({ parentId }) => parentId === null || !reached.has(parentId));
  return {
    lotId: start.id,
    rootLotIds: roots.filter(({ parentId }) => parentId === null).map(({ id }) => id),
    isComplete: nodes.every((lot) => !lot.isUntracked) && roots.every(({ parentId }) => parentId === null),
    nodes,
    edges: [...edges].sort(([a], [b]) => a - b).map(([, link]) => link),
    breaks: nodes
      .filter((lot) => lot.isUntracked)
      .map((lot) => ({ lotId: lot.id, reason: breakReason(lot) })),
  };
}

function* walking(
  from: string,
  way: LineageStep['way'],
  depth: number,
  reached: Map<string, Lot>,
  edges: Map<number, LineageLink>,
): Generator<LineageStep, void, LineageStepAnswer> {
  let front = [from];
  for (let step = 0; step < depth && front.length > 0; step++) {
    const { links, lots } = yield { way, lotIds: front };
    const byEnd = linksByEnd(links, way);
    const next: string[] = [];
    for (const { link, seq } of front.flatMap((id) => byEnd.get(id) ?? [])) {
      edges.set(seq, link);
      const far = way === 'down' ? link.toLotId : link.fromLotId;
      // A wash adjustment moves basis, not units, so it is not part of the lineage.
      const lot = far === null || link.relation === 'wash_adjustment' ? undefined : lots.get(far);
      if (!lot || reached.has(lot.id)) continue;
      reached.set(lot.id, lot);
      next.push(lot.id);
    }
    front = next;
  }
}

/** By the lot from which a step reaches them. */
function linksByEnd(links: Iterable<PlacedLink>, way: LineageStep['way']): Map<string, PlacedLink[]> {
  const byEnd = new Map<string, PlacedLink[]>();
  for (const placedLink of links) {
    const near = way === 'down' ? placedLink.link.fromLotId : placedLink.link.toLotId;
    if (near === null) continue;
    const list = byEnd.get(near);
    if (list) list.push(placedLink);
    else byEnd.set(near, [placedLink]);
  }
  return byEnd;
}

const breakReason = (lot: Lot): string =>
  lot.acquiredAt === null ? 'Left the wallet without a known purchase' : 'Inflow of unknown origin';

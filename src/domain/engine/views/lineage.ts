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

/**
 * @param depth steps in each direction, at least 1
 * @throws AppError LOT_NOT_FOUND
 * @source api.md 2, Lineage; tax-rules 13.4
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
  const reached = new Map([[lotId, start]]);
  const edges = new Set<LineageLink>();
  for (const [way, isWanted] of [
    ['up', direction !== 'down'],
    ['down', direction !== 'up'],
  ] as const)
    if (isWanted) walk(ledger.links, lots, lotId, way, depth, reached, edges);
  const nodes = [...reached.values()];
  const roots = nodes.filter(({ parentId }) => parentId === null || !reached.has(parentId));
  return {
    lotId,
    rootLotIds: roots.filter(({ parentId }) => parentId === null).map(({ id }) => id),
    isComplete: nodes.every((lot) => !lot.isUntracked) && roots.every(({ parentId }) => parentId === null),
    nodes,
    edges: ledger.links.filter((link) => edges.has(link)),
    breaks: nodes
      .filter((lot) => lot.isUntracked)
      .map((lot) => ({ lotId: lot.id, reason: breakReason(lot) })),
  };
}

function walk(
  links: readonly LineageLink[],
  lots: ReadonlyMap<string, Lot>,
  from: string,
  way: 'up' | 'down',
  depth: number,
  reached: Map<string, Lot>,
  edges: Set<LineageLink>,
): void {
  const byEnd = new Map<string, LineageLink[]>();
  for (const link of links) {
    // A wash adjustment moves basis, not units, so it is not part of the lineage.
    const near = way === 'down' ? link.fromLotId : link.toLotId;
    if (near === null) continue;
    const list = byEnd.get(near);
    if (list) list.push(link);
    else byEnd.set(near, [link]);
  }
  let front = [from];
  for (let step = 0; step < depth && front.length > 0; step++) {
    const next: string[] = [];
    for (const link of front.flatMap((id) => byEnd.get(id) ?? [])) {
      edges.add(link);
      const far = way === 'down' ? link.toLotId : link.fromLotId;
      const lot = far === null || link.relation === 'wash_adjustment' ? undefined : lots.get(far);
      if (!lot || reached.has(lot.id)) continue;
      reached.set(lot.id, lot);
      next.push(lot.id);
    }
    front = next;
  }
}

const breakReason = (lot: Lot): string =>
  lot.acquiredAt === null ? 'Left the wallet without a known purchase' : 'Inflow of unknown origin';

import type { HistoryPage } from '../../ports/upstream/history-source';

export function joined(first: HistoryPage, second: HistoryPage): HistoryPage {
  return {
    ...second,
    rows: [...first.rows, ...second.rows],
    ...joinedRanges(first, second),
    truncated: first.truncated || second.truncated,
    incomplete: first.incomplete || second.incomplete,
  };
}

/** Of ranges of one list that do not meet, only the first counts: rows between them stay. */
function joinedRanges(first: HistoryPage, second: HistoryPage) {
  const replacesFrom = { ...first.replacesFrom };
  const replacesBelow = { ...first.replacesBelow };
  for (const [list, from] of Object.entries(second.replacesFrom)) {
    const known = replacesFrom[list];
    const below = replacesBelow[list] ?? Infinity;
    if (known !== undefined && from > below) continue;
    const end = Math.max(second.replacesBelow?.[list] ?? Infinity, known === undefined ? 0 : below);
    replacesFrom[list] = Math.min(from, known ?? from);
    if (end === Infinity) delete replacesBelow[list];
    else replacesBelow[list] = end;
  }
  return { replacesFrom, replacesBelow };
}

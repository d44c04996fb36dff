import type { ApiKeyFacts } from '../../domain/access/api-key';
import type { ApiKeyUsageResponse, UsageByDay, UsageByEndpoint } from './api-keys.shapes.dto';

export interface UsageRow {
  /** YYYY-MM-DD */
  day: string;
  method: string;
  path: string;
  status: number;
  requests: number;
}

export const toKeyUsage = (key: ApiKeyFacts, rows: readonly UsageRow[]): ApiKeyUsageResponse => ({
  key_id: key.id,
  total_requests: Number(key.totalRequests),
  period_requests: sum(rows),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  by_day: toByDay(rows),
  by_endpoint: toByEndpoint(rows),
  by_status: Object.fromEntries(
    [...grouped(rows, ({ status }) => String(status))].map(([status, group]) => [status, sum(group)]),
  ),
});

export const toByDay = (rows: readonly UsageRow[]): UsageByDay[] =>
  [...grouped(rows, ({ day }) => day)]
    .map(([date, group]) => ({
      date,
      requests: sum(group),
      errors: sum(group.filter(({ status }) => status >= 400)),
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));

export const toByEndpoint = (rows: readonly UsageRow[]): UsageByEndpoint[] =>
  [...grouped(rows, ({ method, path }) => `${method} ${path}`).values()]
    .map((group) => ({ method: group[0]?.method ?? '', path: group[0]?.path ?? '', requests: sum(group) }))
    .sort((a, b) => b.requests - a.requests || (a.path < b.path ? -1 : 1));

function grouped(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string): Map<string, UsageRow[]> {
  const groups = new Map<string, UsageRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const sum = (rows: readonly UsageRow[]): number => rows.reduce((total, { requests }) => total + requests, 0);

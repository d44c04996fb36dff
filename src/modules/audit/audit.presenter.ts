import { dec, formatDecimal } from '../../domain/kernel/decimal';
import type {
  AuditLogResponse,
  AuditSummaryResponse,
  EndpointErrorsResponse,
  EndpointSummaryResponse,
  ErrorCodeResponse,
  ErrorHourResponse,
  PeriodResponse,
} from './audit.shapes.dto';

export interface AuditRow {
  id: string;
  at: Date;
  requestId: string;
  method: string;
  path: string;
  route: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  authType: string;
  userId: string | null;
  apiKeyId: string | null;
  keyPrefix: string | null;
  partnerId: string | null;
  ip: string;
  userAgent: string;
}

interface Group {
  method: string;
  route: string;
  status: number;
  authType: string;
  requests: number;
}

interface Spread {
  p50: number | null;
  p95: number | null;
  ips: number;
  keys: number;
}

/** Fractional digits of ratios. @source api.md 0 */
const RATIO_DIGITS = 18;

export const toAuditLog = (row: AuditRow): AuditLogResponse => ({
  id: row.id,
  timestamp: row.at.toISOString(),
  request_id: row.requestId,
  method: row.method,
  path: row.path,
  route: row.route,
  status_code: row.status,
  error_code: row.errorCode,
  duration_ms: row.durationMs,
  auth_type: row.authType,
  user_id: row.userId,
  api_key_id: row.apiKeyId,
  key_prefix: row.keyPrefix,
  partner_id: row.partnerId,
  ip_address: row.ip,
  user_agent: row.userAgent,
});

export const toPeriod = ({ from, to }: { from: number; to: number }): PeriodResponse => ({
  start: new Date(from).toISOString(),
  end: new Date(to).toISOString(),
});

export function toSummary(
  period: PeriodResponse,
  groups: readonly Group[],
  spread: Spread,
): AuditSummaryResponse {
  const [clientErrors, serverErrors] = [sum(groups.filter(isClientError)), sum(groups.filter(isServerError))];
  const total = sum(groups);
  return {
    period,
    total_requests: total,
    successful: total - clientErrors - serverErrors,
    client_errors: clientErrors,
    server_errors: serverErrors,
    error_rate: toRatio(clientErrors + serverErrors, total),
    p50_ms: spread.p50,
    p95_ms: spread.p95,
    unique_ips: spread.ips,
    unique_keys: spread.keys,
    by_endpoint: toEndpoints(groups),
    by_status: sumsBy(groups, ({ status }) => String(status)),
    by_auth_type: sumsBy(groups, ({ authType }) => authType),
  };
}

const toEndpoints = (groups: readonly Group[]): EndpointSummaryResponse[] =>
  [...grouped(groups, ({ method, route }) => `${method} ${route}`).values()]
    .map((group) => ({
      method: group[0]?.method ?? '',
      path: group[0]?.route ?? '',
      requests: sum(group),
      errors: sum(group.filter(isError)),
    }))
    .sort((a, b) => b.requests - a.requests || compare(a, b));

/** Routes that failed at all, most errors first. */
export const toFailingEndpoints = (groups: readonly Group[]): EndpointErrorsResponse[] =>
  toEndpoints(groups)
    .filter(({ errors }) => errors > 0)
    .map((endpoint) => ({ ...endpoint, error_rate: toRatio(endpoint.errors, endpoint.requests) }))
    .sort((a, b) => b.errors - a.errors || compare(a, b));

export const toErrorRate = (groups: readonly Group[]): { errors: number; rate: string } => {
  const errors = sum(groups.filter(isError));
  return { errors, rate: toRatio(errors, sum(groups)) };
};

export const toErrorCode = (group: {
  code: string | null;
  status: number;
  count: number;
  lastSeenAt: Date;
}): ErrorCodeResponse => ({
  code: group.code,
  status: group.status,
  count: group.count,
  last_seen_at: group.lastSeenAt.toISOString(),
});

export const toErrorHour = ({ hour, errors }: { hour: Date; errors: number }): ErrorHourResponse => ({
  hour: hour.toISOString(),
  errors,
});

const isClientError = ({ status }: Group): boolean => status >= 400 && status < 500;
const isServerError = ({ status }: Group): boolean => status >= 500;
const isError = ({ status }: Group): boolean => status >= 400;

const toRatio = (part: number, whole: number): string =>
  whole === 0 ? '0' : formatDecimal(dec(part).div(whole), RATIO_DIGITS);

const compare = (a: EndpointSummaryResponse, b: EndpointSummaryResponse): number =>
  `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1;

function grouped(groups: readonly Group[], keyOf: (group: Group) => string): Map<string, Group[]> {
  const found = new Map<string, Group[]>();
  for (const group of groups) {
    const known = found.get(keyOf(group));
    if (known) known.push(group);
    else found.set(keyOf(group), [group]);
  }
  return found;
}

const sumsBy = (groups: readonly Group[], keyOf: (group: Group) => string): Record<string, number> =>
  Object.fromEntries([...grouped(groups, keyOf)].sort().map(([key, group]) => [key, sum(group)]));

const sum = (groups: readonly Group[]): number => groups.reduce((total, { requests }) => total + requests, 0);

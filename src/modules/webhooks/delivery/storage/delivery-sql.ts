/** The oldest due moment of every webhook that has something waiting, one index probe each. */
export const HEADS = `heads AS (
  (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE status = 'waiting'
   ORDER BY webhook_id, next_attempt_at LIMIT 1)
  UNION ALL
  SELECT next.webhook_id, next.next_attempt_at FROM heads CROSS JOIN LATERAL (
    SELECT d.webhook_id, d.next_attempt_at FROM webhook_deliveries d
    WHERE d.status = 'waiting' AND d.webhook_id > heads.webhook_id
    ORDER BY d.webhook_id, d.next_attempt_at LIMIT 1) AS next)`;

/** @param parameter milliseconds, as `$3` or a column */
export const inMs = (parameter: string): string => `make_interval(secs => ${parameter}::float8 / 1000)`;

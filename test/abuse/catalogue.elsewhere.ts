/** ELSEWHERE: rows that need a clock, a broken dependency or a receiver -> the suite that holds them. */
export const ELSEWHERE: readonly { rows: readonly number[]; suite: string }[] = [
  { rows: [25, 84, 90], suite: 'test/webhooks/subscriptions.e2e-spec.ts' },
  { rows: [49, 50, 51, 52, 54], suite: 'test/accounts/tokens.e2e-spec.ts' },
  { rows: [55, 59], suite: 'test/accounts/guessing.e2e-spec.ts' },
  { rows: [56, 57, 58, 70], suite: 'test/accounts/journey.e2e-spec.ts' },
  { rows: [61, 62, 63], suite: 'test/accounts/permissions.e2e-spec.ts' },
  { rows: [65], suite: 'test/accounts/foreign-objects.e2e-spec.ts' },
  { rows: [69], suite: 'test/accounts/linked-wallets.e2e-spec.ts' },
  { rows: [71, 72, 73, 74, 75, 76, 77], suite: 'test/webhooks/outbound.spec.ts' },
  { rows: [82, 83, 85, 86, 87, 89, 127], suite: 'test/webhooks/deliveries.e2e-spec.ts' },
  { rows: [91, 92, 96, 97, 101], suite: 'test/accounts/rate-limit.e2e-spec.ts' },
  { rows: [93, 94, 95, 98], suite: 'test/accounts/rate-counter.e2e-spec.ts' },
  { rows: [100, 117, 118, 126], suite: 'test/webhooks/faults.e2e-spec.ts' },
  { rows: [102], suite: 'test/cache/cache.e2e-spec.ts' },
  { rows: [104, 106, 108], suite: 'test/operate/database-away.e2e-spec.ts' },
  { rows: [105], suite: 'test/persistence/outage.e2e-spec.ts' },
  { rows: [107], suite: 'src/http/errors/failures.spec.ts' },
  { rows: [109, 110, 114], suite: 'src/adapters/upstream/upstream-client.spec.ts' },
  { rows: [111], suite: 'test/rwa' },
  { rows: [112, 113], suite: 'test/wallets/faults.e2e-spec.ts' },
  { rows: [115], suite: 'test/contract/deadline.spec.ts' },
  { rows: [116], suite: 'src/bootstrap/drain.spec.ts' },
  { rows: [119], suite: 'test/audit/processes.e2e-spec.ts' },
  { rows: [121, 122, 125], suite: 'test/operate/resources.e2e-spec.ts' },
  { rows: [124], suite: 'test/abuse/resources.e2e-spec.ts' },
  { rows: [128], suite: 'test/accounts/mail.e2e-spec.ts' },
  { rows: [130, 131, 132], suite: 'test/billing/webhook.e2e-spec.ts' },
];

/**
 * Rows without a case: pages of the log while rows are inserted (88), a limit of 0 at start (99), a slow Redis (103),
 * jumps of the clock (120), leases while the event loop is blocked (123).
 */
export const OPEN: readonly number[] = [88, 99, 103, 120, 123];

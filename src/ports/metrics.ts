/** Buckets for waiting times of a user or a worker, in seconds: from a memory hit to the longest timeout. */
const WAITS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Buckets for pure computation, in seconds. */
const WORK = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface MetricRow {
  kind: 'counter' | 'histogram' | 'gauge';
  help: string;
  /**
   * Every label has few values: route templates, names of tables and kinds. Never a path, an address or an
   * id.
   */
  labels: readonly string[];
  buckets?: readonly number[];
  /** Of a gauge: each thread of a process has a value of its own, and the page states their sum. */
  isPerThread?: true;
}

/**
 * METRICS: every metric by its exported name. Dashboards and alerts (`docs/runbook.md`) depend on these
 * names. Histograms are in seconds. The runtime adds its own metrics (`process_*`, `nodejs_*`).
 */
export const METRICS = {
  cost_basis_http_request_seconds: {
    kind: 'histogram',
    help: 'Requests by route template, method and class of the status; "gone": the client left before its answer.',
    labels: ['method', 'route', 'status'],
    buckets: WAITS,
  },
  cost_basis_http_failures_total: {
    kind: 'counter',
    help: 'Requests that ended in an error, by public error code.',
    labels: ['code'],
  },
  cost_basis_upstream_call_seconds: {
    kind: 'histogram',
    help: 'Calls to data providers, one per attempt, by how they ended: "ok", or the kind of failure.',
    labels: ['provider', 'outcome'],
    buckets: WAITS,
  },
  cost_basis_job_seconds: {
    kind: 'histogram',
    help: 'Background jobs worked by this process; "left": given back at shutdown, or its lease was lost.',
    labels: ['type', 'outcome'],
    buckets: [...WAITS, 300, 1_800],
  },
  cost_basis_delivery_attempt_seconds: {
    kind: 'histogram',
    help: 'Webhook attempts of this process, by how they ended.',
    labels: ['outcome'],
    buckets: WAITS,
  },
  cost_basis_engine_seconds: {
    kind: 'histogram',
    help: 'Replays of a ledger: of a wallet ("wallet"), or of transactions posted by a caller.',
    labels: ['of'],
    buckets: WORK,
  },
  cost_basis_compute_seconds: {
    kind: 'histogram',
    help: 'Tasks in threads by how they ended: "done", "refused" (bad input), "failed", "left" (the client went away), or stopped for "time" or "memory".',
    labels: ['task', 'outcome'],
    buckets: WORK,
  },
  cost_basis_compute_wait_seconds: {
    kind: 'histogram',
    help: 'Time that tasks waited for a thread, by kind of caller.',
    labels: ['caller'],
    buckets: WAITS,
  },
  cost_basis_compute_refused_total: {
    kind: 'counter',
    help: 'Tasks refused because too many waited, by kind of caller.',
    labels: ['caller'],
  },
  cost_basis_compute_tasks: {
    kind: 'gauge',
    help: 'Tasks in threads of this process by kind of caller: "running" or "waiting".',
    labels: ['caller', 'state'],
    isPerThread: true,
  },
  cost_basis_cache_reads_total: {
    kind: 'counter',
    help: 'Reads of the cache that all processes share: "hit" or "miss".',
    labels: ['result'],
  },
  cost_basis_snapshot_reads_total: {
    kind: 'counter',
    help: 'Answers by the snapshot of their wallet: "found", "outdated" (of an earlier release), or "missing": the ledger was computed.',
    labels: ['result'],
  },
  cost_basis_jobs: {
    kind: 'gauge',
    help: 'Background jobs that have not ended, in the whole service, by type and state.',
    labels: ['type', 'state'],
  },
  cost_basis_jobs_oldest_queued_seconds: {
    kind: 'gauge',
    help: 'How long the oldest queued job that may run has waited; 0 when none waits.',
    labels: [],
  },
  cost_basis_wallet_reads_oldest_due_seconds: {
    kind: 'gauge',
    help: 'How long the most overdue watched wallet has been due to be read; 0 when none is.',
    labels: [],
  },
  cost_basis_deliveries: {
    kind: 'gauge',
    help: 'Webhook deliveries that have not ended, in the whole service: "waiting" for their time, "due", "sending".',
    labels: ['state'],
  },
  cost_basis_deliveries_oldest_due_seconds: {
    kind: 'gauge',
    help: 'How long the most overdue delivery has been due; 0 when none is.',
    labels: [],
  },
  cost_basis_mails: {
    kind: 'gauge',
    help: 'Mails that have not left, in the whole service; "late" ones were tried in vain, "given_up" ones are not tried again.',
    labels: ['state'],
  },
  cost_basis_mails_given_up_total: {
    kind: 'counter',
    help: 'Mails this process stopped to try: the server refuses the recipient ("refused"), or a day has passed ("expired").',
    labels: ['kind', 'reason'],
  },
  cost_basis_payment_events_held: {
    kind: 'gauge',
    help: 'Payment events without effect, in the whole service, by reason; "mismatched" and "ownerless" need a person.',
    labels: ['reason'],
  },
  cost_basis_audit_waiting: {
    kind: 'gauge',
    help: 'Requests this process has yet to write to the audit log.',
    labels: [],
  },
  cost_basis_audit_missed_total: {
    kind: 'counter',
    help: 'Requests that are only counted in the audit log: too many waited, or the database refused their data.',
    labels: [],
  },
  cost_basis_dependency_up: {
    kind: 'gauge',
    help: '1 when the dependency answers this process, 0 when it does not.',
    labels: ['dependency'],
  },
  cost_basis_database_connections: {
    kind: 'gauge',
    help: 'Pool of this process: connections "busy" and "idle", and callers "waiting" for one.',
    labels: ['state'],
    isPerThread: true,
  },
  cost_basis_build_info: {
    kind: 'gauge',
    help: 'Always 1; identifies the running version.',
    labels: ['engine', 'node'],
  },
} as const satisfies Record<`cost_basis_${string}`, MetricRow>;

type MetricName = keyof typeof METRICS;
type NameOf<K extends MetricRow['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type HistogramName = NameOf<'histogram'>;
export type GaugeName = NameOf<'gauge'>;
export type LabelsOf<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>;

export interface Sample<N extends GaugeName> {
  labels: LabelsOf<N>;
  value: number;
}

/** Records metrics. Recording never throws and never waits. */
export abstract class Metrics {
  abstract count<N extends CounterName>(name: N, labels: LabelsOf<N>): void;
  abstract observe<N extends HistogramName>(name: N, seconds: number, labels: LabelsOf<N>): void;
  /**
   * Registers the reader of a gauge. It runs on each scrape. If it fails or is slow, the gauge is omitted.
   * @throws Error for a second reader of one gauge
   */
  abstract watch<N extends GaugeName>(name: N, read: () => Promise<Sample<N>[]> | Sample<N>[]): void;
  /** Returns the metrics in the text format of Prometheus. Null when metrics are disabled. */
  abstract text(): Promise<{ type: string; body: string } | null>;
  /** What this thread has measured itself, as prom-client states it: neither the runtime nor the state of the service. */
  abstract measured(): Promise<object[]>;
  /** Adds what another thread of this process measures to the text. @param read replaces that of an earlier call */
  abstract include(read: () => Promise<object[]>): void;
}

import { timeout, TimeoutStrategy } from 'cockatiel';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../ports/clock';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
  Metrics,
  type Sample,
} from '../../ports/metrics';
import { SystemClock } from '../system/system-clock';

const readTime = timeout(2_000, TimeoutStrategy.Aggressive);
/** Minimum interval between two reads of the gauges, for any number of scrapes. */
const FRESH_MS = 2_000;

const isSum = (metric: object): boolean => (metric as { type: string }).type !== 'gauge';

type Reader = () => Promise<Sample<GaugeName>[]> | Sample<GaugeName>[];

export class PrometheusMetrics extends Metrics {
  /** Measured by each thread. */
  private readonly own = new Registry();
  /** The runtime, and the state of the service. */
  private readonly common = new Registry();
  private readOther: (() => Promise<object[]>) | null = null;
  /** Last read values of the other thread: a counter must not fall while that thread is busy. */
  private other: object[] = [];
  private ended: Promise<object[]> = Promise.resolve([]);
  private readonly counters = new Map<string, Counter>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly readers = new Map<GaugeName, Reader>();
  private reading: Promise<void> | null = null;
  private readAt = -Infinity;

  constructor(private readonly clock: Clock = new SystemClock()) {
    super();
    collectDefaultMetrics({ register: this.common });
    for (const [name, row] of Object.entries(METRICS)) this.register(name, row);
  }

  override count<N extends CounterName>(name: N, labels: LabelsOf<N>): void {
    this.counters.get(name)?.inc(labels);
  }

  override observe<N extends HistogramName>(name: N, seconds: number, labels: LabelsOf<N>): void {
    this.histograms.get(name)?.observe(labels, seconds);
  }

  override watch<N extends GaugeName>(name: N, read: () => Promise<Sample<N>[]> | Sample<N>[]): void {
    if (this.readers.has(name)) throw new Error(`Two readers of ${name}`);
    this.readers.set(name, read);
  }

  override async text(): Promise<{ type: string; body: string }> {
    const { readOther } = this;
    const [own, other] = await Promise.all([
      this.measured(),
      readOther ? readTime.execute(readOther).catch(() => this.other) : [],
    ]);
    this.other = other;
    const measured = readOther ? AggregatorRegistry.aggregate([own, other, await this.ended]) : this.own;
    const parts = await Promise.all([this.common.metrics(), measured.metrics()]);
    return { type: this.common.contentType, body: parts.join('\n') };
  }

  override async measured(): Promise<object[]> {
    if (this.clock.elapsed() - this.readAt > FRESH_MS)
      await (this.reading ??= this.readAll().finally(() => (this.reading = null)));
    return this.own.getMetricsAsJSON();
  }

  override include(read: () => Promise<object[]>): void {
    const last = this.other.filter(isSum);
    this.ended = this.ended.then((before) => AggregatorRegistry.aggregate([before, last]).getMetricsAsJSON());
    this.other = [];
    this.readOther = read;
  }

  private register(name: string, row: (typeof METRICS)[keyof typeof METRICS]): void {
    const isOwn = row.kind !== 'gauge' || 'isPerThread' in row;
    const registers = [isOwn ? this.own : this.common];
    const base = { name, help: row.help, labelNames: [...row.labels], registers };
    if (row.kind === 'counter') this.counters.set(name, new Counter(base));
    else if (row.kind === 'gauge') this.gauges.set(name, new Gauge(base));
    else this.histograms.set(name, new Histogram({ ...base, buckets: [...row.buckets] }));
  }

  private async readAll(): Promise<void> {
    await Promise.all([...this.readers].map(([name, read]) => this.readOne(name, read)));
    this.readAt = this.clock.elapsed();
  }

  private async readOne(name: GaugeName, read: Reader): Promise<void> {
    const samples = await readTime.execute(async () => read()).catch(() => []);
    const gauge = this.gauges.get(name);
    // A reset gauge without labels reports 0, which is wrong when no value could be read.
    gauge?.reset();
    gauge?.remove({});
    for (const { labels, value } of samples) gauge?.set(labels, value);
  }
}

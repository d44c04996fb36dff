import { NoMetrics } from '../../src/adapters/metrics/no-metrics';

/** Counts the observations by name and label. */
export class CountedMetrics extends NoMetrics {
  readonly #counts = new Map<string, number>();

  override observe(name?: string, _?: number, labels: Record<string, string> = {}): void {
    const key = [name, ...Object.values(labels)].join(' ');
    this.#counts.set(key, this.of(key) + 1);
  }

  /** @param key name and labels of a histogram */
  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

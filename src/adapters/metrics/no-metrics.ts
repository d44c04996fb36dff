import { Metrics } from '../../ports/metrics';

export class NoMetrics extends Metrics {
  override count(): void {
    return;
  }
  override observe(): void {
    return;
  }
  override watch(): void {
    return;
  }
  override text(): Promise<null> {
    return Promise.resolve(null);
  }
  override measured(): Promise<object[]> {
    return Promise.resolve([]);
  }
  override include(): void {
    return;
  }
}

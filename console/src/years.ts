import { service } from './api';
import { day } from './format';

/**
 * Years from the first transaction of a wallet until now, the newest first. A plan that shows the last transactions only
 * hides the first ones, and not the years in which they count.
 */
export async function yearsOf(address: string, now: number, zone: string): Promise<number[]> {
  const { data, meta } = await service.listTransactions({ address, per_page: 1, sort: 'date_asc' });
  const first = data[0] ? Number(day(data[0].timestamp, zone).slice(0, 4)) : now;
  const reported = meta.is_limited ? (await service.getExportSummary({ address })).available_years : [];
  const oldest = Math.min(first, ...reported);
  return Array.from({ length: Math.max(1, now - oldest + 1) }, (_, i) => now - i);
}

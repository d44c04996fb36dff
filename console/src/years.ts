import { service } from './api';
import { day } from './format';

/** Years from the first transaction of a wallet until now, the newest first. */
export async function yearsOf(address: string, now: number, zone: string): Promise<number[]> {
  const { data } = await service.listTransactions({ address, per_page: 1, sort: 'date_asc' });
  const first = data[0] ? Number(day(data[0].timestamp, zone).slice(0, 4)) : now;
  return Array.from({ length: now - first + 1 }, (_, i) => now - i);
}

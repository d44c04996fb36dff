import type { Ledger } from '../engine';
import { dayCounter, yearOfDay } from '../kernel/calendar';
import { isOnForm } from './slices';

export function reportYears(ledger: Ledger, wallets: readonly string[], timezone: string): number[] {
  const asked = new Set(wallets);
  const dayOf = dayCounter(timezone);
  const days = new Set<number>();
  for (const { wallet, type, disposedAt } of ledger.disposals)
    if (asked.has(wallet) && isOnForm(type)) days.add(dayOf(disposedAt));
  for (const { wallet, receivedAt } of ledger.income) if (asked.has(wallet)) days.add(dayOf(receivedAt));
  return [...new Set([...days].map(yearOfDay))].sort((a, b) => a - b);
}

import { COMPLETE, type SyncStatus } from '../domain/portfolio/sync-status';
import { toHistoryGaps, toSyncStatus } from './sync-status.presenter';

const whole: SyncStatus = { ...COMPLETE, indexedAt: 0 };

describe('what stands beside an answer', () => {
  it('is nothing when nothing is missing', () => {
    expect(toSyncStatus(whole)).toEqual({});
  });

  it('states that losses of wash sales share parts', () => {
    expect(toSyncStatus({ ...whole, washSalesApproximate: true })).toEqual({ wash_sales_approximate: true });
  });

  it('states that a chain contradicts its rows', () => {
    const contradicted = { ...whole, contradicted: true };
    expect(toSyncStatus(contradicted)).toEqual({ history_incomplete: true });
    expect(toHistoryGaps(contradicted)).toEqual([
      'A chain states another balance than its rows: rows are missing, or count twice.',
    ]);
    expect(toHistoryGaps(whole)).toEqual([]);
  });

  it('states that the last reading failed, for the years of which rows can be missing', () => {
    const read = (indexedAt: string, code: string | null): SyncStatus => ({
      ...whole,
      stale: [{ chain: 'base', code, indexedAt: Date.parse(indexedAt) }],
    });
    const failed = read('2025-11-01T10:00Z', 'DATA_PROVIDER_ERROR');
    const gap = 'The history of base is known until 2025-11-01 only: the last reading failed.';
    expect([toHistoryGaps(failed), toHistoryGaps(failed, 2025), toHistoryGaps(failed, 2024)]).toEqual([
      [gap],
      [gap],
      [],
    ]);
    // The year ends last twelve hours behind UTC.
    expect(toHistoryGaps(read('2026-01-01T11:59Z', 'DATA_PROVIDER_ERROR'), 2025)).toHaveLength(1);
    expect(toHistoryGaps(read('2026-01-01T12:00Z', 'DATA_PROVIDER_ERROR'), 2025)).toEqual([]);
    const account = { ...whole, accountsReadUntil: Date.parse('2025-11-01T10:00Z') };
    expect([toHistoryGaps(account, 2025), toHistoryGaps(account, 2024)]).toEqual([
      ['An exchange account is known until 2025-11-01 only: the last reading failed.'],
      [],
    ]);
    // The next reading has not ended.
    expect(toHistoryGaps(read('2025-11-01T10:00Z', null))).toEqual([]);
  });
});

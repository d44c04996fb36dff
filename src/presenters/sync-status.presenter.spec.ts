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
});

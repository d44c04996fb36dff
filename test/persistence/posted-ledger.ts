import { replay, type Ledger } from '../../src/domain/engine';
import { postedEvents, type PostedRow } from '../../src/domain/posted';
import { FIFO } from '../support/engine-events';

export const DAY = 86_400_000;

/** One A bought for ten dollars, unless stated otherwise. */
export const row = (id: string, day: number, more: Partial<PostedRow> = {}): PostedRow => ({
  id,
  at: day * DAY,
  type: 'buy',
  symbol: 'A',
  quantity: '1',
  valueUsd: '10',
  ...more,
});

export const ledgerOf = (rows: readonly PostedRow[]): Ledger => replay(postedEvents(rows), FIFO);

import type { Income } from '../../engine';
import { FILE_KINDS, type Form } from '../form';
import { schedule1Csv } from './csv';
import { schedule1Lines } from './lines';
import type { Schedule1 } from './rows';
import { drawSchedule1, schedule1Pages } from './sheet';

const { csv, pdf, json } = FILE_KINDS;

export const SCHEDULE_1 = {
  name: 'Schedule 1',
  stem: 'schedule-1',
  lists: 'receipts',
  isReported: true,
  files: { csv: { ...csv, text: schedule1Csv }, pdf, json },
  archived: ['csv'],
  yearOf: ({ year }) => year,
  basisOf: (schedule) => schedule,
  factsOf: ({ rows, isLimited, excludedCount }) => ({ count: rows.length, isLimited, excludedCount }),
  listsOf: ({ rows }) => [rows.map(plain)],
  withLists: (schedule, [rows = []]) => ({ ...schedule, rows: rows as Income[] }),
  sheetsOf: (schedule) => {
    const lines = schedule1Lines(schedule);
    return schedule1Pages(lines).map((rows, i) => (sheet, place) => {
      drawSchedule1(sheet, schedule, lines, { rows, isFirst: i === 0 }, place);
    });
  },
} as const satisfies Form<Schedule1>;

/** The engine returns records with getters, which do not cross threads. */
const plain = (income: Income): Income => ({
  id: income.id,
  type: income.type,
  wallet: income.wallet,
  asset: income.asset,
  quantity: income.quantity,
  fairMarketValue: income.fairMarketValue,
  valueStatus: income.valueStatus,
  priceSource: income.priceSource,
  receivedAt: income.receivedAt,
  lotId: income.lotId,
  transactionId: income.transactionId,
  txHash: income.txHash,
  flags: income.flags,
});

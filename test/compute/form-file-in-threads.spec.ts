import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { packForm, packSchedule } from '../../src/common/packed-form';
import { form8949, form8949InSlices, form8949Txf, rowsOf, schedule1 } from '../../src/domain/forms';
import { finished } from '../../src/domain/kernel/slices';
import { PROGRAM, task, type TextFormat } from '../../src/http/response/form-file.task';
import { form8949Csv, turboTaxCsv } from '../../src/presenters/csv/form-8949.csv';
import { schedule1Csv } from '../../src/presenters/csv/schedule-1.csv';
import { toSchedule1 } from '../../src/modules/tax/reports/forms.presenter';
import { task as scheduleTask, type ScheduleFormat } from '../../src/modules/tax/reports/schedule-file.task';
import { toForm8949, type FormFacts } from '../../src/presenters/form-8949.presenter';
import { buy, ledgerOf, sell, WALLET } from '../forms/ledgers';
import { newPool } from './pool';

const ledger = ledgerOf(
  Array.from({ length: 700 }, (_, i) => [
    buy('1', `${100 + i}`, new Date(Date.UTC(2025, 0, 1) + 2 * i * 60_000).toISOString()),
    sell('1', '120', new Date(Date.UTC(2025, 0, 1) + (2 * i + 1) * 60_000).toISOString()),
  ]).flat(),
);
const REQUEST = {
  accounts: [{ wallet: WALLET, kind: 'self_custody' as const }],
  year: 2025,
  timezone: 'UTC',
};
const form = form8949(ledger, REQUEST);
const MADE_AT = Date.UTC(2026, 0, 5);
const FACTS = { address: 'a', method: 'fifo', assumptions: {}, window: { limit: null, total: 1 } } as never;
const facts: FormFacts = FACTS;

describe('a form as a text file', () => {
  let pool: ThreadPool;
  beforeAll(() => {
    pool = newPool();
  });
  afterAll(() => pool.onModuleDestroy());

  it.each<[TextFormat, string]>([
    [{ name: 'csv' }, form8949Csv(form)],
    [{ name: 'turbotax' }, turboTaxCsv(form)],
    [{ name: 'txf' }, form8949Txf(form, { program: PROGRAM, writtenAt: MADE_AT })],
    [
      { name: 'json', facts, notes: { truncated: false } },
      JSON.stringify({ ...toForm8949(form, rowsOf(form), facts), truncated: false }),
    ],
  ])('%j has the same bytes with and without a thread', async (format, expected) => {
    for (const size of [0, Infinity]) {
      const input = { ...(await packForm(form)), format, madeAt: MADE_AT };
      const bytes = await pool.run(task, input, { caller: { kind: 'paid', id: 'a' }, size });
      expect(Buffer.from(bytes).toString()).toBe(expected);
    }
  });

  const earned = ledgerOf(
    Array.from({ length: 300 }, (_, i) =>
      buy('1', `${100 + i}`, new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString(), {
        source: 'income',
        incomeType: 'staking_reward',
      }),
    ),
  );
  const schedule = {
    ...schedule1(earned, { wallets: [WALLET], year: 2025, timezone: 'UTC' }),
    historyGaps: ['A gap.'],
  };
  const tokenKeys = new Map([['ethereum:native', 'ethereum:ETH']]);

  it.each<[ScheduleFormat, string]>([
    [{ name: 'csv' }, schedule1Csv(schedule)],
    [
      { name: 'json', facts: { ...facts, tokenKeys }, notes: { truncated: false } },
      JSON.stringify({ ...toSchedule1(schedule, schedule.rows, { ...facts, tokenKeys }), truncated: false }),
    ],
  ])('%j of Schedule 1 has the same bytes with and without a thread', async (format, expected) => {
    expect(schedule.rows).toHaveLength(300);
    for (const size of [0, Infinity]) {
      const input = { ...(await packSchedule(schedule)), format };
      const bytes = await pool.run(scheduleTask, input, { caller: { kind: 'paid', id: 'a' }, size });
      expect(Buffer.from(bytes).toString()).toBe(expected);
    }
  });

  it('is built in slices, with the same rows', () => {
    const work = form8949InSlices(ledger, REQUEST);
    let slices = 0;
    while (work.next().done !== true) slices += 1;
    expect(slices).toBeGreaterThan(1);
    expect(finished(form8949InSlices(ledger, REQUEST))).toEqual(form);
    expect(form.rowCount).toBe(700);
  });
});

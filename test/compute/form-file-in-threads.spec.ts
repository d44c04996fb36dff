import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { packForm } from '../../src/common/packed-form';
import { form8949, form8949InSlices, form8949Txf, rowsOf, schedule1 } from '../../src/domain/forms';
import { form8949Csv, turboTaxCsv } from '../../src/domain/forms/form-8949/csv';
import { schedule1Csv } from '../../src/domain/forms/schedule-1/csv';
import { finished } from '../../src/domain/kernel/slices';
import { PROGRAM, task, type JsonBasis } from '../../src/http/response/form-file.task';
import { toSchedule1 } from '../../src/presenters/forms/schedule-1.presenter';
import { toForm8949, type FormFacts } from '../../src/presenters/forms/form-8949.presenter';
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

  it.each<[format: string, expected: string, json: JsonBasis | undefined]>([
    ['csv', form8949Csv(form), undefined],
    ['turbotax', turboTaxCsv(form), undefined],
    ['txf', form8949Txf(form, { program: PROGRAM, writtenAt: MADE_AT }), undefined],
    [
      'json',
      JSON.stringify({ ...toForm8949(form, rowsOf(form), facts), truncated: false }),
      { facts, notes: { truncated: false } },
    ],
  ])('%s has the same bytes with and without a thread', async (format, expected, json) => {
    for (const size of [0, Infinity]) {
      const packed = await packForm({ form: 'form_8949', content: form });
      const input = { ...packed, format, json, madeAt: MADE_AT };
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

  it.each<[format: string, expected: string, json: JsonBasis | undefined]>([
    ['csv', schedule1Csv(schedule), undefined],
    [
      'json',
      JSON.stringify({ ...toSchedule1(schedule, schedule.rows, { ...facts, tokenKeys }), truncated: false }),
      { facts: { ...facts, tokenKeys }, notes: { truncated: false } },
    ],
  ])('%s of Schedule 1 has the same bytes with and without a thread', async (format, expected, json) => {
    expect(schedule.rows).toHaveLength(300);
    for (const size of [0, Infinity]) {
      const packed = await packForm({ form: 'schedule_1', content: schedule });
      const input = { ...packed, format, json, madeAt: MADE_AT };
      const bytes = await pool.run(task, input, { caller: { kind: 'paid', id: 'a' }, size });
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

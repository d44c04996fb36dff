import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { packForm } from '../../src/common/packed-form';
import { packInTurns } from '../../src/common/row-batches';
import { filingFigures } from '../../src/domain/filing';
import { form8949, rowsOf, schedule1 } from '../../src/domain/forms';
import { finished } from '../../src/domain/kernel/slices';
import {
  task as frozenReport,
  type FrozenReportInput,
} from '../../src/modules/tax/generate/frozen-report.task';
import { task as storedFile } from '../../src/common/files/stored-file.task';
import { toSchedule1 } from '../../src/presenters/forms/schedule-1.presenter';
import { toFiling } from '../../src/presenters/filing/filing.presenter';
import { toForm8949, type FormFacts } from '../../src/presenters/forms/form-8949.presenter';
import { buy, ledgerOf, sell, WALLET } from '../forms/ledgers';
import { newPool } from './pool';

const ledger = ledgerOf(
  Array.from({ length: 700 }, (_, i) => [
    buy('1', `${100 + i}`, new Date(Date.UTC(2025, 0, 1) + 2 * i * 60_000).toISOString()),
    sell('1', '120', new Date(Date.UTC(2025, 0, 1) + (2 * i + 1) * 60_000).toISOString()),
  ]).flat(),
);
const SCOPE = { wallet: WALLET, year: 2025, timezone: 'UTC' };
const form = form8949(ledger, { ...SCOPE, accounts: [{ wallet: WALLET, kind: 'self_custody' }] });
const schedule = schedule1(ledger, { ...SCOPE, wallets: [WALLET] });
const FORM = { form: 'form_8949', content: form } as const;
const SCHEDULE = { form: 'schedule_1', content: schedule } as const;
const filing = toFiling(finished(filingFigures({ form8949: form, schedule1: schedule })));
const HEAD = { report_id: 'r', input_hash: 'h', engine_version: '1', address: 'a', tax_year: 2025 } as const;
const head = { ...HEAD, generated_at: '2026-01-05T00:00:00.000Z', summary: undefined };
const tail = { assumptions: {}, history: {}, is_limited: false, tx_limit: null } as never;
const FACTS = { address: 'a', method: 'fifo', assumptions: {}, window: { limit: null, total: 1 } } as never;
const facts: FormFacts & { tokenKeys: Map<string, string> } = Object.assign(FACTS, {
  tokenKeys: new Map<string, string>(),
});
const lots = Array.from({ length: 5 }, (_, i) => ({ lot_id: `lot ${i}` }));

const inputOf = async (layout: FrozenReportInput['layout']): Promise<FrozenReportInput> => ({
  head,
  tail,
  facts,
  forms: [await packForm(FORM), await packForm(SCHEDULE)],
  lots: await packInTurns(lots),
  washSales: null,
  reconciliation: null,
  filedForm8949: await packForm(FORM),
  filedSchedule1: await packForm(SCHEDULE),
  layout,
});

const REPORT = {
  ...head,
  form_8949: toForm8949(form, rowsOf(form), facts),
  schedule_1: toSchedule1(schedule, schedule.rows, facts),
  lots,
  filing,
  ...(tail as object),
};

describe('a generated report', () => {
  let pool: ThreadPool;
  const order = (size: number) => ({ caller: { kind: 'background' as const, id: 'a' }, size });
  beforeAll(() => {
    pool = newPool();
  });
  afterAll(() => pool.onModuleDestroy());

  it.each([
    ['compact', JSON.stringify(REPORT)],
    ['indented', JSON.stringify(REPORT, null, 2)],
    ['figures', ''],
  ] as const)('in the layout %s has the same bytes with and without a thread', async (layout, expected) => {
    expect(filing.rows).toHaveLength(700);
    for (const size of [0, Infinity]) {
      const written = await pool.run(frozenReport, await inputOf(layout), order(size));
      expect(Buffer.from(written.report).toString()).toBe(expected);
      expect(Buffer.from(written.filing).toString()).toBe(JSON.stringify(filing));
    }
  });

  it('is stored as a file with the same bytes with and without a thread', async () => {
    const ids = { report_id: 'r', input_hash: 'h', engine_version: '1' };
    const content = Buffer.from('date,gain\n');
    const expected = JSON.stringify({
      ...ids,
      filing,
      file: { name: 'a.csv', type: 'text/csv', base64: content.toString('base64') },
      headers: { 'X-Export-Count': '1' },
    });
    for (const size of [0, Infinity]) {
      const input = {
        facts: ids,
        filing: Buffer.from(JSON.stringify(filing)),
        file: { name: 'a.csv', type: 'text/csv', content },
        headers: { 'X-Export-Count': '1' },
      };
      expect(Buffer.from(await pool.run(storedFile, input, order(size))).toString()).toBe(expected);
    }
  });
});

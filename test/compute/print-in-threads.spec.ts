import { printForms } from '../../src/adapters/pdf/print-forms';
import { InstalledForms } from '../../src/adapters/pdf/official/installed-forms';
import { ThreadFormPrinter } from '../../src/adapters/pdf/thread-form-printer';
import { form8949, schedule1 } from '../../src/domain/forms';
import type { PrintedForms } from '../../src/ports/form-printer';
import { DEMO_OWNERS, demoLedger } from '../forms/ledgers';
import { newPool } from './pool';

it('prints the same bytes in a thread as without one', async () => {
  const pool = newPool();
  try {
    const ledger = demoLedger([...DEMO_OWNERS.alice, ...DEMO_OWNERS.staker]);
    const wallets = [...new Set(ledger.lots.map(({ wallet }) => wallet))];
    const accounts = wallets.map((wallet) => ({ wallet, kind: 'self_custody' as const }));
    const of = { year: 2024, timezone: 'America/New_York' };
    const form = form8949(ledger, { accounts, ...of });
    const schedule = schedule1(ledger, { wallets, ...of });
    expect([form.rowCount > 0, schedule.rows.length > 0]).toEqual([true, true]);
    const printed = {
      forms: [
        { form: 'form_8949', content: form },
        { form: 'schedule_1', content: schedule },
      ],
    } satisfies PrintedForms;
    // Small forms run on the calling thread: this run packs nothing less, and sends it.
    const run = pool.run.bind(pool);
    pool.run = (task, input, order) => run(task, input, { ...order, size: Infinity });
    const caller = { caller: { kind: 'paid', id: 'a' } as const };
    const bytes = await new ThreadFormPrinter(pool, new InstalledForms('absent')).print(printed, 0, caller);
    expect(Buffer.from(bytes).equals(Buffer.from(await printForms(printed, 0)))).toBe(true);
  } finally {
    await pool.onModuleDestroy();
  }
});

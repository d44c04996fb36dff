import { printForms } from '../../src/adapters/pdf/print-forms';
import { InstalledForms } from '../../src/adapters/pdf/official/installed-forms';
import { ThreadFormPrinter } from '../../src/adapters/pdf/thread-form-printer';
import { form8949, schedule1 } from '../../src/domain/forms';
import { DEMO_OWNERS, demoLedger } from '../forms/ledgers';
import { newPool } from './pool';

it('prints the same bytes in a thread as without one', async () => {
  const pool = newPool();
  try {
    const ledger = demoLedger([...DEMO_OWNERS.alice, ...DEMO_OWNERS.staker]);
    const wallets = [...new Set(ledger.lots.map(({ wallet }) => wallet))];
    const accounts = wallets.map((wallet) => ({ wallet, kind: 'self_custody' as const }));
    const of = { year: 2024, timezone: 'America/New_York' };
    const forms = {
      form8949: form8949(ledger, { accounts, ...of }),
      schedule1: schedule1(ledger, { wallets, ...of }),
      gaps: ['A reason.'],
    };
    expect(forms.form8949.rowCount).toBeGreaterThan(0);
    expect(forms.schedule1.rows.length).toBeGreaterThan(0);
    // Small forms run on the calling thread: this run packs nothing less, and sends it.
    const run = pool.run.bind(pool);
    pool.run = (task, input, order) => run(task, input, { ...order, size: Infinity });
    const caller = { caller: { kind: 'paid', id: 'a' } as const };
    const printed = await new ThreadFormPrinter(pool, new InstalledForms('absent')).print(forms, 0, caller);
    expect(Buffer.from(printed).equals(Buffer.from(await printForms(forms, 0)))).toBe(true);
  } finally {
    await pool.onModuleDestroy();
  }
});
